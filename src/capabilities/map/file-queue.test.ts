import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileQueue } from './file-queue.ts';

/** Reads files one at a time, of which those of `hanging` arrive with their second request. */
async function readAll(files: readonly string[], hanging: readonly string[]): Promise<string[]> {
  const requests = new Map<string, number>();
  const queue = createFileQueue<string, string>({
    filesAtOnce: 1,
    patienceMs: 1,
    request(file, isSlow) {
      const attempt = (requests.get(file) ?? 0) + 1;
      requests.set(file, attempt);
      if (!hanging.includes(file) || attempt > 1) return Promise.resolve(file);
      return new Promise((_, reject) => isSlow.addEventListener('abort', () => reject(isSlow.reason)));
    },
  });
  for (const file of files) queue.add(file);
  const order: string[] = [];
  while (queue.size > 0 || queue.running > 0) {
    while (queue.size > 0 && queue.hasPlace) queue.startNext();
    const arrived = await queue.nextArrival();
    if (arrived !== null) order.push(arrived.file);
  }
  return order;
}

test('files that do not arrive let all others pass, and are requested again', async () => {
  assert.deepEqual(await readAll(['a', 'b', 'c', 'd'], ['a', 'c']), ['b', 'd', 'a', 'c']);
  assert.deepEqual(await readAll(['a', 'b'], []), ['a', 'b']);
});

test('a file that nothing waits for is not ended', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isEnded = false;
  const queue = createFileQueue<string, string>({
    filesAtOnce: 1,
    patienceMs: 1,
    request(_, isSlow) {
      isSlow.addEventListener('abort', () => {
        isEnded = true;
      });
      return promise;
    },
  });
  queue.add('slow');
  queue.startNext();
  const arrival = queue.nextArrival();
  await new Promise((done) => setTimeout(done, 20));
  resolve('text');
  assert.deepEqual(await arrival, { file: 'slow', settled: { status: 'fulfilled', value: 'text' } });
  assert.equal(isEnded, false);
});
