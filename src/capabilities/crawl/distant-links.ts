import { setImmediate } from 'node:timers/promises';
import type { SkipCounts } from '../../domain/resources/job.ts';
import { mayBePage, normalizeLink } from '../../site/links/url-normalization.ts';

/** Maximum number of pages whose repetition is noticed; more are not counted. */
const maxKnown = 20_000;
const linksPerSlice = 500;

/**
 * Counts the pages that are further from the start page than a crawl reads when their links are found. It forgets at a restart, so that
 * a page can be counted again.
 */
export interface DistantLinks {
  /** Returns how many pages are counted for the first time, as the reason `depth`. Yields to the event loop between batches. */
  count(links: Iterable<{ url: string }>): Promise<SkipCounts>;
}

/**
 * Creates the count of one crawl in this process; that of a list of URLs, which follows no links, is empty. `isUnread` tells whether
 * a page belongs to the crawl and was not found by a shorter way.
 */
export function createDistantLinks(
  isUnread: (page: string, url: URL) => boolean,
  isList: boolean,
): DistantLinks {
  const known = new Set<string>();

  function isNew(link: string): boolean {
    const page = normalizeLink(link);
    if (page === null || known.has(page)) return false;
    const url = new URL(page);
    if (!mayBePage(url) || !isUnread(page, url)) return false;
    known.add(page);
    return true;
  }

  return {
    async count(links) {
      let [checked, depth] = [0, 0];
      for (const { url } of isList ? [] : links) {
        if (known.size >= maxKnown) break;
        if (isNew(url)) depth += 1;
        checked += 1;
        if (checked % linksPerSlice === 0) await setImmediate();
      }
      return depth === 0 ? {} : { depth };
    },
  };
}
