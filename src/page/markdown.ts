import type { Addresses } from './addresses.ts';
import { withoutTagCharacters } from './code-points.ts';
import { BlockWriter } from './markdown/block-writer.ts';
import { BlockFlow } from './markdown/blocks.ts';
import type { Context } from './markdown/context.ts';
import { footnotesOf } from './markdown/footnotes.ts';
import type { Tree } from './tree.ts';
import type { Flow } from './visible.ts';

/** What {@link markdownOf} works on. */
export interface MarkdownInput {
  tree: Tree;
  flow: Flow;
  addresses: Addresses;
  /** Subtrees to write, in document order. */
  roots: readonly number[];
}

/** CommonMark with GFM tables, task lists and strikethrough; links and images are absolute. */
export function markdownOf({ tree, flow, addresses, roots }: MarkdownInput): string {
  const blocks = new BlockWriter();
  const context: Context = {
    tree,
    flow,
    addresses,
    blocks,
    notes: footnotesOf(tree, roots),
    node(node) {
      body.node(node);
      body.flush();
    },
    content: (node) => body.content(node),
    line: (node) => body.line(node),
  };
  const body = new BlockFlow(context);
  for (const root of roots) {
    body.node(root);
    body.flush();
  }
  return withoutTagCharacters(blocks.markdown());
}
