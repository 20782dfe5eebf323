import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatProgress } from './progress-line.ts';

const url = 'https://quayside.example/articles/notes-on-harbour-cranes';

test('a progress line shows count, time and detail, and fits into the terminal', () => {
  const state = { done: 5, total: 20, unit: 'pages' as const, detail: url };
  assert.equal(
    formatProgress(state, 65_400, 200),
    `[######..................]  5 of 20 pages  1 min 5 s  ${url}`,
  );
  assert.equal(formatProgress(state, 2_000, 30), '[##.....]  5 of 20 pages  2 s ');
  for (const columns of [1, 10, 39, 80]) assert.ok(formatProgress(state, 2_000, columns).length <= columns);
});

test('unknown totals have no bar, and bytes have units', () => {
  const nothing = { done: null, total: null, unit: null, detail: '' };
  assert.equal(formatProgress(nothing, 3_000, 80), '3 s');
  assert.equal(formatProgress({ ...nothing, done: 1, unit: 'pages' }, 3_000, 80), '1 page  3 s');
  assert.equal(formatProgress({ ...nothing, done: 12_345_678, unit: 'bytes' }, 3_000, 80), '12.3 MB  3 s');
  assert.equal(
    formatProgress({ ...nothing, done: 500, total: 1_000, unit: 'bytes' }, 3_000, 60),
    '[########.......]  500 B of 1.0 kB  3 s',
  );
});

test('text of a site cannot move the cursor', () => {
  const line = formatProgress(
    { done: 1, total: null, unit: 'pages', detail: '\u001b[2Jhttps://x/' },
    2_000,
    80,
  );
  assert.equal(line.includes('\u001b'), false);
});
