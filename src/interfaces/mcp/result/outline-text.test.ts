import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Section } from '../../../domain/pages/page.ts';
import { estimateTokens } from '../../../domain/values/estimate-tokens.ts';
import { outlineText } from './outline-text.ts';

function section(title: string, level: number, offset: number): Section {
  return { id: title.toLowerCase(), title, level, offset, length: 90 };
}

const parts = Array.from({ length: 12 }, (_, at) => [
  section(`Part ${at + 1}`, 2, at * 200),
  section(`Remark ${at + 1}`, 3, at * 200 + 100),
]).flat();

test('names the sections after what is shown, by their levels', () => {
  const text = outlineText(parts.slice(0, 6), 200, 200);
  assert.deepEqual(text.split('\n').slice(1), [
    '- Part 2 (90)',
    '  - Remark 2 (90)',
    '- Part 3 (90)',
    '  - Remark 3 (90)',
  ]);
});

test('leaves out the deepest levels first, then the last sections, and says so', () => {
  const whole = outlineText(parts, 0, 1_000);
  const main = outlineText(parts, 0, estimateTokens(whole) - 10);
  assert.equal(main.split('\n').length, 13);
  assert.doesNotMatch(main, /Remark|more/);
  const first = outlineText(parts, 0, 60);
  assert.ok(estimateTokens(first) <= 70, first);
  const shown = first.split('\n').filter((line) => line.startsWith('- ')).length;
  assert.ok(shown > 0 && shown < 12);
  assert.match(first, /\nand more$/);
});

test('names nothing without later sections, without headings, or without room', () => {
  assert.equal(outlineText(parts, 5_000, 200), '');
  assert.equal(outlineText([section('', 0, 0)], 0, 200), '');
  assert.equal(outlineText(parts, 0, 10), '');
});
