import { addMs, type Clock } from '../../domain/clock.ts';
import { Failure, type Fault } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import { steadyDelayMs } from '../../domain/schedule.ts';
import {
  bringForward,
  dropSchedule,
  readSchedules,
  refuseTooOften,
  setSchedule,
} from '../../jobs/schedules.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { beginCheck } from './begin-check.ts';
import { compileIgnored } from './ignored.ts';
import { type MonitorDocument, toDocument } from './monitor-document.ts';
import {
  deleteMonitor,
  findMonitor,
  insertMonitors,
  lockMonitor,
  rewriteMonitor,
  type StoredMonitor,
} from './monitor-rows.ts';
import type { MonitorSettings } from './watch.ts';

/** What changing monitors needs of the other rooms. */
export interface ChangePorts {
  database: Database;
  clock: Clock;
  /** Milliseconds that runs must be apart. */
  minIntervalMs: number;
  /** Whether e-mail can be sent. */
  hasMail: boolean;
  /** Whether the account has this dataset. */
  hasDataset(accountId: string, datasetId: string): Promise<boolean>;
}

/** On whose behalf. */
export interface Owner {
  accountId: string;
  keyId: string;
}

/** Monitors of one account at most. */
const mostMonitors = 10_000;
/** First checks that begin with the request that made their monitors. */
const mostAtOnce = 20;
const spreadMs = 60_000;

const missing = () => new Failure('not_found', 'there is no such monitor');

function addressFault({ url, watch }: MonitorSettings): Fault | null {
  if (watch.kind === 'dataset') {
    return url === null ? null : { pointer: '/url', detail: 'a dataset is watched, which has no address' };
  }
  if (url === null) return { pointer: '/url', detail: 'give the address of the page' };
  const protocol = URL.parse(url.trim())?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return null;
  return { pointer: '/url', detail: 'an absolute http or https address' };
}

/** Everything that is wrong with settings beside their shape; `place` is where they stand in the body. */
async function refuseBad(ports: ChangePorts, accountId: string, settings: MonitorSettings, place: string) {
  const faults: Fault[] = [];
  const fault = addressFault(settings);
  if (fault !== null) faults.push(fault);
  const { watch, notify } = settings;
  if (watch.kind === 'dataset' && !(await ports.hasDataset(accountId, watch.did))) {
    faults.push({ pointer: '/watch/did', detail: 'there is no such dataset' });
  }
  if (notify.email.length > 0 && !ports.hasMail) {
    const detail = 'no e-mail is sent here: WEBDATA_SMTP_URL and WEBDATA_MAIL_FROM are not set';
    faults.push({ pointer: '/notify/email', detail });
  }
  if (faults.length > 0) {
    const placed = faults.map(({ pointer, detail }) => ({ pointer: place + pointer, detail }));
    throw new Failure('invalid', 'the monitor cannot be kept', { faults: placed });
  }
  refuseTooOften(settings.schedule, ports.minIntervalMs, ports.clock.now(), `${place}/schedule`);
}

/** Whether settings are about something else than before, so that versions cannot be compared. */
function isAnotherWatch(old: MonitorSettings, now: MonitorSettings): boolean {
  const watched = (settings: MonitorSettings) => {
    const { url, watch, country, strict_country, render, login, ignore } = settings;
    return JSON.stringify({
      url,
      watch,
      country,
      strict_country,
      render,
      login,
      left: compileIgnored(ignore).selectors,
    });
  };
  return watched(old) !== watched(now);
}

async function view(
  transaction: DatabaseTransaction | Database,
  monitor: StoredMonitor,
  now: Date,
): Promise<MonitorDocument> {
  const views = await readSchedules(transaction, 'monitor', [monitor.monitorId], now);
  return toDocument(monitor, views.get(monitor.monitorId));
}

async function keepSchedule(
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

async function refuseTooMany(
  transaction: DatabaseTransaction,
  accountId: string,
  more: number,
): Promise<void> {
  const { total } = await transaction
    .selectFrom('monitors')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(total) + more <= mostMonitors) return;
  throw new Failure('conflict', `an account has ${mostMonitors} monitors at most`);
}

/** Begins the first check at once; those of many are spread over a minute. */
async function startSoon(
  transaction: DatabaseTransaction,
  accountId: string,
  monitorId: string,
  together: number,
  now: Date,
): Promise<void> {
  if (together > mostAtOnce) {
    await bringForward(transaction, 'monitor', monitorId, addMs(now, steadyDelayMs(monitorId, spreadMs)));
  } else await beginCheck(transaction, { accountId, monitorId, origin: 'schedule' }, now);
}

