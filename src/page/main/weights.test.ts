import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';

import { pageKinds, rowWidth } from './candidates.ts';
import { readWeights, shippedWeights } from './weights.ts';

test('the shipped weights fit the features that are computed', () => {
  const { kinds, forest } = shippedWeights();
  assert.equal(kinds, pageKinds.length);
  assert.ok(forest.trees > 50);
  assert.ok(Math.max(...forest.features) < rowWidth);
  assert.ok(forest.scores(new Float32Array(rowWidth), rowWidth, 1).every(Number.isFinite));
});

test('they are small', () => {
  assert.ok(statSync(new URL('./weights.bin', import.meta.url)).size < 300_000);
});

test('another file is refused', () => {
  assert.throws(() => readWeights(Buffer.alloc(100)), /not a file of weights/);
});
