import { integerAt } from '../../domain/values/elements.ts';
import { isHeading } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Tree, tagOf } from '../tree/tree.ts';
import { column, columns, type Leaves, wordsOf } from './features/leaves.ts';

/** Returns the leaf of the heading above each leaf, or -1. */
export function computeHeadings(tree: Tree, leaves: Leaves): Int32Array {
  const headings = new Int32Array(leaves.count).fill(-1);
  let last = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isHeading[tagOf(tree, integerAt(leaves.block, leaf))] === 1) last = leaf;
    headings[leaf] = last;
  }
  return headings;
}

/** Scores of first and second level headings; a heading that is a link is often the name of the site. */
const levelScores = { first: 2, linkedFirst: 0.25, second: 0.5 };

/** Returns the heading that matches the title best, else the first `h1`, or -1. */
export function findMainHeading(tree: Tree, leaves: Leaves): number {
  let best = -1;
  let bestScore = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const tagId = tagOf(tree, integerAt(leaves.block, leaf));
    if (isHeading[tagId] !== 1) continue;
    const hits = integerAt(leaves.counts, leaf * columns + column.titleWords);
    const isLink = integerAt(leaves.counts, leaf * columns + column.linked) === wordsOf(leaves, leaf);
    const first = isLink ? levelScores.linkedFirst : levelScores.first;
    const score =
      (tagId === tag.h1 ? first : tagId === tag.h2 ? levelScores.second : 0) + Math.min(hits, 6) * 0.5;
    if (score > bestScore) {
      best = leaf;
      bestScore = score;
    }
  }
  return best;
}
