import { type RawBuilder, type Selectable, sql } from 'kysely';
import { cleanValue } from '../../../domain/values/clean-text.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { compressJson, decompressDocument } from '../../../store/pages/compressed-document.ts';
import { prepared } from '../../../store/prepared-statements.ts';
import type { MonitorVersionsTable } from '../../../store/schema.ts';
import { type MonitorRow, monitorColumns, type StoredMonitor, toMonitor } from '../monitor-table.ts';
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

/** Maximum number of stored versions of a monitor. */
const maxVersions = 500;

/**
 * Parts of a statement that store a version under the number of a check, and delete the oldest versions above the maximum, except
 * the notified one. `recorded` is the row of the monitor after the check.
 */
export function storeVersionCtes(newVersion: CompressedVersion | null): RawBuilder<unknown> {
  const { version = null, body = null, bytes = null } = newVersion ?? {};
  const isNew = sql`${newVersion !== null}::boolean`;
  // The new version is not among those that this statement sees.
  return sql`
    version as (
      insert into monitor_versions (monitor_id, version, at, title, url, anchor, body, bytes, picture)
      select monitor_id, checks, ${version?.at.toISOString() ?? null}::timestamptz, ${version?.title ?? null}::text,
        ${version?.url ?? null}::text, ${version?.anchor ?? null}::text,
        ${body === null ? null : Buffer.from(body)}::bytea, ${bytes}::integer, ${version?.picture ?? null}::text
      from recorded where ${isNew}
    ),
    pruned as (
      delete from monitor_versions using recorded
      where ${isNew} and monitor_versions.monitor_id = recorded.monitor_id
        and monitor_versions.version is distinct from recorded.notified_version
        and monitor_versions.version <= (
          select kept.version from monitor_versions kept where kept.monitor_id = recorded.monitor_id
          order by kept.version desc offset ${sql.lit(maxVersions - 1)} limit 1
        )
    )`;
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

/** Columns of a stored version. */
const columns = ['at', 'title', 'url', 'anchor', 'body', 'bytes', 'picture'] as const;

type VersionRow = Pick<Selectable<MonitorVersionsTable>, (typeof columns)[number]>;

async function toVersion({ body, bytes, ...rest }: VersionRow): Promise<Version> {
  const document = await decompressDocument(body, bytes);
  const content = JSON.parse(document.toString('utf8')) as Omit<Version, keyof typeof rest>;
  return { ...rest, ...cleanValue(content) };
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
    .select(columns)
    .where('monitor_id', '=', monitorId)
    .where('version', '=', number)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row === undefined ? null : toVersion(row);
}

/** Returns a monitor of the account with its baseline, which is null before the first version; null without such a monitor. */
export async function findMonitorWithBaseline(
  database: Database,
  accountId: string,
  monitorId: string,
): Promise<{ monitor: StoredMonitor; baseline: Version | null } | null> {
  const { rows } = await sql<
    MonitorRow & { [column in keyof VersionRow as `version_${column}`]: VersionRow[column] | null }
  >`
    ${prepared}
    select ${monitorColumns}, ${sql.join(columns.map((column) => sql`version.${sql.ref(column)} as ${sql.ref(`version_${column}`)}`))}
    from monitors
    left join monitor_versions as version
      on version.monitor_id = monitors.monitor_id and version.version = monitors.baseline
    where monitors.monitor_id = ${monitorId} and account_id = ${accountId}
  `.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  const monitor = toMonitor(database, row);
  const { version_at: at, version_body: body, version_bytes: bytes } = row;
  if (at === null || body === null || bytes === null) return { monitor, baseline: null };
  const { version_title: title, version_url: url, version_anchor: anchor, version_picture: picture } = row;
  return { monitor, baseline: await toVersion({ at, title, url, anchor, body, bytes, picture }) };
}
