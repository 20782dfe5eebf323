import { dayMs } from '../../../domain/values/day-ms.ts';
import type { FetchResource } from '../../../fetching/fetch-resource.ts';
import type { RobotsGate } from '../../../fetching/stages/robots-gate.ts';
import { robotsToken } from '../../../fetching/user-agent.ts';
import { canonicalUrl } from '../../../site/links/url-normalization.ts';
import { readSitemap } from '../../../site/sitemap/read-sitemap.ts';

/** Dependencies for reading sitemaps. */
export interface SitemapPorts {
  fetchResource: FetchResource;
  robots: RobotsGate;
}

/** Pages, of which the sites' sitemaps may state when they changed. */
export interface SitemapDatesRequest {
  urls: readonly string[];
  country: string | null;
  strictCountry: boolean;
  signal: AbortSignal;
}

const maxSitemapBytes = 50_000_000;
const sitemapTimeoutMs = 60_000;
/** Maximum numbers of sites, and of sitemaps of a site with those that its indexes name. */
const maxSites = 20;
const maxSitemaps = 50;

/** Returns the latest time that a `lastmod` value can mean, in ms; null if it is none. A date is a day in any time zone. */
function latestTimeOf(lastmod: string): number | null {
  const time = Date.parse(lastmod);
  if (Number.isNaN(time)) return null;
  if (/^\d{4}$/.test(lastmod)) return time + 367 * dayMs;
  if (/^\d{4}-\d{2}$/.test(lastmod)) return time + 32 * dayMs;
  return /^\d{4}-\d{2}-\d{2}$/.test(lastmod) ? time + 2 * dayMs : time;
}

/** Adds the dates of one site's sitemaps for the wanted pages. */
async function readSite(
  origin: string,
  wanted: ReadonlySet<string>,
  dates: Map<string, number>,
  { country, strictCountry, signal }: SitemapDatesRequest,
  { fetchResource, robots }: SitemapPorts,
): Promise<void> {
  const exitOptions = { country, strictCountry, networks: ['service', 'residential'] as const };
  const rules = await robots.rules(new URL(origin), signal, exitOptions);
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const named = (rules?.sitemaps ?? []).filter((address) => URL.parse(address)?.origin === origin);
  const queue = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const seen = new Set(queue);
  for (let at = 0; at < queue.length && at < maxSitemaps; at += 1) {
    const request = {
      url: new URL(queue[at] as string),
      exitOptions,
      maxBytes: maxSitemapBytes,
      timeoutMs: sitemapTimeoutMs,
      crawlDelayMs: delay === null ? null : delay * 1_000,
    };
    const { response } = await fetchResource(request, signal);
    if (response === null || response.statusCode !== 200) continue;
    const take = (entry: { url: string; kind: 'page' | 'sitemap'; lastmod: string | null }) => {
      if (entry.kind === 'sitemap') {
        if (URL.parse(entry.url)?.origin === origin && !seen.has(entry.url)) queue.push(entry.url);
        seen.add(entry.url);
        return true;
      }
      const key = canonicalUrl(entry.url);
      const latest = entry.lastmod === null || !wanted.has(key) ? null : latestTimeOf(entry.lastmod);
      if (latest !== null) dates.set(key, Math.max(latest, dates.get(key) ?? 0));
      return true;
    };
    await readSitemap(response.body, { url: response.finalUrl, take }, signal);
  }
}

/**
 * Returns the times at which pages changed at the latest, in ms, as the sitemaps of their sites state. Pages without a
 * statement are absent.
 */
export async function readSitemapDates(
  request: SitemapDatesRequest,
  ports: SitemapPorts,
): Promise<Map<string, number>> {
  const byOrigin = new Map<string, Set<string>>();
  for (const url of request.urls) {
    const origin = URL.parse(url)?.origin;
    if (origin === undefined) continue;
    const keys = byOrigin.get(origin) ?? new Set();
    byOrigin.set(origin, keys.add(canonicalUrl(url)));
  }
  const dates = new Map<string, number>();
  for (const [origin, wanted] of [...byOrigin].slice(0, maxSites))
    await readSite(origin, wanted, dates, request, ports);
  return new Map(
    request.urls.flatMap((url) => {
      const latest = dates.get(canonicalUrl(url));
      return latest === undefined ? [] : [[url, latest] as const];
    }),
  );
}
