import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRetryPauseMs } from './retry-pause.ts';

test('makes eight attempts within a day and a half', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => computeRetryPauseMs(failures, null, 0));
  assert.deepEqual(
    pauses.map((ms) => ms && ms / 1_000),
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, null],
  );
});

test('jitter only adds, at most a fifth', () => {
  assert.equal(computeRetryPauseMs(2, null, 0.999_999_9), 360_000);
  for (let round = 0; round < 100; round += 1) {
    const pause = computeRetryPauseMs(1, null) as number;
    assert.ok(pause >= 5_000 && pause <= 6_000);
  }
});

test('Retry-After may extend a pause, but neither shorten it nor add an attempt', () => {
  assert.equal(computeRetryPauseMs(1, 60_000, 0), 60_000);
  assert.equal(computeRetryPauseMs(2, 60_000, 0), 300_000);
  assert.equal(computeRetryPauseMs(8, 60_000, 0), null);
});
