import { sql } from 'kysely';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';
import { openSettings, sealSettings } from '../../store/sealed-columns.ts';
import { storableJson } from '../../store/storable.ts';
import type { NoiseMemory } from './check/compare/noise-memory.ts';
import type { MonitorSettings, MonitorStatus } from './settings/monitor-settings.ts';

/** A stored monitor. */
export interface StoredMonitor {
  monitorId: string;
  accountId: string;
  /** Id of the key that created it, on whose behalf checks run. */
  keyId: string;
  settings: MonitorSettings;
  /** Increases when something else is watched; results of checks of an older revision are dropped. */
  revision: number;
  status: MonitorStatus;
  createdAt: Date;
  updatedAt: Date;
  checks: number;
  lastCheckAt: Date | null;
  lastChangeAt: Date | null;
  lastSuccessAt: Date | null;
  /** Version numbers. */
  baseline: number | null;
  notifiedVersion: number | null;
  isRemoved: boolean;
  unconfirmedCode: string | null;
  failures: number;
  failingNotifiedAt: Date | null;
  noise: NoiseMemory;
  /** Id of the job of the running or last check. */
  jobId: string | null;
}

type Connection = Database | DatabaseTransaction;

/** Columns of a stored monitor. */
const columns = [
  'monitor_id',
  'account_id',
  'key_id',
  'settings',
  'revision',
  'status',
  'created_at',
  'updated_at',
  'checks',
  'last_check_at',
  'last_change_at',
  'last_success_at',
  'baseline',
  'notified_version',
  'is_removed',
  'doubt',
  'failures',
  'failing_notified_at',
  'noise',
  'job_id',
] as const;

/** The columns of {@link MonitorRow} in a statement whose other tables may have the same ones. */
export const monitorColumns = sql.join(columns.map((column) => sql.ref(`monitors.${column}`)));

function selectMonitors(database: Connection) {
  return database.selectFrom('monitors').select(columns);
}

/** Row of a stored monitor. */
export type MonitorRow = Awaited<ReturnType<ReturnType<typeof selectMonitors>['execute']>>[number];

/** Returns the monitor of a row. */
export function toMonitor(connection: Connection, row: MonitorRow): StoredMonitor {
  return {
    monitorId: row.monitor_id,
    accountId: row.account_id,
    keyId: row.key_id,
    settings: openSettings(connection, row.monitor_id, row.settings) as MonitorSettings,
    revision: row.revision,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    checks: row.checks,
    lastCheckAt: row.last_check_at,
    lastChangeAt: row.last_change_at,
    lastSuccessAt: row.last_success_at,
    baseline: row.baseline,
    notifiedVersion: row.notified_version,
    isRemoved: row.is_removed,
    unconfirmedCode: row.doubt,
    failures: row.failures,
    failingNotifiedAt: row.failing_notified_at,
    noise: row.noise as NoiseMemory,
    jobId: row.job_id,
  };
}

/** Filter of a list of monitors. */
export interface MonitorFilter {
  status: MonitorStatus | null;
  /** Part of the name or the URL. */
  search: string | null;
  /** One of the tags. */
  tag: string | null;
  offset: number;
  limit: number;
}

/** Returns a monitor of the account, or null. */
export async function findMonitor(
  database: Connection,
  accountId: string,
  monitorId: string,
): Promise<StoredMonitor | null> {
  const row = await selectMonitors(database)
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row === undefined ? null : toMonitor(database, row);
}

/** Returns these monitors of the account in the order of the ids; unknown ids are left out. */
export async function findMonitors(
  database: Connection,
  accountId: string,
  monitorIds: readonly string[],
): Promise<StoredMonitor[]> {
  if (monitorIds.length === 0) return [];
  const rows = await selectMonitors(database)
    .where('monitor_id', 'in', [...monitorIds])
    .where('account_id', '=', accountId)
    .execute();
  const monitorsById = new Map(rows.map((row) => [row.monitor_id, toMonitor(database, row)]));
  return monitorIds.flatMap((id) => monitorsById.get(id) ?? []);
}

/** Returns a monitor of the account, or null, and locks its row until the transaction ends. */
export async function lockMonitor(
  transaction: DatabaseTransaction,
  accountId: string,
  monitorId: string,
): Promise<StoredMonitor | null> {
  const row = await selectMonitors(transaction)
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row === undefined ? null : toMonitor(transaction, row);
}

/** Returns the account's monitors, newest first, and their total. */
export async function listMonitors(
  database: Connection,
  accountId: string,
  { status, search, tag, offset, limit }: MonitorFilter,
): Promise<{ monitors: StoredMonitor[]; total: number }> {
  let query = database.selectFrom('monitors').where('account_id', '=', accountId);
  if (status !== null) query = query.where('status', '=', status);
  if (tag !== null) query = query.where(sql<boolean>`${tag}::text = any(tags)`);
  if (search !== null) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((where) =>
      where.or([where('name', 'ilike', pattern), where('url', 'ilike', pattern)]),
    );
  }
  const [rows, { total }] = await Promise.all([
    query.select(columns).orderBy('monitor_id', 'desc').offset(offset).limit(limit).execute(),
    query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { monitors: rows.map((row) => toMonitor(database, row)), total: Number(total) };
}

/** A monitor to insert. */
export interface NewMonitor {
  monitorId: string;
  accountId: string;
  keyId: string;
  settings: MonitorSettings;
}

function isPaused(schedule: Schedule): boolean {
  return 'paused' in schedule;
}

/** Inserts monitors. */
export async function insertMonitors(
  transaction: DatabaseTransaction,
  monitors: readonly NewMonitor[],
  now: Date,
): Promise<void> {
  if (monitors.length === 0) return;
  await transaction
    .insertInto('monitors')
    .values(
      monitors.map(({ monitorId, accountId, keyId, settings }) => ({
        monitor_id: monitorId,
        account_id: accountId,
        key_id: keyId,
        name: settings.name,
        url: settings.url,
        settings: sealSettings(transaction, monitorId, settings),
        tags: settings.tags ?? [],
        status: isPaused(settings.schedule) ? ('paused' as const) : ('active' as const),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}

/** Updates the settings. With `isAnother` something else is watched, and the next version becomes the first. */
export async function updateMonitor(
  transaction: DatabaseTransaction,
  monitor: StoredMonitor,
  settings: MonitorSettings,
  status: MonitorStatus,
  isOtherContent: boolean,
  now: Date,
): Promise<void> {
  const { name, url } = settings;
  const resetState = {
    revision: monitor.revision + 1,
    baseline: null,
    notified_version: null,
    is_removed: false,
    doubt: null,
    noise: storableJson({}),
  };
  await transaction
    .updateTable('monitors')
    .set({
      name,
      url,
      settings: sealSettings(transaction, monitor.monitorId, settings),
      tags: settings.tags ?? [],
      status,
      updated_at: now,
      ...(isOtherContent && resetState),
    })
    .where('monitor_id', '=', monitor.monitorId)
    .execute();
}

/** Deletes a monitor with its history; returns false when the account has no such monitor. */
export async function deleteMonitor(
  transaction: DatabaseTransaction,
  accountId: string,
  monitorId: string,
): Promise<boolean> {
  const result = await transaction
    .deleteFrom('monitors')
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
