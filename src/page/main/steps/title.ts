import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, findTag, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { leafText } from '../features/leaf-text.ts';
import { column, columns, type Leaves } from '../features/leaves.ts';
import type { Candidates } from '../forest/candidates.ts';
import { findMainHeading } from '../headings.ts';
import type { Selection } from '../selection.ts';
import { type DeclaredTitles, foldTitle, readDeclaredTitles } from './declared-titles.ts';
import { keepPurpose } from './purpose.ts';

/** Maximum number of words of a title. */
const maxTitleWords = 30;
const maxTitleLength = 300;
/** Maximum number of words between the content and a heading above it that does not match the title of the page. */
const maxWordsBelowHeading = 150;
/** Maximum number of kept words above a heading that equals the title of the page. */
const maxWordsAboveTitle = 60;

const isPageFrame = tagSet('nav footer aside form dialog');
const canBeTitle = tagSet('h1 h2 h3');

function countOf(leaves: Leaves, leaf: number, name: number): number {
  return integerAt(leaves.counts, leaf * columns + name);
}

function isInPageFrame(tree: Tree, block: number): boolean {
  for (let node = block; node > 0; node = parentOf(tree, node))
    if (isPageFrame[tagOf(tree, node)] === 1) return true;
  return false;
}

/**
 * Keeps the title above the content: a heading that equals the declared title of the page, else the main heading. Above
 * such a title, the name of the site is dropped; below it, the purpose of a reference page is kept.
 */
export function keepTitle(selection: Selection): void {
  const { tree, leaves, flow, isKept, url } = selection;
  if (isKept.indexOf(1) === -1) return;
  const declared = readDeclaredTitles(tree);
  const textOf = (leaf: number): string => foldTitle(leafText(tree, flow, leaves, leaf, maxTitleLength));
  const isDeclared = (text: string): boolean => declared.complete.has(text) || declared.others.has(text);
  const isLinkedAway = (leaf: number): boolean => isLinkedElsewhere(tree, integerAt(leaves.block, leaf), url);
  const isSiteName = (leaf: number): boolean => isDeclared(textOf(leaf)) && isLinkedAway(leaf);
  const found = findDeclaredHeading(selection, textOf, declared, isKept);
  const title = found !== -1 && isLinkedAway(found) ? -1 : found;
  if (title === -1) keepMainHeading(selection, isSiteName, isKept);
  else isKept[title] = 1;
  const isUnrelated = (leaf: number): boolean =>
    title !== -1 && (countOf(leaves, leaf, column.titleWords) === 0 || declared.others.has(textOf(leaf)));
  dropSiteNames(selection, isKept, title, (leaf) => isUnrelated(leaf) || isSiteName(leaf));
  keepPurpose(selection, title);
}

/**
 * Scores of headings by the declared title that they equal, or that they contain after the kind of the subject ("Class
 * Request"); a link is rather the name of a site or of a teaser.
 */
const matchScores = { complete: 4, first: 3, named: 2, firstLevel: 0.5, link: -1.5 };

/** Returns the text after the first word, without type parameters at its end. */
function withoutKind(text: string): string {
  const name = text.slice(text.indexOf(' ') + 1);
  const end = name.indexOf('<');
  return end > 0 ? name.slice(0, end) : name;
}

/** Returns the heading above or near the start of the content that equals a declared title best, or -1. */
function findDeclaredHeading(
  { tree, leaves, context }: Candidates,
  textOf: (leaf: number) => string,
  declared: DeclaredTitles,
  isKept: Uint8Array,
): number {
  const { words } = context.sums;
  let best = -1;
  let bestScore = 0;
  let keptWords = 0;
  const hasFirstLevel = findTag(tree, 0, tag.h1) !== -1;
  for (let leaf = 0; leaf < leaves.count && keptWords <= maxWordsAboveTitle; leaf++) {
    const block = integerAt(leaves.block, leaf);
    const tagId = tagOf(tree, block);
    if (isKept[leaf] === 1 && isHeading[tagId] !== 1)
      keptWords += integerAt(words, leaf + 1) - integerAt(words, leaf);
    if (canBeTitle[tagId] !== 1 || leaves.isHidden[leaf] === 1) continue;
    const count = countOf(leaves, leaf, column.words);
    if (count === 0 || count > maxTitleWords || isInPageFrame(tree, block)) continue;
    const text = textOf(leaf);
    const isComplete = declared.complete.has(text);
    const isFirst = text !== '' && text === declared.first;
    // Other pages repeat the name of a section or a site after a word; the pages of an API have no other title.
    const isNamed = !hasFirstLevel && text.includes(' ') && withoutKind(text) === declared.first;
    if (!isComplete && !isFirst && !isNamed) continue;
    const score =
      (isComplete ? matchScores.complete : isFirst ? matchScores.first : matchScores.named) +
      (tagId === tag.h1 ? matchScores.firstLevel : 0) +
      (countOf(leaves, leaf, column.linked) > 0 ? matchScores.link : 0);
    if (score <= bestScore) continue;
    best = leaf;
    bestScore = score;
  }
  return best;
}

