import { cleanValue } from '../../../domain/values/clean-text.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { compressJson, decompressDocument } from '../../../store/pages/compressed-document.ts';
import type { Version } from '../settings/monitor-settings.ts';

/** A compressed version, ready to be stored. */
export interface CompressedVersion {
  version: Version;
  body: Uint8Array;
  bytes: number;
}

/** Compresses a version, before the transaction that stores it. */
export async function compressVersion(version: Version): Promise<CompressedVersion> {
  const { at: _at, title: _title, url: _url, anchor: _anchor, picture: _picture, ...content } = version;
  const { page: body, bytes } = await compressJson(content);
  return { version, body, bytes };
}

/** Stores a version under the number of its check. */
export async function insertVersion(
  transaction: DatabaseTransaction,
  monitorId: string,
  number: number,
  { version, body, bytes }: CompressedVersion,
): Promise<void> {
  const { at, title, url, anchor, picture } = version;
  await transaction
    .insertInto('monitor_versions')
    .values({
      monitor_id: monitorId,
      version: number,
      at,
      title,
      url,
      anchor,
      body: Buffer.from(body),
      bytes,
      picture,
    })
    .execute();
}

/** Maximum number of stored versions of a monitor. */
const maxVersions = 500;

/** Deletes the oldest versions above the maximum, except `notified`. */
export async function pruneVersions(
  transaction: DatabaseTransaction,
  monitorId: string,
  notifiedVersion: number | null,
): Promise<void> {
  await transaction
    .deleteFrom('monitor_versions')
    .where('monitor_id', '=', monitorId)
    .where('version', '!=', notifiedVersion ?? 0)
    .where('version', '<=', (select) =>
      select
        .selectFrom('monitor_versions as kept')
        .select('kept.version')
        .where('kept.monitor_id', '=', monitorId)
        .orderBy('kept.version', 'desc')
        .offset(maxVersions)
        .limit(1),
    )
    .execute();
}

/** Returns the number of the oldest stored version, or null. */
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

/** Returns a stored version, or null. */
export async function findVersion(
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
  const document = await decompressDocument(body, bytes);
  const content = JSON.parse(document.toString('utf8')) as Omit<Version, keyof typeof rest>;
  return { ...rest, ...cleanValue(content) };
}
