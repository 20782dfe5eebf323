import { isHeading } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import type { Tree } from '../tree.ts';
import { column, columns, type Leaves } from './leaves.ts';

/** The leaf with the heading over each leaf. */
export function headingsOf(tree: Tree, leaves: Leaves): Int32Array {
  const headings = new Int32Array(leaves.count).fill(-1);
  let last = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isHeading[tree.tag[leaves.block[leaf] as number] as number] === 1) last = leaf;
    headings[leaf] = last;
  }
  return headings;
}

/** The heading that says what the title says, else the first `h1`. */
export function mainHeading(tree: Tree, leaves: Leaves): number {
  let best = -1;
  let bestScore = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const tagId = tree.tag[leaves.block[leaf] as number] as number;
    if (isHeading[tagId] !== 1) continue;
    const hits = leaves.counts[leaf * columns + column.titleWords] as number;
    const score = (tagId === tag.h1 ? 2 : tagId === tag.h2 ? 0.5 : 0) + Math.min(hits, 6) * 0.5;
    if (score > bestScore) {
      best = leaf;
      bestScore = score;
    }
  }
  return best;
}
