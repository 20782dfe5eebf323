import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Section } from '../domain/page.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { storeBytes } from './blobs/stored-blobs.ts';
import type { ContentCache, StoredPage } from './content-cache.ts';
import type { Database, DatabaseTransaction } from './database.ts';

const zstdDecompressLater = promisify(zstdDecompress);

/** A compressed body up to here lies in its row, a bigger one in a blob. */
export const maxRowBytes = 256 * 1024;
/** Bytes of one page's Markdown at most, before compression. */
const maxMarkdownBytes = 256 * 1024 * 1024;
/** How long the row of an expired page tells that there was one. */
const tombstoneMs = 90 * 24 * 60 * 60_000;
const maxChunkBytes = 4 * 1024 * 1024;
/** Code points that are decompressed in about half a millisecond. */
const shortLength = 500_000;
const batch = 1_000;

/** The whole Markdown of a long page, to be read in pieces under `ref`. */
export interface NewContent {
  ref: string;
  accountId: string;
  url: string;
  title: string | null;
  /** Markdown in UTF-8, compressed with Zstandard (RFC 8878). */
  body: Uint8Array;
  /** Code points of the Markdown. */
  length: number;
  sections: Section[];
  createdAt: Date;
  expiresAt: Date;
}

/** A content whose body is stored, if it was too big for its row. */
export type StoredContent = Omit<NewContent, 'body'> &
  ({ body: Uint8Array; bodyDigest: null } | { body: null; bodyDigest: string });

/** What a ref leads to; another account's is `missing`. */
export type FoundContent = StoredPage | { kind: 'expired' } | { kind: 'missing' };

/** Where bodies lie. */
export interface ContentPlaces {
  database: Database;
  blobs: BlobStore;
  /** Spares transport and decompression of what is read piece after piece. */
  cache?: ContentCache;
}

/** Stores a body that is too big for its row as a blob; blob first, then the row. */
export async function storeBody(
  places: ContentPlaces,
  content: NewContent,
  now: Date,
): Promise<StoredContent> {
  if (content.body.length <= maxRowBytes) return { ...content, bodyDigest: null };
  const { digest } = await storeBytes(places.database, places.blobs, content.body, now);
  return { ...content, body: null, bodyDigest: digest };
}

/** Writes the rows of contents whose bodies are stored. */
export async function insertContents(
  transaction: Database | DatabaseTransaction,
  contents: StoredContent[],
): Promise<void> {
  if (contents.length === 0) return;
  await transaction
    .insertInto('contents')
    .values(
      contents.map((content) => ({
        ref: content.ref,
        account_id: content.accountId,
        url: content.url,
        title: content.title,
        body: content.body === null ? null : Buffer.from(content.body),
        body_digest: content.bodyDigest,
        length: content.length,
        sections: JSON.stringify(content.sections),
        created_at: content.createdAt,
        expires_at: content.expiresAt,
      })),
    )
    .execute();
}

async function readBlob(blobs: BlobStore, digest: string): Promise<Buffer> {
  const stream = await blobs.open(digest);
  if (stream === null) throw new Failure('unavailable', 'the stored page cannot be read');
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Markdown of `length` code points. Decompressing in one piece, and a short text at once, costs a tenth of the default. */
async function decompress(body: Uint8Array, length: number): Promise<Buffer> {
  const chunkSize = Math.min(maxChunkBytes, Math.ceil(length * 1.1) + 1024);
  const options = { maxOutputLength: maxMarkdownBytes, chunkSize };
  return length <= shortLength ? zstdDecompressSync(body, options) : zstdDecompressLater(body, options);
}

/** What is left of a page that is known already: whether this account may still read it. */
async function recall(
  { database }: ContentPlaces,
  known: StoredPage,
  accountId: string,
  now: Date,
): Promise<FoundContent> {
  const row = await database
    .selectFrom('contents')
    .select(['expires_at', sql<boolean>`body is null and body_digest is null`.as('is_gone')])
    .where('ref', '=', known.ref)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return { kind: 'missing' };
  if (row.expires_at <= now || row.is_gone) return { kind: 'expired' };
  return { ...known, expiresAt: row.expires_at };
}

/** The page behind a ref of this account, whole and decompressed. */
export async function findContent(
  places: ContentPlaces,
  accountId: string,
  ref: string,
  now: Date,
): Promise<FoundContent> {
  const known = places.cache?.get(ref) ?? null;
  if (known !== null) return recall(places, known, accountId, now);
  const row = await places.database
    .selectFrom('contents')
    .selectAll()
    .where('ref', '=', ref)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return { kind: 'missing' };
  if (row.expires_at <= now || (row.body === null && row.body_digest === null)) return { kind: 'expired' };
  const body = row.body ?? (await readBlob(places.blobs, row.body_digest as string));
  const markdown = await decompress(body, row.length);
  const page = {
    kind: 'found' as const,
    ref,
    url: row.url,
    title: row.title,
    markdown: markdown.toString('utf8'),
    length: row.length,
    sections: row.sections,
    expiresAt: row.expires_at,
  };
  places.cache?.put(page);
  return page;
}

/**
 * Takes everything but the name from pages that expired, and drops rows that expired long ago, at most a thousand of
 * either a call; returns how many.
 */
export async function sweepContents(database: Database, now: Date): Promise<number> {
  const before = addMs(now, -tombstoneMs).toISOString();
  const dropped = await sql`
    delete from contents where ref in (
      select ref from contents where expires_at <= ${before}::timestamptz order by expires_at limit ${batch}
    )
  `.execute(database);
  const expired = await sql`
    update contents set body = null, body_digest = null, url = '', title = null, sections = '[]' where ref in (
      select ref from contents
      where (body is not null or body_digest is not null) and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${batch} for update skip locked
    )
  `.execute(database);
  return Number(expired.numAffectedRows ?? 0) + Number(dropped.numAffectedRows ?? 0);
}
