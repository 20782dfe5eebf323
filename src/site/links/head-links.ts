import { readMetaTags } from '../../page/metadata/meta-tags.ts';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { createUrlResolver, findBaseUrl } from '../../page/tree/url-resolver.ts';
import { maxHeadLength } from './max-head-length.ts';

/** Feeds and sitemaps that a page's head links to. */
export interface HeadLinks {
  /** Unique absolute URLs of RSS and Atom feeds (`rel="alternate"` with a feed's media type). */
  feeds: string[];
  /** Unique absolute URLs of sitemaps (`rel="sitemap"`). */
  sitemaps: string[];
}

const feedType = /^application\/(?:rss|atom|rdf)\+xml\b/i;
const maxFeeds = 10;
/** Reads the feed and sitemap links in the head of the page at `url`. */
export function readHeadLinks(html: string, url: string): HeadLinks {
  const tree = parseHtml(html.slice(0, maxHeadLength));
  const { links } = readMetaTags(tree, createUrlResolver(findBaseUrl(tree, url), url));
  const feeds = (links.get('alternate') ?? []).filter((link) => feedType.test(link.type.trim()));
  const uniqueUrls = (links: readonly { url: string }[]) =>
    [...new Set(links.map((link) => link.url.replace(/#.*$/s, '')))].slice(0, maxFeeds);
  return { feeds: uniqueUrls(feeds), sitemaps: uniqueUrls(links.get('sitemap') ?? []) };
}
