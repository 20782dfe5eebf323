import { missingResource } from '../../domain/resources/missing-resource.ts';
import { deterministicDelayMs } from '../../domain/resources/schedule.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { dropSchedule, setSchedule, setSchedules } from '../../jobs/schedule/schedules.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { startCheck } from './check/start-check.ts';
import { type MonitorDocument, readDocument, toDocuments } from './monitor-document.ts';
import { monitorKind } from './monitor-kinds.ts';
import {
  deleteMonitor,
  findMonitor,
  findMonitors,
  insertMonitors,
  lockMonitor,
  type NewMonitor,
  type StoredMonitor,
  updateMonitor,
} from './monitor-table.ts';
import { compileIgnoreRules } from './settings/ignore-rules.ts';
import type { MonitorSettings } from './settings/monitor-settings.ts';
import {
  type RequestedSettings,
  type SettingsPorts,
  validateSettings,
} from './settings/validate-settings.ts';

/** Dependencies for changing monitors. */
export interface ChangePorts extends SettingsPorts {
  database: Database;
}

/** The account and key that own a monitor. */
export interface Owner {
  accountId: string;
  keyId: string;
}

/** Maximum number of monitors of an account. */
const maxMonitors = 10_000;
/** Maximum number of first checks that start at once; more are spread over a minute. */
const maxConcurrency = 20;
const spreadMs = 60_000;

/** Returns true when the settings watch something else than before, so that versions cannot be compared. */
function watchesOtherContent(old: MonitorSettings, now: MonitorSettings): boolean {
  const watchedContent = (settings: MonitorSettings) => {
    const { url, watch, country, strict_country, render, login, request, ignore } = settings;
    return JSON.stringify({
      url,
      watch,
      country,
      strict_country,
      render,
      login,
      request,
      left: compileIgnoreRules(ignore).selectors,
    });
  };
  return watchedContent(old) !== watchedContent(now);
}

async function saveSchedule(
  transaction: DatabaseTransaction,
  owner: Pick<Owner, 'accountId'>,
  monitorId: string,
  settings: MonitorSettings,
  isPaused: boolean,
  now: Date,
): Promise<void> {
  const subject = { kind: 'monitor', subjectId: monitorId, accountId: owner.accountId } as const;
  await setSchedule(transaction, subject, isPaused ? { paused: true } : settings.schedule, now);
}

async function requireCapacity(
  transaction: DatabaseTransaction,
  accountId: string,
  added: number,
): Promise<void> {
  const { total } = await transaction
    .selectFrom('monitors')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(total) + added <= maxMonitors) return;
  throw new Failure('conflict', `The account may have at most ${maxMonitors} monitors. Delete some first.`);
}

/** Starts the first checks of monitors: a few at once, more spread over a minute. */
async function startChecks(
  transaction: DatabaseTransaction,
  monitors: readonly NewMonitor[],
  now: Date,
): Promise<void> {
  const isSpread = monitors.length > maxConcurrency;
  const schedules = monitors.map(({ monitorId, accountId, settings: { schedule } }) => ({
    kind: 'monitor' as const,
    subjectId: monitorId,
    accountId,
    schedule,
    ...(isSpread && { startsBy: addMs(now, deterministicDelayMs(monitorId, spreadMs)) }),
  }));
  await setSchedules(transaction, schedules, now);
  if (isSpread) return;
  for (const { monitorId, accountId, settings } of monitors) {
    if ('paused' in settings.schedule) continue;
    await startCheck(transaction, { accountId, monitorId, origin: 'schedule' }, now);
  }
}

/**
 * Creates monitors and starts their first checks. Calls `commit` in the same transaction. Rejects with Failure
 * `invalid`, and `conflict` above the maximum number of monitors.
 */
