import { readFileSync } from 'node:fs';
import { addressSecrets } from '../../domain/secrets/mask-address.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { itemAt, numberAt } from '../../domain/values/elements.ts';
import type { RateTable } from '../../domain/values/exchange.ts';
import { removeTrailingSlashes } from '../../domain/values/trailing-slashes.ts';
import type { Database } from '../../store/database.ts';
import { createBasicCredentials, type EndpointResponse, openOperatorEndpoint } from '../operator-endpoint.ts';
import { parseEcbFile } from './ecb-file.ts';
import { findNextPublication } from './publication.ts';
import { createRateHistory } from './rate-history.ts';
import { createRateStore, type RateFileState } from './rate-store.ts';
import type { Rates } from './rates.ts';

/** Source of exchange rates, and dependencies. */
export interface RatesOptions {
  /** Base address of the ECB's files, without a trailing slash. */
  url: string;
  userAgent: string;
  database: Database;
  clock: Clock;
  log: Log;
}

const packagedRates: RateTable = {
  source: 'packaged',
  ...(JSON.parse(readFileSync(new URL('./packaged-rates.json', import.meta.url), 'utf8')) as Omit<
    RateTable,
    'source'
  >),
};

const maxBodyBytes = 1_000_000;
const responseTimeoutMs = 10_000;
const minuteMs = 60_000;
/** Lease of the process that requests the file; another one may request it after that. */
const claimMs = minuteMs;
/** Delays after the first, second, ... failed try; the last one applies to all further tries. */
const retryDelaysMs = [5, 30, 120, 360].map((minutes) => minutes * minuteMs);
/** A file with a date further in the future is not valid. */
const maxFutureMs = 2 * dayMs;

/** Result of a request: a table, an unchanged file, or an error. */
type FetchResult =
  | { kind: 'table'; table: RateTable; tables: RateTable[]; etag: string | null; lastModified: string | null }
  | { kind: 'same' }
  | { kind: 'fault'; message: string };

function pickNewer(one: RateTable, other: RateTable | null): RateTable {
  return other === null || one.date > other.date ? one : other;
}

/**
 * Creates the exchange rates of the ECB: requests its daily file conditionally when a new one may be out, and stores
 * it in the database.
 */
