import { byteAt, integerAt, shortAt } from '../../../domain/values/elements.ts';
import { isHeading } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { depthOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { classifyPhrase, phraseClass } from './boilerplate-phrases.ts';
import { type LeafInput, log1p, ratio } from './leaf-input.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { updateHash } from './word-counter.ts';

/** Number of features that {@link fillSequence} writes per leaf. */
export const sequenceFeatureCount = 36;

/** Minimum number of words of a leaf of prose that counts as a paragraph. */
const minParagraphWords = 20;
/** Value of a distance to something that the page does not have. */
const noDistance = 12;

/** Writes one column of the feature rows. */
type WriteColumn = (leaf: number, index: number, value: number) => void;

/**
 * Writes the features that see the page as a sequence: the distances to the paragraphs before and after a leaf, the
 * number of articles, main headings and times that began before it, its section, the leaves of the same style, earlier
 * copies of its text, and phrases that introduce related articles, comments and the like.
 */
export function fillSequence(
  input: LeafInput,
  rows: Float32Array,
  width: number,
  offset: number,
  mainHeading: number,
): void {
  const write: WriteColumn = (leaf, index, value) => {
    rows[leaf * width + offset + index] = value;
  };
  fillParagraphDistances(input, write);
  fillContainerDistances(input, write);
  fillLinkedRuns(input, write);
  fillStarts(input, write, mainHeading);
  fillArticles(input, write);
  fillSections(input, write, mainHeading);
  fillStyles(input, write);
  fillCopies(input, write);
  fillPhrases(input, write);
}

/** Columns 0 to 5: leaves and words since the previous and until the next paragraph, and lengths of both. */
function fillParagraphDistances({ leaves, context }: LeafInput, write: WriteColumn): void {
  const { words, proseWords } = context.sums;
  const sizeOf = (leaf: number): number => integerAt(proseWords, leaf + 1) - integerAt(proseWords, leaf);
  let last = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    write(leaf, 0, last === -1 ? noDistance : log1p(leaf - last));
    write(leaf, 1, last === -1 ? noDistance : log1p(integerAt(words, leaf) - integerAt(words, last + 1)));
    write(leaf, 2, last === -1 ? 0 : log1p(sizeOf(last)));
    if (sizeOf(leaf) >= minParagraphWords) last = leaf;
  }
  let next = -1;
  for (let leaf = leaves.count - 1; leaf >= 0; leaf--) {
    write(leaf, 3, next === -1 ? noDistance : log1p(next - leaf));
    write(leaf, 4, next === -1 ? noDistance : log1p(integerAt(words, next) - integerAt(words, leaf + 1)));
    write(leaf, 5, next === -1 ? 0 : log1p(sizeOf(next)));
    if (sizeOf(leaf) >= minParagraphWords) next = leaf;
  }
}

/** Columns 6 and 7: signed distances in leaves to the first and last paragraph of the element with half of the prose. */
function fillContainerDistances({ tree, leaves, context }: LeafInput, write: WriteColumn): void {
  const { proseWords } = context.sums;
  const container = context.halfContainer;
  let first = integerAt(leaves.before, container);
  let last = integerAt(leaves.before, endOf(tree, container)) - 1;
  const isParagraph = (leaf: number): boolean =>
    integerAt(proseWords, leaf + 1) - integerAt(proseWords, leaf) >= minParagraphWords;
  while (first < last && !isParagraph(first)) first++;
  while (last > first && !isParagraph(last)) last--;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    write(leaf, 6, signedLog(leaf - first));
    write(leaf, 7, signedLog(leaf - last));
  }
}

function signedLog(value: number): number {
  return Math.sign(value) * log1p(Math.abs(value));
}

/** Column 8: length of the run of leaves that are mostly links; 0 for other leaves. */
function fillLinkedRuns({ leaves }: LeafInput, write: WriteColumn): void {
  let start = 0;
  for (let leaf = 0; leaf <= leaves.count; leaf++) {
    const row = leaf * columns;
    const isLinked =
      leaf < leaves.count &&
      integerAt(leaves.counts, row + column.linked) * 2 > integerAt(leaves.counts, row + column.words);
    if (isLinked) continue;
    for (let member = start; member < leaf; member++) write(member, 8, log1p(leaf - start));
    if (leaf < leaves.count) write(leaf, 8, 0);
    start = leaf + 1;
  }
}

