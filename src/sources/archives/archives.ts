import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { ArchiveSetting } from '../../domain/settings.ts';
import type { Database } from '../../store/database.ts';
import type { Archive } from './archive.ts';
import { type ArchiveHost, createArchiveHost } from './archive-host.ts';
import { createCommonCrawl } from './common-crawl.ts';
import { createIndexQuestions } from './index-questions.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createMemento } from './memento.ts';
import { createPywb } from './pywb.ts';
import { createWayback } from './wayback.ts';

/** Where the archives are, and who asks. */
export interface ArchivesOptions {
  waybackUrl: string;
  commonCrawlIndexUrl: string;
  commonCrawlDataUrl: string;
  /** Those that the operator set up. */
  others: readonly ArchiveSetting[];
  userAgent: string;
  database: Database;
  clock: Clock;
  log: Log;
}

/** The archives of this service. */
export interface Archives {
  /** In the order in which `auto` asks them. */
  readonly all: readonly Archive[];
  close(): Promise<void>;
}

/** Most bytes of one archived page. */
const maxBytes = 20_000_000;

/** Opens the ways to all archives; nothing is sent before somebody asks. */
export function openArchives(options: ArchivesOptions): Archives {
  const { database, clock, log, userAgent } = options;
  const kept = createKeptAnswers(database, clock, log);
  const hosts: ArchiveHost[] = [];

  function open(base: string, title: string): ArchiveHost {
    const host = createArchiveHost({ base, title, userAgent, database });
    hosts.push(host);
    return host;
  }

  function wayback(): Archive {
    const [name, title] = ['wayback', 'the Wayback Machine'];
    const host = open(options.waybackUrl, title);
    const ask = createIndexQuestions({ source: name, title, host, kept, clock });
    return createWayback({ name, title, host, ask, kept, maxBytes });
  }

  function commonCrawl(): Archive {
    const [name, title] = ['commoncrawl', 'Common Crawl'];
    const index = open(options.commonCrawlIndexUrl, title);
    const data = open(options.commonCrawlDataUrl, title);
    const ask = createIndexQuestions({ source: name, title, host: index, kept, clock });
    return createCommonCrawl({ name, title, index, data, ask, kept, maxBytes });
  }

  function other({ name: short, kind, url }: ArchiveSetting): Archive {
    const name = `memento:${short}`;
    const title = `the archive "${short}"`;
    const host = open(url, title);
    if (kind === 'memento') return createMemento({ name, title, host, kept, maxBytes });
    const ask = createIndexQuestions({ source: name, title, host, kept, clock });
    return createPywb({ name, title, host, ask, kept, maxBytes });
  }

  const all = [wayback(), commonCrawl(), ...options.others.map(other)];
  return {
    all,
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}
