import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiledModule, compileModule } from '../../../../scripts/write-wasm.mjs';
import { createNetwork, maxLeaves } from './network.ts';
import type { DenseLayer, NetworkWeights } from './network-weights.ts';

const features = 7;
const units = 16;
const width = 9;

/** Returns a generator of numbers between -1 and 1 that depend on the seed only. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function randomWeights(next: () => number): NetworkWeights {
  const column = (count: number): Float32Array => Float32Array.from({ length: count }, next);
  const layer = (inputs: number, outputs: number): DenseLayer => ({
    inputs,
    outputs,
    weights: column(inputs * outputs),
    bias: column(outputs),
  });
  const knotStart = Int32Array.from({ length: features + 1 }, (_, i) => 4 * i);
  const knots = Float32Array.from({ length: 4 * features }, (_, i) => (i % 4) + next() / 3);
  const ranks = column(4 * features);
  return {
    units,
    knotStart,
    knots,
    ranks,
    input: layer(features, units),
    blocks: [1, 2].map((dilation) => ({
      dilation,
      convolution: layer(3 * units, units),
      output: layer(units, units),
    })),
    page: layer(2 * units, units),
    blocksBeforePage: 1,
    hidden: layer(units, units),
    output: layer(units, 1),
  };
}

type Row = readonly number[];

function product({ weights, bias, outputs }: DenseLayer, row: Row): number[] {
  return Array.from({ length: outputs }, (_, output) =>
    row.reduce((sum, value, i) => sum + value * (weights[i * outputs + output] ?? 0), bias[output] ?? 0),
  );
}

const rectified = (row: Row): number[] => row.map((value) => Math.max(0, value));
const sum = (one: Row, other: Row): number[] => one.map((value, i) => value + (other[i] ?? 0));
function normalized(row: Row): number[] {
  const meanSquare = row.reduce((total, value) => total + value ** 2, 0) / row.length;
  return row.map((value) => value / Math.sqrt(meanSquare + 1e-5));
}

/** Returns the rank of a value: that of the next quantiles, or a value between them. */
function rankOf({ knots, ranks }: NetworkWeights, feature: number, value: number): number {
  const own = [0, 1, 2, 3].map((i) => ({
    knot: knots[4 * feature + i] ?? 0,
    rank: ranks[4 * feature + i] ?? 0,
  }));
  const above = own.findIndex(({ knot }) => knot > value);
  const [one, other] = above === -1 ? [own[3], own[3]] : [own[Math.max(0, above - 1)], own[above]];
  if (one === undefined || other === undefined || one.knot === other.knot) return one?.rank ?? Number.NaN;
  return one.rank + ((value - one.knot) / (other.knot - one.knot)) * (other.rank - one.rank);
}

/** Computes the network leaf by leaf, as its definition says. */
function directScores(weights: NetworkWeights, leaves: readonly Row[], words: readonly number[]): number[] {
  const ranked = leaves.map((leaf) => leaf.slice(0, features).map((value, i) => rankOf(weights, i, value)));
  let state = ranked.map((row) => rectified(product(weights.input, row)));
  weights.blocks.forEach(({ dilation, convolution, output }, block) => {
    const rows = state.map(normalized);
    const zero: Row = Array.from({ length: units }, () => 0);
    state = state.map((row, leaf) => {
      const near = [leaf - dilation, leaf, leaf + dilation].flatMap((at) => rows[at] ?? zero);
      return sum(row, product(output, rectified(product(convolution, near))));
    });
    if (block !== weights.blocksBeforePage - 1) return;
    const total = words.reduce((one, other) => one + other, 0) + 1e-6;
    const columns = Array.from({ length: units }, (_, i) => state.map((row) => row[i] ?? 0));
    const means = columns.map(
      (column) => column.reduce((one, value, leaf) => one + value * (words[leaf] ?? 0), 0) / total,
    );
    const page = rectified(
      product(weights.page, normalized([...means, ...columns.map((column) => Math.max(...column))])),
    );
    state = state.map((row) => sum(row, page));
  });
  return state.flatMap((row) => product(weights.output, rectified(product(weights.hidden, normalized(row)))));
}

test('scores are those of the layers one after another, for any number of leaves', () => {
  const next = randomNumbers(3);
  const weights = randomWeights(next);
  const network = createNetwork(weights);
  for (const count of [5, 1, 2, 300, 4]) {
    const leaves = Array.from({ length: count }, () =>
      Array.from({ length: width }, (_, i) => (i === 2 ? 1 : Math.round(12 + 20 * next()) / 8)),
    );
    const words = leaves.map((_, leaf) => leaf % 4);
    const rows = Float32Array.from(leaves.flat());
    const scores = network.scores(rows, width, (leaf) => words[leaf] ?? 0, count);
    const expected = directScores(weights, leaves, words);
    assert.equal(scores?.length, count);
    for (const [leaf, score] of expected.entries()) {
      const error = Math.abs((scores?.[leaf] ?? Number.NaN) - score);
      assert.ok(
        error < 1e-3 * (1 + Math.abs(score)),
        `leaf ${leaf} of ${count}: ${scores?.[leaf]}, ${score}`,
      );
    }
  }
});

test('a page without leaves has no scores, and one with too many is left to the trees', () => {
  const network = createNetwork(randomWeights(randomNumbers(5)));
  const none = (): number => 0;
  assert.equal(network.scores(new Float32Array(0), width, none, 0)?.length, 0);
  assert.equal(network.scores(new Float32Array((maxLeaves + 1) * width), width, none, maxLeaves + 1), null);
});

test('layers.wasm is compiled from layers.wat', async () => {
  assert.ok(
    (await compileModule('network/layers')).equals(compiledModule('network/layers')),
    'run npm run generate',
  );
});
