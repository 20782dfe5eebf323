import { type RawBuilder, sql } from 'kysely';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { Database } from '../database.ts';
import { sqlRows } from '../sql-rows.ts';

/** Cache validators of a page (RFC 9110 section 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Key of a cached page. */
export interface CacheKey {
  /** Digest of the URL and every option that the content depends on. */
  key: Buffer;
  /** One bit for each format. */
  formats: number;
}

/** A page result for the cache; valid as long as its receipt exists. */
export interface CachedPage extends CacheKey, Validators {
  receiptId: string;
  storedAt: Date;
  expiresAt: Date;
  /** JSON of the page without its receipt, compressed with Zstandard. */
  page: Uint8Array;
  /** Bytes of the uncompressed JSON. */
  bytes: number;
  /** Code points of Markdown in the page. */
  length: number;
  /** True if the Markdown is truncated. */
  isTruncated: boolean;
}

/** A cached page result. */
export interface CachedPageRow extends Validators {
  storedAt: Date;
  page: Buffer;
  bytes: number;
  receipt: Receipt;
}

const batchSize = 1_000;

/**
 * Returns the latest result of this account with the requested formats and length of Markdown; null if there is none.
 */
export async function findCachedPage(
  database: Database,
  accountId: string,
  { key, formats, maxLength }: CacheKey & { maxLength: number },
  now: Date,
): Promise<CachedPageRow | null> {
  const result = await sql<CachedPageRow>`
    select stored_at as "storedAt", page, bytes, etag, last_modified as "lastModified", receipts.receipt
    from page_cache join receipts using (receipt_id)
    where page_cache.account_id = ${accountId} and receipts.account_id = page_cache.account_id
      and key = ${key} and formats & ${formats}::integer = ${formats}::integer and expires_at > ${now}
      and case when is_cut then length = ${maxLength}::integer else length <= ${maxLength}::integer end
    order by stored_at desc limit 1
  `.execute(database);
  return result.rows[0] ?? null;
}

/** Returns the cached result of this account with this receipt; null if it is not stored. */
export async function findPageOfReceipt(
  database: Database,
  accountId: string,
  receiptId: string,
  now: Date,
): Promise<Pick<CachedPageRow, 'page' | 'bytes' | 'receipt'> | null> {
  const result = await sql<Pick<CachedPageRow, 'page' | 'bytes' | 'receipt'>>`
    select page, bytes, receipts.receipt from page_cache join receipts using (receipt_id)
    where page_cache.receipt_id = ${receiptId} and page_cache.account_id = ${accountId}
      and receipts.account_id = page_cache.account_id and expires_at > ${now} limit 1
  `.execute(database);
  return result.rows[0] ?? null;
}

/**
 * Common table expression that writes page results to the cache, replacing existing ones; `fresh` contains their requests. The account row is locked and rows are written in order,
 * so that concurrent statements do not deadlock.
 */
export function cachePagesCte(
  rows: ReadonlyArray<{ requestId: string; page: CachedPage }>,
): RawBuilder<unknown> {
  if (rows.length === 0) return sql`cached_pages as (select null::text as request_id where false)`;
  return sql`
    cached_pages as (
      insert into page_cache (
        account_id, key, formats, receipt_id, stored_at, expires_at, page, bytes, length, is_cut, etag, last_modified
      )
      select distinct on (fresh.account_id, page.key, page.formats) fresh.account_id, page.key, page.formats,
        page.receipt_id, page.stored_at, page.expires_at, page.page, page.bytes, page.length, page.is_cut, page.etag,
        page.last_modified
      from ${sqlRows('page', rows, {
        request_id: ['text', ({ requestId }) => requestId],
        key: ['bytea', ({ page }) => page.key],
        formats: ['integer', ({ page }) => page.formats],
        receipt_id: ['text', ({ page }) => page.receiptId],
        stored_at: ['timestamptz', ({ page }) => page.storedAt.toISOString()],
        expires_at: ['timestamptz', ({ page }) => page.expiresAt.toISOString()],
        page: ['bytea', ({ page }) => Buffer.from(page.page)],
        bytes: ['integer', ({ page }) => page.bytes],
        length: ['integer', ({ page }) => page.length],
        is_cut: ['boolean', ({ page }) => page.isTruncated],
        etag: ['text', ({ page }) => page.etag],
        last_modified: ['text', ({ page }) => page.lastModified],
      })}
      join fresh using (request_id)
      order by fresh.account_id, page.key, page.formats, page.stored_at desc
      on conflict (account_id, key, formats) do update set
        receipt_id = excluded.receipt_id, stored_at = excluded.stored_at, expires_at = excluded.expires_at,
        page = excluded.page, bytes = excluded.bytes, length = excluded.length, is_cut = excluded.is_cut,
        etag = excluded.etag, last_modified = excluded.last_modified
    )`;
}

/** Stores results of an account whose receipts are stored. */
export async function storeCachedPages(
  database: Database,
  accountId: string,
  pages: readonly CachedPage[],
): Promise<void> {
  const rows = pages.map((page) => ({ requestId: page.receiptId, page }));
  await sql`
    with fresh as (
      select receipt_id as request_id, account_id from receipts
      where account_id = ${accountId} and receipt_id = any(${pages.map(({ receiptId }) => receiptId)}::text[])
    ), ${cachePagesCte(rows)}
    select 1
  `.execute(database);
}

/** Deletes expired results, at most a thousand per call; returns their number. */
export async function sweepCachedPages(database: Database, now: Date): Promise<number> {
  const swept = await sql`
    delete from page_cache where (account_id, key, formats) in (
      select account_id, key, formats from page_cache where expires_at <= ${now} order by expires_at limit ${batchSize}
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
