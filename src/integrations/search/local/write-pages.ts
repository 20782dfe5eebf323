import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';
import type { Lexemes, WordsInConfig } from './lexemes.ts';
import type { PreparedPage } from './read-page.ts';
import { anchorWords } from './searchable-text.ts';
import { findTextConfig } from './text-configs.ts';

/** Rows deleted by one call. */
const batchSize = 1_000;
/** Maximum number of link texts for one page, and for each page of an account on average. */
const maxAnchorTexts = 20;
const anchorsPerPage = 5;

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

const vectorFields = ['titleWords', 'headingWords', 'pathWords', 'hostWords', 'bodyWords'] as const;

/** Writes pages, unless a later reading of them is known. */
export async function writePages(
  database: Database,
  lexemes: Lexemes,
  pages: readonly PreparedPage[],
): Promise<void> {
  const rows = pages.map(({ text, texts, ...page }) => ({
    ...page,
    ...text,
    url: toStorableText(texts.url, 8_192),
    host: parseHost(texts.url),
    config: findTextConfig(page.language),
  }));
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  const words: WordsInConfig[] = vectorFields.flatMap((field) =>
    rows.map((row) => ({ config: row.config, words: row[field] })),
  );
  const vectors = await lexemes.vectorsOf(words);
  const vectorsOf = (field: (typeof vectorFields)[number]) => {
    const from = vectorFields.indexOf(field) * rows.length;
    return vectors.slice(from, from + rows.length);
  };
  // The lock makes the deletion of a job wait: it removes what is written here.
  await sql`
    with existing as materialized (
      select job_id from jobs where job_id = any(${column((row) => row.jobId)}::text[]) for key share
    )
    insert into read_pages (
      account_id, page_key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      words, key_words
    )
    select page.account_id, key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      setweight(title_words::tsvector, 'A') || body_words::tsvector
        || array_to_tsvector(array[account_word]) || array_to_tsvector(string_to_array(host_names, ' ')),
      setweight(title_words::tsvector, 'A') || setweight(heading_words::tsvector, 'B')
        || setweight(path_words::tsvector, 'C') || host_words::tsvector
        || array_to_tsvector(array[account_word]) || array_to_tsvector(string_to_array(host_names, ' '))
    from unnest(
      ${column((row) => row.accountId)}::text[], ${column((row) => row.key)}::bytea[],
      ${column((row) => row.url)}::text[], ${column((row) => row.host)}::text[],
      ${column((row) => row.title)}::text[], ${column((row) => row.body)}::text[],
      ${column((row) => row.language?.slice(0, 35) ?? null)}::text[], ${column((row) => row.config)}::text[],
      ${column((row) => row.publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${column((row) => row.readAt.toISOString())}::timestamptz[],
      ${column((row) => row.digest)}::text[], ${column((row) => row.wordCount)}::integer[],
      ${vectorsOf('titleWords')}::text[], ${vectorsOf('bodyWords')}::text[],
      ${vectorsOf('headingWords')}::text[], ${vectorsOf('pathWords')}::text[],
      ${vectorsOf('hostWords')}::text[], ${column((row) => accountWord(row.accountId))}::text[],
      ${column((row) => hostWords(row.host).join(' '))}::text[], ${column((row) => row.jobId)}::text[]
    ) as page (
      account_id, key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
      title_words, body_words, heading_words, path_words, host_words, account_word, host_names, job_id
    )
    join accounts on accounts.account_id = page.account_id
    where page.job_id is null or page.job_id in (select job_id from existing)
    order by page.account_id, key
    on conflict (account_id, page_key) do update set url = excluded.url, host = excluded.host,
      title = excluded.title, body = excluded.body, language = excluded.language, config = excluded.config,
      published_at = excluded.published_at, read_at = excluded.read_at, digest = excluded.digest,
      word_count = excluded.word_count, words = excluded.words, key_words = excluded.key_words
    where read_pages.read_at <= excluded.read_at
  `.execute(database);
}

/** Text of a link to a page. */
export interface LinkText {
  accountId: string;
  key: Buffer;
  text: string;
  /** BCP 47 tag of the page with the link, if it states it. */
  language: string | null;
  readAt: Date;
  /** Job that read that page; a link of a deleted job is not written. Null outside of jobs. */
  jobId: string | null;
}

/** Adds texts of links to the pages that they name, each once, also before those are read. */
export async function writeAnchors(
  database: Database,
  lexemes: Lexemes,
  links: readonly LinkText[],
): Promise<void> {
  if (links.length === 0) return;
  const texts = links.map(({ text }) => toStorableText(text, 200));
  const words = texts.map(anchorWords);
  const vectors = await lexemes.vectorsOf(
    links.map(({ language }, at) => ({ config: findTextConfig(language), words: words[at]?.words ?? '' })),
  );
  await sql`
    with existing as materialized (
      select job_id from jobs where job_id = any(${links.map((link) => link.jobId)}::text[]) for key share
    )
    insert into page_anchors (account_id, page_key, text, words, word_count, noted_at)
    select distinct on (link.account_id, link.page_key, link.text) link.account_id, link.page_key, link.text,
      link.words::tsvector || array_to_tsvector(array[account_word]), word_count, noted_at
    from unnest(
      ${links.map((link) => link.accountId)}::text[], ${links.map((link) => link.key)}::bytea[],
      ${texts}::text[], ${vectors}::text[],
      ${words.map((one) => one.count)}::integer[], ${links.map((link) => accountWord(link.accountId))}::text[],
      ${links.map((link) => link.readAt.toISOString())}::timestamptz[], ${links.map((link) => link.jobId)}::text[]
    ) as link (account_id, page_key, text, words, word_count, account_word, noted_at, job_id)
    join accounts on accounts.account_id = link.account_id
    where (link.job_id is null or link.job_id in (select job_id from existing)) and (select count(*) from page_anchors where page_anchors.account_id = link.account_id
      and page_anchors.page_key = link.page_key) < ${maxAnchorTexts}
    order by link.account_id, link.page_key, link.text
    on conflict (account_id, page_key, text) do nothing
  `.execute(database);
}

/** Deletes the oldest pages of an account above `maxPages`, at most a thousand. */
export async function deleteOldest(database: Database, accountId: string, maxPages: number): Promise<void> {
  await sql`
    delete from read_pages where account_id = ${accountId} and page_key in (
      select page_key from read_pages where account_id = ${accountId} order by read_at desc offset ${maxPages}
      limit ${batchSize}
    )
  `.execute(database);
}

/** Deletes the oldest texts of links of an account above five for each of `maxPages`, at most 5,000. */
export async function deleteOldestAnchors(
  database: Database,
  accountId: string,
  maxPages: number,
): Promise<void> {
  await sql`
    delete from page_anchors where ctid = any(array(
      select ctid from page_anchors where account_id = ${accountId} order by noted_at desc
      offset ${anchorsPerPage * maxPages} limit ${batchSize * anchorsPerPage}
    ))
  `.execute(database);
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
