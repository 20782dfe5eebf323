import { sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database } from '../database.ts';
import type { BlobStore } from './blob-store.ts';

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

/**
 * Deletes one content under the lock of its row, unless it was stored again or is referenced. The file is deleted
 * before the row: a process that stores the same content waits for the lock and then finds it deleted.
 */
async function deleteUnused(
  database: Database,
  blobs: BlobStore,
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
      select exists (select from blobs where digest = ${digest})
        or exists (select from contents where body_digest = ${digest})
        or exists (select from monitor_versions where picture = ${digest}) as used
    `.execute(transaction);
    if (used.rows[0]?.used !== false) return false;
    await blobs.delete(digest);
    await transaction.deleteFrom('blob_contents').where('digest', '=', digest).execute();
    return true;
  });
}

/** Deletes stored content without references; returns its number. */
export async function sweepBlobContents(
  database: Database,
  blobs: BlobStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = addMs(now, -minUnreferencedMs);
  const unused = await sql<{ digest: string }>`
    select digest from blob_contents as content
    where stored_at <= ${before.toISOString()}::timestamptz
      and not exists (select from blobs where blobs.digest = content.digest)
      and not exists (select from contents where contents.body_digest = content.digest)
      and not exists (select from monitor_versions where monitor_versions.picture = content.digest)
    order by stored_at limit ${batchSize}
  `.execute(database);
  let deleted = 0;
  for (const { digest } of unused.rows) {
    signal?.throwIfAborted();
    if (await deleteUnused(database, blobs, digest, before)) deleted += 1;
  }
  return deleted;
}
