import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLruCache } from './lru-cache.ts';

test('a full cache removes the entry that was used least recently', () => {
  const cache = createLruCache<number>(2);
  cache.set('first', 1);
  cache.set('second', 2);
  assert.equal(cache.get('first'), 1);
  cache.set('third', 3);
  assert.deepEqual([cache.get('first'), cache.get('second'), cache.get('third')], [1, undefined, 3]);
});
