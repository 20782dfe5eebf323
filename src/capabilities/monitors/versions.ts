import type { Json } from '../../domain/extraction.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { packDocument, unpackDocument } from '../../store/packed-document.ts';
import type { Version } from './watch.ts';

/** A version ready to be stored. */
export interface PackedVersion {
  version: Version;
  body: Uint8Array;
  bytes: number;
}

/** Packs a version, before the transaction that stores it. */
export async function packVersion(version: Version): Promise<PackedVersion> {
  const { text, data } = version;
  const { page: body, bytes } = await packDocument(JSON.stringify({ text, data }));
  return { version, body, bytes };
}

/** Stores a version under the number of the check that found it. */
export async function insertVersion(
  transaction: DatabaseTransaction,
  monitorId: string,
  number: number,
  { version, body, bytes }: PackedVersion,
): Promise<void> {
  const { at, title, url, anchor, picture } = version;
  await transaction
    .insertInto('monitor_versions')
    .values({
      monitor_id: monitorId,
      version: number,
      at,
      title: title?.replaceAll('\0', '\uFFFD') ?? null,
      url,
      anchor,
      body: Buffer.from(body),
      bytes,
      picture,
    })
    .execute();
}

/** Versions of one monitor that are kept at most. */
const mostVersions = 500;

/** Drops what is more than a monitor may keep, the oldest first, but not `told`. */
export async function pruneVersions(
  transaction: DatabaseTransaction,
  monitorId: string,
  told: number | null,
): Promise<void> {
  await transaction
    .deleteFrom('monitor_versions')
    .where('monitor_id', '=', monitorId)
    .where('version', '!=', told ?? 0)
    .where('version', '<=', (select) =>
      select
        .selectFrom('monitor_versions as kept')
        .select('kept.version')
        .where('kept.monitor_id', '=', monitorId)
        .orderBy('kept.version', 'desc')
        .offset(mostVersions)
        .limit(1),
    )
    .execute();
}

/** The number of the oldest version that is kept, or null. */
export async function oldestVersion(database: Database, monitorId: string): Promise<number | null> {
  const row = await database
    .selectFrom('monitor_versions')
    .select('version')
    .where('monitor_id', '=', monitorId)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** A stored version, or null. */
export async function readVersionNumber(
  database: Database | DatabaseTransaction,
  monitorId: string,
  number: number | null,
): Promise<Version | null> {
  if (number === null) return null;
  const row = await database
    .selectFrom('monitor_versions')
    .select(['at', 'title', 'url', 'anchor', 'body', 'bytes', 'picture'])
    .where('monitor_id', '=', monitorId)
    .where('version', '=', number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { body, bytes, ...rest } = row;
  const { text, data } = JSON.parse((await unpackDocument(body, bytes)).toString('utf8')) as {
    text: string | null;
    data: Json | null;
  };
  return { ...rest, text, data };
}
