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
  const block = leaves.block[leaf] as number;
  const heading = headings[leaf] as number;
  const words = sums.words;
  const window = (column: Int32Array, size: number): number =>
    (column[Math.min(leaves.count, leaf + size + 1)] as number) -
    (column[Math.max(0, leaf - size)] as number);
  const values = [
    ratio(leaf, leaves.count),
    ratio(words[leaf] as number, words[leaves.count] as number),
    ratio(sums.proseWords[leaf] as number, sums.proseWords[leaves.count] as number),
    depthOf(tree, block),
    heading === -1 ? -1 : leaf - heading,
    heading === -1 ? 0 : tagOf(tree, leaves.block[heading] as number) - tag.h1 + 1,
    heading === -1 ? -1 : (words[leaf] as number) - (words[heading] as number),
    title === -1 ? 0 : Math.sign(leaf - title) * log1p(Math.abs(leaf - title)),
    title === -1 ? 99 : stepsToCommon(tree, block, leaves.block[title] as number),
    ...distanceTo(tree, block, context.halfContainer),
    ...distanceTo(tree, block, context.mainContainer),
    ratio(window(sums.proseWords, 4), window(words, 4)),
    ratio(window(sums.proseWords, 12), window(words, 12)),
    ratio(window(sums.linked, 4), window(words, 4)),
    ratio(window(sums.linked, 12), window(words, 12)),
    ...repeatedGroup(tree, leaves, context, block),
  ];
  for (let i = 0; i < positionFeatureCount; i++) rows[start + i] = values[i] as number;
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
  let node = around.outermost[block] as number;
  for (let level = 0; node > 0 && level < 12; level++) {
    const similarCount = around.similarCount[node] as number;
    if (similarCount >= 3) {
      const end = leaves.before[endOf(tree, node)] as number;
      const words =
        (around.sums.words[end] as number) - (around.sums.words[leaves.before[node] as number] as number);
      return [similarCount, log1p(words), level];
    }
    const parent = parentOf(tree, node);
    if (parent <= 0) break;
    node = around.outermost[parent] as number;
  }
  return [0, 0, 20];
}
