import { integerAt } from '../../domain/values/elements.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { parentOf, type Tree, tagOf } from '../tree/tree.ts';
import { column, columns, type Leaves } from './features/leaves.ts';
import type { Candidates } from './forest/candidates.ts';
import { findMainHeading } from './headings.ts';

/** Maximum number of words of a title. */
const maxTitleLength = 30;
/** Maximum number of words between the content and a heading above it that does not match the title of the page. */
const maxWordsBelowHeading = 150;

const isPageFrame = tagSet('nav footer aside form dialog');

function countOf(leaves: Leaves, leaf: number, name: number): number {
  return integerAt(leaves.counts, leaf * columns + name);
}

function isInPageFrame(tree: Tree, block: number): boolean {
  for (let node = block; node > 0; node = parentOf(tree, node))
    if (isPageFrame[tagOf(tree, node)] === 1) return true;
  return false;
}

/**
 * Keeps the main heading above the content. A first-level heading is the title if a third of its words are in the title of
 * the page, or if it is the only one above the content and no link; a second-level heading only if all of its words are.
 */
export function addTitle({ tree, leaves, context }: Candidates, isKept: Uint8Array): void {
  const heading = findMainHeading(tree, leaves);
  const first = isKept.indexOf(1);
  if (heading === -1 || heading >= first || leaves.isHidden[heading] === 1) return;
  const words = countOf(leaves, heading, column.words);
  if (words === 0 || words > maxTitleLength) return;
  const shared = countOf(leaves, heading, column.titleWords);
  const tagId = tagOf(tree, integerAt(leaves.block, heading));
  const isTitle =
    tagId === tag.h1
      ? shared * 3 >= words || isOwnHeading(tree, leaves, heading, first, context.sums.words)
      : tagId === tag.h2 && words > 1 && shared === words;
  if (isTitle) isKept[heading] = 1;
}

/** Returns true for the only heading of its level above the content, close to it, without a link. */
function isOwnHeading(
  tree: Tree,
  leaves: Leaves,
  heading: number,
  first: number,
  words: Int32Array,
): boolean {
  if (countOf(leaves, heading, column.linked) > 0) return false;
  if (integerAt(words, first) - integerAt(words, heading + 1) > maxWordsBelowHeading) return false;
  if (isInPageFrame(tree, integerAt(leaves.block, heading))) return false;
  for (let leaf = 0; leaf < first; leaf++)
    if (leaf !== heading && tree.tag[integerAt(leaves.block, leaf)] === tag.h1) return false;
  return true;
}
