import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { endOf } from '../tree/tree.ts';
import type { Selection } from './selection.ts';

/** Leaves from `from` to the one before `to`. */
export interface LeafRange {
  from: number;
  to: number;
}

/** Returns the leaves in an element. */
export function leavesIn({ tree, leaves }: Selection, node: number): LeafRange {
  return { from: integerAt(leaves.before, node), to: integerAt(leaves.before, endOf(tree, node)) };
}

/** Returns true if all leaves of a range are kept. */
export function isKeptWholly({ isKept }: Selection, { from, to }: LeafRange): boolean {
  for (let leaf = from; leaf < to; leaf++) if (byteAt(isKept, leaf) === 0) return false;
  return true;
}

/** Returns true if a leaf of a range is kept. */
export function hasKept({ isKept }: Selection, { from, to }: LeafRange): boolean {
  for (let leaf = from; leaf < to; leaf++) if (byteAt(isKept, leaf) === 1) return true;
  return false;
}

/** Keeps the visible leaves of a range. */
export function keepVisible({ leaves, isKept }: Selection, { from, to }: LeafRange): void {
  for (let leaf = from; leaf < to; leaf++) if (leaves.isHidden[leaf] === 0) isKept[leaf] = 1;
}
