import type { LinkForm } from '../domain/pages/link-form.ts';
import { BlockFlow } from './markdown/blocks/block-flow.ts';
import { BlockWriter } from './markdown/blocks/block-writer.ts';
import { numberFootnotes } from './markdown/blocks/footnotes.ts';
import type { MarkdownContext } from './markdown/context.ts';
import { LinkStyle } from './markdown/inline/link-style.ts';
import { removeInvisibleCharacters } from './safety/invisible-characters.ts';
import type { Flow } from './tree/flow.ts';
import type { Tree } from './tree/tree.ts';
import type { UrlResolver } from './tree/url-resolver.ts';

/** Input of {@link toMarkdown}. */
export interface MarkdownInput {
  tree: Tree;
  flow: Flow;
  urls: UrlResolver;
  /** Subtrees to serialize, in document order. */
  roots: readonly number[];
  links?: LinkForm | undefined;
}

/**
 * Serializes subtrees as CommonMark with GFM tables, task lists and strikethrough; links and images are absolute. References
 * stand in one block at the end.
 */
export function toMarkdown({ tree, flow, urls, roots, links: form = 'inline' }: MarkdownInput): string {
  const blocks = new BlockWriter();
  const links = new LinkStyle(form);
  const context: MarkdownContext = {
    tree,
    flow,
    urls,
    blocks,
    links,
    footnotes: numberFootnotes(tree, roots),
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
  const definitions = links.definitions();
  if (form === 'references' && definitions !== '') blocks.block(definitions);
  return removeInvisibleCharacters(blocks.markdown());
}
