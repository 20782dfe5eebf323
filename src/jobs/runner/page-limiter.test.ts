import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeLimit } from './page-limiter.ts';

const mebibyte = 1024 * 1024;
const idle = { waitingPages: 0, bufferedBytes: 10 * mebibyte };

test('the limit grows while the content threads run out of pages, as with slow sites', () => {
  let limit = 64;
  for (let second = 0; second < 5; second += 0.2) limit = computeLimit(limit, limit, idle, 0.5);
  assert.ok(limit > 1_000, `${limit}`);
});

test('the limit grows no further than to what the machine can connect', () => {
  let limit = 64;
  for (let second = 0; second < 60; second += 0.2) limit = computeLimit(limit, limit, idle, 0.5);
  assert.equal(limit, 4_000);
});

test('a limit that is not reached stays', () => {
  assert.equal(computeLimit(500, 100, idle, 0.5), 500);
});

test('the limit follows the pages in flight down when pages queue, bytes pile up or the main thread is busy', () => {
  for (const [load, utilization] of [
    [{ ...idle, waitingPages: 60 }, 0.5],
    [{ ...idle, bufferedBytes: 300 * mebibyte }, 0.5],
    [idle, 1],
  ] as const) {
    assert.equal(computeLimit(1_000, 200, load, utilization), 180);
    assert.equal(computeLimit(16, 16, load, utilization), 16);
  }
});

test('the limit stays while the threads have enough to do', () => {
  assert.equal(computeLimit(200, 200, { ...idle, waitingPages: 30 }, 0.5), 200);
  assert.equal(computeLimit(200, 200, idle, 0.95), 200);
});
