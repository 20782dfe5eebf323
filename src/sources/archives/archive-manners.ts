import { isIP } from 'node:net';

/** How one service of an archive wants to be asked. */
export interface ArchiveManners {
  /** Milliseconds between two starts in the long run; 0 for no bound. */
  gapMs: number;
  /** Starts at once after a pause. */
  burst: number;
  /** Requests at once, all processes together. */
  atOnce: number;
  /** Milliseconds before a failed request is tried again; doubled each time. */
  retryMs: number;
  /** Milliseconds that the service is left alone when it does not answer at all; doubled each time. */
  restMs: number;
  /** Milliseconds that it is left alone when it says that it was asked too often, and not for how long. */
  coolMs: number;
}

/** A service with manners of its own: index and replay of one host are asked apart. */
export type ArchiveService = 'index' | 'replay';

const minute = 60_000;

/**
 * What operators of archives ask for, with room to spare, by host and service (the Wayback Machine: 30 index questions and
 * 600 pages a minute are refused; Common Crawl's index wants one question at a time; Arquivo.pt 250 a minute).
 */
const known: Readonly<Record<string, ArchiveManners>> = {
  'web.archive.org index': manners({ gapMs: 2_500, burst: 5, atOnce: 2 }),
  'web.archive.org replay': manners({ gapMs: 125, burst: 8, atOnce: 6 }),
  'index.commoncrawl.org index': manners({ gapMs: 1_500, burst: 1, atOnce: 1, retryMs: 2_000 }),
  'data.commoncrawl.org replay': manners({ gapMs: 250, burst: 4, atOnce: 3, retryMs: 2_000 }),
  'arquivo.pt index': manners({ gapMs: 400, burst: 4, atOnce: 2 }),
  'arquivo.pt replay': manners({ gapMs: 250, burst: 4, atOnce: 3 }),
};

function manners(own: Partial<ArchiveManners>): ArchiveManners {
  return { gapMs: 500, burst: 4, atOnce: 2, retryMs: 1_000, restMs: minute, coolMs: minute, ...own };
}

/** An archive in one's own house need not be spared, and is back sooner. */
const atHome = manners({ gapMs: 0, atOnce: 8, retryMs: 100, restMs: 5_000, coolMs: 5_000 });

function isAtHome(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
}

/** How a host wants to be asked. */
export function mannersOf(base: URL, service: ArchiveService): ArchiveManners {
  const host = base.hostname.toLowerCase();
  return known[`${host} ${service}`] ?? (isAtHome(host) ? atHome : manners({}));
}
