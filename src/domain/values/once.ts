/** Returns a function that computes a value on its first call, and returns the same value on every later one. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
