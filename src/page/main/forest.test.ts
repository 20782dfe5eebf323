import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { forestModule, forestPath } from '../../../scripts/write-forest.mjs';
import { forestOf, type Trees } from './forest.ts';

const width = 6;

/** Numbers that are the same in every run, 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Trees of random shape; thresholds from few values, so that rows hit them exactly. */
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
    // Open ends are filled one after the other, at random; the rest become leaves.
    const open: [side: Int8Array, at: number][] = [];
    for (let node = 0; node < size; node++) {
      if (node > 0) {
        const [[side, at]] = open.splice(Math.floor(next() * open.length), 1) as [[Int8Array, number]];
        side[at] = node;
      }
      open.push([trees.left, first + node], [trees.right, first + node]);
    }
    open.forEach(([side, at], leaf) => {
      side[at] = ~leaf;
    });
  });
  return trees;
}

/** What the trees say when they are simply walked through. */
function walked(trees: Trees, row: Float32Array): number {
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

test('trees laid out by feature say what they say when walked through', () => {
  const next = numbersFrom(7);
  const trees = randomTrees(next, [1, 2, 5, 30, 30, 31, 17]);
  const count = 1_201;
  // Two features are the same in every row, as those of a whole page are.
  const rows = Float32Array.from({ length: count * width }, (_, at) =>
    at % width < 2 ? 0.5 : Math.floor(next() * 9) / 8,
  );
  const scores = forestOf(trees).scores(rows, width, count);
  for (let row = 0; row < count; row++) {
    const expected = walked(trees, rows.subarray(row * width, (row + 1) * width));
    assert.ok(Math.abs((scores[row] as number) - expected) < 1e-5, `row ${row}`);
  }
});

test('no rows have no scores, and trees of too many leaves are refused', () => {
  const next = numbersFrom(8);
  assert.equal(forestOf(randomTrees(next, [3])).scores(new Float32Array(0), width, 0).length, 0);
  assert.throws(() => forestOf(randomTrees(next, [32])), /too many leaves/);
});

test('what is shipped is what is written in forest.wat', async () => {
  assert.ok((await forestModule()).equals(readFileSync(forestPath)), 'run npm run generate');
});
