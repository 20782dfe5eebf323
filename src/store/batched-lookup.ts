/** A lookup that waits for the end of the turn of the event loop. */
interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Creates a lookup whose calls of one turn of the event loop share a query, so that many pages that start together cost one
 * query and go on in their order. The query starts after the last of its calls, and thus sees what was committed before it.
 * @param find Returns the values in the order of the keys. Its failure is that of each call.
 */
export function createBatchedLookup<Key, Value>(
  find: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];

  async function answer(): Promise<void> {
    const calls = waiting;
    waiting = [];
    try {
      const values = await find(calls.map(({ key }) => key));
      calls.forEach(({ resolve }, at) => {
        resolve(values[at] as Value);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void answer());
      waiting.push({ key, resolve, reject });
    });
}
