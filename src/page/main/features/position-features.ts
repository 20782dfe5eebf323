import { integerAt, shortAt } from '../../../domain/values/elements.ts';
import { tag } from '../../parse/names/tags.ts';
import { depthOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import type { LeafContext } from './leaf-context.ts';
import { type LeafInput, log1p, ratio } from './leaf-input.ts';
import type { Leaves } from './leaves.ts';

/** Number of features that {@link fillPosition} writes. */
export const positionFeatureCount = 20;

/** Writes the position of a leaf in the page and relative to its heading, the title and the prose containers. */
export function fillPosition(
  { tree, leaves, context, headings }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
  title: number,
): void {
  const { sums, halfContainer, mainContainer } = context;
  const { words, proseWords, linked } = sums;
  const { count } = leaves;
  const block = integerAt(leaves.block, leaf);
  const heading = integerAt(headings, leaf);
  rows[start] = ratio(leaf, count);
  rows[start + 1] = ratio(integerAt(words, leaf), integerAt(words, count));
  rows[start + 2] = ratio(integerAt(proseWords, leaf), integerAt(proseWords, count));
  rows[start + 3] = depthOf(tree, block);
  rows[start + 4] = heading === -1 ? -1 : leaf - heading;
  rows[start + 5] = heading === -1 ? 0 : tagOf(tree, integerAt(leaves.block, heading)) - tag.h1 + 1;
  rows[start + 6] = heading === -1 ? -1 : integerAt(words, leaf) - integerAt(words, heading);
  rows[start + 7] = title === -1 ? 0 : Math.sign(leaf - title) * log1p(Math.abs(leaf - title));
  rows[start + 8] = title === -1 ? 99 : stepsToCommon(tree, block, integerAt(leaves.block, title));
  fillDistance(tree, block, halfContainer, rows, start + 9);
  fillDistance(tree, block, mainContainer, rows, start + 11);
  const nearWords = sumAround(words, leaf, 4, count);
  const aroundWords = sumAround(words, leaf, 12, count);
  rows[start + 13] = ratio(sumAround(proseWords, leaf, 4, count), nearWords);
  rows[start + 14] = ratio(sumAround(proseWords, leaf, 12, count), aroundWords);
  rows[start + 15] = ratio(sumAround(linked, leaf, 4, count), nearWords);
  rows[start + 16] = ratio(sumAround(linked, leaf, 12, count), aroundWords);
  fillRepeatedGroup(tree, leaves, context, block, rows, start + 17);
}

/** Returns the sum of a column over the leaves up to `size` before and after a leaf, from its prefix sums. */
function sumAround(sums: Int32Array, leaf: number, size: number, count: number): number {
  return integerAt(sums, Math.min(count, leaf + size + 1)) - integerAt(sums, Math.max(0, leaf - size));
}

function stepsToCommon(tree: Tree, from: number, other: number): number {
  let steps = 0;
  let node = from;
  while (node > 0 && !(node <= other && other < endOf(tree, node))) {
    node = parentOf(tree, node);
    steps++;
  }
  return steps;
}

/** Writes the steps from a leaf up to the common ancestor with a container, and from there down to the container. */
function fillDistance(tree: Tree, block: number, container: number, rows: Float32Array, start: number): void {
  const up = stepsToCommon(tree, block, container);
  const down = up === 0 ? 0 : stepsToCommon(tree, container, block);
  const isInside = up !== 0 && down === 0;
  rows[start] = down === 0 ? 0 : up;
  rows[start + 1] = isInside ? -Math.min(30, depthOf(tree, block) - depthOf(tree, container)) : down;
}

/** Writes the nearest group of three or more similar containers: size, words in the container, distance in levels. */
function fillRepeatedGroup(
  tree: Tree,
  leaves: Leaves,
  around: LeafContext,
  block: number,
  rows: Float32Array,
  start: number,
): void {
  rows[start + 2] = 20;
  let node = integerAt(around.outermost, block);
  for (let level = 0; node > 0 && level < 12; level++) {
    const similarCount = shortAt(around.similarCount, node);
    if (similarCount >= 3) {
      const end = integerAt(leaves.before, endOf(tree, node));
      const { words } = around.sums;
      rows[start] = similarCount;
      rows[start + 1] = log1p(integerAt(words, end) - integerAt(words, integerAt(leaves.before, node)));
      rows[start + 2] = level;
      return;
    }
    const parent = parentOf(tree, node);
    if (parent <= 0) return;
    node = integerAt(around.outermost, parent);
  }
}
