import type { Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { ArchiveSetting } from '../../domain/system/settings.ts';
import type { Database } from '../../store/database.ts';
import type { Archive } from './archive.ts';
import { createArchiveCache } from './http/archive-cache.ts';
import { type ArchiveHost, createArchiveHost } from './http/archive-host.ts';
import { createIndexClient } from './index/index-client.ts';
import { createCommonCrawl } from './providers/common-crawl.ts';
import { createMemento } from './providers/memento.ts';
import { createPywb } from './providers/pywb.ts';
import { createWayback } from './providers/wayback.ts';

/** Addresses of the archives, and dependencies of their clients. */
export interface ArchivesOptions {
  waybackUrl: string;
  commonCrawlIndexUrl: string;
  commonCrawlDataUrl: string;
  /** Archives that the operator configured. */
  others: readonly ArchiveSetting[];
  userAgent: string;
  database: Database;
  clock: Clock;
  log: Log;
}

/** Web archives that the service uses. */
export interface Archives {
  /** In the order in which `auto` queries them. */
  readonly all: readonly Archive[];
  /** Returns the result of the last request to each host of this process; null before the first. */
  lastUses(): { title: string; lastUse: { at: Date; fault: string | null } | null }[];
  close(): Promise<void>;
}

/** Maximum number of bytes of one archived page. */
const maxBytes = 20_000_000;

/** Creates the clients of all archives; nothing is sent before the first call. */
export function openArchives(options: ArchivesOptions): Archives {
  const { database, clock, log, userAgent } = options;
  const cache = createArchiveCache(database, clock, log);
  const hosts: ArchiveHost[] = [];

  function openHost(base: string, title: string): ArchiveHost {
    const host = createArchiveHost({ base, title, userAgent, database });
    hosts.push(host);
    return host;
  }

  function openWayback(): Archive {
    const [name, title] = ['wayback', 'the Wayback Machine'];
    const host = openHost(options.waybackUrl, title);
    const queryIndex = createIndexClient({ source: name, title, host, cache, clock });
    return createWayback({ name, title, host, queryIndex, cache, maxBytes });
  }

  function openCommonCrawl(): Archive {
    const [name, title] = ['commoncrawl', 'Common Crawl'];
    const index = openHost(options.commonCrawlIndexUrl, title);
    const data = openHost(options.commonCrawlDataUrl, title);
    const queryIndex = createIndexClient({ source: name, title, host: index, cache, clock });
    return createCommonCrawl({ name, title, index, data, queryIndex, cache, maxBytes });
  }

  function openConfigured({ name: short, kind, url }: ArchiveSetting): Archive {
    const name = `memento:${short}`;
    const title = `the archive "${short}"`;
    const host = openHost(url, title);
    if (kind === 'memento') return createMemento({ name, title, host, cache, maxBytes });
    const queryIndex = createIndexClient({ source: name, title, host, cache, clock });
    return createPywb({ name, title, host, queryIndex, cache, maxBytes });
  }

  const all = [openWayback(), openCommonCrawl(), ...options.others.map(openConfigured)];
  return {
    all,
    lastUses: () =>
      hosts.map(({ title, base, lastUse }) => ({ title: `${title} (${base.host})`, lastUse: lastUse() })),
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}
