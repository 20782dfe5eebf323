import { readFileSync } from 'node:fs';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { RateTable } from '../../domain/exchange.ts';
import { messageOf } from '../../domain/failure.ts';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { basicCredentials, type EndpointAnswer, openOperatorEndpoint } from '../operator-endpoint.ts';
import { readEcbFile } from './ecb-file.ts';
import { nextPublication } from './publication.ts';
import { createRateStore, type RateFile } from './rate-store.ts';
import type { Rates } from './rates.ts';

/** Where rates come from, and where they are kept. */
export interface RatesOptions {
  /** Base address of the ECB's files, without a trailing slash. */
  url: string;
  userAgent: string;
  database: Database;
  clock: Clock;
  log: Log;
}

const packaged: RateTable = {
  source: 'packaged',
  ...(JSON.parse(readFileSync(new URL('./packaged-rates.json', import.meta.url), 'utf8')) as Omit<
    RateTable,
    'source'
  >),
};

const maxBodyBytes = 1_000_000;
const answerWithinMs = 10_000;
const minuteMs = 60_000;
/** Whoever asked and was killed is asked for again after this. */
const claimForMs = minuteMs;
/** Waits after the first, second, ... vain try; the last holds for all that follow. */
const waitsMs = [5, 30, 120, 360].map((minutes) => minutes * minuteMs);
/** A file dated further ahead than this is no file of the ECB. */
const mostAheadMs = 2 * 86_400_000;

/** What asking came to: a table, the same as before, or why neither. */
type Asked =
  | { kind: 'table'; table: RateTable; etag: string | null; lastModified: string | null }
  | { kind: 'same' }
  | { kind: 'fault'; message: string };

function newer(one: RateTable, other: RateTable | null): RateTable {
  return other === null || one.date > other.date ? one : other;
}

/** The rates of the ECB: its daily file, asked for conditionally when a new one may be out, and kept in the database. */
export function createRates({ url, userAgent, database, clock, log }: RatesOptions): Rates {
  const base = new URL(url);
  const path = `${base.pathname.replace(/\/+$/, '')}/eurofxref-daily.xml`;
  const credentials = basicCredentials(base);
  const endpoint = openOperatorEndpoint({
    origin: base.origin,
    name: 'the rate file',
    connections: 1,
    maxBodyBytes,
  });
  const store = createRateStore(database, `${base.origin}${path}`);
  let kept: { table: RateTable; until: Date } | null = null;
  let asking: Promise<RateTable> | null = null;

  function read(answer: EndpointAnswer): Asked {
    if (answer.statusCode === 304) return { kind: 'same' };
    if (answer.statusCode !== 200)
      return { kind: 'fault', message: `the rate file was answered with ${answer.statusCode}` };
    try {
      const table = readEcbFile(answer.text)[0] as RateTable;
      if (Date.parse(table.date) > clock.now().getTime() + mostAheadMs)
        return { kind: 'fault', message: `the rate file is of ${table.date}, which is yet to come` };
      const { etag = null, 'last-modified': lastModified = null } = answer.headers;
      return { kind: 'table', table, etag, lastModified };
    } catch (error) {
      return { kind: 'fault', message: messageOf(error) };
    }
  }

  async function ask({ etag, lastModified }: Pick<RateFile, 'etag' | 'lastModified'>): Promise<Asked> {
    const headers = {
      'user-agent': userAgent,
      accept: 'application/xml, text/xml',
      ...(credentials !== null && { authorization: credentials }),
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    const request = { method: 'GET' as const, path, headers, body: null };
    try {
      const answer = await endpoint.send(request, AbortSignal.timeout(answerWithinMs));
      return answer.kind === 'fault' ? { kind: 'fault', message: answer.message } : read(answer);
    } catch {
      return { kind: 'fault', message: `the rate file was not there within ${answerWithinMs / 1000} s` };
    }
  }

  /** When to ask again: when the next table should be out; soon, and then less often, where it should be already. */
  function askAgainAt(table: RateTable | null, failures: number, now: Date): Date {
    const due = table === null ? now : nextPublication(table.date);
    if (failures === 0 && due > now) return due;
    return addMs(now, waitsMs[Math.min(Math.max(failures, 1), waitsMs.length) - 1] as number);
  }

  async function refresh(known: RateTable | null, file: RateFile): Promise<RateTable | null> {
    const now = clock.now();
    if (!(await store.claim(now, addMs(now, claimForMs)))) return known;
    // Without a table the file is wanted whole.
    const asked = await ask(known === null ? { etag: null, lastModified: null } : file);
    // A table of the same day may be a corrected one; an older one is none.
    const found =
      asked.kind === 'table' && !(known !== null && asked.table.date < known.date) ? asked.table : null;
    const table = found ?? known;
    const failures = found !== null && found.date !== known?.date ? 0 : file.failures + 1;
    const fault = asked.kind === 'fault' ? asked.message : null;
    if (fault !== null) log.warn({ fault }, 'no new exchange rates');
    const validators = asked.kind === 'table' ? asked : file;
    const { etag, lastModified } = validators;
    const askAt = askAgainAt(table, failures, now);
    await store.keep({ etag, lastModified, askAt, failures, fault }, found);
    return table;
  }

  async function find(): Promise<RateTable> {
    const now = clock.now();
    try {
      const [known, file] = await Promise.all([store.newest(), store.file()]);
      const isDue = file.askAt === null || file.askAt <= now;
      const table = isDue ? await refresh(known, file) : known;
      if (table === null) return packaged;
      kept = { table, until: nextPublication(table.date) };
      return newer(packaged, table);
    } catch (error) {
      log.warn({ err: error }, 'exchange rates could not be looked up');
      return kept?.table ?? packaged;
    }
  }

  return {
    async latest(signal) {
      signal.throwIfAborted();
      if (kept !== null && kept.until > clock.now()) return newer(packaged, kept.table);
      asking ??= find().finally(() => {
        asking = null;
      });
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await Promise.race([asking, stopped]);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async known() {
      const [table, { fault }] = await Promise.all([store.newest(), store.file()]);
      return { table: newer(packaged, table), fault };
    },
    async probe(signal) {
      signal.throwIfAborted();
      const asked = await ask({ etag: null, lastModified: null });
      return asked.kind === 'fault' ? asked.message : null;
    },
    close: () => endpoint.close(),
  };
}
