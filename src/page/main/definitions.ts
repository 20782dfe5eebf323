import { floatAt, integerAt } from '../../domain/values/elements.ts';
import { tag } from '../parse/names/tags.ts';
import { endOf, parentOf, type Tree, tagOf } from '../tree/tree.ts';
import { column, columns } from './features/leaves.ts';
import type { Candidates } from './forest/candidates.ts';

/** Maximum number of leaves of a term with its descriptions; longer groups are sections with parts of their own. */
const maxGroupLeaves = 12;

/** Maximum number of siblings that are searched for the end of a group. */
const maxSiblings = 60;

/**
 * Gives a term and its descriptions the same probability, the mean of its words, so that they are kept or dropped together
 * (HTML 4.4.9): a label without its value, or a value without its label, is read as a part of the next group.
 */
export function unifyDefinitions({ tree, leaves }: Candidates, probabilities: Float32Array): void {
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) !== tag.dt) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOfGroup(tree, node));
    if (to - from < 2 || to - from > maxGroupLeaves) continue;
    let sum = 0;
    let words = 0;
    for (let leaf = from; leaf < to; leaf++) {
      const weight = integerAt(leaves.counts, leaf * columns + column.words) + 0.01;
      sum += floatAt(probabilities, leaf) * weight;
      words += weight;
    }
    probabilities.fill(sum / words, from, to);
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
