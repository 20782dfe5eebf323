import { integerAt } from '../../../domain/values/elements.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import { endOf, type Tree } from '../../tree/tree.ts';
import type { RuledContent } from '../content-by-rules.ts';
import { computeLeafContext, type LeafContext } from '../features/leaf-context.ts';
import { fillFeatures, plainFeatures } from '../features/leaf-features.ts';
import type { Leaves } from '../features/leaves.ts';
import { leafStyles } from '../features/sequence-features.ts';
import { computeHeadings } from '../headings.ts';

/** Number of sums of token weights after the plain features of a leaf. */
export const tokenFeatureCount = 8;
/** Kinds of pages in the order of their probabilities, which are last in a row. */
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

/** Length of the feature row of a leaf. */
export const rowWidth: number = plainFeatures + tokenFeatureCount + pageKinds.length;

/** Leaves of a page with all features that do not depend on trained weights. */
export interface Candidates {
  tree: Tree;
  leaves: Leaves;
  context: LeafContext;
  /** Leaf of the heading of each leaf, or -1. */
  headings: Int32Array;
  /** 1 for leaves that the rules select. */
  isRuled: Uint8Array;
  /** {@link rowWidth} numbers per leaf. */
  rows: Float32Array;
}

/** Marks the leaves that the rules select. */
function markRuledLeaves(tree: Tree, leaves: Leaves, { roots, flow }: RuledContent): Uint8Array {
  const isRuled = new Uint8Array(leaves.count);
  const root = roots[0] ?? 0;
  const end = endOf(tree, root);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = integerAt(leaves.first, leaf);
    if (node >= root && node < end && flow.kind[node] !== flowKind.skipped) isRuled[leaf] = 1;
  }
  return isRuled;
}

/** Computes the features of the leaves that were split from `flow`; `rules` is the selection of the rules. */
export function computeCandidates(
  tree: Tree,
  flow: Flow,
  leaves: Leaves,
  body: number,
  rules: RuledContent,
): Candidates {
  const context = computeLeafContext(tree, flow, leaves, body);
  const headings = computeHeadings(tree, leaves);
  const rows = new Float32Array(leaves.count * rowWidth);
  const isRuled = markRuledLeaves(tree, leaves, rules);
  const styles = leafStyles(tree, leaves, context.signatures);
  fillFeatures({ tree, leaves, context, headings, isRuled, styles }, rows, rowWidth);
  return { tree, leaves, context, headings, isRuled, rows };
}
