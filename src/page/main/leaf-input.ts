import type { Tree } from '../tree.ts';
import type { Leaves } from './leaves.ts';
import type { Surroundings } from './surroundings.ts';

/** What the features of a page are made from. */
export interface LeafInput {
  tree: Tree;
  leaves: Leaves;
  around: Surroundings;
  /** The heading that each leaf stands under or is, -1 for none. */
  headings: Int32Array;
  /** 1 for leaves that the rules would take. */
  isRuled: Uint8Array;
}

const logs = new Float32Array(4096);
for (let i = 0; i < logs.length; i++) logs[i] = Math.log1p(i);
/** The logarithm of a count and one. */
export function log(value: number): number {
  return value < 4096 ? (logs[value | 0] as number) : Math.log1p(value);
}

/** A share of a whole, 0 of nothing. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
