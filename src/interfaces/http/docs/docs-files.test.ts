import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesForPath } from './docs-files.ts';

test('a path below /docs/ names files of the built documentation only', () => {
  assert.deepEqual(filesForPath(''), ['index.html']);
  assert.deepEqual(filesForPath('guides/'), ['guides/index.html']);
  assert.deepEqual(filesForPath('quick-start'), ['quick-start.html', 'quick-start/index.html']);
  assert.deepEqual(filesForPath('assets/chunks/@localSearchIndexroot.Bx3.js'), [
    'assets/chunks/@localSearchIndexroot.Bx3.js',
  ]);
  for (const path of [
    '../x',
    '.sources',
    'a/../b',
    'a//b',
    'a/.b',
    '%2e%2e/x',
    'a\\b',
    'a\u0000',
    'x'.repeat(201),
  ])
    assert.deepEqual(filesForPath(path), [], path);
});
