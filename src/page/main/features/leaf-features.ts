import { byteAt, integerAt, shortAt } from '../../../domain/values/elements.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { depthOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { findMainHeading } from '../headings.ts';
import { landmarks } from './leaf-context.ts';
import { type LeafInput, log1p, ratio } from './leaf-input.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { fillPosition, positionFeatureCount } from './position-features.ts';
import { fillSequence, sequenceFeatureCount } from './sequence-features.ts';

/** Number of ancestor containers of a leaf that are described. */
const levelCount = 6;
/** Number of features per level. */
const featuresPerLevel = 7;
const neighbourCount = 3;
const featuresPerNeighbour = 5;

const leafFeatureCount = 24;
const pageFeatureCount = 10;
const ruleFeatureCount = 3;

/** Offset of each feature group in a row. */
const offsets = {
  own: 0,
  landmarks: leafFeatureCount,
  levels: leafFeatureCount + landmarks.length,
  neighbours: leafFeatureCount + landmarks.length + levelCount * featuresPerLevel,
  position:
    leafFeatureCount +
    landmarks.length +
    levelCount * featuresPerLevel +
    neighbourCount * 2 * featuresPerNeighbour,
  page:
    leafFeatureCount +
    landmarks.length +
    levelCount * featuresPerLevel +
    neighbourCount * 2 * featuresPerNeighbour +
    positionFeatureCount,
};
/** Number of features of a leaf without token and page kind features. */
export const plainFeatures: number =
  offsets.page + pageFeatureCount + ruleFeatureCount + sequenceFeatureCount;

const isItem = tagSet('li dd dt');
const isCell = tagSet('td th');

/** Writes the plain features of all leaves into rows of `width` numbers. */
export function fillFeatures(input: LeafInput, rows: Float32Array, width: number): void {
  const { leaves } = input;
  const repeats = countRepeats(leaves);
  const page = computePageFeatures(input);
  const firstHeading = findMainHeading(input.tree, leaves);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const row = leaf * width;
    fillLeaf(input, leaf, rows, row, repeats);
    fillLandmarks(input, leaf, rows, row + offsets.landmarks);
    fillLevels(input, leaf, rows, row + offsets.levels);
    fillNeighbours(input, leaf, rows, row + offsets.neighbours);
    fillPosition(input, leaf, rows, row + offsets.position, firstHeading);
    rows.set(page, row + offsets.page);
  }
  fillRuleDecisions(input, rows, width);
  fillSequence(input, rows, width, offsets.page + pageFeatureCount + ruleFeatureCount, firstHeading);
}

/** Writes the rules' decision on a leaf, its neighbours and the page. */
function fillRuleDecisions({ leaves, context, isRuled }: LeafInput, rows: Float32Array, width: number): void {
  const { count } = leaves;
  const { words } = context.sums;
  const ruledWords = new Int32Array(count + 1);
  for (let leaf = 0; leaf < count; leaf++) {
    const size = integerAt(words, leaf + 1) - integerAt(words, leaf);
    ruledWords[leaf + 1] = integerAt(ruledWords, leaf) + (isRuled[leaf] === 1 ? size : 0);
  }
  const share = ratio(integerAt(ruledWords, count), integerAt(words, count));
  for (let leaf = 0; leaf < count; leaf++) {
    const from = Math.max(0, leaf - 5);
    const to = Math.min(count, leaf + 6);
    const row = leaf * width + offsets.page + pageFeatureCount;
    rows[row] = byteAt(isRuled, leaf);
    rows[row + 1] = ratio(
      integerAt(ruledWords, to) - integerAt(ruledWords, from),
      integerAt(words, to) - integerAt(words, from),
    );
    rows[row + 2] = share;
  }
}

function countRepeats(leaves: Leaves): Map<number, number> {
  const repeats = new Map<number, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const hash = integerAt(leaves.hash, leaf);
    repeats.set(hash, (repeats.get(hash) ?? 0) + 1);
  }
  return repeats;
}

function fillLeaf(
  { tree, leaves }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
  repeats: Map<number, number>,
): void {
  const base = leaf * columns;
  const { counts } = leaves;
  const words = integerAt(counts, base);
  const characters = integerAt(counts, base + column.characters);
  rows[start] = log1p(words);
  rows[start + 1] = log1p(characters);
  for (let i = 0; i < sharedColumns.length; i++)
    rows[start + 2 + i] = ratio(integerAt(counts, base + byteAt(sharedColumns, i)), words);
  rows[start + 9] = integerAt(counts, base + column.currency);
  rows[start + 10] = integerAt(counts, base + column.years);
  rows[start + 11] = ratio(integerAt(counts, base + column.titleWords), words);
  rows[start + 12] = ratio(integerAt(counts, base + column.descriptionWords), words);
  rows[start + 13] = integerAt(counts, base + column.endsSentence);
  rows[start + 14] = integerAt(counts, base + column.links);
  rows[start + 15] = ratio(characters, words);
  rows[start + 16] = repeats.get(integerAt(leaves.hash, leaf)) ?? 1;
  fillElement(tree, integerAt(leaves.block, leaf), rows, start + 17);
  rows[start + 23] = byteAt(leaves.isHidden, leaf);
}