/** Makes monitors, each of which is checked for the first time at once; `commit` is called in their transaction. */
export async function createMonitors(
  ports: ChangePorts,
  owner: Owner,
  list: readonly MonitorSettings[],
  commit: (transaction: DatabaseTransaction, made: MonitorDocument[]) => Promise<void>,
  placeOf: (index: number) => string = () => '',
): Promise<MonitorDocument[]> {
  for (const [index, settings] of list.entries()) {
    await refuseBad(ports, owner.accountId, settings, placeOf(index));
  }
  const now = ports.clock.now();
  const monitors = list.map((settings) => ({ monitorId: newIdentifier('mon', now), ...owner, settings }));
  return ports.database.transaction().execute(async (transaction) => {
    await refuseTooMany(transaction, owner.accountId, list.length);
    await insertMonitors(transaction, monitors, now);
    const made: MonitorDocument[] = [];
    for (const { monitorId, settings } of monitors) {
      const isPaused = 'paused' in settings.schedule;
      await keepSchedule(transaction, owner, monitorId, settings, isPaused, now);
      if (!isPaused) await startSoon(transaction, owner.accountId, monitorId, list.length, now);
      const stored = (await findMonitor(transaction, owner.accountId, monitorId)) as StoredMonitor;
      made.push(await view(transaction, stored, now));
    }
    await commit(transaction, made);
    return made;
  });
}

/** Changes what is given; a monitor of something else begins anew, and keeps its history. */
export async function changeMonitor(
  ports: ChangePorts,
  accountId: string,
  monitorId: string,
  change: (settings: MonitorSettings) => MonitorSettings,
): Promise<MonitorDocument> {
  const found = await findMonitor(ports.database, accountId, monitorId);
  if (found === null) throw missing();
  await refuseBad(ports, accountId, change(found.settings), '');
  return ports.database.transaction().execute(async (transaction) => {
    const monitor = await lockMonitor(transaction, accountId, monitorId);
    if (monitor === null) throw missing();
    const now = ports.clock.now();
    const settings = change(monitor.settings);
    const isPaused = 'paused' in settings.schedule;
    const isTimed = JSON.stringify(settings.schedule) !== JSON.stringify(monitor.settings.schedule);
    const isAnother = isAnotherWatch(monitor.settings, settings);
    const awake = monitor.status === 'needs_attention' && !isAnother ? 'needs_attention' : 'active';
    const sleeps = isPaused || (monitor.status === 'paused' && !isTimed);
    await rewriteMonitor(transaction, monitor, settings, sleeps ? 'paused' : awake, isAnother, now);
    if (isTimed) await keepSchedule(transaction, monitor, monitorId, settings, isPaused, now);
    if (isAnother && !sleeps) await startSoon(transaction, accountId, monitorId, 1, now);
    return view(transaction, (await findMonitor(transaction, accountId, monitorId)) as StoredMonitor, now);
  });
}

/** Pauses a monitor, or lets it go on; doing so twice changes nothing. */
export async function setPaused(
  ports: ChangePorts,
  accountId: string,
  monitorId: string,
  isPaused: boolean,
): Promise<MonitorDocument> {
  return ports.database.transaction().execute(async (transaction) => {
    const monitor = await lockMonitor(transaction, accountId, monitorId);
    if (monitor === null) throw missing();
    const now = ports.clock.now();
    const { settings, status } = monitor;
    if (!isPaused && 'paused' in settings.schedule) {
      throw new Failure('conflict', 'this monitor has no schedule to go on by: give it one');
    }
    if ((status === 'paused') !== isPaused) {
      await rewriteMonitor(transaction, monitor, settings, isPaused ? 'paused' : 'active', false, now);
      await keepSchedule(transaction, monitor, monitorId, settings, isPaused, now);
    }
    return view(transaction, (await findMonitor(transaction, accountId, monitorId)) as StoredMonitor, now);
  });
}

/** Removes a monitor with its schedule and history. */
export async function removeMonitor(ports: ChangePorts, accountId: string, monitorId: string): Promise<void> {
  await ports.database.transaction().execute(async (transaction) => {
    if (!(await deleteMonitor(transaction, accountId, monitorId))) throw missing();
    await dropSchedule(transaction, 'monitor', monitorId);
  });
}
