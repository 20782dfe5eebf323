import { tag } from '../parse/names/tags.ts';
import { parseHtml } from '../parse/parse-html.ts';
import { toCleanHtml } from '../tree/clean-html.ts';
import { computeFlow } from '../tree/flow.ts';
import { createUrlResolver, findBaseUrl } from '../tree/url-resolver.ts';

/** Returns the visible HTML of the body of a text with all elements closed, so that it does not affect what follows it. */
export function balancedHtml(html: string, url: string): string {
  if (!html.includes('<')) return html;
  const tree = parseHtml(html);
  const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  return toCleanHtml(tree, flow, createUrlResolver(findBaseUrl(tree, url), url), [
    Math.max(0, tree.tag.indexOf(tag.body)),
  ]);
}
