import { Worker } from 'node:worker_threads';

const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { module, name, calls } = workerData;
  import(module).then((exports) => {
    for (const args of calls) parentPort.postMessage(exports[name](...args));
  });
`;

/**
 * Calls the export `name` of a module once per entry of `calls` in a separate thread and returns the results, which
 * must be plain data. Terminates the thread and throws if a result is missing after `limitMs`, so that an endless
 * loop fails one test instead of blocking all.
 */
export async function callInThread(
  module: URL,
  name: string,
  calls: readonly (readonly unknown[])[],
  limitMs = 300_000,
): Promise<unknown[]> {
  const worker = new Worker(script, { eval: true, workerData: { module: module.href, name, calls } });
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const results: unknown[] = [];
  const timer = setTimeout(() => {
    reject(new Error(`call ${results.length} of ${name} has no result after ${limitMs} ms`));
  }, limitMs);
  worker.on('error', reject);
  worker.on('message', (result) => {
    if (results.push(result) === calls.length) resolve(results);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
