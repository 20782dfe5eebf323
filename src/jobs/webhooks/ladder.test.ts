import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxFailures, pauseAfter } from './ladder.ts';

test('eight attempts over a day and a half', () => {
  const pauses: (number | null)[] = [];
  for (let failures = 1; failures <= maxFailures; failures += 1) pauses.push(pauseAfter(failures, null, 0));
  assert.deepEqual(
    pauses.map((ms) => ms && ms / 1_000),
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, null],
  );
});

test('jitter only adds, a fifth at most', () => {
  assert.equal(pauseAfter(2, null, 0.999_999_9), 360_000);
  for (let round = 0; round < 100; round += 1) {
    const pause = pauseAfter(1, null) as number;
    assert.ok(pause >= 5_000 && pause <= 6_000);
  }
});

test('the receiver may ask for a longer pause, not for a shorter one or for one more attempt', () => {
  assert.equal(pauseAfter(1, 60_000, 0), 60_000);
  assert.equal(pauseAfter(2, 60_000, 0), 300_000);
  assert.equal(pauseAfter(maxFailures, 60_000, 0), null);
});
