import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { elementSignature } from '../features/leaf-context.ts';
import { wordsOf } from '../features/leaves.ts';
import { updateHash } from '../features/word-counter.ts';
import type { Selection } from '../selection.ts';
import { createRepeatedParts } from './repeated-parts.ts';

/** Minimum number of words of a text that is a copy by itself; shorter ones are also equal in different records. */
const minCopyWords = 10;

const isCell = tagSet('td th pre code');

function isInCell(tree: Tree, block: number): boolean {
  for (let node = block, level = 0; node > 0 && level < 4; node = parentOf(tree, node), level++)
    if (isCell[tagOf(tree, node)] === 1) return true;
  return false;
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

/** Maximum number of elements between a text and the link around it. */
const maxLinkLevels = 6;

/** Returns true for text in a link to a part of a page, such as an entry of a table of contents. */
function linksToPart(tree: Tree, text: number): boolean {
  let node = text;
  for (let level = 0; node > 0 && level < maxLinkLevels; node = parentOf(tree, node), level++)
    if (tree.tag[node] === tag.a) return attributeOf(tree, node, attribute.href)?.includes('#') ?? false;
  return false;
}

/**
 * Drops kept leaves with text that the page has before in another container, as pages with one copy for each screen size,
 * cloned slides and posts that quote others have. A short text is a copy if the part that it stands in mostly repeats the
 * part with the earlier text. Of a hidden and a visible copy, the visible one stays, and of an entry of a table of contents
 * and its heading, both. Cells of tables and code are never dropped.
 */
export function dropCopies(selection: Selection): void {
  const { tree, leaves, isKept } = selection;
  const isRepeatedPart = createRepeatedParts(selection);
  const firstOf = new Map<number, number>();
  const blockOf = (leaf: number): number => integerAt(leaves.block, leaf);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 0 || isInCell(tree, blockOf(leaf))) continue;
    const words = wordsOf(leaves, leaf);
    const key = updateHash(integerAt(leaves.hash, leaf), words);
    const first = firstOf.get(key);
    if (first === undefined) {
      firstOf.set(key, leaf);
      continue;
    }
    if (isAlikePlaced(tree, blockOf(first), blockOf(leaf))) continue;
    if (words < minCopyWords && !isRepeatedPart(blockOf(first), blockOf(leaf))) continue;
    const isHeadingOfEntry =
      isHeading[tagOf(tree, blockOf(leaf))] === 1 && linksToPart(tree, integerAt(leaves.first, first));
    const isFirstHidden = byteAt(leaves.isHidden, first) > byteAt(leaves.isHidden, leaf);
    if (isHeadingOfEntry || isFirstHidden) firstOf.set(key, leaf);
    if (!isHeadingOfEntry) isKept[isFirstHidden ? first : leaf] = 0;
  }
}