export function createRates({ url, userAgent, database, clock, log }: RatesOptions): Rates {
  const base = new URL(url);
  const folder = removeTrailingSlashes(base.pathname);
  const path = `${folder}/eurofxref-daily.xml`;
  const historyPath = `${folder}/eurofxref-hist-90d.xml`;
  const credentials = createBasicCredentials(base);
  const endpoint = openOperatorEndpoint({
    origin: base.origin,
    name: 'the rate file',
    connections: 1,
    maxBodyBytes,
    secrets: addressSecrets(url),
  });
  const store = createRateStore(database, `${base.origin}${path}`);
  let cached: { table: RateTable; until: Date } | null = null;
  let pendingFetch: Promise<RateTable> | null = null;

  function parseResponse(answer: EndpointResponse): FetchResult {
    if (answer.statusCode === 304) return { kind: 'same' };
    if (answer.statusCode !== 200)
      return { kind: 'fault', message: `The server of the rate file answered ${answer.statusCode}.` };
    try {
      const tables = parseEcbFile(answer.text);
      const table = itemAt(tables, 0);
      if (Date.parse(table.date) > clock.now().getTime() + maxFutureMs)
        return { kind: 'fault', message: `The date ${table.date} of the rate file is in the future.` };
      const { etag = null, 'last-modified': lastModified = null } = answer.headers;
      return { kind: 'table', table, tables, etag, lastModified };
    } catch (error) {
      return { kind: 'fault', message: errorMessage(error) };
    }
  }

  async function fetchRates(
    { etag, lastModified }: Pick<RateFileState, 'etag' | 'lastModified'>,
    filePath = path,
  ): Promise<FetchResult> {
    const headers = {
      'user-agent': userAgent,
      accept: 'application/xml, text/xml',
      ...(credentials !== null && { authorization: credentials }),
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    const request = { method: 'GET' as const, path: filePath, headers, body: null };
    try {
      const answer = await endpoint.send(request, AbortSignal.timeout(responseTimeoutMs));
      return answer.kind === 'fault' ? { kind: 'fault', message: answer.message } : parseResponse(answer);
    } catch {
      // Rejects only when the timeout expires; other errors are values.
      return { kind: 'fault', message: `The rate file did not arrive within ${responseTimeoutMs / 1000} s.` };
    }
  }

  /** Returns the next request time: the next publication, or with increasing delays if it is overdue. */
  function computeNextRequestAt(table: RateTable | null, failures: number, now: Date): Date {
    const nextPublicationAt = table === null ? now : findNextPublication(table.date);
    if (failures === 0 && nextPublicationAt > now) return nextPublicationAt;
    return addMs(now, numberAt(retryDelaysMs, Math.min(Math.max(failures, 1), retryDelaysMs.length) - 1));
  }

  async function refresh(stored: RateTable | null, file: RateFileState): Promise<RateTable | null> {
    const now = clock.now();
    if (!(await store.claim(now, addMs(now, claimMs)))) return stored;
    // Without a table the file must be requested unconditionally.
    const result = await fetchRates(stored === null ? { etag: null, lastModified: null } : file);
    // A table of the same day may be a correction; an older one is ignored.
    const newTable =
      result.kind === 'table' && !(stored !== null && result.table.date < stored.date) ? result.table : null;
    const table = newTable ?? stored;
    const failures = newTable !== null && newTable.date !== stored?.date ? 0 : file.failures + 1;
    const fault = result.kind === 'fault' ? result.message : null;
    if (fault !== null) log.warn({ fault }, 'new exchange rates are not available');
    const validators = result.kind === 'table' ? result : file;
    const { etag, lastModified } = validators;
    const nextRequestAt = computeNextRequestAt(table, failures, now);
    await store.store(
      { etag, lastModified, nextRequestAt, failures, fault },
      newTable === null ? [] : [newTable],
    );
    return table;
  }

  const findInHistory = createRateHistory({
    store: createRateStore(database, `${base.origin}${historyPath}`),
    clock,
    log,
    async fetchTables() {
      const result = await fetchRates({ etag: null, lastModified: null }, historyPath);
      if (result.kind === 'table') return result.tables;
      return { fault: result.kind === 'fault' ? result.message : 'The rate file was not sent.' };
    },
  });

  /** Waits for a shared result, until the caller aborts. */
  async function waitFor<Result>(pending: Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([pending, stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async function readLatest(): Promise<RateTable> {
    const now = clock.now();
    try {
      const [stored, file] = await Promise.all([store.findNewest(), store.findFileState()]);
      const isDue = file.nextRequestAt === null || file.nextRequestAt <= now;
      const table = isDue ? await refresh(stored, file) : stored;
      if (table === null) return packagedRates;
      cached = { table, until: findNextPublication(table.date) };
      return pickNewer(packagedRates, table);
    } catch (error) {
      log.warn({ err: error }, 'exchange rates could not be read');
      return cached?.table ?? packagedRates;
    }
  }

  return {
    async findLatest(signal) {
      signal.throwIfAborted();
      if (cached !== null && cached.until > clock.now()) return pickNewer(packagedRates, cached.table);
      pendingFetch ??= readLatest().finally(() => {
        pendingFetch = null;
      });
      return waitFor(pendingFetch, signal);
    },
    findOn(day, signal) {
      signal.throwIfAborted();
      return waitFor(findInHistory(day), signal);
    },
    async stored() {
      const [table, { fault }] = await Promise.all([store.findNewest(), store.findFileState()]);
      return { table: pickNewer(packagedRates, table), fault };
    },
    async probe(signal) {
      signal.throwIfAborted();
      const result = await fetchRates({ etag: null, lastModified: null });
      return result.kind === 'fault' ? result.message : null;
    },
    close: () => endpoint.close(),
  };
}
