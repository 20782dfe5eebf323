import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeLeftOut, selectShortRun } from './select-short-run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort();

test('every folder of tests has a file in `npm test`, and every file is in it or left out', () => {
  const { files: kept, leftOut } = selectShortRun(root, files);
  assert.deepEqual([...kept, ...leftOut].sort(), files);
  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const folders = (of: readonly string[]) =>
    new Set(of.filter((file) => file.split('/').length > 2).map(folderOf));
  assert.deepEqual(folders(kept), folders(files));
  assert.ok(leftOut.length > 0);
});

test('what was left out is counted for each folder, with the command that runs it', () => {
  const text = describeLeftOut({
    files: ['src/a.test.ts', 'test/fuzz/b.test.ts'],
    leftOut: ['test/faults/c.test.ts', 'test/faults/d.test.ts', 'test/container/e.test.ts'],
    shortened: ['test/fuzz/b.test.ts'],
  });
  assert.match(text, /^2 of 5 test files ran\. `npm run test:all`/);
  assert.match(text, /^ {2}test\/faults +2$/m);
  assert.match(text, /^ {2}test\/container +1$/m);
  assert.match(text, /^ {2}test\/fuzz\/b\.test\.ts$/m);
});

test('a line of a file that does not exist is an error', () => {
  assert.throws(() => selectShortRun(root, ['src/a.test.ts']), /does not exist; correct or delete its line/);
});
