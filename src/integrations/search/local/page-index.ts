import { sql } from 'kysely';
import type { Log } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import type { SearchableText } from './searchable-text.ts';
import { findTextConfig } from './text-configs.ts';

/** Page that an account has read. */
export interface ReadPage {
  accountId: string;
  /** Identifies the page over several readings. */
  key: Buffer;
  url: string;
  text: SearchableText;
  /** BCP 47 tag, if the page states it. */
  language: string | null;
  publishedAt: Date | null;
  readAt: Date;
}

/** Full-text index of the pages that accounts have read. Entries lost in a crash are not recovered. */
export interface PageIndex {
  /** Adds a page in the background; the latest reading of a page wins. */
  add(page: ReadPage): void;
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
  /** Maximum number of pages of one account; the oldest readings are deleted. */
  maxPages?: number;
}

/** Default maximum number of pages of one account. */
const defaultPages = 20_000;
const batchDelayMs = 250;
const maxPending = 1_000;
const rowsPerWrite = 32;
/** Rows written between two checks of the limit. */
const rowsPerTrim = 100;
const batchSize = 1_000;

type Change = { kind: 'note'; page: ReadPage } | { kind: 'forget'; accountId: string; key: Buffer };

/** Returns text in the form that PostgreSQL can store. */
function toStorableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', ' ');
}

function parseHost(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Returns the word that all pages of an account contain, and no others. */
export function accountWord(accountId: string): string {
  return `account:${accountId}`;
}

async function writePages(database: Database, pages: readonly ReadPage[]): Promise<void> {
  const rows = pages.map((page) => ({ ...page, ...page.text, url: toStorableText(page.url, 8_192) }));
  await sql`
    insert into read_pages (
      account_id, page_key, url, host, title, body, language, config, published_at, read_at, words, title_words
    )
    select page.account_id, key, url, host, title, body, language, config, published_at, read_at,
      setweight(to_tsvector(config::regconfig, folded_title), 'A') || to_tsvector(config::regconfig, folded_body)
        || array_to_tsvector(array[account_word]),
      setweight(to_tsvector(config::regconfig, folded_title), 'A') || array_to_tsvector(array[account_word])
    from unnest(
      ${rows.map((row) => row.accountId)}::text[],
      ${rows.map((row) => row.key)}::bytea[],
      ${rows.map((row) => row.url)}::text[],
      ${rows.map((row) => parseHost(row.url))}::text[],
      ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.body)}::text[],
      ${rows.map((row) => row.language?.slice(0, 35) ?? null)}::text[],
      ${rows.map((row) => findTextConfig(row.language))}::text[],
      ${rows.map((row) => row.publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${rows.map((row) => row.readAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.foldedTitle)}::text[],
      ${rows.map((row) => row.foldedBody)}::text[],
      ${rows.map((row) => accountWord(row.accountId))}::text[]
    ) as page (
      account_id, key, url, host, title, body, language, config, published_at, read_at, folded_title, folded_body,
      account_word
    )
    join accounts on accounts.account_id = page.account_id
    order by page.account_id, key
    on conflict (account_id, page_key) do update set url = excluded.url, host = excluded.host,
      title = excluded.title, body = excluded.body, language = excluded.language, config = excluded.config,
      published_at = excluded.published_at, read_at = excluded.read_at, words = excluded.words, title_words = excluded.title_words
    where read_pages.read_at <= excluded.read_at
  `.execute(database);
}

async function deleteOldest(database: Database, accountId: string, maxPages: number): Promise<void> {
  await sql`
    delete from read_pages where account_id = ${accountId} and page_key in (
      select page_key from read_pages where account_id = ${accountId} order by read_at desc offset ${maxPages}
      limit ${batchSize}
    )
  `.execute(database);
}

/** Creates an index in the table `read_pages`, written in the background. */
export function createPageIndex({ database, log, maxPages = defaultPages }: PageIndexOptions): PageIndex {
  const report = createThrottledErrorLog(log);
  const pending = new Map<string, Change>();
  const writtenRows = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let pendingWrite: Promise<void> | null = null;

  async function trimAccounts(pages: readonly ReadPage[]): Promise<void> {
    for (const { accountId } of pages) writtenRows.set(accountId, (writtenRows.get(accountId) ?? 0) + 1);
    for (const [accountId, count] of writtenRows) {
      if (count < Math.min(rowsPerTrim, maxPages)) continue;
      writtenRows.delete(accountId);
      await deleteOldest(database, accountId, maxPages);
    }
  }

  async function write(changes: readonly Change[]): Promise<void> {
    const pages = changes.flatMap((change) => (change.kind === 'note' ? change.page : []));
    if (pages.length > 0) await writePages(database, pages);
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
      await write(changes).catch((error: unknown) => report(error, 'pages could not be indexed for search'));
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

  function add(accountId: string, key: Buffer, change: Change): void {
    const name = `${accountId} ${key.toString('base64')}`;
    if (pending.size >= maxPending && !pending.has(name)) {
      log.debug({ waiting: pending.size }, 'a page was not indexed for search: the database is too slow');
      return;
    }
    pending.set(name, change);
    timer ??= setTimeout(() => void flush(), batchDelayMs).unref();
  }

  return {
    add: (page) => add(page.accountId, page.key, { kind: 'note', page }),
    remove: (accountId, key) => add(accountId, key, { kind: 'forget', accountId, key }),
    async flush() {
      while (pending.size > 0 || pendingWrite !== null) await flush();
    },
    close: () => flush(),
  };
}

/** Deletes pages that were read before `before`, at most a thousand per call; returns their number. */
export async function deleteOldReadPages(database: Database, before: Date): Promise<number> {
  const deleted = await sql`
    delete from read_pages where (account_id, page_key) in (
      select account_id, page_key from read_pages where read_at <= ${before.toISOString()}::timestamptz
      order by read_at limit ${batchSize}
    )
  `.execute(database);
  return Number(deleted.numAffectedRows ?? 0);
}
