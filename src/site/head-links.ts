import { baseOf, createAddresses } from '../page/addresses.ts';
import { metaTagsOf } from '../page/meta-tags.ts';
import { parseHtml } from '../page/parse/scan.ts';

/** Files that a page's head names beside itself. */
export interface HeadLinks {
  /** RSS and Atom feeds (the usual `alternate` links with a feed's type), absolute, each once. */
  feeds: string[];
  /** Sitemaps (`rel="sitemap"`), absolute, each once. */
  sitemaps: string[];
}

const feedType = /^application\/(?:rss|atom|rdf)\+xml\b/i;
const mostFeeds = 10;
/** Characters in which the head of any real page is over. */
const headLength = 300_000;

/** Reads the head of the page at `url`. */
export function headLinksOf(html: string, url: string): HeadLinks {
  const tree = parseHtml(html.slice(0, headLength));
  const { links } = metaTagsOf(tree, createAddresses(baseOf(tree, url), url));
  const feeds = (links.get('alternate') ?? []).filter((link) => feedType.test(link.type.trim()));
  const once = (found: readonly { url: string }[]) =>
    [...new Set(found.map((link) => link.url.replace(/#.*$/s, '')))].slice(0, mostFeeds);
  return { feeds: once(feeds), sitemaps: once(links.get('sitemap') ?? []) };
}
