import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { attributeOf, endOf, type Tree } from '../../page/tree/tree.ts';
import { findBaseUrl } from '../../page/tree/url-resolver.ts';
import { parseRefresh, type Refresh } from './parse-refresh.ts';

/** A refresh with the base URL of its page. */
export interface MetaRefresh extends Refresh {
  baseUrl: string;
}

function refreshOf(tree: Tree, node: number): Refresh | null {
  const name = attributeOf(tree, node, attribute.httpEquiv)?.trim().toLowerCase();
  const content = name === 'refresh' ? attributeOf(tree, node, attribute.content) : null;
  return content === null ? null : parseRefresh(content);
}

/**
 * Returns the first refresh that the page at `url` declares, or null. One for browsers without scripts (`noscript`) does not
 * count: other visitors stay on the page.
 */
export function findMetaRefresh(html: string, url: string): MetaRefresh | null {
  const tree = parseHtml(html);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.noscript || tree.tag[node] === tag.template) node = endOf(tree, node) - 1;
    else if (tree.tag[node] === tag.meta) {
      const refresh = refreshOf(tree, node);
      if (refresh !== null) return { ...refresh, baseUrl: findBaseUrl(tree, url) };
    }
  }
  return null;
}
