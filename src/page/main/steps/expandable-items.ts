import { floatAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import type { Selection } from '../selection.ts';

/** Probability that such content gets at least. */
const dominantProbability = 0.65;
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
    if (isPageFrame[tagOf(tree, node)] === 1) return true;
    if (tree.from[node] !== tree.to[node] && frameRoles.has(attributeOf(tree, node, attribute.role) ?? ''))
      return true;
  }
  return false;
}

function raise(probabilities: Float32Array, from: number, to: number): void {
  for (let leaf = from; leaf < to; leaf++)
    probabilities[leaf] = Math.max(dominantProbability, floatAt(probabilities, leaf));
}

/**
 * Raises the probabilities of a list of items that a button in each expands, such as the operations of an API or questions:
 * pages of applications consist of them, and articles rarely have them.
 */
export function raiseExpandableItems(selection: Selection): void {
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
