import { isHeading, tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import type { Tree } from '../tree.ts';
import { mainHeading } from './headings.ts';
import { type LeafInput, log, ratio } from './leaf-input.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { fillPosition, positionFeatures } from './position-features.ts';
import { landmarks } from './surroundings.ts';

/** Levels of containers above a leaf that are looked at. */
const levels = 6;
/** Features of each level. */
const perLevel = 7;
const neighbours = 3;
const perNeighbour = 5;

const own = 24;
const pageWide = 10;
const ruled = 3;

/** Where each group of features begins in a row. */
export const at = {
  own: 0,
  landmarks: own,
  levels: own + landmarks.length,
  neighbours: own + landmarks.length + levels * perLevel,
  position: own + landmarks.length + levels * perLevel + neighbours * 2 * perNeighbour,
  page: own + landmarks.length + levels * perLevel + neighbours * 2 * perNeighbour + positionFeatures,
};
/** Features of a leaf without those of tokens and of the kind of page. */
export const plainFeatures: number = at.page + pageWide + ruled;

const isItem = tagSet('li dd dt');
const isCell = tagSet('td th');

/** Writes the plain features of all leaves into rows of `width` numbers. */
export function fillFeatures(input: LeafInput, rows: Float32Array, width: number): void {
  const { leaves } = input;
  const repeats = repeatsOf(leaves);
  const page = pageFacts(input);
  const firstHeading = mainHeading(input.tree, leaves);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const row = leaf * width;
    fillOwn(input, leaf, rows, row, repeats);
    fillLandmarks(input, leaf, rows, row + at.landmarks);
    fillLevels(input, leaf, rows, row + at.levels);
    fillNeighbours(input, leaf, rows, row + at.neighbours);
    fillPosition(input, leaf, rows, row + at.position, firstHeading);
    rows.set(page, row + at.page);
  }
  fillRuled(input, rows, width);
}

/** What the rules say of a leaf, of those about it and of the page. */
function fillRuled({ leaves, around, isRuled }: LeafInput, rows: Float32Array, width: number): void {
  const { count } = leaves;
  const { words } = around.sums;
  const taken = new Int32Array(count + 1);
  for (let leaf = 0; leaf < count; leaf++) {
    const size = (words[leaf + 1] as number) - (words[leaf] as number);
    taken[leaf + 1] = (taken[leaf] as number) + (isRuled[leaf] === 1 ? size : 0);
  }
  const share = ratio(taken[count] as number, words[count] as number);
  for (let leaf = 0; leaf < count; leaf++) {
    const from = Math.max(0, leaf - 5);
    const to = Math.min(count, leaf + 6);
    const row = leaf * width + at.page + pageWide;
    rows[row] = isRuled[leaf] as number;
    rows[row + 1] = ratio(
      (taken[to] as number) - (taken[from] as number),
      (words[to] as number) - (words[from] as number),
    );
    rows[row + 2] = share;
  }
}

function repeatsOf(leaves: Leaves): Map<number, number> {
  const repeats = new Map<number, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const hash = leaves.hash[leaf] as number;
    repeats.set(hash, (repeats.get(hash) ?? 0) + 1);
  }
  return repeats;
}

function fillOwn(
  { tree, leaves }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
  repeats: Map<number, number>,
): void {
  const base = leaf * columns;
  const { counts } = leaves;
  const words = counts[base] as number;
  const share = (name: number): number => ratio(counts[base + name] as number, words);
  const block = leaves.block[leaf] as number;
  const tagId = tree.tag[block] as number;
  const parentTag = tree.tag[tree.parent[block] as number] as number;
  const values = [
    log(words),
    log(counts[base + column.characters] as number),
    share(column.linked),
    share(column.stops),
    share(column.sentences),
    share(column.commas),
    share(column.digits),
    share(column.capitals),
    share(column.shouts),
    counts[base + column.currency] as number,
    counts[base + column.years] as number,
    share(column.titleWords),
    share(column.descriptionWords),
    counts[base + column.endsSentence] as number,
    counts[base + column.links] as number,
    ratio(counts[base + column.characters] as number, words),
    repeats.get(leaves.hash[leaf] as number) ?? 1,
    isHeading[tagId] === 1 ? tagId - tag.h1 + 1 : 0,
    tagId === tag.p ? 1 : parentTag === tag.p ? 2 : 0,
    isItem[tagId] === 1 ? 1 : isItem[parentTag] === 1 ? 2 : 0,
    isCell[tagId] === 1 ? 1 : isCell[parentTag] === 1 ? 2 : 0,
    tagId === tag.pre || tagId === tag.blockquote ? 1 : 0,
    tagId === tag.button || tagId === tag.legend || tagId === tag.label
      ? 1
      : tagId === tag.figcaption
        ? 2
        : 0,
    leaves.isHidden[leaf] as number,
  ];
  for (let i = 0; i < own; i++) rows[start + i] = values[i] as number;
}

