import { type RawBuilder, sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../database.ts';
import type { BlobStore } from './blob-store.ts';

/** Column of a table that refers to stored content by its digest. */
export interface ContentReference {
  table: string;
  column: string;
}

const ownReferences: readonly ContentReference[] = [
  { table: 'blobs', column: 'digest' },
  { table: 'contents', column: 'body_digest' },
];

/** Returns a condition: true if one of the columns refers to the digest. */
function isReferenced(
  references: readonly ContentReference[],
  digest: RawBuilder<string>,
): RawBuilder<boolean> {
  const conditions = references.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${digest})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Minimum age of unreferenced content before it is deleted; longer than any work between storing and referencing. */
const minUnreferencedMs = 60 * 60_000;
/** Time for which the row of an expired blob is kept, so that it is reported as expired. */
const tombstoneMs = 90 * dayMs;
/** Maximum rows of one statement; the next sweep continues with the rest. */
const batchSize = 1_000;

/** Removes the content reference of expired blobs, and deletes rows that expired long ago; returns their number. */
export async function expireBlobs(database: Database, now: Date): Promise<number> {
  const before = addMs(now, -tombstoneMs).toISOString();
  const dropped = await sql`
    delete from blobs where blob_id in (
      select blob_id from blobs where expires_at <= ${before}::timestamptz order by expires_at limit ${batchSize}
    )
  `.execute(database);
  const expired = await sql`
    update blobs set digest = null, filename = null where blob_id in (
      select blob_id from blobs
      where digest is not null and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${batchSize} for update skip locked
    )
  `.execute(database);
  return Number(expired.numAffectedRows ?? 0) + Number(dropped.numAffectedRows ?? 0);
}

/** Stored content, and the references of capabilities to it. */
export interface SweepPorts {
  database: Database;
  blobs: BlobStore;
  references: readonly ContentReference[];
}

/**
 * Deletes one content under the lock of its row, unless it was stored again or is referenced. The file is deleted
 * before the row: a process that stores the same content waits for the lock and then finds it deleted.
 */
async function deleteUnused(
  { database, blobs }: SweepPorts,
  references: readonly ContentReference[],
  digest: string,
  before: Date,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('blob_contents')
      .select('digest')
      .where('digest', '=', digest)
      .where('stored_at', '<=', before)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const used = await sql<{ used: boolean }>`
      select ${isReferenced(references, sql`${digest}`)} as used
    `.execute(transaction);
    if (used.rows[0]?.used !== false) return false;
    await blobs.delete(digest);
    await transaction.deleteFrom('blob_contents').where('digest', '=', digest).execute();
    return true;
  });
}

/** Deletes stored content without references; returns its number. */
export async function sweepBlobContents(ports: SweepPorts, now: Date, signal?: AbortSignal): Promise<number> {
  const references = [...ownReferences, ...ports.references];
  const before = addMs(now, -minUnreferencedMs);
  const unused = await sql<{ digest: string }>`
    select digest from blob_contents as content
    where stored_at <= ${before.toISOString()}::timestamptz
      and not ${isReferenced(references, sql`content.digest`)}
    order by stored_at limit ${batchSize}
  `.execute(ports.database);
  let deleted = 0;
  for (const { digest } of unused.rows) {
    signal?.throwIfAborted();
    if (await deleteUnused(ports, references, digest, before)) deleted += 1;
  }
  return deleted;
}
