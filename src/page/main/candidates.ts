import type { Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import type { RuledContent } from './content-by-rules.ts';
import { headingsOf } from './headings.ts';
import { fillFeatures, plainFeatures } from './leaf-features.ts';
import type { Leaves } from './leaves.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/** Sums of token weights that stand behind the plain features of a leaf, in this order. */
export const tokenFeatures = 8;
/** Kinds of page, in the order of their probabilities; they stand last in a row. */
export const pageKinds = [
  'article',
  'product',
  'listing',
  'forum',
  'documentation',
  'service',
  'collection',
] as const;
/** One of {@link pageKinds}. */
export type PageKind = (typeof pageKinds)[number];

/** Numbers in the feature row of a leaf. */
export const rowWidth: number = plainFeatures + tokenFeatures + pageKinds.length;

/** A page cut into leaves, with what is known of each but for what trained weights add. */
export interface Candidates {
  tree: Tree;
  leaves: Leaves;
  around: Surroundings;
  /** The leaf of the heading over each leaf, or -1. */
  headings: Int32Array;
  /** 1 for leaves that the rules would take. */
  isRuled: Uint8Array;
  /** {@link rowWidth} numbers a leaf. */
  rows: Float32Array;
}

/** Leaves that the rules would take. */
function ruledLeaves(tree: Tree, leaves: Leaves, { roots, flow }: RuledContent): Uint8Array {
  const isRuled = new Uint8Array(leaves.count);
  const root = roots[0] ?? 0;
  const end = tree.end[root] as number;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.first[leaf] as number;
    if (node >= root && node < end && flow.kind[node] !== flowKind.skipped) isRuled[leaf] = 1;
  }
  return isRuled;
}

/** Describes the leaves of a page; `flow` is what they were cut from, `rules` what rules would choose of them. */
export function candidatesOf(
  tree: Tree,
  flow: Flow,
  leaves: Leaves,
  body: number,
  rules: RuledContent,
): Candidates {
  const around = surroundingsOf(tree, flow, leaves, body);
  const headings = headingsOf(tree, leaves);
  const rows = new Float32Array(leaves.count * rowWidth);
  const isRuled = ruledLeaves(tree, leaves, rules);
  fillFeatures({ tree, leaves, around, headings, isRuled }, rows, rowWidth);
  return { tree, leaves, around, headings, isRuled, rows };
}
