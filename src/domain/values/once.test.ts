import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onceFulfilled } from './once.ts';

test('work that fails is started again, and its result is kept', async () => {
  let starts = 0;
  const read = onceFulfilled(async () => {
    starts++;
    if (starts === 1) throw new Error('no free descriptors');
    return starts;
  });
  const failed = await Promise.allSettled([read(), read()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(starts, 1, 'concurrent callers share a start');
  assert.deepEqual(await Promise.all([read(), read()]), [2, 2]);
  assert.equal(await read(), 2);
});
