import type { FoundResult, SearchQuery } from '../../domain/search.ts';
import { canonicalUrl } from '../../site/url-rules.ts';

/**
 * What makes two results one: the address without scheme, `www.`, fragment, tracking parameters and last slash. Coarser
 * than for pages, since results are shown and not delivered: engines write one address in many ways.
 */
export function resultIdentity(url: string): string {
  return canonicalUrl(url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?=$|\?)/, '');
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Whether a result lies where the query wants it. Providers take domains as a wish. */
export function isWanted(url: string, { includeDomains, excludeDomains }: SearchQuery): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (excludeDomains.some((domain) => isWithin(host, domain))) return false;
  return includeDomains.length === 0 || includeDomains.some((domain) => isWithin(host, domain));
}

/** Results of several pages, each one once, in the order in which they were found first. */
export interface MergedResults {
  /** Adds those that are wanted; returns how many were new. */
  add(results: readonly FoundResult[]): number;
  all(): FoundResult[];
  /** How many lay elsewhere than was wanted. */
  readonly unwanted: number;
}

function joined(first: FoundResult, again: FoundResult): FoundResult {
  return {
    ...again,
    ...first,
    title: first.title || again.title,
    snippet: first.snippet || again.snippet,
    engines: [...new Set([...first.engines, ...again.engines])],
  };
}

/** Begins with none. */
export function mergeResults(query: SearchQuery): MergedResults {
  const found = new Map<string, FoundResult>();
  let unwanted = 0;
  // A picture is what was found, whatever page it stands on.
  const identityOf = ({ url, image }: FoundResult) =>
    query.category === 'images' && image !== undefined ? canonicalUrl(image.url) : resultIdentity(url);
  return {
    add(results) {
      const before = found.size;
      for (const result of results) {
        if (!isWanted(result.url, query)) {
          unwanted += 1;
          continue;
        }
        const key = identityOf(result);
        const known = found.get(key);
        found.set(key, known === undefined ? result : joined(known, result));
      }
      return found.size - before;
    },
    all: () => [...found.values()],
    get unwanted() {
      return unwanted;
    },
  };
}
