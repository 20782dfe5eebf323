import { type Flow, flowKind } from '../tree/flow.ts';
import { endOf, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import type { BlockWriter } from './blocks/block-writer.ts';
import type { LinkStyle } from './inline/link-style.ts';

/** Shared state of the Markdown serializer. */
export interface MarkdownContext {
  tree: Tree;
  flow: Flow;
  urls: UrlResolver;
  blocks: BlockWriter;
  links: LinkStyle;
  /** Footnote numbers by element id. */
  footnotes: ReadonlyMap<string, string>;
  /** Writes one node of the flow. */
  node(node: number): void;
  /** Writes the content of an element as blocks. */
  content(node: number): void;
  /** Returns the content of an element on one line, with `<br>` between blocks, as in a table cell. */
  line(node: number): string;
}

/** Calls `visit` for each child that is in the flow. */
export function forEachChild(context: MarkdownContext, node: number, visit: (child: number) => void): void {
  const { tree, flow } = context;
  const end = endOf(tree, node);
  let child = node + 1;
  while (child < end) {
    if (flow.kind[child] !== flowKind.skipped) visit(child);
    child = endOf(tree, child);
  }
}
