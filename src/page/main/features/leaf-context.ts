import { integerAt, shortAt, signedByteAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import { depthOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { hashStart, updateHash } from './word-counter.ts';

/** Landmark elements; the nearest one of each kind is a feature. */
export const landmarks: readonly (readonly number[])[] = [
  [tag.article],
  [tag.main],
  [tag.nav],
  [tag.header],
  [tag.footer],
  [tag.aside],
  [tag.form],
  [tag.ul, tag.ol],
  [tag.table],
  [tag.figure],
  [tag.section],
  [tag.dialog, tag.details],
  [tag.dl],
];
const landmarkIndex = new Int8Array(256).fill(-1);
landmarks.forEach((tags, index) => {
  for (const one of tags) landmarkIndex[one] = index;
});

/** Context of the leaves in the tree, indexed by node. */
export interface LeafContext {
  /** Outermost ancestor with the same leaves. */
  outermost: Int32Array;
  /** Maximum number of similar siblings among the elements from a node up to its outermost ancestor; 1 if none. */
  similarCount: Uint16Array;
  /** {@link elementSignature} of each element with leaves. */
  signatures: Int32Array;
  /** Depth of the nearest landmark of each kind at or above an element, 0 if none; rows of `landmarks.length`. */
  nearestLandmarks: Uint16Array;
  /** Prefix sums of a column by leaf; one entry more than leaves. */
  sums: Record<'words' | 'linked' | 'stopWords' | 'proseWords' | 'marks', Int32Array>;
  /** Deepest elements that contain 50 % and 80 % of the prose. */
  halfContainer: number;
  mainContainer: number;
}

function computeSums(leaves: Leaves): LeafContext['sums'] {
  const { count, counts } = leaves;
  const make = (): Int32Array => new Int32Array(count + 1);
  const sums = { words: make(), linked: make(), stopWords: make(), proseWords: make(), marks: make() };
  for (let leaf = 0; leaf < count; leaf++) {
    const row = leaf * columns;
    const at = (name: number): number => integerAt(counts, row + name);
    sums.words[leaf + 1] = integerAt(sums.words, leaf) + at(column.words);
    sums.linked[leaf + 1] = integerAt(sums.linked, leaf) + at(column.linked);
    sums.stopWords[leaf + 1] = integerAt(sums.stopWords, leaf) + at(column.stopWords);
    sums.proseWords[leaf + 1] = integerAt(sums.proseWords, leaf) + at(column.proseWords);
    sums.marks[leaf + 1] = integerAt(sums.marks, leaf) + at(column.sentences) + at(column.commas);
  }
  return sums;
}

/** Computes a hash of an element's name and classes without digits; equal for similar elements. */
export function elementSignature(tree: Tree, node: number): number {
  let hash = updateHash(hashStart, tagOf(tree, node));
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    if (tree.attributeName[row] !== attribute.class) continue;
    const end = Math.min(integerAt(tree.attributeTo, row), integerAt(tree.attributeFrom, row) + 200);
    for (let at = integerAt(tree.attributeFrom, row); at < end; at++) {
      const unit = tree.source.charCodeAt(at);
      if (unit < 48 || unit > 57) hash = updateHash(hash, unit);
    }
    break;
  }
  return hash;
}

/** Computes the context of all leaves. */
export function computeLeafContext(tree: Tree, flow: Flow, leaves: Leaves, body: number): LeafContext {
  const { count } = tree;
  const outermost = new Int32Array(count);
  const similarCount = new Uint16Array(count).fill(1);
  const signatures = new Int32Array(count);
  const nearestLandmarks = new Uint16Array(count * landmarks.length);
  const slots = 1 << Math.min(20, 32 - Math.clz32(count * 2));
  const slotCounts = new Uint16Array(slots);
  const nodeSlots = new Int32Array(count).fill(-1);
  const { before } = leaves;
  const countLeaves = (node: number): number =>
    integerAt(before, endOf(tree, node)) - integerAt(before, node);
  for (let node = 1; node < count; node++) {
    if (tree.tag[node] === tag.text) continue;
    if (flow.kind[node] === flowKind.skipped) {
      node = endOf(tree, node) - 1;
      continue;
    }
    const leafCount = countLeaves(node);
    if (leafCount === 0) continue;
    const parent = parentOf(tree, node);
    outermost[node] = parent > 0 && countLeaves(parent) === leafCount ? integerAt(outermost, parent) : node;
    inheritLandmarks(tree, node, parent, nearestLandmarks);
    signatures[node] = elementSignature(tree, node);
    const slot = (updateHash(integerAt(signatures, node), parent) >>> 7) & (slots - 1);
    nodeSlots[node] = slot;
    if (shortAt(slotCounts, slot) < 65_000) slotCounts[slot] = shortAt(slotCounts, slot) + 1;
  }
  for (let node = 1; node < count; node++) {
    const slot = integerAt(nodeSlots, node);
    if (slot === -1) continue;
    const group = integerAt(outermost, node);
    if (shortAt(slotCounts, slot) > shortAt(similarCount, group))
      similarCount[group] = shortAt(slotCounts, slot);
  }
  const sums = computeSums(leaves);
  const halfContainer = findDeepestContainer(tree, leaves, sums, body, 0.5);
  return {
    outermost,
    similarCount,
    signatures,
    nearestLandmarks,
    sums,
    halfContainer,
    mainContainer: findDeepestContainer(tree, leaves, sums, body, 0.8),
  };
}

function inheritLandmarks(tree: Tree, node: number, parent: number, nearestLandmarks: Uint16Array): void {
  const size = landmarks.length;
  for (let i = 0; i < size; i++)
    nearestLandmarks[node * size + i] = shortAt(nearestLandmarks, parent * size + i);
  const kind = signedByteAt(landmarkIndex, tagOf(tree, node));
  if (kind >= 0) nearestLandmarks[node * size + kind] = depthOf(tree, node);
}

/** Returns the deepest element with a share of a page's prose, or of its words if it has no prose. */
function findDeepestContainer(
  tree: Tree,
  leaves: Leaves,
  sums: LeafContext['sums'],
  body: number,
  share: number,
): number {
  const total = integerAt(sums.proseWords, leaves.count);
  const column = total > 0 ? sums.proseWords : sums.words;
  const countWithin = (node: number): number =>
    integerAt(column, integerAt(leaves.before, endOf(tree, node))) -
    integerAt(column, integerAt(leaves.before, node));
  const minCount = countWithin(body) * share;
  let best = body;
  for (;;) {
    let next = -1;
    const end = endOf(tree, best);
    for (let child = best + 1; child < end; child = endOf(tree, child)) {
      if (tree.tag[child] !== tag.text && countWithin(child) >= minCount && countWithin(child) > 0)
        next = child;
    }
    if (next === -1) return best;
    best = next;
  }
}
