import { integerAt, numberAt, shortAt } from '../../../domain/values/elements.ts';
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
  const { sums } = context;
  const block = integerAt(leaves.block, leaf);
  const heading = integerAt(headings, leaf);
  const words = sums.words;
  const window = (column: Int32Array, size: number): number =>
    integerAt(column, Math.min(leaves.count, leaf + size + 1)) - integerAt(column, Math.max(0, leaf - size));
  const values = [
    ratio(leaf, leaves.count),
    ratio(integerAt(words, leaf), integerAt(words, leaves.count)),
    ratio(integerAt(sums.proseWords, leaf), integerAt(sums.proseWords, leaves.count)),
    depthOf(tree, block),
    heading === -1 ? -1 : leaf - heading,
    heading === -1 ? 0 : tagOf(tree, integerAt(leaves.block, heading)) - tag.h1 + 1,
    heading === -1 ? -1 : integerAt(words, leaf) - integerAt(words, heading),
    title === -1 ? 0 : Math.sign(leaf - title) * log1p(Math.abs(leaf - title)),
    title === -1 ? 99 : stepsToCommon(tree, block, integerAt(leaves.block, title)),
    ...distanceTo(tree, block, context.halfContainer),
    ...distanceTo(tree, block, context.mainContainer),
    ratio(window(sums.proseWords, 4), window(words, 4)),
    ratio(window(sums.proseWords, 12), window(words, 12)),
    ratio(window(sums.linked, 4), window(words, 4)),
    ratio(window(sums.linked, 12), window(words, 12)),
    ...repeatedGroup(tree, leaves, context, block),
  ];
  for (let i = 0; i < positionFeatureCount; i++) rows[start + i] = numberAt(values, i);
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

/** Returns the steps from a leaf up to the common ancestor with a container, and from there down to the container. */
function distanceTo(tree: Tree, block: number, container: number): [number, number] {
  const up = stepsToCommon(tree, block, container);
  if (up === 0) return [0, 0];
  const down = stepsToCommon(tree, container, block);
  return down === 0 ? [0, -Math.min(30, depthOf(tree, block) - depthOf(tree, container))] : [up, down];
}

/** Describes the nearest group of three or more similar containers: size, words in the container, distance in levels. */
function repeatedGroup(
  tree: Tree,
  leaves: Leaves,
  around: LeafContext,
  block: number,
): [number, number, number] {
  let node = integerAt(around.outermost, block);
  for (let level = 0; node > 0 && level < 12; level++) {
    const similarCount = shortAt(around.similarCount, node);
    if (similarCount >= 3) {
      const end = integerAt(leaves.before, endOf(tree, node));
      const words =
        integerAt(around.sums.words, end) - integerAt(around.sums.words, integerAt(leaves.before, node));
      return [similarCount, log1p(words), level];
    }
    const parent = parentOf(tree, node);
    if (parent <= 0) break;
    node = integerAt(around.outermost, parent);
  }
  return [0, 0, 20];
}
