import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchedLookup } from './batched-lookup.ts';

test('calls of one turn share a query and are answered in their order', async () => {
  const queries: (readonly number[])[] = [];
  const lookup = createBatchedLookup(async (keys: readonly number[]) => {
    queries.push(keys);
    return keys.map((key) => key * 2);
  });
  const order: number[] = [];
  await Promise.all([3, 1, 2].map(async (key) => order.push(await lookup(key))));
  assert.deepEqual(order, [6, 2, 4]);
  assert.equal(await lookup(5), 10);
  assert.deepEqual(queries, [[3, 1, 2], [5]]);
});

test('a failed query fails its own calls only', async () => {
  let fails = true;
  const lookup = createBatchedLookup(async (keys: readonly string[]) => {
    if (fails) throw new Error('no connection');
    return keys;
  });
  const results = await Promise.allSettled([lookup('a'), lookup('b')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.equal(await lookup('a'), 'a');
});
