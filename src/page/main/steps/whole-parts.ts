import { floatAt, integerAt } from '../../../domain/values/elements.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind, isDataTable } from '../../tree/flow.ts';
import { endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { wordsOf } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';

/** Gives a range of leaves the mean of their probabilities, weighted by words. */
function unify({ leaves, probabilities }: Selection, from: number, to: number): void {
  let sum = 0;
  let words = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const weight = wordsOf(leaves, leaf) + 0.01;
    sum += floatAt(probabilities, leaf) * weight;
    words += weight;
  }
  probabilities.fill(sum / words, from, to);
}

/** Gives all leaves of a data table the same probability. */
export function unifyTables(selection: Selection): void {
  const { tree, leaves, flow } = selection;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.table || flow.kind[node] === flowKind.skipped) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    if (to - from < 2 || !isDataTable(tree, node)) continue;
    unify(selection, from, to);
    node = endOf(tree, node) - 1;
  }
}

/** Maximum number of leaves of a term with its descriptions; longer groups are sections with parts of their own. */
const maxGroupLeaves = 12;

/** Maximum number of siblings that are searched for the end of a group. */
const maxSiblings = 60;

/**
 * Gives a term and its descriptions the same probability (HTML 4.4.9): a label without its value, or a value without its
 * label, is read as a part of the next group.
 */
export function unifyDefinitions(selection: Selection): void {
  const { tree, leaves } = selection;
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) !== tag.dt) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOfGroup(tree, node));
    if (to - from >= 2 && to - from <= maxGroupLeaves) unify(selection, from, to);
  }
}

/** Returns the end of the last description that follows a term and the terms after it. */
function endOfGroup(tree: Tree, term: number): number {
  const parentEnd = endOf(tree, parentOf(tree, term));
  let end = endOf(tree, term);
  let hasDescription = false;
  let count = 0;
  for (let sibling = end; sibling < parentEnd && count < maxSiblings; sibling = endOf(tree, sibling)) {
    count++;
    const tagId = tagOf(tree, sibling);
    if (tagId === tag.text) continue;
    if (tagId === tag.dd) {
      hasDescription = true;
      end = endOf(tree, sibling);
    } else if (tagId !== tag.dt || hasDescription) break;
  }
  return end;
}
