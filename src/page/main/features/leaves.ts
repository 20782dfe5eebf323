import { byteAt, integerAt, numberAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import {
  attributeOf,
  endOf,
  findTag,
  subtreeText,
  type Tree,
  tagOf,
  textFlag,
  textOf,
} from '../../tree/tree.ts';
import { createKnownWordTable, maxHashedWords, WordCounter } from './word-counter.ts';

/** Columns of {@link Leaves.counts}. */
export const column = {
  words: 0,
  linked: 1,
  stopWords: 2,
  sentences: 3,
  commas: 4,
  digits: 5,
  capitals: 6,
  allCapitals: 7,
  currency: 8,
  years: 9,
  characters: 10,
  titleWords: 11,
  descriptionWords: 12,
  endsSentence: 13,
  links: 14,
  /** Number of words if the leaf is prose, else 0. */
  proseWords: 15,
} as const;
/** Number of columns. */
export const columns = 16;

/**
 * Units of a page that are kept or dropped as a whole: maximal runs of inline text between block boundaries, in document
 * order, so that the leaves of a node form one range.
 */
export interface Leaves {
  count: number;
  /** First text node of each leaf. */
  first: Int32Array;
  /** Node after the last text node of each leaf. */
  last: Int32Array;
  /** Innermost block or button around the first text of each leaf. */
  block: Int32Array;
  /** Number of leaves that start before a node; `before[end[node]] - before[node]` leaves are below it. */
  before: Int32Array;
  /** {@link columns} numbers per leaf. */
  counts: Int32Array;
  /** Hashes of the first {@link maxHashedWords} words of each leaf. */
  words: Int32Array;
  /** Hash of all words of each leaf. */
  hash: Int32Array;
  isHidden: Uint8Array;
}

/** Returns the number of words of a leaf. */
export function wordsOf({ counts }: Leaves, leaf: number): number {
  return integerAt(counts, leaf * columns + column.words);
}

/** Form controls, whose text is a list of choices. */
const isControl = tagSet('select option optgroup textarea');

function createLeaves(tree: Tree, capacity: number): Leaves {
  return {
    count: 0,
    first: new Int32Array(capacity),
    last: new Int32Array(capacity),
    block: new Int32Array(capacity),
    before: new Int32Array(tree.count + 1),
    counts: new Int32Array(capacity * columns),
    words: new Int32Array(capacity * maxHashedWords),
    hash: new Int32Array(capacity),
    isHidden: new Uint8Array(capacity),
  };
}

/** Counts text nodes, the upper bound for the number of leaves; stops above `maxLeaves`. */
function countTexts(tree: Tree, maxLeaves: number): number {
  let count = 1;
  for (let node = 0; node < tree.count && count <= maxLeaves; node++) {
    if (tree.tag[node] === tag.text && (byteAt(tree.flags, node) & textFlag.blank) === 0) count++;
  }
  return count;
}

/** Returns the words of the title and description in the head. */
function collectDeclaredWords(tree: Tree, scan: WordCounter): Uint8Array {
  const knownWordTable = createKnownWordTable();
  const title = findTag(tree, 0, tag.title);
  if (title !== -1) scan.addKnownWords(subtreeText(tree, title, 400).slice(0, 400), knownWordTable, 1);
  const head = findTag(tree, 0, tag.head);
  const end = head === -1 ? 0 : endOf(tree, head);
  for (let node = Math.max(head, 0); node < end; node++) {
    if (tree.tag[node] !== tag.meta) continue;
    const name = attributeOf(tree, node, attribute.name) ?? attributeOf(tree, node, attribute.property);
    if (name === null || !/description$/i.test(name)) continue;
    scan.addKnownWords((attributeOf(tree, node, attribute.content) ?? '').slice(0, 600), knownWordTable, 2);
  }
  return knownWordTable;
}

/** State of the traversal of a page. */
interface TraversalState {
  /** True if the next text continues the current leaf. */
  isOpen: boolean;
  /** Number of line breaks since the last text. */
  lineBreaks: number;
  /** Node after the current link. */
  linkEnd: number;
  /** Ancestor blocks of the current node, innermost last, and the nodes at which they end. */
  blocks: number[];
  ends: number[];
}

/**
 * Splits a page into leaves. `flow` contains all candidate content, `visible` the visible part of it; the difference is
 * hidden by tabs and accordions. Returns null if there are more than `maxLeaves` leaves.
 */
export function splitLeaves(
  tree: Tree,
  flow: Flow,
  visible: Flow,
  maxLeaves = Number.POSITIVE_INFINITY,
): Leaves | null {
  const leaves = createLeaves(tree, countTexts(tree, maxLeaves));
  const scan = new WordCounter();
  const knownWordTable = collectDeclaredWords(tree, scan);
  const state: TraversalState = { isOpen: false, lineBreaks: 0, linkEnd: 0, blocks: [0], ends: [] };
  for (let node = 0; node < tree.count; node++) {
    exitBlocks(state, node);
    leaves.before[node] = leaves.count;
    const tagId = tagOf(tree, node);
    if (flow.kind[node] === flowKind.skipped || isControl[tagId] === 1) {
      const end = tagId === tag.text ? node + 1 : endOf(tree, node);
      leaves.before.fill(leaves.count, node, end);
      node = end - 1;
    } else if (tagId !== tag.text) enterElement(tree, flow, leaves, state, node);
    else if ((byteAt(tree.flags, node) & textFlag.blank) === 0) {
      scan.reset();
      scanText(tree, node, scan, knownWordTable);
      if (scan.characters === 0) continue;
      addText(leaves, state, node, scan, visible);
      if (leaves.count > maxLeaves) return null;
    }
  }
  leaves.before[tree.count] = leaves.count;
  markProse(leaves);
  return leaves;
}

function exitBlocks(state: TraversalState, node: number): void {
  const { ends, blocks } = state;
  while (ends.length > 0 && numberAt(ends, ends.length - 1) <= node) {
    ends.pop();
    blocks.pop();
    state.isOpen = false;
  }
}

function enterElement(tree: Tree, flow: Flow, leaves: Leaves, state: TraversalState, node: number): void {
  const tagId = tagOf(tree, node);
  const end = endOf(tree, node);
  if (tagId === tag.br) state.lineBreaks++;
  else if (tagId === tag.a) {
    if (node >= state.linkEnd) state.linkEnd = end;
    if (state.isOpen) addLink(leaves, leaves.count - 1);
  } else if (flow.kind[node] === flowKind.block || tagId === tag.button) {
    state.isOpen = false;
    state.lineBreaks = 0;
    state.ends.push(end);
    state.blocks.push(node);
  }
}

function addText(
  leaves: Leaves,
  state: TraversalState,
  node: number,
  scan: WordCounter,
  visible: Flow,
): void {
  const isLinked = node < state.linkEnd;
  if (!state.isOpen || state.lineBreaks > 1) {
    state.isOpen = true;
    startLeaf(leaves, node, numberAt(state.blocks, state.blocks.length - 1), visible);
    if (isLinked) addLink(leaves, leaves.count - 1);
  }
  state.lineBreaks = 0;
  addToLeaf(leaves, leaves.count - 1, node, scan, isLinked);
}

function scanText(tree: Tree, node: number, scan: WordCounter, knownWordTable: Uint8Array): void {
  const isPlain = (byteAt(tree.flags, node) & ~textFlag.blank) === 0;
  if (isPlain) scan.scan(tree.source, integerAt(tree.from, node), integerAt(tree.to, node), knownWordTable);
  else {
    const text = textOf(tree, node);
    scan.scan(text, 0, text.length, knownWordTable);
  }
}

function startLeaf(leaves: Leaves, node: number, block: number, visible: Flow): void {
  const leaf = leaves.count++;
  leaves.first[leaf] = node;
  leaves.block[leaf] = block;
  leaves.hash[leaf] = 17;
  leaves.isHidden[leaf] = visible.kind[node] === flowKind.skipped ? 1 : 0;
}

function addLink(leaves: Leaves, leaf: number): void {
  const at = leaf * columns + column.links;
  leaves.counts[at] = integerAt(leaves.counts, at) + 1;
}

function addToLeaf(leaves: Leaves, leaf: number, node: number, scan: WordCounter, isLinked: boolean): void {
  const { counts } = leaves;
  const row = leaf * columns;
  const wordCount = integerAt(counts, row);
  leaves.last[leaf] = node + 1;
  for (let i = 0; wordCount + i < maxHashedWords && i < scan.words; i++) {
    leaves.words[leaf * maxHashedWords + wordCount + i] = integerAt(scan.first, i);
  }
  leaves.hash[leaf] = (Math.imul(integerAt(leaves.hash, leaf), 31) + scan.hash) | 0;
  const increase = (at: number, value: number): void => {
    counts[row + at] = integerAt(counts, row + at) + value;
  };
  increase(column.words, scan.words);
  if (isLinked) increase(column.linked, scan.words);
  increase(column.stopWords, scan.stopWords);
  increase(column.sentences, scan.sentences);
  increase(column.commas, scan.commas);
  increase(column.digits, scan.digits);
  increase(column.capitals, scan.capitals);
  increase(column.allCapitals, scan.allCapitals);
  increase(column.currency, scan.currency);
  increase(column.years, scan.years);
  increase(column.characters, scan.characters);
  increase(column.titleWords, scan.titleWords);
  increase(column.descriptionWords, scan.descriptionWords);
  counts[row + column.endsSentence] = scan.endsSentence;
}

/** Marks the leaves that are prose. */
function markProse(leaves: Leaves): void {
  const { counts } = leaves;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const row = leaf * columns;
    const words = integerAt(counts, row);
    const linked = integerAt(counts, row + column.linked);
    const marks = integerAt(counts, row + column.sentences) + integerAt(counts, row + column.commas);
    const isProse = words >= 10 && linked * 3 < words && (marks > 0 || words >= 25);
    counts[row + column.proseWords] = isProse ? words : 0;
  }
}
