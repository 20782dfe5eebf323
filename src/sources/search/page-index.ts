import { sql } from 'kysely';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { createTroubleReport } from '../../store/database-trouble.ts';
import { foldWords, separateWords } from './separate-words.ts';
import { textConfig } from './text-configs.ts';

/** A page as an account has read it. */
export interface ReadPage {
  accountId: string;
  /** What makes two readings one page. */
  key: Buffer;
  url: string;
  title: string;
  description: string;
  /** Plain text. */
  text: string;
  /** BCP 47, where the page says. */
  language: string | null;
  publishedAt: Date | null;
  readAt: Date;
}

/** Keeps pages that accounts have read, to be searched. What a crash loses of it is not missed by anybody. */
export interface PageIndex {
  /** Takes a page in, soon; the latest reading of a page counts. */
  note(page: ReadPage): void;
  /** Takes a page out that is not there any more. */
  forget(accountId: string, key: Buffer): void;
  /** Waits until everything that was told to this process is written, or `signal` aborts. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What an index is made of. */
export interface PageIndexOptions {
  database: Database;
  log: Log;
  /** Pages of one account at most; those read longest ago make room. */
  mostPages?: number;
}

/** Pages of one account at most. */
const usualPages = 20_000;
/** Characters of a page's text that are searched. */
const longestText = 50_000;
const gatherMs = 250;
const mostWaiting = 1_000;
const rowsAtOnce = 32;
/** Rows written between two looks at what there is too much of. */
const trimEvery = 100;
const batch = 1_000;

type Change = { kind: 'note'; page: ReadPage } | { kind: 'forget'; accountId: string; key: Buffer };

/** What PostgreSQL's text can hold. */
function storable(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\0', ' ');
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** The word that every page of an account holds, and no page of anybody else. */
export function accountWord(accountId: string): string {
  return `account:${accountId}`;
}

async function writePages(database: Database, pages: readonly ReadPage[]): Promise<void> {
  const rows = pages.map((page) => {
    const title = storable(separateWords(page.title), 1_000);
    const body = storable(separateWords(`${page.description}\n${page.text}`.trim()), longestText);
    return { ...page, title, body, url: storable(page.url, 8_192) };
  });
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
      ${rows.map((row) => hostOf(row.url))}::text[],
      ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.body)}::text[],
      ${rows.map((row) => row.language?.slice(0, 35) ?? null)}::text[],
      ${rows.map((row) => textConfig(row.language))}::text[],
      ${rows.map((row) => row.publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${rows.map((row) => row.readAt.toISOString())}::timestamptz[],
      ${rows.map((row) => foldWords(row.title))}::text[],
      ${rows.map((row) => foldWords(row.body))}::text[],
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

async function trim(database: Database, accountId: string, mostPages: number): Promise<void> {
  await sql`
    delete from read_pages where account_id = ${accountId} and page_key in (
      select page_key from read_pages where account_id = ${accountId} order by read_at desc offset ${mostPages}
      limit ${batch}
    )
  `.execute(database);
}

/** An index in the table `read_pages`, written in the background. */
export function createPageIndex({ database, log, mostPages = usualPages }: PageIndexOptions): PageIndex {
  const report = createTroubleReport(log);
  const waiting = new Map<string, Change>();
  const written = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  async function trimSome(pages: readonly ReadPage[]): Promise<void> {
    for (const { accountId } of pages) written.set(accountId, (written.get(accountId) ?? 0) + 1);
    for (const [accountId, count] of written) {
      if (count < Math.min(trimEvery, mostPages)) continue;
      written.delete(accountId);
      await trim(database, accountId, mostPages);
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
    await trimSome(pages);
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const names = [...waiting.keys()].slice(0, rowsAtOnce);
      const changes = names.map((name) => waiting.get(name) as Change);
      for (const name of names) waiting.delete(name);
      await write(changes).catch((error: unknown) => report(error, 'pages could not be kept for search'));
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  function add(accountId: string, key: Buffer, change: Change): void {
    const name = `${accountId} ${key.toString('base64')}`;
    if (waiting.size >= mostWaiting && !waiting.has(name)) {
      log.debug({ waiting: waiting.size }, 'a page was not kept for search: the database is too slow');
      return;
    }
    waiting.set(name, change);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  }

  return {
    note: (page) => add(page.accountId, page.key, { kind: 'note', page }),
    forget: (accountId, key) => add(accountId, key, { kind: 'forget', accountId, key }),
    async settle() {
      while (waiting.size > 0 || writing !== null) await flush();
    },
    close: () => flush(),
  };
}

/** Drops pages that were read before `before`, at most a thousand a call; returns how many. */
export async function sweepReadPages(database: Database, before: Date): Promise<number> {
  const swept = await sql`
    delete from read_pages where (account_id, page_key) in (
      select account_id, page_key from read_pages where read_at <= ${before.toISOString()}::timestamptz
      order by read_at limit ${batch}
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
