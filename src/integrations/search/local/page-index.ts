import { sql } from 'kysely';
import type { Log } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import { createLexemes } from './lexemes.ts';
import type { PageTexts, PreparedPage, ReadPage, SearchablePage } from './read-page.ts';
import { deleteOldest, deleteOldestAnchors, type LinkText, writeAnchors, writePages } from './write-pages.ts';

/** Full-text index of the pages that accounts have read. Entries lost in a crash are not recovered. */
export interface PageIndex {
  /**
   * Adds a page in the background, within seconds; the latest reading of a page wins. Resolves when there is room for it, which
   * slows down whoever reads pages faster than they can be indexed, or when the signal is aborted.
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
/** Number of texts of links that are remembered as written, and for how long. */
const maxRemembered = 20_000;
const rememberedMs = 3_600_000;
/** Rows written between two checks of the limit. */
const rowsPerTrim = 100;

type Change = { kind: 'note'; page: ReadPage } | { kind: 'forget'; accountId: string; key: Buffer };

/** Resolves when the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Creates an index in the tables `read_pages` and `page_anchors`, written in the background. */
export function createPageIndex(options: PageIndexOptions): PageIndex {
  const { database, log, prepare, maxPages = defaultPages } = options;
  const report = createThrottledErrorLog(log);
  const lexemes = createLexemes(database);
  const pending = new Map<string, Change>();
  const writtenRows = new Map<string, number>();
  /** Texts of links that were written lately: most links of a page are on the other pages of its site as well. */
  let writtenLinks = new Set<string>();
  let rememberedFrom = performance.now();
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

  /** Returns the links of pages that were not written lately. */
  function newLinksOf(pages: readonly PreparedPage[]): LinkText[] {
    if (writtenLinks.size > maxRemembered || performance.now() - rememberedFrom > rememberedMs) {
      writtenLinks = new Set();
      rememberedFrom = performance.now();
    }
    return pages.flatMap(({ accountId, anchors, language, readAt }) =>
      anchors.flatMap((anchor) => {
        const key = Buffer.from(anchor.key);
        const { text } = anchor;
        const name = `${accountId} ${key.toString('base64')} ${text}`;
        if (writtenLinks.has(name)) return [];
        writtenLinks.add(name);
        return { accountId, key, text, language, readAt };
      }),
    );
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
    const pages = await prepareAll(changes.flatMap((change) => (change.kind === 'note' ? change.page : [])));
    if (pages.length > 0) {
      await writePages(database, lexemes, pages);
      await writeAnchors(database, lexemes, newLinksOf(pages));
    }
    for (const change of changes) {
      if (change.kind === 'note') continue;
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
        writtenLinks = new Set();
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
      while (pending.size >= maxPending && !signal.aborted)
        await Promise.race([room.promise, aborted(signal)]);
      change(page.accountId, page.key, { kind: 'note', page });
    },
    remove: (accountId, key) => change(accountId, key, { kind: 'forget', accountId, key }),
    async flush() {
      while (pending.size > 0 || pendingWrite !== null) await flush();
    },
    close: () => flush(),
  };
}
