import { type Candidates, pageKinds, rowWidth, tokenFeatures } from './candidates.ts';
import { plainFeatures } from './leaf-features.ts';
import { pageTokens } from './page-tokens.ts';
import { elementTokens, headingTokens, maxTokens, pathTokens, textTokens } from './tokens.ts';
import type { Weights } from './weights.ts';

/** Probability of each kind of page, in the order of `pageKinds`. */
export function kindProbabilities(found: Candidates, weights: Weights, url: string): Float32Array {
  const { kinds, kindWeights, kindRows, kindScale } = weights;
  const scores = new Float64Array(kinds);
  const addRow = (row: number): void => {
    for (let i = 0; i < kinds; i++)
      scores[i] = (scores[i] as number) + (kindWeights[row * kinds + i] as number);
  };
  addRow(0);
  for (const token of pageTokens(found.tree, found.leaves, found.around, url)) {
    const row = kindRows[token] as number;
    if (row > 0) addRow(row);
  }
  const highest = Math.max(...scores) * kindScale;
  const shares = Float32Array.from(scores, (score) => Math.exp(score * kindScale - highest));
  const sum = shares.reduce((one, other) => one + other, 0);
  return shares.map((share) => share / sum);
}

/** Leaves whose nearest elements count as near; with the element that the leaf stands in. */
const nearLevels = 3;

/** Sums of token weights for every leaf, written into its row. */
function fillTokenSums({ tree, leaves, headings, rows }: Candidates, weights: Weights): void {
  const { tokens, tokenScale } = weights;
  const scratch = new Int32Array(maxTokens + 2);
  const sum = (count: number): number => {
    let total = 0;
    for (let i = 0; i < count; i++) total += tokens[scratch[i] as number] as number;
    return total * tokenScale;
  };
  // Weights of the names on the way up from an element: the sum, the least and the greatest.
  const own = new Float32Array(tree.count).fill(Number.NaN);
  const headingSums = new Float32Array(leaves.count).fill(Number.NaN);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = leaves.block[leaf] as number;
    let every = 0;
    let near = 0;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let level = 0;
    for (let node = block; node > 0; node = tree.parent[node] as number, level++) {
      let value = own[node] as number;
      if (Number.isNaN(value)) {
        value = sum(elementTokens(tree, node, scratch));
        own[node] = value;
      }
      every += value;
      if (level < nearLevels) near += value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    const heading = headings[leaf] as number;
    let headingSum = 0;
    if (heading !== -1 && heading !== leaf) {
      if (Number.isNaN(headingSums[heading]))
        headingSums[heading] = sum(headingTokens(leaves, heading, scratch));
      headingSum = headingSums[heading] as number;
    }
    const text = sum(textTokens(leaves, leaf, scratch));
    const path = sum(pathTokens(tree, block, scratch));
    const start = leaf * rowWidth + plainFeatures;
    rows[start] = every;
    rows[start + 1] = near;
    rows[start + 2] = least;
    rows[start + 3] = most;
    rows[start + 4] = text;
    rows[start + 5] = headingSum;
    rows[start + 6] = path;
    rows[start + 7] = every + text + headingSum + path;
  }
}

/** How likely each leaf is part of the main content, 0 to 1. Fills what the rows still lacked. */
export function leafProbabilities(found: Candidates, weights: Weights, kinds: Float32Array): Float32Array {
  const { leaves, rows } = found;
  fillTokenSums(found, weights);
  const kindStart = plainFeatures + tokenFeatures;
  for (let leaf = 0; leaf < leaves.count; leaf++) rows.set(kinds, leaf * rowWidth + kindStart);
  const scores = weights.forest.scores(rows, rowWidth, leaves.count);
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}

/** The likeliest kind of a page. */
export function likeliestKind(kinds: Float32Array): (typeof pageKinds)[number] {
  let best = 0;
  for (let i = 1; i < kinds.length; i++) if ((kinds[i] as number) > (kinds[best] as number)) best = i;
  return pageKinds[best] ?? 'article';
}
