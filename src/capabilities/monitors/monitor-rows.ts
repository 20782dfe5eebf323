import type { Schedule } from '../../domain/schedule.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { NoiseMemory } from './noise-memory.ts';
import type { MonitorSettings, MonitorStatus } from './watch.ts';

/** A monitor as it is stored. */
export interface StoredMonitor {
  monitorId: string;
  accountId: string;
  /** The key that made it, in whose name its checks are done. */
  keyId: string;
  settings: MonitorSettings;
  /** Counts up when what is watched changes: checks of before tell nothing then. */
  revision: number;
  status: MonitorStatus;
  createdAt: Date;
  updatedAt: Date;
  checks: number;
  lastCheckAt: Date | null;
  lastChangeAt: Date | null;
  lastSuccessAt: Date | null;
  /** Numbers of versions. */
  baseline: number | null;
  told: number | null;
  isGone: boolean;
  doubt: string | null;
  failures: number;
  failingToldAt: Date | null;
  noise: NoiseMemory;
  /** The check under way, or the last one. */
  jobId: string | null;
}

type Connection = Database | DatabaseTransaction;

function select(database: Connection) {
  return database.selectFrom('monitors').selectAll();
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toMonitor(row: Row): StoredMonitor {
  return {
    monitorId: row.monitor_id,
    accountId: row.account_id,
    keyId: row.key_id,
    settings: row.settings as MonitorSettings,
    revision: row.revision,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    checks: row.checks,
    lastCheckAt: row.last_check_at,
    lastChangeAt: row.last_change_at,
    lastSuccessAt: row.last_success_at,
    baseline: row.baseline,
    told: row.told,
    isGone: row.is_gone,
    doubt: row.doubt,
    failures: row.failures,
    failingToldAt: row.failing_told_at,
    noise: row.noise as NoiseMemory,
    jobId: row.job_id,
  };
}

/** Which monitors are listed. */
export interface MonitorFilter {
  status: MonitorStatus | null;
  /** Part of the name or the address. */
  search: string | null;
  offset: number;
  limit: number;
}

/** A monitor of this account, or null. */
export async function findMonitor(
  database: Connection,
  accountId: string,
  monitorId: string,
): Promise<StoredMonitor | null> {
  const row = await select(database)
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : toMonitor(row);
}

/** The same, and nobody else changes it before the transaction ends. */
export async function lockMonitor(
  transaction: DatabaseTransaction,
  accountId: string,
  monitorId: string,
): Promise<StoredMonitor | null> {
  const row = await select(transaction)
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toMonitor(row);
}

/** The account's monitors, newest first, and how many there are. */
export async function listMonitors(
  database: Connection,
  accountId: string,
  { status, search, offset, limit }: MonitorFilter,
): Promise<{ monitors: StoredMonitor[]; total: number }> {
  let wanted = database.selectFrom('monitors').where('account_id', '=', accountId);
  if (status !== null) wanted = wanted.where('status', '=', status);
  if (search !== null) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    wanted = wanted.where((where) =>
      where.or([where('name', 'ilike', pattern), where('url', 'ilike', pattern)]),
    );
  }
  const [rows, { total }] = await Promise.all([
    wanted.selectAll().orderBy('monitor_id', 'desc').offset(offset).limit(limit).execute(),
    wanted.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { monitors: rows.map(toMonitor), total: Number(total) };
}

/** What a new monitor is. */
export interface NewMonitor {
  monitorId: string;
  accountId: string;
  keyId: string;
  settings: MonitorSettings;
}

function isPaused(schedule: Schedule): boolean {
  return 'paused' in schedule;
}

/** Writes new monitors. */
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
        settings: JSON.stringify(settings),
        status: isPaused(settings.schedule) ? ('paused' as const) : ('active' as const),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}

/** Writes changed settings; with `isAnother` something else is watched from now on, and the next version is the first. */
export async function rewriteMonitor(
  transaction: DatabaseTransaction,
  monitor: StoredMonitor,
  settings: MonitorSettings,
  status: MonitorStatus,
  isAnother: boolean,
  now: Date,
): Promise<void> {
  const { name, url } = settings;
  const anew = {
    revision: monitor.revision + 1,
    baseline: null,
    told: null,
    is_gone: false,
    doubt: null,
    noise: '{}',
  };
  await transaction
    .updateTable('monitors')
    .set({ name, url, settings: JSON.stringify(settings), status, updated_at: now, ...(isAnother && anew) })
    .where('monitor_id', '=', monitor.monitorId)
    .execute();
}

/** Removes a monitor with its history; false when the account has none of this id. */
export async function deleteMonitor(
  transaction: DatabaseTransaction,
  accountId: string,
  monitorId: string,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('monitors')
    .where('monitor_id', '=', monitorId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
