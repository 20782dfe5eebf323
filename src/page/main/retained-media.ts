import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { endOf, hasAttribute, parentOf, type Tree, tagOf } from '../tree/tree.ts';
import { column, columns, type Leaves } from './features/leaves.ts';
import { findLink, isDrawing, isFigureElement, isLogo, isSmall } from './media-evidence.ts';

const isMedia = tagSet('img picture video audio iframe');

/** Returns true for a medium, or a figure that names its image as its identifier. */
function isMediaElement(tree: Tree, node: number): boolean {
  const tagId = tagOf(tree, node);
  return isMedia[tagId] === 1 || (tagId === tag.figure && hasAttribute(tree, node, attribute.itemid));
}

/** Maximum number of dropped words between a medium and the kept text before and after it. */
const maxGapWords = 60;
/** Maximum number of words of a caption. */
const maxCaptionWords = 80;

/** Numbers of words and linked words before each leaf that are not kept, and of kept leaves. */
interface DroppedSums {
  kept: Int32Array;
  words: Int32Array;
  linked: Int32Array;
}

function sumDropped(leaves: Leaves, isKept: Uint8Array): DroppedSums {
  const make = (): Int32Array => new Int32Array(leaves.count + 1);
  const sums = { kept: make(), words: make(), linked: make() };
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const isDropped = isKept[leaf] === 0 ? 1 : 0;
    const row = leaf * columns;
    const add = (sum: Int32Array, value: number): void => {
      sum[leaf + 1] = integerAt(sum, leaf) + value;
    };
    add(sums.kept, byteAt(isKept, leaf));
    add(sums.words, isDropped * integerAt(leaves.counts, row + column.words));
    add(sums.linked, isDropped * integerAt(leaves.counts, row + column.linked));
  }
  return sums;
}

/**
 * Returns the number of retained media before each node: images, videos and frames between kept leaves, directly before
 * the first one or after the last one, also those whose caption is dropped. Teasers of other pages, which link a text beside their image, are not retained.
 */
export function countRetainedMedia(
  tree: Tree,
  flow: Flow,
  leaves: Leaves,
  isKept: Uint8Array,
  pageUrl: string,
): Int32Array {
  const sums = sumDropped(leaves, isKept);
  const counts = new Int32Array(tree.count + 1);
  const around = findNeighbours(leaves, isKept);
  for (let node = 0; node < tree.count; node++) {
    const isRetained =
      isMediaElement(tree, node) &&
      flow.kind[node] !== flowKind.skipped &&
      isRetainedMedium(tree, leaves, sums, around, node, pageUrl);
    counts[node + 1] = integerAt(counts, node) + (isRetained ? 1 : 0);
  }
  return counts;
}

/** Last kept leaf before and first kept leaf from each position; -1 and the number of leaves if there is none. */
interface Neighbours {
  previous: Int32Array;
  next: Int32Array;
}

function findNeighbours(leaves: Leaves, isKept: Uint8Array): Neighbours {
  const previous = new Int32Array(leaves.count + 1).fill(-1);
  const next = new Int32Array(leaves.count + 1).fill(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++)
    previous[leaf + 1] = isKept[leaf] === 1 ? leaf : integerAt(previous, leaf);
  for (let leaf = leaves.count - 1; leaf >= 0; leaf--)
    next[leaf] = isKept[leaf] === 1 ? leaf : integerAt(next, leaf + 1);
  return { previous, next };
}

/** Maximum numbers of dropped words before the content or after it, and of levels above its first or last leaf. */
const edge = { maxWords: 40, maxLevels: 3 };
const isPageFrame = tagSet('nav footer aside form dialog button');

/** Returns true for a medium directly before the first kept leaf, or after the last one, in the same container. */
function isLeadOrEnd(
  tree: Tree,
  leaves: Leaves,
  sums: DroppedSums,
  node: number,
  leaf: number,
  pageUrl: string,
): boolean {
  const at = integerAt(leaves.before, node);
  const [from, to] = at <= leaf ? [at, leaf] : [leaf + 1, at];
  if (integerAt(sums.words, to) - integerAt(sums.words, from) > edge.maxWords) return false;
  let common = integerAt(leaves.block, leaf);
  for (let level = 0; level < edge.maxLevels && !(common < node && node < endOf(tree, common)); level++)
    common = parentOf(tree, common);
  if (common <= 0 || common >= node || node >= endOf(tree, common) || tree.tag[common] === tag.body)
    return false;
  for (let parent = parentOf(tree, node); parent > common; parent = parentOf(tree, parent))
    if (isPageFrame[tagOf(tree, parent)] === 1) return false;
  return !isSmall(tree, node) && !isLogo(tree, node, pageUrl);
}

function isRetainedMedium(
  tree: Tree,
  leaves: Leaves,
  sums: DroppedSums,
  around: Neighbours,
  node: number,
  pageUrl: string,
): boolean {
  const at = integerAt(leaves.before, node);
  const previous = integerAt(around.previous, at);
  const next = integerAt(around.next, at);
  if (previous === -1 && next === leaves.count) return false;
  if (previous === -1 || next === leaves.count)
    return isLeadOrEnd(tree, leaves, sums, node, previous === -1 ? next : previous, pageUrl);
  const count = (sum: Int32Array, from: number, to: number): number =>
    integerAt(sum, to) - integerAt(sum, from);
  const gap = count(sums.words, previous + 1, next);
  let container = node;
  let isFigure = false;
  for (let parent = parentOf(tree, node); parent > 0; parent = parentOf(tree, parent)) {
    const to = integerAt(leaves.before, endOf(tree, parent));
    if (count(sums.kept, integerAt(leaves.before, parent), to) > 0) break;
    container = parent;
    isFigure ||= isFigureElement(tree, parent);
    if (tree.tag[parent] === tag.figure) break;
  }
  const from = integerAt(leaves.before, container);
  const to = integerAt(leaves.before, endOf(tree, container));
  const words = count(sums.words, from, to);
  if (words === 0) return gap === 0 || (gap <= maxGapWords && !isSmall(tree, node) && !isDrawing(tree, node));
  // The picture of a teaser is a link; the caption of another picture may consist of a linked credit.
  const isTeaser = count(sums.linked, from, to) * 2 > words && !(isFigure && findLink(tree, node) === -1);
  if (words > maxCaptionWords || isTeaser) return false;
  return isFigure || gap <= maxGapWords;
}
