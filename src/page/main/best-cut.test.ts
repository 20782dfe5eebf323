import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestCut } from './best-cut.ts';

test('what is likely stays, what is unlikely goes, and the promise is high when both are clear', () => {
  const cut = bestCut(Float32Array.of(0.99, 0.02, 0.98, 0.01), () => 20);
  assert.deepEqual([...cut.isKept], [1, 0, 1, 0]);
  assert.ok(cut.expected > 0.9);
});

test('on a page where nothing is clear more is kept, and less is promised', () => {
  const cut = bestCut(Float32Array.of(0.4, 0.35, 0.3), () => 20);
  assert.deepEqual([...cut.isKept], [1, 1, 1]);
  assert.ok(cut.expected < 0.7);
});

test('a doubtful leaf of many words outweighs a few sure ones', () => {
  const words = [2, 400];
  const cut = bestCut(Float32Array.of(0.9, 0.5), (leaf) => words[leaf] ?? 0);
  assert.deepEqual([...cut.isKept], [1, 1]);
});

test('no leaves, no promise', () => {
  assert.deepEqual(
    bestCut(new Float32Array(0), () => 1),
    { isKept: new Uint8Array(0), expected: 0 },
  );
});
