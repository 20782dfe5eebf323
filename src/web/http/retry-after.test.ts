import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfterMs } from './retry-after.ts';

const now = new Date('2026-03-01T12:00:00Z');

test('seconds and dates become milliseconds from now', () => {
  assert.equal(parseRetryAfterMs('120', now), 120_000);
  assert.equal(parseRetryAfterMs(' 0 ', now), 0);
  assert.equal(parseRetryAfterMs('Sun, 01 Mar 2026 12:01:30 GMT', now), 90_000);
});

test('past times are 0, and the maximum is one day', () => {
  assert.equal(parseRetryAfterMs('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  assert.equal(parseRetryAfterMs('999999999999', now), 86_400_000);
  assert.equal(parseRetryAfterMs('Sun, 01 Mar 2099 11:00:00 GMT', now), 86_400_000);
});

test('anything else is ignored', () => {
  for (const header of [undefined, '', 'soon', '-5', '1.5', '12 parsecs']) {
    assert.equal(parseRetryAfterMs(header, now), null, header);
  }
});
