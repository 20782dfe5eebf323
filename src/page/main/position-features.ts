import { tag } from '../parse/tags.ts';
import type { Tree } from '../tree.ts';
import { type LeafInput, log, ratio } from './leaf-input.ts';
import type { Leaves } from './leaves.ts';
import type { Surroundings } from './surroundings.ts';

/** Numbers that {@link fillPosition} writes. */
export const positionFeatures = 20;

/** Writes where a leaf stands: in the page, under its heading, about the title, by the containers of the prose. */
export function fillPosition(
  { tree, leaves, around, headings }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
  title: number,
): void {
  const { sums } = around;
  const block = leaves.block[leaf] as number;
  const heading = headings[leaf] as number;
  const words = sums.words;
  const window = (column: Int32Array, size: number): number =>
    (column[Math.min(leaves.count, leaf + size + 1)] as number) -
    (column[Math.max(0, leaf - size)] as number);
  const values = [
    ratio(leaf, leaves.count),
    ratio(words[leaf] as number, words[leaves.count] as number),
    ratio(sums.good[leaf] as number, sums.good[leaves.count] as number),
    tree.depth[block] as number,
    heading === -1 ? -1 : leaf - heading,
    heading === -1 ? 0 : (tree.tag[leaves.block[heading] as number] as number) - tag.h1 + 1,
    heading === -1 ? -1 : (words[leaf] as number) - (words[heading] as number),
    title === -1 ? 0 : Math.sign(leaf - title) * log(Math.abs(leaf - title)),
    title === -1 ? 99 : stepsToCommon(tree, block, leaves.block[title] as number),
    ...reach(tree, block, around.half),
    ...reach(tree, block, around.most),
    ratio(window(sums.good, 4), window(words, 4)),
    ratio(window(sums.good, 12), window(words, 12)),
    ratio(window(sums.linked, 4), window(words, 4)),
    ratio(window(sums.linked, 12), window(words, 12)),
    ...repeatedGroup(tree, leaves, around, block),
  ];
  for (let i = 0; i < positionFeatures; i++) rows[start + i] = values[i] as number;
}

function stepsToCommon(tree: Tree, from: number, other: number): number {
  let steps = 0;
  let node = from;
  while (node > 0 && !(node <= other && other < (tree.end[node] as number))) {
    node = tree.parent[node] as number;
    steps++;
  }
  return steps;
}

/** How far a leaf stands from a container: steps up to what holds both, and how far the container lies below that. */
function reach(tree: Tree, block: number, container: number): [number, number] {
  const up = stepsToCommon(tree, block, container);
  if (up === 0) return [0, 0];
  const down = stepsToCommon(tree, container, block);
  return down === 0
    ? [0, -Math.min(30, (tree.depth[block] as number) - (tree.depth[container] as number))]
    : [up, down];
}

/** The nearest container among three or more that are alike: how many, words in it, its distance in levels. */
function repeatedGroup(
  tree: Tree,
  leaves: Leaves,
  around: Surroundings,
  block: number,
): [number, number, number] {
  let node = around.outermost[block] as number;
  for (let level = 0; node > 0 && level < 12; level++) {
    const many = around.alike[node] as number;
    if (many >= 3) {
      const end = leaves.before[tree.end[node] as number] as number;
      const words =
        (around.sums.words[end] as number) - (around.sums.words[leaves.before[node] as number] as number);
      return [many, log(words), level];
    }
    const parent = tree.parent[node] as number;
    if (parent <= 0) break;
    node = around.outermost[parent] as number;
  }
  return [0, 0, 20];
}