/** Columns 9 to 13: numbers of `article`, `h1` and `time` elements before a leaf, and of times after the main heading. */
function fillStarts({ tree, leaves }: LeafInput, write: WriteColumn, mainHeading: number): void {
  let articles = 0;
  let headings = 0;
  let times = 0;
  let timesBeforeMain = -1;
  let next = 0;
  const totals = { headings: 0 };
  for (let node = 1; node < tree.count; node++) if (tree.tag[node] === tag.h1) totals.headings++;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const first = integerAt(leaves.first, leaf);
    for (; next < first; next++) {
      const tagId = tagOf(tree, next);
      if (tagId === tag.article) articles++;
      else if (tagId === tag.h1) headings++;
      else if (tagId === tag.time) times++;
    }
    if (leaf === mainHeading) timesBeforeMain = times;
    write(leaf, 9, Math.min(20, articles));
    write(leaf, 10, Math.min(20, headings));
    write(leaf, 11, Math.min(20, totals.headings));
    write(leaf, 12, Math.min(20, times));
    write(leaf, 13, timesBeforeMain === -1 ? -1 : Math.min(20, times - timesBeforeMain));
  }
}

/** Columns 14 to 17: the nearest article: its share of words, its position among articles, its depth among articles. */
function fillArticles({ tree, leaves, context }: LeafInput, write: WriteColumn): void {
  const { words } = context.sums;
  const total = integerAt(words, leaves.count);
  const order = new Int32Array(tree.count);
  const level = new Uint16Array(tree.count);
  const nearest = new Int32Array(tree.count).fill(-1);
  let articles = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text) continue;
    const parent = parentOf(tree, node);
    const isArticle = tree.tag[node] === tag.article;
    nearest[node] = isArticle ? node : integerAt(nearest, Math.max(0, parent));
    level[node] = shortAt(level, Math.max(0, parent)) + (isArticle ? 1 : 0);
    if (isArticle) order[node] = ++articles;
  }
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = integerAt(leaves.block, leaf);
    const article = integerAt(nearest, block);
    write(leaf, 17, shortAt(level, block));
    if (article === -1) {
      write(leaf, 14, -1);
      write(leaf, 15, 0);
      write(leaf, 16, -1);
      continue;
    }
    const from = integerAt(leaves.before, article);
    const to = integerAt(leaves.before, endOf(tree, article));
    write(leaf, 14, ratio(integerAt(words, to) - integerAt(words, from), total));
    write(leaf, 15, Math.min(20, integerAt(order, article)));
    write(leaf, 16, to - leaf <= 0 ? 0 : log1p(to - leaf));
  }
}

/** Columns 18 to 24: the section from the heading of a leaf to the next heading, and the heading itself. */
function fillSections(
  { tree, leaves, context, headings }: LeafInput,
  write: WriteColumn,
  main: number,
): void {
  const { words, linked, proseWords } = context.sums;
  const levelOf = (leaf: number): number => {
    const tagId = leaf === -1 ? 0 : tagOf(tree, integerAt(leaves.block, leaf));
    return isHeading[tagId] === 1 ? tagId - tag.h1 + 1 : 0;
  };
  const mainLevel = levelOf(main);
  for (let from = 0; from < leaves.count; ) {
    const heading = integerAt(headings, from);
    let to = from + 1;
    while (to < leaves.count && integerAt(headings, to) === heading) to++;
    const size = integerAt(words, to) - integerAt(words, from);
    const linkShare = ratio(integerAt(linked, to) - integerAt(linked, from), size);
    const proseShare = ratio(integerAt(proseWords, to) - integerAt(proseWords, from), size);
    const row = Math.max(0, heading) * columns;
    const headingWords = heading === -1 ? 0 : integerAt(leaves.counts, row + column.words);
    const headingLinks = heading === -1 ? 0 : integerAt(leaves.counts, row + column.linked);
    const headingTitle = heading === -1 ? 0 : integerAt(leaves.counts, row + column.titleWords);
    for (let leaf = from; leaf < to; leaf++) {
      write(leaf, 18, log1p(size));
      write(leaf, 19, linkShare);
      write(leaf, 20, proseShare);
      write(leaf, 21, log1p(headingWords));
      write(leaf, 22, ratio(headingLinks, headingWords));
      write(leaf, 23, ratio(headingTitle, headingWords));
      write(leaf, 24, heading === -1 || mainLevel === 0 ? -9 : levelOf(heading) - mainLevel);
    }
    from = to;
  }
}

