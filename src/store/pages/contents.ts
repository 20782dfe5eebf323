import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { storeBytes } from '../blobs/stored-blobs.ts';
import type { Database } from '../database.ts';
import { sqlRows } from '../sql-rows.ts';
import type { ContentCache, StoredPage } from './content-cache.ts';

const zstdDecompressAsync = promisify(zstdDecompress);

/** Maximum bytes of a compressed body in its row; a larger one is stored as a blob. */
export const maxRowBytes = 256 * 1024;
/** Maximum bytes of one page's Markdown before compression. */
const maxMarkdownBytes = 256 * 1024 * 1024;
/** Time for which the row of an expired page is kept, so that it is reported as expired. */
const tombstoneMs = 90 * dayMs;
const maxChunkBytes = 4 * 1024 * 1024;
/** Code points that decompress in about half a millisecond. */
const maxSyncLength = 500_000;
const batchSize = 1_000;

/** Complete Markdown of a long page, readable in parts by its `ref`. */
export interface NewContent {
  ref: string;
  accountId: string;
  url: string;
  title: string | null;
  /** Markdown in UTF-8, compressed with Zstandard (RFC 8878). */
  body: Uint8Array;
  /** Code points of the Markdown. */
  length: number;
  createdAt: Date;
  expiresAt: Date;
}

/** A content whose body, if too large for its row, is already stored as a blob. */
export type StoredContent = Omit<NewContent, 'body'> &
  ({ body: Uint8Array; bodyDigest: null } | { body: null; bodyDigest: string }) & {
    /** True if a result of a job takes its Markdown from this row, which is then kept as long as the result. */
    hasResult?: boolean;
  };

/** Result of a lookup by ref; pages of another account are `missing`. */
export type FoundContent = StoredPage | { kind: 'expired' } | { kind: 'missing' };

/** Stores of contents. */
export interface ContentStores {
  database: Database;
  blobs: BlobStore;
  /** Avoids transfer and decompression of pages that are read part by part. */
  cache?: ContentCache;
}

/** Stores a body that is too large for its row as a blob, before the row is written. */
export async function storeBody(
  stores: ContentStores,
  content: NewContent,
  now: Date,
): Promise<StoredContent> {
  if (content.body.length <= maxRowBytes) return { ...content, bodyDigest: null };
  const { digest } = await storeBytes(stores.database, stores.blobs, content.body, now);
  return { ...content, body: null, bodyDigest: digest };
}

/**
 * Returns the statement that writes contents whose bodies are stored, as part of another one: `join` names the tables of
 * that statement which select the rows, and `accountId` the column with their account.
 */
export function insertContentsQuery(
  rows: ReadonlyArray<StoredContent & { requestId?: string }>,
  accountId: RawBuilder<unknown>,
  join: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const content = sqlRows('content', rows, {
    ref: ['text', ({ ref }) => ref],
    request_id: ['text', ({ requestId }) => requestId ?? null],
    url: ['text', ({ url }) => url],
    title: ['text', ({ title }) => title],
    body: ['bytea', ({ body }) => (body === null ? null : Buffer.from(body))],
    digest: ['text', ({ bodyDigest }) => bodyDigest],
    has_result: ['boolean', ({ hasResult }) => hasResult === true],
    length: ['integer', ({ length }) => length],
    created_at: ['timestamptz', ({ createdAt }) => createdAt.toISOString()],
    expires_at: ['timestamptz', ({ expiresAt }) => expiresAt.toISOString()],
  });
  return sql`
    insert into contents (
      ref, account_id, url, title, body, body_digest, has_result, length, created_at, expires_at
    )
    select content.ref, ${accountId}, content.url, content.title, content.body, content.digest, content.has_result,
      content.length, content.created_at, content.expires_at
    from ${content} ${join}`;
}

async function readBlob(blobs: BlobStore, digest: string): Promise<Buffer> {
  const stream = await blobs.open(digest);
  if (stream === null)
    throw new Failure('unavailable', 'The stored page cannot be read because its file is missing.');
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Decompresses Markdown of `length` code points. One large chunk, and synchronous work for short texts, takes a tenth
 * of the time of the defaults.
 */
export async function decompressMarkdown(body: Uint8Array, length: number): Promise<Buffer> {
  const chunkSize = Math.min(maxChunkBytes, Math.ceil(length * 1.1) + 1024);
  const options = { maxOutputLength: maxMarkdownBytes, chunkSize };
  return length <= maxSyncLength ? zstdDecompressSync(body, options) : zstdDecompressAsync(body, options);
}

/** Checks whether a cached page still exists and belongs to this account. */
async function revalidate(
  { database }: ContentStores,
  cached: StoredPage,
  accountId: string,
  now: Date,
): Promise<FoundContent> {
  const row = await database
    .selectFrom('contents')
    .select(['expires_at', sql<boolean>`body is null and body_digest is null`.as('is_gone')])
    .where('ref', '=', cached.ref)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return { kind: 'missing' };
  if (row.expires_at <= now || row.is_gone) return { kind: 'expired' };
  return { ...cached, expiresAt: row.expires_at };
}

/** Returns the page of a ref of this account, complete and decompressed. */
export async function findContent(
  stores: ContentStores,
  accountId: string,
  ref: string,
  now: Date,
): Promise<FoundContent> {
  const cached = stores.cache?.get(ref) ?? null;
  if (cached !== null) return revalidate(stores, cached, accountId, now);
  const row = await stores.database
    .selectFrom('contents')
    .selectAll()
    .where('ref', '=', ref)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return { kind: 'missing' };
  if (row.expires_at <= now || (row.body === null && row.body_digest === null)) return { kind: 'expired' };
  const body = row.body ?? (await readBlob(stores.blobs, row.body_digest as string));
  const markdown = await decompressMarkdown(body, row.length);
  const page = {
    kind: 'found' as const,
    ref,
    url: row.url,
    title: row.title,
    markdown: markdown.toString('utf8'),
    length: row.length,
    expiresAt: row.expires_at,
  };
  stores.cache?.put(page);
  return page;
}

/**
 * Removes the content of expired pages, and deletes rows that expired long ago, at most a thousand of each per call; returns
 * their number. A text of which a result shows the start is removed with its job.
 */
export async function sweepContents(database: Database, now: Date): Promise<number> {
  const before = addMs(now, -tombstoneMs).toISOString();
  const dropped = await sql`
    delete from contents where ref in (
      select ref from contents where expires_at <= ${before}::timestamptz and not has_result
      order by expires_at limit ${batchSize}
    )
  `.execute(database);
  const expired = await sql`
    update contents set body = null, body_digest = null, url = '', title = null where ref in (
      select ref from contents
      where (body is not null or body_digest is not null) and not has_result and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${batchSize} for update skip locked
    )
  `.execute(database);
  return Number(expired.numAffectedRows ?? 0) + Number(dropped.numAffectedRows ?? 0);
}
