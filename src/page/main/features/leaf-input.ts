import { floatAt } from '../../../domain/values/elements.ts';
import type { Tree } from '../../tree/tree.ts';
import type { LeafContext } from './leaf-context.ts';
import type { Leaves } from './leaves.ts';

/** Input of the feature computation. */
export interface LeafInput {
  tree: Tree;
  leaves: Leaves;
  context: LeafContext;
  /** Leaf of the heading of each leaf, which may be itself, or -1. */
  headings: Int32Array;
  /** 1 for leaves that the rules select. */
  isRuled: Uint8Array;
  /** Hash of the style of each leaf; see `leafStyles`. */
  styles: Int32Array;
}

const logTable = new Float32Array(4096);
for (let i = 0; i < logTable.length; i++) logTable[i] = Math.log1p(i);
/** Returns `log(1 + value)`. */
export function log1p(value: number): number {
  return value < 4096 ? floatAt(logTable, value | 0) : Math.log1p(value);
}

/** Returns `part / whole`, or 0 if `whole` is 0. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
