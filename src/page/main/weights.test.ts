import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';

import { pageKinds, rowWidth } from './candidates.ts';
import { readWeights, shippedWeights } from './weights.ts';

test('the shipped weights fit the features that are computed, and their trees end', () => {
  const { kinds, forest } = shippedWeights();
  assert.equal(kinds, pageKinds.length);
  assert.ok(forest.nodeStart.length > 50);
  assert.ok(Math.max(...forest.feature) < rowWidth);
  for (let tree = 0; tree + 1 < forest.nodeStart.length; tree++) {
    const first = forest.nodeStart[tree] as number;
    const size = (forest.nodeStart[tree + 1] as number) - first;
    for (let node = 0; node < size; node++) {
      for (const next of [forest.left[first + node] as number, forest.right[first + node] as number]) {
        assert.ok(next > node ? next < size : ~next >= 0 && ~next <= size, `tree ${tree} node ${node}`);
      }
    }
  }
});

test('they are small', () => {
  assert.ok(statSync(new URL('./weights.bin', import.meta.url)).size < 300_000);
});

test('another file is refused', () => {
  assert.throws(() => readWeights(Buffer.alloc(100)), /not a file of weights/);
});
