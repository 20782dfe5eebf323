import assert from 'node:assert/strict';
import { test } from 'node:test';

import { selectLeaves } from './select-leaves.ts';

test('probable leaves are kept, improbable ones dropped, and clear cases have a high expected F1', () => {
  const selection = selectLeaves(Float32Array.of(0.99, 0.02, 0.98, 0.01), () => 20, 'forum');
  assert.deepEqual([...selection.isKept], [1, 0, 1, 0]);
  assert.ok(selection.expected > 0.9);
});

test('with uncertain probabilities more leaves are kept and the expected F1 is lower', () => {
  const selection = selectLeaves(Float32Array.of(0.4, 0.35, 0.3), () => 20, 'forum');
  assert.deepEqual([...selection.isKept], [1, 1, 1]);
  assert.ok(selection.expected < 0.7);
});

test('an uncertain leaf with many words outweighs a certain one with few', () => {
  const words = [2, 400];
  const selection = selectLeaves(Float32Array.of(0.9, 0.5), (leaf) => words[leaf] ?? 0, 'forum');
  assert.deepEqual([...selection.isKept], [1, 1]);
});

test('without leaves the expected F1 is 0', () => {
  assert.deepEqual(
    selectLeaves(new Float32Array(0), () => 1, 'forum'),
    { isKept: new Uint8Array(0), expected: 0 },
  );
});
