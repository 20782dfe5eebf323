import { byteAt, floatAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind, isDataTable } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import type { Selection } from '../selection.ts';

/** Probability that such content gets at least. */
const dominantProbability = 0.65;
/** Minimum share of the visible words of a page in a table that is content, and its minimum size. */
const minTable = { share: 0.2, rows: 3, columns: 3 };
/** Minimum number of expandable items of a list, and minimum mean number of words in their labels. */
const minExpandable = { items: 3, words: 3 };

const isPageFrame = tagSet('nav header footer aside dialog form');
const frameRoles = new Set([
  'navigation',
  'menu',
  'menubar',
  'banner',
  'contentinfo',
  'complementary',
  'dialog',
  'toolbar',
  'tablist',
]);

function isInPageFrame(tree: Tree, start: number): boolean {
  for (let node = start; node > 0; node = parentOf(tree, node)) {
    const tagId = tagOf(tree, node);
    // A form around a table lets users act on its rows.
    if (isPageFrame[tagId] === 1 && (tagId !== tag.form || tree.tag[start] !== tag.table)) return true;
    if (tree.from[node] !== tree.to[node] && frameRoles.has(attributeOf(tree, node, attribute.role) ?? ''))
      return true;
  }
  return false;
}

/**
 * Raises the probabilities of content that pages of applications consist of, and articles rarely have: a table with many of
 * the words of the page, and a list of items that a button in each expands, such as the operations of an API or questions.
 */
export function raiseDominantContent(selection: Selection): void {
  raiseTables(selection);
  raiseExpandableItems(selection);
}

function countVisibleWords({ leaves, context }: Selection, from: number, to: number): number {
  const { words } = context.sums;
  let count = 0;
  for (let leaf = from; leaf < to; leaf++)
    if (byteAt(leaves.isHidden, leaf) === 0) count += integerAt(words, leaf + 1) - integerAt(words, leaf);
  return count;
}

function raise(probabilities: Float32Array, from: number, to: number): void {
  for (let leaf = from; leaf < to; leaf++)
    probabilities[leaf] = Math.max(dominantProbability, floatAt(probabilities, leaf));
}

function raiseTables(selection: Selection): void {
  const { tree, leaves, flow, probabilities } = selection;
  let total = -1;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.table || flow.kind[node] === flowKind.skipped) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    if (to - from < minTable.rows * minTable.columns) continue;
    if (total === -1) total = countVisibleWords(selection, 0, leaves.count);
    const isDominant = countVisibleWords(selection, from, to) >= total * minTable.share;
    if (!isDominant || !hasTableShape(tree, node) || !isDataTable(tree, node) || isInPageFrame(tree, node))
      continue;
    raise(probabilities, from, to);
    node = endOf(tree, node) - 1;
  }
}

function hasTableShape(tree: Tree, table: number): boolean {
  const end = endOf(tree, table);
  let rows = 0;
  let cells = 0;
  for (let node = table + 1; node < end; node++) {
    if (tree.tag[node] === tag.tr) rows++;
    else if (tree.tag[node] === tag.td || tree.tag[node] === tag.th) cells++;
  }
  return rows >= minTable.rows && cells >= rows * minTable.columns;
}

function raiseExpandableItems(selection: Selection): void {
  const { tree, leaves, flow, context, headings, probabilities } = selection;
  const { words } = context.sums;
  const labels: [from: number, to: number][] = [];
  let total = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.button || flow.kind[node] === flowKind.skipped) continue;
    if (attributeOf(tree, node, attribute.ariaExpanded) === null) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    if (from === to || isInPageFrame(tree, node)) continue;
    labels.push([from, to]);
    total += integerAt(words, to) - integerAt(words, from);
  }
  if (labels.length < minExpandable.items || total < labels.length * minExpandable.words) return;
  for (const [from, to] of labels) {
    raise(probabilities, from, to);
    const heading = integerAt(headings, from);
    const isAbove = heading !== -1 && isHeading[tagOf(tree, integerAt(leaves.block, heading))] === 1;
    if (isAbove) raise(probabilities, heading, heading + 1);
  }
}
