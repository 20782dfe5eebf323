import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compiledModule, compileModule } from '../../../../scripts/write-wasm.mjs';
import { createForest, type Trees } from './forest.ts';

const width = 6;

/** Returns a deterministic generator of numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates random trees; thresholds have few distinct values, so that rows equal them often. */
function randomTrees(next: () => number, sizes: readonly number[]): Trees {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const trees: Trees = {
    base: -0.25,
    nodeStart: new Int32Array(sizes.length + 1),
    valueStart: new Int32Array(sizes.length + 1),
    feature: Uint8Array.from({ length: total }, () => Math.floor(next() * width)),
    threshold: Float32Array.from({ length: total }, () => Math.floor(next() * 5) / 4),
    left: new Int8Array(total),
    right: new Int8Array(total),
    values: Float32Array.from({ length: total + sizes.length }, () => next() - 0.5),
  };
  sizes.forEach((size, tree) => {
    const first = trees.nodeStart[tree] as number;
    trees.nodeStart[tree + 1] = first + size;
    trees.valueStart[tree + 1] = (trees.valueStart[tree] as number) + size + 1;
    // Open child positions are filled at random; the remaining ones become leaves.
    const openPositions: [side: Int8Array, at: number][] = [];
    for (let node = 0; node < size; node++) {
      if (node > 0) {
        const [[side, at]] = openPositions.splice(Math.floor(next() * openPositions.length), 1) as [
          [Int8Array, number],
        ];
        side[at] = node;
      }
      openPositions.push([trees.left, first + node], [trees.right, first + node]);
    }
    openPositions.forEach(([side, at], leaf) => {
      side[at] = ~leaf;
    });
  });
  return trees;
}

/** Returns the score of the trees by direct traversal. */
function traverse(trees: Trees, row: Float32Array): number {
  let score = trees.base;
  for (let tree = 0; tree + 1 < trees.nodeStart.length; tree++) {
    let node = 0;
    while (node >= 0) {
      const at = (trees.nodeStart[tree] as number) + node;
      const goesLeft = (row[trees.feature[at] as number] as number) <= (trees.threshold[at] as number);
      node = (goesLeft ? trees.left[at] : trees.right[at]) as number;
    }
    score += trees.values[(trees.valueStart[tree] as number) + ~node] as number;
  }
  return score;
}

test('trees in the layout by feature return the same scores as direct traversal', () => {
  const next = randomNumbers(7);
  const trees = randomTrees(next, [1, 2, 5, 30, 30, 31, 17]);
  const count = 1_201;
  // Two features are constant, like features of a whole page.
  const rows = Float32Array.from({ length: count * width }, (_, at) =>
    at % width < 2 ? 0.5 : Math.floor(next() * 9) / 8,
  );
  const scores = createForest(trees).scores(rows, width, count);
  for (let row = 0; row < count; row++) {
    const expected = traverse(trees, rows.subarray(row * width, (row + 1) * width));
    assert.ok(Math.abs((scores[row] as number) - expected) < 1e-5, `row ${row}`);
  }
});

test('no rows return no scores, and trees with too many leaves are rejected', () => {
  const next = randomNumbers(8);
  assert.equal(createForest(randomTrees(next, [3])).scores(new Float32Array(0), width, 0).length, 0);
  assert.throws(() => createForest(randomTrees(next, [32])), /too many leaves/);
});

test('forest.wasm is compiled from forest.wat', async () => {
  assert.ok(
    (await compileModule('forest/forest')).equals(compiledModule('forest/forest')),
    'run npm run generate',
  );
});
