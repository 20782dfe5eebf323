import type { UrlDigests } from '../../domain/values/url-digests.ts';
import type { HashRoutes } from '../../site/links/hash-routes.ts';
import type { Scope } from '../../site/links/scope.ts';
import { normalizeLink } from '../../site/links/url-normalization.ts';
import type { LinkSource, MapLink } from './map-response.ts';

/** A URL from a page, a sitemap or robots.txt. */
export interface LinkCandidate {
  url: string;
  source: LinkSource;
  title?: string | null;
  description?: string | null;
  lastmod?: string | null;
}

/** URLs of one site, without duplicates. */
export interface LinkCollection {
  /** Adds a URL of the site; for a known URL, only missing properties are added. */
  add(candidate: LinkCandidate): void;
  readonly size: number;
  /** True if the maximum number of URLs was exceeded. */
  readonly isFull: boolean;
  /** Returns the links in the order found. */
  links(): MapLink[];
}

/**
 * Creates a collection of at most `maxLinks` URLs within `scope`, without those that were listed before. Fragments are
 * dropped, except those of `routes`.
 */
export function createLinkCollection(
  scope: Scope,
  maxLinks: number,
  listed: UrlDigests,
  routes: Pick<HashRoutes, 'routeOf' | 'identityOf'>,
): LinkCollection {
  const byIdentity = new Map<string, MapLink>();
  let isFull = false;

  function addMissing(link: MapLink, { title, description, lastmod }: LinkCandidate): void {
    if (title && link.title === undefined) link.title = title;
    if (description && link.description === undefined) link.description = description;
    if (lastmod && link.lastmod === undefined) link.lastmod = lastmod;
  }

  return {
    add(candidate) {
      const page = normalizeLink(candidate.url);
      if (page === null || !scope.covers(page)) return;
      const url = page + routes.routeOf(candidate.url);
      const identity = routes.identityOf(url);
      let link = byIdentity.get(identity);
      if (link === undefined) {
        if (listed.has(identity)) return;
        if (byIdentity.size >= maxLinks) {
          isFull = true;
          return;
        }
        link = { url, source: candidate.source };
        byIdentity.set(identity, link);
      }
      addMissing(link, candidate);
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