/** Returns a hash of the element of each leaf, its parent and its depth; equal for leaves that look alike. */
export function leafStyles(tree: Tree, leaves: Leaves, signatures: Int32Array): Int32Array {
  const styles = new Int32Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = integerAt(leaves.block, leaf);
    const parent = Math.max(0, parentOf(tree, block));
    styles[leaf] = updateHash(
      updateHash(integerAt(signatures, block), integerAt(signatures, parent)),
      depthOf(tree, block),
    );
  }
  return styles;
}

/** Columns 25 to 28: leaves of the same style: their share of the prose, number and mean length, and own rank. */
function fillStyles(input: LeafInput, write: WriteColumn): void {
  const { leaves, context } = input;
  const { words, proseWords } = context.sums;
  const groups = new Map<number, { leaves: number; words: number; prose: number }>();
  const ranks = new Int32Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const style = integerAt(input.styles, leaf);
    const group = groups.get(style) ?? { leaves: 0, words: 0, prose: 0 };
    groups.set(style, group);
    ranks[leaf] = group.leaves++;
    group.words += integerAt(words, leaf + 1) - integerAt(words, leaf);
    group.prose += integerAt(proseWords, leaf + 1) - integerAt(proseWords, leaf);
  }
  const total = integerAt(proseWords, leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const group = groups.get(integerAt(input.styles, leaf));
    if (group === undefined) continue;
    write(leaf, 25, ratio(group.prose, total));
    write(leaf, 26, log1p(group.leaves));
    write(leaf, 27, group.words / group.leaves);
    write(leaf, 28, integerAt(ranks, leaf) / group.leaves);
  }
}

/** Column 29: number of earlier leaves with the same text. */
function fillCopies({ leaves }: LeafInput, write: WriteColumn): void {
  const counts = new Map<number, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const hash = integerAt(leaves.hash, leaf);
    const earlier = counts.get(hash) ?? 0;
    counts.set(hash, earlier + 1);
    write(leaf, 29, Math.min(20, earlier));
  }
}

/** Maximum number of levels above a leaf whose first leaf may introduce it. */
const maxLeadLevels = 5;

/** Columns 30 to 35: phrases in the leaf, its heading and the leaves that introduce its containers, and since when. */
function fillPhrases({ tree, leaves, context, headings }: LeafInput, write: WriteColumn): void {
  const classes = new Uint8Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) classes[leaf] = classifyPhrase(leaves, leaf);
  const { proseWords } = context.sums;
  let last = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const own = byteAt(classes, leaf);
    const heading = integerAt(headings, leaf);
    if (own === phraseClass.related || own === phraseClass.comments) last = leaf;
    write(leaf, 30, own);
    write(leaf, 31, heading === -1 ? 0 : byteAt(classes, heading));
    let node = integerAt(context.outermost, integerAt(leaves.block, leaf));
    let leadClass = 0;
    let leadLevel = maxLeadLevels;
    for (let level = 0; level < maxLeadLevels && node > 0 && leadClass === 0; level++) {
      const lead = integerAt(leaves.before, node);
      if (lead !== leaf) leadClass = byteAt(classes, lead);
      if (leadClass !== 0) leadLevel = level;
      const parent = parentOf(tree, node);
      node = parent > 0 ? integerAt(context.outermost, parent) : 0;
    }
    write(leaf, 32, leadClass);
    write(leaf, 33, leadLevel);
    write(leaf, 34, last === -1 ? noDistance : log1p(leaf - last));
    write(leaf, 35, last === -1 ? -1 : log1p(integerAt(proseWords, leaf) - integerAt(proseWords, last)));
  }
}
