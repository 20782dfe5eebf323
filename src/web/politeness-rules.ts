import { getDomain } from 'tldts';
import type { PolitenessRule } from '../domain/settings.ts';

/** Networks of the operator take 16 fetches at once without a gap. */
export const relaxedRule: PolitenessRule = { concurrency: 16, gapMs: 0 };

/** A site that asks for more is asked less often than it wants rather than never. */
const longestCrawlDelayMs = 60_000;
const longestRetryAfterMs = 10 * 60_000;

/** Names the site of an address, its registrable domain or IP address, as seen through one exit. */
export function siteKey(url: URL, exitId: string): string {
  return `${exitId} ${getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname}`;
}

/** A `Retry-After` in milliseconds, kept for ten minutes at most; 0 for none. */
export function boundedRetryAfter(ms: number | undefined): number {
  return Math.min(Math.max(ms ?? 0, 0), longestRetryAfterMs);
}

/** A `Crawl-delay` in milliseconds, kept up to a minute; null when the site was not asked for one. */
export function boundedCrawlDelay(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.min(Math.max(ms, 0), longestCrawlDelayMs);
}