function fillLandmarks(
  { tree, leaves, around }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
): void {
  const block = leaves.block[leaf] as number;
  const depth = tree.depth[block] as number;
  for (let i = 0; i < landmarks.length; i++) {
    const nearest = around.nearest[block * landmarks.length + i] as number;
    rows[start + i] = nearest === 0 ? 60 : depth - nearest;
  }
}

function fillLevels(
  { tree, leaves, around }: LeafInput,
  leaf: number,
  rows: Float32Array,
  start: number,
): void {
  const { sums, outermost } = around;
  const total = sums.words[leaves.count] as number;
  const totalGood = sums.good[leaves.count] as number;
  let node = outermost[leaves.block[leaf] as number] as number;
  for (let level = 0; level < levels; level++) {
    const to = start + level * perLevel;
    const from = leaves.before[node] as number;
    const end = leaves.before[tree.end[node] as number] as number;
    const words = (sums.words[end] as number) - (sums.words[from] as number);
    rows[to] = log(words);
    rows[to + 1] = ratio((sums.linked[end] as number) - (sums.linked[from] as number), words);
    rows[to + 2] = ratio(words, total);
    rows[to + 3] = ratio((sums.good[end] as number) - (sums.good[from] as number), totalGood);
    rows[to + 4] = ratio((sums.stops[end] as number) - (sums.stops[from] as number), words);
    rows[to + 5] = around.alike[node] as number;
    rows[to + 6] = ratio(words, end - from);
    const parent = tree.parent[node] as number;
    if (parent > 0) node = outermost[parent] as number;
  }
}

function fillNeighbours({ tree, leaves }: LeafInput, leaf: number, rows: Float32Array, start: number): void {
  const { counts } = leaves;
  let to = start;
  for (let step = -neighbours; step <= neighbours; step++) {
    if (step === 0) continue;
    const other = leaf + step;
    if (other < 0 || other >= leaves.count) rows.fill(-1, to, to + perNeighbour);
    else {
      const base = other * columns;
      const words = counts[base] as number;
      const tagId = tree.tag[leaves.block[other] as number] as number;
      rows[to] = log(words);
      rows[to + 1] = ratio(counts[base + column.linked] as number, words);
      rows[to + 2] = ratio(counts[base + column.stops] as number, words);
      rows[to + 3] = isHeading[tagId] === 1 ? 1 : tagId === tag.p ? 2 : 0;
      rows[to + 4] = Math.abs(
        (tree.depth[leaves.block[other] as number] as number) -
          (tree.depth[leaves.block[leaf] as number] as number),
      );
    }
    to += perNeighbour;
  }
}

function pageFacts({ tree, leaves, around }: LeafInput): Float32Array {
  const { sums } = around;
  const { count } = leaves;
  const words = sums.words[count] as number;
  let paragraphs = 0;
  let articles = 0;
  let headings = 0;
  for (let node = 0; node < tree.count; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId === tag.p) paragraphs++;
    else if (tagId === tag.article) articles++;
    else if (isHeading[tagId] === 1) headings++;
  }
  const good = sums.good[count] as number;
  return Float32Array.of(
    log(words),
    log(count),
    ratio(sums.linked[count] as number, words),
    ratio(good, words),
    log(paragraphs),
    log(articles),
    log(headings),
    ratio(sums.stops[count] as number, words),
    shareUnder(tree, leaves, sums.good, around.half, good),
    shareUnder(tree, leaves, sums.words, around.most, words),
  );
}

function shareUnder(tree: Tree, leaves: Leaves, column: Int32Array, node: number, total: number): number {
  const end = leaves.before[tree.end[node] as number] as number;
  return ratio((column[end] as number) - (column[leaves.before[node] as number] as number), total);
}
