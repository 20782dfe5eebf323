import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoize } from './memoize.ts';

test('a result is computed once for a text, and not kept for long ones', () => {
  const computed: string[] = [];
  const length = memoize((text) => computed.push(text) && text.length, 2, 10);
  assert.deepEqual(['one', 'one', 'two', 'a long text'].map(length), [3, 3, 3, 11]);
  length('a long text');
  assert.deepEqual(computed, ['one', 'two', 'a long text', 'a long text']);
  length('three');
  length('one');
  assert.deepEqual(computed.slice(-2), ['three', 'one'], 'a full cache is emptied');
});

test('a kept part of a text does not keep the text', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const words = memoize((text) => text.split('-'));
  const bytes = 1_000_000;
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let page = 0; page < 100; page++) {
    const source = Buffer.alloc(bytes, `class author-of-the-page-${page} `).toString('latin1');
    words(source.slice(6, 6 + `author-of-the-page-${page}`.length));
  }
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  assert.equal(words('author-of-the-page-7')[4], '7');
  assert.ok(kept < 10 * bytes, `${kept} bytes of 100 texts are kept`);
});
