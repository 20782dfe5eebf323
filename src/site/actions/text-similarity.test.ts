import assert from 'node:assert/strict';
import { test } from 'node:test';
import { similarity, sketchText } from './text-similarity.ts';

const words = (count: number, start = 0) =>
  Array.from({ length: count }, (_, at) => `word${start + at}`).join(' ');

test('the estimate is close to the share of common pairs of words', () => {
  const text = sketchText(words(3_000));
  assert.equal(similarity(text, sketchText(words(3_000))), 1);
  // 2,400 of 3,600 pairs are common.
  const estimate = similarity(text, sketchText(words(3_000, 600)));
  assert.ok(Math.abs(estimate - 2 / 3) < 0.1, String(estimate));
  assert.ok(similarity(text, sketchText(words(3_000, 10_000))) < 0.05);
});

test('short texts are compared by their few words', () => {
  const similar = (one: string, other: string) => similarity(sketchText(one), sketchText(other));
  assert.equal(similar('Log in to go on', 'LOG IN to go on!'), 1);
  assert.equal(similar('Log in to go on', 'Nothing was found here'), 0);
  assert.equal(similar('', ''), 1);
  assert.equal(similar('', 'Words'), 0);
});

test('the order of the words counts', () => {
  const other = similarity(sketchText('one two three four five'), sketchText('five four three two one'));
  assert.ok(other < 0.2, String(other));
});
