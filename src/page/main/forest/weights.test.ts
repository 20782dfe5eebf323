import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';

import { pageKinds, rowWidth } from './candidates.ts';
import { loadShippedWeights, readWeights } from './weights.ts';

test('the shipped weights match the computed features', () => {
  const { kinds, forest, network } = loadShippedWeights();
  assert.equal(kinds, pageKinds.length);
  assert.ok(forest.trees > 50);
  assert.ok(Math.max(...forest.features) < rowWidth);
  assert.ok(forest.scores(new Float32Array(rowWidth), rowWidth, 1).every(Number.isFinite));
  assert.equal(network.features, rowWidth);
  assert.ok(network.scores(new Float32Array(rowWidth), rowWidth, () => 1, 1)?.every(Number.isFinite));
});

test('the shipped weights are small', () => {
  assert.ok(statSync(new URL('./weights.bin', import.meta.url)).size < 300_000);
});

test('another file is rejected', () => {
  assert.throws(() => readWeights(Buffer.alloc(100)), /not a weights file/);
});
