import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { elementSignature } from '../features/leaf-context.ts';
import { type Leaves, wordsOf } from '../features/leaves.ts';
import { updateHash } from '../features/word-counter.ts';
import type { Selection } from '../selection.ts';

/** Minimum number of words of a repeated text; shorter ones, such as labels, are repeated for a reason. */
const minCopyWords = 10;

const isCell = tagSet('td th pre code');

function isInCell(tree: Tree, block: number): boolean {
  for (let node = block, level = 0; node > 0 && level < 4; node = parentOf(tree, node), level++)
    if (isCell[tagOf(tree, node)] === 1) return true;
  return false;
}

/** Maximum number of copies of a text; a text that is repeated more often is repeated by its author. */
const maxCopies = 3;

/** Counts how often the page has each text of a leaf. */
function countTexts(leaves: Leaves): Map<number, number> {
  const counts = new Map<number, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const hash = integerAt(leaves.hash, leaf);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}

/** Maximum number of ancestors that are compared. */
const maxComparedLevels = 8;

/**
 * Returns true if two elements and their ancestors up to the common one have the same names and classes: then the author
 * repeats a text, while copies for other screen sizes have containers of other classes.
 */
function isAlikePlaced(tree: Tree, first: number, second: number): boolean {
  let one = first;
  let other = second;
  for (let level = 0; level < maxComparedLevels && one !== other; level++) {
    if (one <= 0 || other <= 0 || elementSignature(tree, one) !== elementSignature(tree, other)) return false;
    one = parentOf(tree, one);
    other = parentOf(tree, other);
  }
  return one === other;
}

/**
 * Drops kept leaves with text that the page has before in another container, as pages with one copy for each screen size
 * have. Of a hidden and a visible copy, the visible one stays. Cells of tables and code are never dropped.
 */
export function dropCopies({ tree, leaves, isKept }: Selection): void {
  const firstOf = new Map<number, number>();
  const counts = countTexts(leaves);
  const isRepeated = (leaf: number): boolean => (counts.get(integerAt(leaves.hash, leaf)) ?? 0) > maxCopies;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 0 || wordsOf(leaves, leaf) < minCopyWords) continue;
    if (isInCell(tree, integerAt(leaves.block, leaf))) continue;
    const key = updateHash(integerAt(leaves.hash, leaf), wordsOf(leaves, leaf));
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, leaf);
    else if (
      isRepeated(leaf) ||
      isAlikePlaced(tree, integerAt(leaves.block, first), integerAt(leaves.block, leaf))
    )
      continue;
    else if (byteAt(leaves.isHidden, first) > byteAt(leaves.isHidden, leaf)) {
      isKept[first] = 0;
      firstOf.set(key, leaf);
    } else isKept[leaf] = 0;
  }
  dropCopiedContainers(tree, leaves, isKept, isRepeated);
}

/** Maximum number of leaves of a container that is compared with others. */
const maxContainerLeaves = 200;

/** Drops containers of several leaves whose texts are those of an earlier container, including their short leaves. */
function dropCopiedContainers(
  tree: Tree,
  leaves: Leaves,
  isKept: Uint8Array,
  isRepeated: (leaf: number) => boolean,
): void {
  const firstOf = new Map<number, number>();
  const rangeOf = (node: number): [number, number] => [
    integerAt(leaves.before, node),
    integerAt(leaves.before, endOf(tree, node)),
  ];
  for (let node = 1; node < tree.count; node++) {
    const [from, to] = rangeOf(node);
    if (to - from < 2 || to - from > maxContainerLeaves) continue;
    const [parentFrom, parentTo] = rangeOf(parentOf(tree, node));
    if (parentFrom === from && parentTo === to) continue;
    let hash = to - from;
    let words = 0;
    let keptCount = 0;
    let repeatedCount = 0;
    for (let leaf = from; leaf < to; leaf++) {
      if (isRepeated(leaf)) repeatedCount++;
      hash = updateHash(hash, integerAt(leaves.hash, leaf));
      words += wordsOf(leaves, leaf);
      keptCount += byteAt(isKept, leaf);
    }
    if (keptCount === 0 || repeatedCount > 0 || words < minCopyWords || isInCell(tree, node)) continue;
    const first = firstOf.get(hash);
    if (first === undefined) {
      firstOf.set(hash, node);
      continue;
    }
    if (isAlikePlaced(tree, first, node)) continue;
    const [firstFrom, firstTo] = rangeOf(first);
    if (byteAt(leaves.isHidden, firstFrom) > byteAt(leaves.isHidden, from)) {
      isKept.fill(0, firstFrom, firstTo);
      firstOf.set(hash, node);
    } else isKept.fill(0, from, to);
    node = endOf(tree, node) - 1;
  }
}
