import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, findTag, subtreeText, type Tree, textFlag, textOf } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import { keptWords, knownWords, WordScan } from './word-scan.ts';

/** Columns of {@link Leaves.counts}. */
export const column = {
  words: 0,
  linked: 1,
  stops: 2,
  sentences: 3,
  commas: 4,
  digits: 5,
  capitals: 6,
  shouts: 7,
  currency: 8,
  years: 9,
  characters: 10,
  titleWords: 11,
  descriptionWords: 12,
  endsSentence: 13,
  links: 14,
  /** Words, where the leaf reads like prose; else 0. */
  good: 15,
} as const;
/** Number of columns. */
export const columns = 16;

/**
 * The pieces of a page that are kept or left as wholes: maximal runs of inline text between block boundaries, in document
 * order, so that the leaves under a node are one range.
 */
export interface Leaves {
  count: number;
  /** First text node of each leaf. */
  first: Int32Array;
  /** Node after the last text node of each leaf. */
  last: Int32Array;
  /** The element that a leaf stands in: the innermost block or button around its first text. */
  block: Int32Array;
  /** Leaves that begin before a node; `before[end[node]] - before[node]` are under it. */
  before: Int32Array;
  /** {@link columns} numbers a leaf. */
  counts: Int32Array;
  /** Hashes of the first {@link keptWords} words of each leaf. */
  words: Int32Array;
  /** Hash of all words of a leaf. */
  hash: Int32Array;
  isHidden: Uint8Array;
}

/** Text in these is chosen from, not read. */
const isControl = tagSet('select option optgroup textarea');

function createLeaves(tree: Tree, capacity: number): Leaves {
  return {
    count: 0,
    first: new Int32Array(capacity),
    last: new Int32Array(capacity),
    block: new Int32Array(capacity),
    before: new Int32Array(tree.count + 1),
    counts: new Int32Array(capacity * columns),
    words: new Int32Array(capacity * keptWords),
    hash: new Int32Array(capacity),
    isHidden: new Uint8Array(capacity),
  };
}

/** Texts that leaves may begin with, counted as far as they matter. */
function countTexts(tree: Tree, most: number): number {
  let count = 1;
  for (let node = 0; node < tree.count && count <= most; node++) {
    if (tree.tag[node] === tag.text && ((tree.flags[node] as number) & textFlag.blank) === 0) count++;
  }
  return count;
}

/** Title and description as the head gives them. */
function declaredWords(tree: Tree, scan: WordScan): Uint8Array {
  const known = knownWords();
  const title = findTag(tree, 0, tag.title);
  if (title !== -1) scan.learn(subtreeText(tree, title, 400).slice(0, 400), known, 1);
  const head = findTag(tree, 0, tag.head);
  const end = head === -1 ? 0 : (tree.end[head] as number);
  for (let node = Math.max(head, 0); node < end; node++) {
    if (tree.tag[node] !== tag.meta) continue;
    const name = attributeOf(tree, node, attribute.name) ?? attributeOf(tree, node, attribute.property);
    if (name === null || !/description$/i.test(name)) continue;
    scan.learn((attributeOf(tree, node, attribute.content) ?? '').slice(0, 600), known, 2);
  }
  return known;
}

/** Where the walk through a page is. */
interface Walk {
  /** Whether text goes on with the leaf at hand. */
  isOpen: boolean;
  /** Line breaks since the last text. */
  lineBreaks: number;
  /** Node after the link at hand. */
  linkEnd: number;
  /** Blocks around the node at hand, innermost last, and the nodes at which they end. */
  blocks: number[];
  ends: number[];
}

/**
 * Cuts a page into leaves. `flow` says what may be taken at all, `shown` what a reader sees of it: the difference is what
 * tabs and accordions hide. Null when there are more than `most`.
 */
export function leavesOf(
  tree: Tree,
  flow: Flow,
  shown: Flow,
  most = Number.POSITIVE_INFINITY,
): Leaves | null {
  const leaves = createLeaves(tree, countTexts(tree, most));
  const scan = new WordScan();
  const known = declaredWords(tree, scan);
  const walk: Walk = { isOpen: false, lineBreaks: 0, linkEnd: 0, blocks: [0], ends: [] };
  for (let node = 0; node < tree.count; node++) {
    leaveBlocks(walk, node);
    leaves.before[node] = leaves.count;
    const tagId = tree.tag[node] as number;
    if (flow.kind[node] === flowKind.skipped || isControl[tagId] === 1) {
      const end = tagId === tag.text ? node + 1 : (tree.end[node] as number);
      leaves.before.fill(leaves.count, node, end);
      node = end - 1;
    } else if (tagId !== tag.text) enterElement(tree, flow, leaves, walk, node);
    else if (((tree.flags[node] as number) & textFlag.blank) === 0) {
      scan.reset();
      scanText(tree, node, scan, known);
      if (scan.characters === 0) continue;
      takeText(leaves, walk, node, scan, shown);
      if (leaves.count > most) return null;
    }
  }
  leaves.before[tree.count] = leaves.count;
  judge(leaves);
  return leaves;
}