/** Columns whose numbers are divided by the number of words, in the order of their features. */
const sharedColumns = Uint8Array.of(
  column.linked,
  column.stopWords,
  column.sentences,
  column.commas,
  column.digits,
  column.capitals,
  column.allCapitals,
);

/** Writes the role of the element around a leaf: heading, paragraph, item, cell, quotation, and label or caption. */
function fillElement(tree: Tree, block: number, rows: Float32Array, start: number): void {
  const tagId = tagOf(tree, block);
  const parentTag = tagOf(tree, parentOf(tree, block));
  const isLabel = tagId === tag.button || tagId === tag.legend || tagId === tag.label;
  rows[start] = isHeading[tagId] === 1 ? tagId - tag.h1 + 1 : 0;
  rows[start + 1] = tagId === tag.p ? 1 : parentTag === tag.p ? 2 : 0;
  rows[start + 2] = isItem[tagId] === 1 ? 1 : isItem[parentTag] === 1 ? 2 : 0;
  rows[start + 3] = isCell[tagId] === 1 ? 1 : isCell[parentTag] === 1 ? 2 : 0;
  rows[start + 4] = tagId === tag.pre || tagId === tag.blockquote ? 1 : 0;
  rows[start + 5] = isLabel ? 1 : tagId === tag.figcaption ? 2 : 0;
}

function fillLandmarks(
  { tree, leaves, context }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
): void {
  const block = integerAt(leaves.block, leaf);
  const depth = depthOf(tree, block);
  for (let i = 0; i < landmarks.length; i++) {
    const nearest = shortAt(context.nearestLandmarks, block * landmarks.length + i);
    rows[start + i] = nearest === 0 ? 60 : depth - nearest;
  }
}

function fillLevels(
  { tree, leaves, context }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
): void {
  const { sums, outermost } = context;
  const total = integerAt(sums.words, leaves.count);
  const totalProseWords = integerAt(sums.proseWords, leaves.count);
  let node = integerAt(outermost, integerAt(leaves.block, leaf));
  for (let level = 0; level < levelCount; level++) {
    const to = start + level * featuresPerLevel;
    const from = integerAt(leaves.before, node);
    const end = integerAt(leaves.before, endOf(tree, node));
    const words = integerAt(sums.words, end) - integerAt(sums.words, from);
    rows[to] = log1p(words);
    rows[to + 1] = ratio(integerAt(sums.linked, end) - integerAt(sums.linked, from), words);
    rows[to + 2] = ratio(words, total);
    rows[to + 3] = ratio(integerAt(sums.proseWords, end) - integerAt(sums.proseWords, from), totalProseWords);
    rows[to + 4] = ratio(integerAt(sums.stopWords, end) - integerAt(sums.stopWords, from), words);
    rows[to + 5] = shortAt(context.similarCount, node);
    rows[to + 6] = ratio(words, end - from);
    const parent = parentOf(tree, node);
    if (parent > 0) node = integerAt(outermost, parent);
  }
}

function fillNeighbours({ tree, leaves }: LeafInput, leaf: number, rows: Float32Array, start: number): void {
  const { counts } = leaves;
  let to = start;
  for (let step = -neighbourCount; step <= neighbourCount; step++) {
    if (step === 0) continue;
    const other = leaf + step;
    if (other < 0 || other >= leaves.count) rows.fill(-1, to, to + featuresPerNeighbour);
    else {
      const base = other * columns;
      const words = integerAt(counts, base);
      const tagId = tagOf(tree, integerAt(leaves.block, other));
      rows[to] = log1p(words);
      rows[to + 1] = ratio(integerAt(counts, base + column.linked), words);
      rows[to + 2] = ratio(integerAt(counts, base + column.stopWords), words);
      rows[to + 3] = isHeading[tagId] === 1 ? 1 : tagId === tag.p ? 2 : 0;
      rows[to + 4] = Math.abs(
        depthOf(tree, integerAt(leaves.block, other)) - depthOf(tree, integerAt(leaves.block, leaf)),
      );
    }
    to += featuresPerNeighbour;
  }
}

function computePageFeatures({ tree, leaves, context }: LeafInput): Float32Array {
  const { sums } = context;
  const { count } = leaves;
  const words = integerAt(sums.words, count);
  let paragraphs = 0;
  let articles = 0;
  let headings = 0;
  for (let node = 0; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.p) paragraphs++;
    else if (tagId === tag.article) articles++;
    else if (isHeading[tagId] === 1) headings++;
  }
  const proseWords = integerAt(sums.proseWords, count);
  return Float32Array.of(
    log1p(words),
    log1p(count),
    ratio(integerAt(sums.linked, count), words),
    ratio(proseWords, words),
    log1p(paragraphs),
    log1p(articles),
    log1p(headings),
    ratio(integerAt(sums.stopWords, count), words),
    shareBelow(tree, leaves, sums.proseWords, context.halfContainer, proseWords),
    shareBelow(tree, leaves, sums.words, context.mainContainer, words),
  );
}

function shareBelow(tree: Tree, leaves: Leaves, column: Int32Array, node: number, total: number): number {
  const end = integerAt(leaves.before, endOf(tree, node));
  return ratio(integerAt(column, end) - integerAt(column, integerAt(leaves.before, node)), total);
}
