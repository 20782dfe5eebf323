import { sql } from 'kysely';
import type { Log } from '../../../domain/system/log.ts';
import type { Database } from '../../../store/database.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import { anchorWords, type SearchableText } from './searchable-text.ts';
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
  /** Links of the page to others, with the key of their target. */
  anchors: ReadonlyArray<{ key: Buffer; text: string }>;
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
const defaultPages = 100_000;
const batchDelayMs = 250;
const maxPending = 1_000;
const rowsPerWrite = 32;
/** Rows written between two checks of the limit. */
const rowsPerTrim = 100;
const batchSize = 1_000;
/** Maximum number of link texts for one page, and for each page of an account on average. */
const maxAnchorTexts = 20;
const anchorsPerPage = 5;

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

/** Returns the word that all pages of a host and its subdomains contain. */
export function hostWord(host: string): string {
  return `host:${host}`;
}

/** Returns the words of a host and its parent domains. */
function hostWords(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, at) => hostWord(labels.slice(at).join('.')));
}

async function writePages(database: Database, pages: readonly ReadPage[]): Promise<void> {
  const rows = pages.map(({ text, ...page }) => ({
    ...page,
    ...text,
    url: toStorableText(page.url, 8_192),
    host: parseHost(page.url),
  }));
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    insert into read_pages (
      account_id, page_key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      words, key_words
    )
    select page.account_id, key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      setweight(to_tsvector(config::regconfig, title_words), 'A') || to_tsvector(config::regconfig, body_words)
        || array_to_tsvector(array[account_word]) || array_to_tsvector(string_to_array(host_names, ' ')),
      setweight(to_tsvector(config::regconfig, title_words), 'A')
        || setweight(to_tsvector(config::regconfig, heading_words), 'B')
        || setweight(to_tsvector(config::regconfig, path_words), 'C') || to_tsvector(config::regconfig, host_words)
        || array_to_tsvector(array[account_word]) || array_to_tsvector(string_to_array(host_names, ' '))
    from unnest(
      ${column((row) => row.accountId)}::text[], ${column((row) => row.key)}::bytea[],
      ${column((row) => row.url)}::text[], ${column((row) => row.host)}::text[],
      ${column((row) => row.title)}::text[], ${column((row) => row.body)}::text[],
      ${column((row) => row.language?.slice(0, 35) ?? null)}::text[],
      ${column((row) => findTextConfig(row.language))}::text[],
      ${column((row) => row.publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${column((row) => row.readAt.toISOString())}::timestamptz[],
      ${column((row) => row.digest)}::text[], ${column((row) => row.wordCount)}::integer[],
      ${column((row) => row.titleWords)}::text[], ${column((row) => row.bodyWords)}::text[],
      ${column((row) => row.headingWords)}::text[], ${column((row) => row.pathWords)}::text[],
      ${column((row) => row.hostWords)}::text[], ${column((row) => accountWord(row.accountId))}::text[],
      ${column((row) => hostWords(row.host).join(' '))}::text[]
    ) as page (
      account_id, key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      title_words, body_words, heading_words, path_words, host_words, account_word, host_names
    )
    join accounts on accounts.account_id = page.account_id
    order by page.account_id, key
    on conflict (account_id, page_key) do update set url = excluded.url, host = excluded.host,
      title = excluded.title, body = excluded.body, language = excluded.language, config = excluded.config,
      published_at = excluded.published_at, read_at = excluded.read_at, digest = excluded.digest,
      word_count = excluded.word_count, words = excluded.words, key_words = excluded.key_words
    where read_pages.read_at <= excluded.read_at
  `.execute(database);
}

/** Adds the texts of the links of pages to the pages that they name, each once, also before those are read. */
async function writeAnchors(database: Database, pages: readonly ReadPage[]): Promise<void> {
  const rows = pages.flatMap(({ accountId, anchors, language, readAt }) =>
    anchors.map((anchor) => ({
      accountId,
      key: anchor.key,
      text: toStorableText(anchor.text, 200),
      config: findTextConfig(language),
      readAt,
    })),
  );
  if (rows.length === 0) return;
  const words = rows.map(({ text }) => anchorWords(text));
  await sql`
    insert into page_anchors (account_id, page_key, text, words, word_count, noted_at)
    select distinct on (link.account_id, link.page_key, link.text) link.account_id, link.page_key, link.text,
      to_tsvector(config::regconfig, link.words) || array_to_tsvector(array[account_word]), word_count, noted_at
    from unnest(
      ${rows.map((row) => row.accountId)}::text[], ${rows.map((row) => row.key)}::bytea[],
      ${rows.map((row) => row.text)}::text[], ${words.map((one) => one.text)}::text[],
      ${words.map((one) => one.count)}::integer[], ${rows.map((row) => row.config)}::text[],
      ${rows.map((row) => accountWord(row.accountId))}::text[],
      ${rows.map((row) => row.readAt.toISOString())}::timestamptz[]
    ) as link (account_id, page_key, text, words, word_count, config, account_word, noted_at)
    join accounts on accounts.account_id = link.account_id
    where (select count(*) from page_anchors where page_anchors.account_id = link.account_id
      and page_anchors.page_key = link.page_key) < ${maxAnchorTexts}
    order by link.account_id, link.page_key, link.text
    on conflict (account_id, page_key, text) do nothing
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

async function deleteOldestAnchors(database: Database, accountId: string, maxPages: number): Promise<void> {
  await sql`
    delete from page_anchors where ctid = any(array(
      select ctid from page_anchors where account_id = ${accountId} order by noted_at desc
      offset ${anchorsPerPage * maxPages} limit ${batchSize * anchorsPerPage}
    ))
  `.execute(database);
}

/** Creates an index in the tables `read_pages` and `page_anchors`, written in the background. */
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
      await deleteOldestAnchors(database, accountId, maxPages);
    }
  }

  async function write(changes: readonly Change[]): Promise<void> {
    const pages = changes.flatMap((change) => (change.kind === 'note' ? change.page : []));
    if (pages.length > 0) {
      await writePages(database, pages);
      await writeAnchors(database, pages);
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

/** Deletes pages and link texts that were read before `before`, at most a thousand of each per call; returns their number. */
export async function deleteOldReadPages(database: Database, before: Date): Promise<number> {
  const deleted = await sql`
    delete from read_pages where (account_id, page_key) in (
      select account_id, page_key from read_pages where read_at <= ${before.toISOString()}::timestamptz
      order by read_at limit ${batchSize}
    )
  `.execute(database);
  const anchors = await sql`
    delete from page_anchors where (account_id, page_key, text) in (
      select account_id, page_key, text from page_anchors where noted_at <= ${before.toISOString()}::timestamptz
      order by noted_at limit ${batchSize}
    )
  `.execute(database);
  return Number(deleted.numAffectedRows ?? 0) + Number(anchors.numAffectedRows ?? 0);
}
