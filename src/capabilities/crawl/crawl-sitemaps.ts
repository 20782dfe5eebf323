import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { RobotsGate } from '../../fetching/robots-gate.ts';
import { robotsToken } from '../../fetching/user-agent.ts';
import { addressDigest } from '../../jobs/finished-page.ts';
import type { NewAddress } from '../../jobs/job-creation.ts';
import { readSitemap } from '../../site/read-sitemap.ts';
import type { ExitWish } from '../../web/exits/exits.ts';
import type { FoundLinks } from './found-links.ts';

/** What following sitemaps needs of the other rooms. */
export interface SitemapPorts {
  fetchResource: FetchResource;
  robots: RobotsGate;
  robotsPolicy: 'respect' | 'ignore';
}

/** A sitemap's turn. */
export interface SitemapTurn {
  url: string;
  /** 0 for robots.txt, 1 for what it names, more for what an index names. */
  depth: number;
  links: FoundLinks;
  /** Pages that are worth keeping in line. */
  mostPages: number;
  wish: ExitWish;
  signal: AbortSignal;
}

/** The protocol's own limit. */
const maxSitemapBytes = 50_000_000;
const sitemapWithinMs = 120_000;
const usualPlaces = ['/sitemap.xml', '/sitemap_index.xml'];
/** How deep indexes of indexes are followed, and how many sitemaps one file may name. */
const deepestIndex = 3;
const mostSitemaps = 100;

function sitemapAt(url: string, depth: number): NewAddress {
  return { kind: 'sitemap', url, digest: addressDigest(`sitemap ${url}`), depth };
}

/** The sitemaps that robots.txt names, else the usual places. */
async function namedSitemaps(turn: SitemapTurn, { robots }: SitemapPorts): Promise<NewAddress[]> {
  const url = new URL(turn.url);
  const rules = await robots.rules(url, turn.signal);
  const named = (rules?.sitemaps ?? [])
    .filter((address) => turn.links.covers(address))
    .slice(0, mostSitemaps);
  const addresses = named.length > 0 ? named : usualPlaces.map((path) => new URL(path, url).href);
  return addresses.map((address) => sitemapAt(address, 1));
}

/** What a sitemap, an index of sitemaps or robots.txt leads to: pages at one link from the start, and sitemaps. */
export async function followSitemap(turn: SitemapTurn, ports: SitemapPorts): Promise<NewAddress[]> {
  if (turn.depth === 0) return namedSitemaps(turn, ports);
  const url = new URL(turn.url);
  const rules = ports.robotsPolicy === 'respect' ? await ports.robots.rules(url, turn.signal) : null;
  const delay = rules?.crawlDelay(robotsToken) ?? null;
  const request = {
    url,
    wish: turn.wish,
    maxBytes: maxSitemapBytes,
    timeoutMs: sitemapWithinMs,
    crawlDelayMs: delay === null ? null : delay * 1_000,
  };
  const { response } = await ports.fetchResource(request, turn.signal);
  if (response === null || response.statusCode !== 200) return [];
  const found: NewAddress[] = [];
  let sitemaps = 0;
  const options = {
    url: response.finalUrl,
    take(entry: { url: string; kind: 'page' | 'sitemap' }) {
      if (entry.kind === 'page') found.push(...turn.links.choose([entry.url], 1).found);
      else if (turn.depth < deepestIndex && sitemaps < mostSitemaps && turn.links.covers(entry.url)) {
        sitemaps += 1;
        found.push(sitemapAt(entry.url, turn.depth + 1));
      }
      return found.length - sitemaps < turn.mostPages;
    },
  };
  await readSitemap(response.body, options, turn.signal);
  return found;
}
