import { isIP } from 'node:net';

/** Request limits of one service of an archive. */
export interface ArchivePoliteness {
  /** Average milliseconds between two requests; 0 for no limit. */
  intervalMs: number;
  /** Requests that may start at once after a pause. */
  burst: number;
  /** Maximum number of concurrent requests of all processes. */
  maxConcurrent: number;
  /** Milliseconds before a failed request is retried; doubled each time. */
  retryMs: number;
  /** Milliseconds for which requests pause if the service does not answer; doubled each time. */
  pauseMs: number;
  /** Milliseconds for which requests pause after a 429 without Retry-After. */
  rateLimitPauseMs: number;
}

/** Service with its own limits: index and replay of one host are limited separately. */
export type ArchiveService = 'index' | 'replay';

const minute = 60_000;

/**
 * Limits by host and service, below those that the operators state (the Wayback Machine rejects more than 30 index
 * queries or 600 pages a minute; Common Crawl's index allows one query at a time; Arquivo.pt 250 requests a minute).
 */
const knownServices: Readonly<Record<string, ArchivePoliteness>> = {
  'web.archive.org index': createPoliteness({ intervalMs: 2_500, burst: 5, maxConcurrent: 2 }),
  'web.archive.org replay': createPoliteness({ intervalMs: 125, burst: 8, maxConcurrent: 6 }),
  'index.commoncrawl.org index': createPoliteness({
    intervalMs: 1_500,
    burst: 1,
    maxConcurrent: 1,
    retryMs: 2_000,
  }),
  'data.commoncrawl.org replay': createPoliteness({
    intervalMs: 250,
    burst: 4,
    maxConcurrent: 3,
    retryMs: 2_000,
  }),
  'arquivo.pt index': createPoliteness({ intervalMs: 400, burst: 4, maxConcurrent: 2 }),
  'arquivo.pt replay': createPoliteness({ intervalMs: 250, burst: 4, maxConcurrent: 3 }),
};

function createPoliteness(overrides: Partial<ArchivePoliteness>): ArchivePoliteness {
  return {
    intervalMs: 500,
    burst: 4,
    maxConcurrent: 2,
    retryMs: 1_000,
    pauseMs: minute,
    rateLimitPauseMs: minute,
    ...overrides,
  };
}

/** An archive in a private network needs no limits and recovers sooner. */
const privateNetworkPoliteness = createPoliteness({
  intervalMs: 0,
  maxConcurrent: 8,
  retryMs: 100,
  pauseMs: 5_000,
  rateLimitPauseMs: 5_000,
});

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
}

/** Returns the limits of a service of a host. */
export function politenessOf(base: URL, service: ArchiveService): ArchivePoliteness {
  const host = base.hostname.toLowerCase();
  return (
    knownServices[`${host} ${service}`] ??
    (isPrivateHost(host) ? privateNetworkPoliteness : createPoliteness({}))
  );
}
