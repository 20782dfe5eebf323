/** Returns a function that computes a value on its first call, and returns the same value on every later one. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** As {@link once} for work that can fail: after a rejection, the next call starts it again. Concurrent calls share one start. */
export function onceFulfilled<Value>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | null = null;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
}
