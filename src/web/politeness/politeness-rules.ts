import { getDomain } from 'tldts';
import type { PolitenessRule } from '../../domain/system/settings.ts';

/** Rule for networks of the operator: 16 concurrent fetches without a gap. */
export const relaxedRule: PolitenessRule = { concurrency: 16, gapMs: 0 };

/** Limits of the values that sites send; longer delays are shortened. */
const maxCrawlDelayMs = 60_000;
const maxRetryAfterMs = 10 * 60_000;

/** Returns the key of a URL's site (its registrable domain or IP address) and an exit. */
export function siteKey(url: URL, exitId: string): string {
  return `${exitId} ${getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname}`;
}

/** Limits a `Retry-After` in milliseconds to ten minutes; 0 if there is none. */
export function limitRetryAfter(ms: number | undefined): number {
  return Math.min(Math.max(ms ?? 0, 0), maxRetryAfterMs);
}

/** Limits a `Crawl-delay` in milliseconds to one minute; null if robots.txt was not read. */
export function limitCrawlDelay(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.min(Math.max(ms, 0), maxCrawlDelayMs);
}
