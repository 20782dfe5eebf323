import { sql } from 'kysely';
import type { Receipt } from '../domain/receipt.ts';
import type { Database } from './database.ts';

/** By what a site tells whether a page has changed (RFC 9110 section 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** What a page was asked as, to find it again. */
export interface CacheKey {
  /** Of the address and every option that its content depends on. */
  key: Buffer;
  /** A bit for each format. */
  formats: number;
}

/** A result to be kept, and given again for as long as its receipt stands. */
export interface CachedPage extends CacheKey, Validators {
  receiptId: string;
  storedAt: Date;
  expiresAt: Date;
  /** The page's JSON without its receipt, compressed with Zstandard. */
  page: Uint8Array;
  /** Bytes of that JSON. */
  bytes: number;
  /** Code points of Markdown that stand in the page. */
  length: number;
  /** Whether that is less than the whole. */
  isCut: boolean;
}

/** A result that was kept. */
export interface FoundPage extends Validators {
  storedAt: Date;
  page: Buffer;
  bytes: number;
  receipt: Receipt;
}

const batch = 1_000;

/**
 * The latest result of this account that holds the formats asked and no other length of Markdown than was asked; null
 * when there is none.
 */
export async function findCachedPage(
  database: Database,
  accountId: string,
  { key, formats, maxLength }: CacheKey & { maxLength: number },
  now: Date,
): Promise<FoundPage | null> {
  const found = await sql<FoundPage>`
    select stored_at as "storedAt", page, bytes, etag, last_modified as "lastModified", receipts.receipt
    from page_cache join receipts using (receipt_id)
    where page_cache.account_id = ${accountId} and receipts.account_id = page_cache.account_id
      and key = ${key} and formats & ${formats}::integer = ${formats}::integer and expires_at > ${now}
      and case when is_cut then length = ${maxLength}::integer else length <= ${maxLength}::integer end
    order by stored_at desc limit 1
  `.execute(database);
  return found.rows[0] ?? null;
}

/** The result of this account that was signed with this receipt; null when it is not kept, or no longer. */
export async function findPageOfReceipt(
  database: Database,
  accountId: string,
  receiptId: string,
  now: Date,
): Promise<Pick<FoundPage, 'page' | 'bytes' | 'receipt'> | null> {
  const found = await sql<Pick<FoundPage, 'page' | 'bytes' | 'receipt'>>`
    select page, bytes, receipts.receipt from page_cache join receipts using (receipt_id)
    where page_cache.receipt_id = ${receiptId} and page_cache.account_id = ${accountId}
      and receipts.account_id = page_cache.account_id and expires_at > ${now} limit 1
  `.execute(database);
  return found.rows[0] ?? null;
}

/** Deletes results that are kept no longer, at most a thousand a call; returns how many. */
export async function sweepCachedPages(database: Database, now: Date): Promise<number> {
  const swept = await sql`
    delete from page_cache where (account_id, key, formats) in (
      select account_id, key, formats from page_cache where expires_at <= ${now} order by expires_at limit ${batch}
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