export async function createMonitors(
  ports: ChangePorts,
  owner: Owner,
  list: readonly RequestedSettings[],
  commit: (transaction: DatabaseTransaction, documents: MonitorDocument[]) => Promise<void>,
  pointerOf: (index: number) => string = () => '',
): Promise<MonitorDocument[]> {
  const settingsToValidate = list.map((given, index) => ({ ...given, pointer: pointerOf(index) }));
  await validateSettings(ports, owner.accountId, settingsToValidate);
  const now = ports.clock.now();
  const monitors = list.map(({ settings }) => ({ monitorId: newIdentifier('mon', now), ...owner, settings }));
  return ports.database.transaction().execute(async (transaction) => {
    await requireCapacity(transaction, owner.accountId, list.length);
    await insertMonitors(transaction, monitors, now);
    await startChecks(transaction, monitors, now);
    const monitorIds = monitors.map(({ monitorId }) => monitorId);
    const stored = await findMonitors(transaction, owner.accountId, monitorIds);
    const documents = await toDocuments(transaction, stored, now);
    await commit(transaction, documents);
    return documents;
  });
}

/**
 * Changes the given settings. A monitor that watches something else starts over with a new baseline and keeps its
 * history.
 */
export async function changeMonitor(
  ports: ChangePorts,
  accountId: string,
  monitorId: string,
  change: (settings: MonitorSettings) => RequestedSettings,
): Promise<MonitorDocument> {
  const monitorBefore = await findMonitor(ports.database, accountId, monitorId);
  if (monitorBefore === null) throw missingResource(monitorKind);
  const settingsToValidate = {
    ...change(monitorBefore.settings),
    pointer: '',
    before: monitorBefore.settings,
  };
  await validateSettings(ports, accountId, [settingsToValidate]);
  return ports.database.transaction().execute(async (transaction) => {
    const monitor = await lockMonitor(transaction, accountId, monitorId);
    if (monitor === null) throw missingResource(monitorKind);
    const now = ports.clock.now();
    const { settings } = change(monitor.settings);
    const isPaused = 'paused' in settings.schedule;
    const isScheduleChanged = JSON.stringify(settings.schedule) !== JSON.stringify(monitor.settings.schedule);
    const isOtherContent = watchesOtherContent(monitor.settings, settings);
    const activeStatus =
      monitor.status === 'needs_attention' && !isOtherContent ? 'needs_attention' : 'active';
    const isPausedAfter = isPaused || (monitor.status === 'paused' && !isScheduleChanged);
    await updateMonitor(
      transaction,
      monitor,
      settings,
      isPausedAfter ? 'paused' : activeStatus,
      isOtherContent,
      now,
    );
    if (isScheduleChanged) await saveSchedule(transaction, monitor, monitorId, settings, isPaused, now);
    if (isOtherContent && !isPausedAfter)
      await startCheck(transaction, { accountId, monitorId, origin: 'schedule' }, now);
    return readDocument(
      transaction,
      (await findMonitor(transaction, accountId, monitorId)) as StoredMonitor,
      now,
    );
  });
}

/**
 * Pauses or resumes a monitor; idempotent. Rejects with Failure `conflict` when a monitor without a schedule is
 * resumed.
 */
export async function setPaused(
  ports: ChangePorts,
  accountId: string,
  monitorId: string,
  isPaused: boolean,
): Promise<MonitorDocument> {
  return ports.database.transaction().execute(async (transaction) => {
    const monitor = await lockMonitor(transaction, accountId, monitorId);
    if (monitor === null) throw missingResource(monitorKind);
    const now = ports.clock.now();
    const { settings, status } = monitor;
    if (!isPaused && 'paused' in settings.schedule) {
      throw new Failure('conflict', 'The monitor has no schedule. Set `schedule` before you resume it.');
    }
    if ((status === 'paused') !== isPaused) {
      await updateMonitor(transaction, monitor, settings, isPaused ? 'paused' : 'active', false, now);
      await saveSchedule(transaction, monitor, monitorId, settings, isPaused, now);
    }
    return readDocument(
      transaction,
      (await findMonitor(transaction, accountId, monitorId)) as StoredMonitor,
      now,
    );
  });
}

/** Deletes a monitor with its schedule and history. */
export async function removeMonitor(ports: ChangePorts, accountId: string, monitorId: string): Promise<void> {
  await ports.database.transaction().execute(async (transaction) => {
    if (!(await deleteMonitor(transaction, accountId, monitorId))) throw missingResource(monitorKind);
    await dropSchedule(transaction, 'monitor', monitorId);
  });
}
