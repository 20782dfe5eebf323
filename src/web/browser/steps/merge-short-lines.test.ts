import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeShortLines } from './merge-short-lines.ts';

const lettersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `  [${first + at}] button "${String.fromCharCode(65 + at)}"`);

test('many small neighbours of one role share a line', () => {
  const lines = ['main', ...lettersFrom(1, 9), '  [10] link "A"', '  [11] button "Save the whole page"'];
  assert.deepEqual(mergeShortLines(lines), [
    'main',
    '  button: [1] "A" [2] "B" [3] "C" [4] "D" [5] "E" [6] "F" [7] "G" [8] "H" [9] "I"',
    '  [10] link "A"',
    '  [11] button "Save the whole page"',
  ]);
});

test('elements without a name are listed by their numbers, in lines of limited length', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `[${at + 1}] button`);
  const merged = mergeShortLines(lines);
  assert.ok(merged.length > 1 && merged.every((line) => line.length <= 400 && line.startsWith('button: [')));
  assert.deepEqual(
    merged.join(' ').match(/\[\d+\]/g),
    lines.map((_, at) => `[${at + 1}]`),
  );
});

test('few elements, elements with content or state, and changes keep their lines', () => {
  const few = lettersFrom(1, 7);
  assert.deepEqual(mergeShortLines(few), few);
  const withContent = lettersFrom(1, 9).flatMap((line) => [line, '    text: more']);
  assert.deepEqual(mergeShortLines(withContent), withContent);
  const checked = lettersFrom(1, 9).map((line) => `${line} (checked)`);
  assert.deepEqual(mergeShortLines(checked), checked);
  const changes = lettersFrom(1, 9).map((line) => `+ ${line}`);
  assert.deepEqual(mergeShortLines(changes), changes);
});
