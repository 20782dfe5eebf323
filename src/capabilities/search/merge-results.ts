import type { FoundResult, SearchQuery } from '../../domain/resources/search.ts';
import { canonicalUrl } from '../../site/links/url-normalization.ts';

/**
 * Returns the identity of a result: the URL without scheme, `www.`, fragment, tracking parameters and trailing
 * slash. It is coarser than for pages, because search engines spell one URL differently.
 */
export function resultIdentity(url: string): string {
  return canonicalUrl(url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?=$|\?)/, '');
}

function isSubdomainOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Returns true if a URL is in the requested domains. Providers treat domains only as a preference. */
export function isInRequestedDomains(url: string, { includeDomains, excludeDomains }: SearchQuery): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (excludeDomains.some((domain) => isSubdomainOf(host, domain))) return false;
  return includeDomains.length === 0 || includeDomains.some((domain) => isSubdomainOf(host, domain));
}

/** Returns true if a result was published within the requested days, or states no date. */
function isInPeriod({ published_at: at }: FoundResult, { since, until }: SearchQuery): boolean {
  if (at === undefined) return true;
  const day = at.slice(0, 10);
  return (since === undefined || day >= since) && (until === undefined || day <= until);
}

/** Results of several pages without duplicates, in the order in which they were first found. */
export interface MergedResults {
  /** Adds the results in the requested domains and days; returns how many were new. */
  add(results: readonly FoundResult[]): number;
  all(): FoundResult[];
  /** Number of results outside the requested domains, and outside the requested days. */
  readonly rejectedCount: number;
  readonly outdatedCount: number;
}

function mergeDuplicates(first: FoundResult, duplicate: FoundResult): FoundResult {
  return {
    ...duplicate,
    ...first,
    title: first.title || duplicate.title,
    snippet: first.snippet || duplicate.snippet,
    engines: [...new Set([...first.engines, ...duplicate.engines])],
  };
}

/** Creates an empty collection. */
export function createMergedResults(query: SearchQuery): MergedResults {
  const byIdentity = new Map<string, FoundResult>();
  let rejectedCount = 0;
  let outdatedCount = 0;
  // An image is identified by its own URL, not by its page.
  const identityOf = ({ url, image }: FoundResult) =>
    query.category === 'images' && image !== undefined ? canonicalUrl(image.url) : resultIdentity(url);
  return {
    add(results) {
      const previousSize = byIdentity.size;
      for (const result of results) {
        if (!isInRequestedDomains(result.url, query)) {
          rejectedCount += 1;
          continue;
        }
        if (!isInPeriod(result, query)) {
          outdatedCount += 1;
          continue;
        }
        const key = identityOf(result);
        const existing = byIdentity.get(key);
        byIdentity.set(key, existing === undefined ? result : mergeDuplicates(existing, result));
      }
      return byIdentity.size - previousSize;
    },
    all: () => [...byIdentity.values()],
    get rejectedCount() {
      return rejectedCount;
    },
    get outdatedCount() {
      return outdatedCount;
    },
  };
}
