import type { Scope } from '../../site/scope.ts';
import { canonicalUrl, normalizeLink } from '../../site/url-rules.ts';
import type { LinkSource, MapLink } from './map-answer.ts';

/** An address as a page, a sitemap or robots.txt named it. */
export interface FoundLink {
  url: string;
  source: LinkSource;
  title?: string | null;
  description?: string | null;
  lastmod?: string | null;
}

/** The addresses of one site, each page once. */
export interface LinkCollection {
  /** Takes an address unless it lies outside the site; what is known already only gains what it lacked. */
  add(found: FoundLink): void;
  readonly size: number;
  /** True when there was more than it may hold. */
  readonly isFull: boolean;
  /** In the order found. */
  links(): MapLink[];
}

/** A collection of at most `mostLinks` addresses within `scope`. */
export function createLinkCollection(scope: Scope, mostLinks: number): LinkCollection {
  const byIdentity = new Map<string, MapLink>();
  let isFull = false;

  function complete(link: MapLink, { title, description, lastmod }: FoundLink): void {
    if (title && link.title === undefined) link.title = title;
    if (description && link.description === undefined) link.description = description;
    if (lastmod && link.lastmod === undefined) link.lastmod = lastmod;
  }

  return {
    add(found) {
      const url = normalizeLink(found.url);
      if (url === null || !scope.covers(url)) return;
      const identity = canonicalUrl(url);
      let link = byIdentity.get(identity);
      if (link === undefined) {
        if (byIdentity.size >= mostLinks) {
          isFull = true;
          return;
        }
        link = { url, source: found.source };
        byIdentity.set(identity, link);
      }
      complete(link, found);
    },
    get size() {
      return byIdentity.size;
    },
    get isFull() {
      return isFull;
    },
    links: () => [...byIdentity.values()],
  };
}
