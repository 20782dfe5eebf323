import { sql } from 'kysely';
import type { Log } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import { createLexemes } from './lexemes.ts';
import { NewLinks } from './new-links.ts';
import type { PageTexts, PreparedPage, ReadPage, SearchablePage } from './read-page.ts';
import { deleteOldest, deleteOldestAnchors, writeAnchors, writePages } from './write-pages.ts';

/** Full-text index of the pages that accounts have read. Entries lost in a crash are not recovered. */
export interface PageIndex {
  /**
   * Adds a page in the background, within seconds; the latest reading of a page wins. Resolves when there is room for it, so that
   * pages are not read faster than they are indexed, or when the signal is aborted.
   */
  add(page: ReadPage, signal: AbortSignal): Promise<void>;
  /** Removes a page that no longer exists. */
  remove(accountId: string, key: Buffer): void;
  /** Waits until all changes of this process are written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Options of a page index. */
export interface PageIndexOptions {
  database: Database;
  log: Log;
  /** Prepares pages; null for one with too little text. */
  prepare(pages: readonly PageTexts[]): Promise<(SearchablePage | null)[]>;
  /** Maximum number of pages of one account; the oldest readings are deleted. */
  maxPages?: number;
}

/** Default maximum number of pages of one account. */
const defaultPages = 100_000;
const batchDelayMs = 1_000;
/** Number of waiting pages from which further ones wait for room. */
const maxPending = 256;
const rowsPerWrite = 32;
/** Rows written between two checks of the limit. */
const rowsPerTrim = 100;

type Change = { kind: 'add'; page: ReadPage } | { kind: 'remove'; accountId: string; key: Buffer };

/** Resolves when there is room, or when the signal is aborted. */
async function waitForRoom(room: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  signal.addEventListener('abort', end, { once: true });
  void room.then(end);
  await promise;
  signal.removeEventListener('abort', end);
}

/** Creates an index in the tables `read_pages` and `page_anchors`, written in the background. */
export function createPageIndex(options: PageIndexOptions): PageIndex {
  const { database, log, prepare, maxPages = defaultPages } = options;
  const report = createThrottledErrorLog(log);
  const lexemes = createLexemes(database);
  const pending = new Map<string, Change>();
  const writtenRows = new Map<string, number>();
  const links = new NewLinks();
  let timer: NodeJS.Timeout | null = null;
  let pendingWrite: Promise<void> | null = null;
  /** Resolved when a batch has left room. */
  let room = Promise.withResolvers<void>();

  async function trimAccounts(pages: readonly ReadPage[]): Promise<void> {
    for (const { accountId } of pages) writtenRows.set(accountId, (writtenRows.get(accountId) ?? 0) + 1);
    for (const [accountId, count] of writtenRows) {
      if (count < Math.min(rowsPerTrim, maxPages)) continue;
      writtenRows.delete(accountId);
      await deleteOldest(database, accountId, maxPages);
      await deleteOldestAnchors(database, accountId, maxPages);
    }
  }

  async function prepareAll(pages: readonly ReadPage[]): Promise<PreparedPage[]> {
    if (pages.length === 0) return [];
    const prepared = await prepare(pages.map(({ texts }) => texts));
    return pages.flatMap((page, at) => {
      const searchable = prepared[at] ?? null;
      return searchable === null ? [] : { ...page, ...searchable };
    });
  }

  async function write(changes: readonly Change[]): Promise<void> {
    const pages = await prepareAll(changes.flatMap((change) => (change.kind === 'add' ? change.page : [])));
    if (pages.length > 0) {
      await writePages(database, lexemes, pages);
      await writeAnchors(database, lexemes, links.takeFrom(pages));
    }
    for (const change of changes) {
      if (change.kind === 'add') continue;
      const { accountId, key } = change;
      await sql`delete from read_pages where account_id = ${accountId} and page_key = ${key}`.execute(
        database,
      );
    }
    await trimAccounts(pages);
  }

  async function writeAll(): Promise<void> {
    while (pending.size > 0) {
      const names = [...pending.keys()].slice(0, rowsPerWrite);
      const changes = names.map((name) => pending.get(name) as Change);
      for (const name of names) pending.delete(name);
      room.resolve();
      room = Promise.withResolvers();
      await write(changes).catch((error: unknown) => {
        links.forget();
        report(error, 'pages could not be indexed for search');
      });
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    pendingWrite ??= writeAll().finally(() => {
      pendingWrite = null;
    });
    return pendingWrite;
  }

  function change(accountId: string, key: Buffer, made: Change): void {
    pending.set(`${accountId} ${key.toString('base64')}`, made);
    if (pending.size >= rowsPerWrite) void flush();
    else timer ??= setTimeout(() => void flush(), batchDelayMs).unref();
  }

  return {
    async add(page, signal) {
      while (pending.size >= maxPending && !signal.aborted) await waitForRoom(room.promise, signal);
      change(page.accountId, page.key, { kind: 'add', page });
    },
    remove: (accountId, key) => change(accountId, key, { kind: 'remove', accountId, key }),
    async flush() {
      while (pending.size > 0 || pendingWrite !== null) await flush();
    },
    close: () => flush(),
  };
}
