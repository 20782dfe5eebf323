import { doubleAt, floatAt, integerAt, shortAt, signedByteAt } from '../../../domain/values/elements.ts';
import { parentOf } from '../../tree/tree.ts';
import { plainFeatures } from '../features/leaf-features.ts';
import { wordsOf } from '../features/leaves.ts';
import { computePageTokens } from '../features/page-tokens.ts';
import {
  maxTokens,
  writeElementTokens,
  writeHeadingTokens,
  writePathTokens,
  writeTextTokens,
} from '../features/tokens.ts';
import { type Candidates, pageKinds, rowWidth, tokenFeatureCount } from './candidates.ts';
import type { Weights } from './weights.ts';

/** Computes the probability of each kind of page, in the order of `pageKinds`. */
export function computeKindProbabilities(
  { tree, leaves, context }: Pick<Candidates, 'tree' | 'leaves' | 'context'>,
  weights: Weights,
  url: string,
): Float32Array {
  const { kinds, kindWeights, kindRows, kindScale } = weights;
  const scores = new Float64Array(kinds);
  const addRow = (row: number): void => {
    for (let i = 0; i < kinds; i++)
      scores[i] = doubleAt(scores, i) + signedByteAt(kindWeights, row * kinds + i);
  };
  addRow(0);
  for (const token of computePageTokens(tree, leaves, context, url)) {
    const row = shortAt(kindRows, token);
    if (row > 0) addRow(row);
  }
  const maxScore = Math.max(...scores) * kindScale;
  const shares = Float32Array.from(scores, (score) => Math.exp(score * kindScale - maxScore));
  const sum = shares.reduce((left, right) => left + right, 0);
  return shares.map((share) => share / sum);
}

/** Number of nearest ancestors that count as near, including the block of the leaf. */
const nearLevels = 3;

/** Writes the sums of token weights of each leaf into its row. */
function writeTokenSums({ tree, leaves, headings, rows }: Candidates, weights: Weights): void {
  const { tokens, tokenScale } = weights;
  const scratch = new Int32Array(maxTokens + 2);
  const sum = (count: number): number => {
    let subtotal = 0;
    for (let i = 0; i < count; i++) subtotal += signedByteAt(tokens, integerAt(scratch, i));
    return subtotal * tokenScale;
  };
  // Sum of the token weights of each element, computed once.
  const elementSums = new Float32Array(tree.count).fill(Number.NaN);
  const headingSums = new Float32Array(leaves.count).fill(Number.NaN);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = integerAt(leaves.block, leaf);
    let total = 0;
    let nearSum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let level = 0;
    for (let node = block; node > 0; node = parentOf(tree, node), level++) {
      let value = floatAt(elementSums, node);
      if (Number.isNaN(value)) {
        value = sum(writeElementTokens(tree, node, scratch));
        elementSums[node] = value;
      }
      total += value;
      if (level < nearLevels) nearSum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const heading = integerAt(headings, leaf);
    let headingSum = 0;
    if (heading !== -1 && heading !== leaf) {
      if (Number.isNaN(headingSums[heading]))
        headingSums[heading] = sum(writeHeadingTokens(leaves, heading, scratch));
      headingSum = floatAt(headingSums, heading);
    }
    const textSum = sum(writeTextTokens(leaves, leaf, scratch));
    const pathSum = sum(writePathTokens(tree, block, scratch));
    const start = leaf * rowWidth + plainFeatures;
    rows[start] = total;
    rows[start + 1] = nearSum;
    rows[start + 2] = min;
    rows[start + 3] = max;
    rows[start + 4] = textSum;
    rows[start + 5] = headingSum;
    rows[start + 6] = pathSum;
    rows[start + 7] = total + textSum + headingSum + pathSum;
  }
}

/** Shares of the models in the log-odds. The network is overconfident, because its training rewards clear decisions. */
const modelShares = { trees: 0.46, network: 0.38 };
/**
 * Share of the words that the trees probably misjudge from which on the network is asked. Below, it changes nothing on
 * pages that the models have not seen (bench/history/2026-11.md, main content), and it costs twice as much as the trees.
 */
const minUncertainty = 0.1;

function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Returns the number of words that are probably misjudged, divided by the number that are probably main content. */
function uncertaintyOf(probabilities: Float32Array, wordsOf: (leaf: number) => number): number {
  let misjudged = 0;
  let kept = 0;
  for (let leaf = 0; leaf < probabilities.length; leaf++) {
    const p = floatAt(probabilities, leaf);
    const words = wordsOf(leaf);
    misjudged += Math.min(p, 1 - p) * words;
    kept += p * words;
  }
  return misjudged / Math.max(1, kept);
}

/**
 * Computes the probability, from 0 to 1, that each leaf is main content: by the trees, which see each leaf by its features, and
 * on pages where these are uncertain also by the network, which sees the sequence. Completes the feature rows.
 */
export function computeLeafProbabilities(
  candidates: Candidates,
  weights: Weights,
  kinds: Float32Array,
): Float32Array {
  const { leaves, rows } = candidates;
  writeTokenSums(candidates, weights);
  const kindStart = plainFeatures + tokenFeatureCount;
  for (let leaf = 0; leaf < leaves.count; leaf++) rows.set(kinds, leaf * rowWidth + kindStart);
  const scores = weights.forest.scores(rows, rowWidth, leaves.count);
  const byTrees = scores.map(toProbability);
  const wordsOfLeaf = (leaf: number): number => wordsOf(leaves, leaf);
  if (uncertaintyOf(byTrees, wordsOfLeaf) < minUncertainty) return byTrees;
  const ofNetwork = weights.network.scores(rows, rowWidth, wordsOfLeaf, leaves.count);
  if (ofNetwork === null) return byTrees;
  return scores.map((score, leaf) =>
    toProbability(modelShares.trees * score + modelShares.network * floatAt(ofNetwork, leaf)),
  );
}

/** Returns the most probable kind of page. */
export function mostProbableKind(kinds: Float32Array): (typeof pageKinds)[number] {
  let best = 0;
  for (let i = 1; i < kinds.length; i++) if (floatAt(kinds, i) > floatAt(kinds, best)) best = i;
  return pageKinds[best] ?? 'article';
}
