import { sitemapLimits } from '../../site/sitemap/sitemap-limits.ts';

/** Number, bytes and time that the sitemaps of a crawl may still use in this process. */
export interface SitemapBudget {
  /** Starts a sitemap; returns the milliseconds that it may take, or null if no further sitemap is read. */
  start(): number | null;
  /** Counts a sitemap that has ended. */
  spend(use: { bytes: number; ms: number }): void;
}

/** Maximum time of one sitemap. */
const maxSitemapMs = 60_000;
/** A sitemap is not started with less time than it needs to be answered. */
const minSitemapMs = 5_000;
/** Time that all sitemaps take together: a minute, and a second for each page of the job. */
const baseMs = 60_000;
const msPerPage = 1_000;
const maxTotalMs = 15 * 60_000;

/** Creates the budget of a crawl that reads at most `limit` pages. */
export function createSitemapBudget(limit: number): SitemapBudget {
  const left = { ...sitemapLimits(limit), ms: Math.min(maxTotalMs, baseMs + limit * msPerPage) };
  return {
    start() {
      if (left.files <= 0 || left.bytes <= 0 || left.ms <= 0) return null;
      left.files -= 1;
      return Math.max(minSitemapMs, Math.min(maxSitemapMs, left.ms));
    },
    spend({ bytes, ms }) {
      left.bytes -= bytes;
      left.ms -= ms;
    },
  };
}
