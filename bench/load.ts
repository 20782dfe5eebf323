/** Measurements of a run of requests. */
export interface LoadResult {
  /** Milliseconds of each request. */
  times: number[];
  perSecond: number;
}

/** Sends `count` requests with `concurrency` at once; throws if any of them fails. */
export async function load(
  count: number,
  concurrency: number,
  send: (index: number) => Promise<void>,
): Promise<LoadResult> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const started = performance.now();
      await send(index);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { times, perSecond: (count * 1000) / (performance.now() - began) };
}
