import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  codePointsBetween,
  countCodePoints,
  cutCodePoints,
  indexAfter,
  sliceCodePoints,
} from './code-points.ts';

const mixed = 'a😀é中👩‍🚀\u0000z';

test('code points are counted as in string iteration', () => {
  for (const text of [
    '',
    'plain',
    mixed,
    '😀',
    '\ud83d',
    '\ude00\ud83d',
    `\ud83d😀\ude00`,
    '\ud83d\ud83d\ude00x',
  ]) {
    assert.equal(countCodePoints(text), [...text].length, JSON.stringify(text));
    for (let count = 0; count <= [...text].length + 1; count += 1) {
      assert.equal(indexAfter(text, 0, count), [...text].slice(0, count).join('').length);
    }
  }
  assert.equal(codePointsBetween('😀😀x', 2, 5), 2);
});

test('slices of any length join to the whole text', () => {
  const points = [...mixed];
  for (let length = 1; length <= points.length + 1; length += 1) {
    const slices: string[] = [];
    for (let offset = 0; offset < points.length; offset += length) {
      slices.push(sliceCodePoints(mixed, offset, length));
    }
    assert.equal(slices.join(''), mixed);
    assert.ok(slices.every((slice) => slice.isWellFormed()));
  }
  assert.equal(sliceCodePoints(mixed, 100, 5), '');
  assert.equal(sliceCodePoints('😀😀😀', 1, 1), '😀');
});

test('a cut respects the limit, splits no code point and reports the full length', () => {
  const text = '😀word '.repeat(100);
  for (const limit of [0, 1, 2, 7, 50, 599, 600, 1000]) {
    const cut = cutCodePoints(text, limit);
    assert.ok([...cut.text].length <= limit);
    assert.ok(cut.text.isWellFormed());
    assert.ok(text.startsWith(cut.text));
    assert.equal(cut.length, 600);
    assert.equal(cut.truncated, limit < 600);
  }
});

test('a cut prefers the end of a row within the last tenth', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `| row ${String(at).padStart(2, '0')} | value |`).join(
    '\n',
  );
  const cut = cutCodePoints(rows, 210);
  assert.ok(cut.text.endsWith('| value |'));
  assert.ok([...cut.text].length > 189);
});

test('a cut prefers the end of a paragraph to the end of a line', () => {
  const text = `${'x'.repeat(90)}\n\nsecond\nthird line that goes on`;
  assert.equal(cutCodePoints(text, 100).text, 'x'.repeat(90));
});

test('a cut omits a fence that starts in the last tenth, and keeps one that ends there', () => {
  const opening = `${'x'.repeat(186)}\n\n\`\`\`js\nlet a;\nlet b;\n\`\`\`\n`;
  assert.equal(cutCodePoints(opening, 200).text.trimEnd(), 'x'.repeat(186));
  const ending = `\`\`\`\n${'x'.repeat(180)}\n\`\`\`\nmore text that follows`;
  assert.ok(cutCodePoints(ending, 200).text.endsWith('\n```'));
});

test('a long line without a boundary is cut at the limit', () => {
  assert.equal(cutCodePoints('y'.repeat(500), 100).text.length, 100);
});