/** Drops first-level headings above the title, or above the content, that are names of the site. */
function dropSiteNames(
  { tree, leaves }: Candidates,
  isKept: Uint8Array,
  title: number,
  isSiteName: (leaf: number) => boolean,
): void {
  const isFirstLevel = (leaf: number): boolean => tree.tag[integerAt(leaves.block, leaf)] === tag.h1;
  const end = title === -1 ? isKept.findIndex((kept, leaf) => kept === 1 && !isFirstLevel(leaf)) : title;
  for (let leaf = 0; leaf < end; leaf++)
    if (isKept[leaf] === 1 && isFirstLevel(leaf) && isSiteName(leaf)) isKept[leaf] = 0;
}

/** Maximum number of nodes of a heading that are searched for links. */
const maxHeadingNodes = 100;

/** Returns true if a heading links to another page, such as the home page, and not to its own page as well. */
function isLinkedElsewhere(tree: Tree, block: number, pageUrl: string): boolean {
  const end = Math.min(endOf(tree, block), block + maxHeadingNodes);
  let isLinked = false;
  for (let node = block + 1; node < end; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null || !URL.canParse(reference, pageUrl)) continue;
    if (isSamePage(new URL(reference, pageUrl), new URL(pageUrl))) return false;
    isLinked = true;
  }
  return isLinked;
}

/** Returns true if two URLs differ at most in their fragment or in the name of the index file of a folder. */
function isSamePage(one: URL, other: URL): boolean {
  const pathOf = ({ pathname }: URL): string => pathname.replace(/\/index\.(?:html?|php)$/i, '/');
  return one.host === other.host && pathOf(one) === pathOf(other) && one.search === other.search;
}

/**
 * Keeps the main heading above the content. A first-level heading is the title if a third of its words are in the title of
 * the page, or if it is the only one above the content and no link; a second-level heading only if all of its words are.
 */
function keepMainHeading(
  { tree, leaves, context }: Candidates,
  isSiteName: (leaf: number) => boolean,
  isKept: Uint8Array,
): void {
  const heading = findMainHeading(tree, leaves);
  const first = isKept.indexOf(1);
  if (heading === -1 || heading >= first || leaves.isHidden[heading] === 1 || isSiteName(heading)) return;
  const words = countOf(leaves, heading, column.words);
  if (words === 0 || words > maxTitleWords) return;
  const shared = countOf(leaves, heading, column.titleWords);
  const tagId = tagOf(tree, integerAt(leaves.block, heading));
  const isTitle =
    tagId === tag.h1
      ? shared * 3 >= words || isOwnHeading(tree, leaves, heading, first, context.sums.words)
      : tagId === tag.h2 && words > 1 && shared === words;
  if (isTitle) isKept[heading] = 1;
}

/** Returns true for the only unlinked heading of its level above the content, close to it. */
function isOwnHeading(
  tree: Tree,
  leaves: Leaves,
  heading: number,
  first: number,
  words: Int32Array,
): boolean {
  const isLinked = (leaf: number): boolean => countOf(leaves, leaf, column.linked) > 0;
  if (isLinked(heading)) return false;
  if (integerAt(words, first) - integerAt(words, heading + 1) > maxWordsBelowHeading) return false;
  if (isInPageFrame(tree, integerAt(leaves.block, heading))) return false;
  for (let leaf = 0; leaf < first; leaf++)
    if (leaf !== heading && tree.tag[integerAt(leaves.block, leaf)] === tag.h1 && !isLinked(leaf))
      return false;
  return true;
}