function leaveBlocks(walk: Walk, node: number): void {
  const { ends, blocks } = walk;
  while (ends.length > 0 && (ends[ends.length - 1] as number) <= node) {
    ends.pop();
    blocks.pop();
    walk.isOpen = false;
  }
}

function enterElement(tree: Tree, flow: Flow, leaves: Leaves, walk: Walk, node: number): void {
  const tagId = tree.tag[node] as number;
  const end = tree.end[node] as number;
  if (tagId === tag.br) walk.lineBreaks++;
  else if (tagId === tag.a) {
    if (node >= walk.linkEnd) walk.linkEnd = end;
    if (walk.isOpen) addLink(leaves, leaves.count - 1);
  } else if (flow.kind[node] === flowKind.block || tagId === tag.button) {
    walk.isOpen = false;
    walk.lineBreaks = 0;
    walk.ends.push(end);
    walk.blocks.push(node);
  }
}

function takeText(leaves: Leaves, walk: Walk, node: number, scan: WordScan, shown: Flow): void {
  const isLinked = node < walk.linkEnd;
  if (!walk.isOpen || walk.lineBreaks > 1) {
    walk.isOpen = true;
    open(leaves, node, walk.blocks[walk.blocks.length - 1] as number, shown);
    if (isLinked) addLink(leaves, leaves.count - 1);
  }
  walk.lineBreaks = 0;
  add(leaves, leaves.count - 1, node, scan, isLinked);
}

function scanText(tree: Tree, node: number, scan: WordScan, known: Uint8Array): void {
  const isPlain = ((tree.flags[node] as number) & ~textFlag.blank) === 0;
  if (isPlain) scan.scan(tree.source, tree.from[node] as number, tree.to[node] as number, known);
  else {
    const text = textOf(tree, node);
    scan.scan(text, 0, text.length, known);
  }
}

function open(leaves: Leaves, node: number, block: number, shown: Flow): void {
  const leaf = leaves.count++;
  leaves.first[leaf] = node;
  leaves.block[leaf] = block;
  leaves.hash[leaf] = 17;
  leaves.isHidden[leaf] = shown.kind[node] === flowKind.skipped ? 1 : 0;
}

function addLink(leaves: Leaves, leaf: number): void {
  const at = leaf * columns + column.links;
  leaves.counts[at] = (leaves.counts[at] as number) + 1;
}

function add(leaves: Leaves, leaf: number, node: number, scan: WordScan, isLinked: boolean): void {
  const { counts } = leaves;
  const row = leaf * columns;
  const had = counts[row] as number;
  leaves.last[leaf] = node + 1;
  for (let i = 0; had + i < keptWords && i < scan.words; i++) {
    leaves.words[leaf * keptWords + had + i] = scan.first[i] as number;
  }
  leaves.hash[leaf] = (Math.imul(leaves.hash[leaf] as number, 31) + scan.hash) | 0;
  const plus = (at: number, value: number): void => {
    counts[row + at] = (counts[row + at] as number) + value;
  };
  plus(column.words, scan.words);
  if (isLinked) plus(column.linked, scan.words);
  plus(column.stops, scan.stops);
  plus(column.sentences, scan.sentences);
  plus(column.commas, scan.commas);
  plus(column.digits, scan.digits);
  plus(column.capitals, scan.capitals);
  plus(column.shouts, scan.shouts);
  plus(column.currency, scan.currency);
  plus(column.years, scan.years);
  plus(column.characters, scan.characters);
  plus(column.titleWords, scan.titleWords);
  plus(column.descriptionWords, scan.descriptionWords);
  counts[row + column.endsSentence] = scan.endsSentence;
}

/** Says which leaves read like prose. */
function judge(leaves: Leaves): void {
  const { counts } = leaves;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const row = leaf * columns;
    const words = counts[row] as number;
    const linked = counts[row + column.linked] as number;
    const marks = (counts[row + column.sentences] as number) + (counts[row + column.commas] as number);
    const isProse = words >= 10 && linked * 3 < words && (marks > 0 || words >= 25);
    counts[row + column.good] = isProse ? words : 0;
  }
}
