import { addMs } from '../../domain/clock.ts';
import { everyMs } from '../../domain/schedule.ts';
import { bringForward } from '../../jobs/schedules.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { shownDiff } from './compare-versions.ts';
import type { Verdict } from './judge-check.ts';
import { lockMonitor, type StoredMonitor } from './monitor-rows.ts';
import type { NoiseMemory } from './noise-memory.ts';
import { tellOfCheck } from './tell-of-check.ts';
import { insertVersion, type PackedVersion, pruneVersions } from './versions.ts';

/** A check that is over, ready to be written. */
export interface FinishedCheck {
  /** The monitor as it was when the check began. */
  monitor: StoredMonitor;
  verdict: Verdict;
  noise: NoiseMemory;
  /** The version that was taken as the new baseline, or null. */
  taken: PackedVersion | null;
  pictures: CheckPictures | null;
  receiptId: string | null;
  credits: number;
  jobId: string;
}

/** Addresses of pictures of the page. A document. */
export interface CheckPictures {
  after: string;
  /** What differs, over the page; null where nothing was compared. */
  difference: string | null;
  /** Share of the pixels that differ, 0 to 1; null where nothing was compared. */
  share: number | null;
}

/** Checks that found nothing new are kept up to so many for each monitor. */
const mostCalmChecks = 1_000;
/** A doubt is settled after this long, or half an interval if that is shorter. */
const doubtMs = 5 * 60_000;

function settledIn({ settings }: StoredMonitor): number {
  const every = 'every' in settings.schedule ? everyMs(settings.schedule.every) : null;
  return Math.min(doubtMs, (every ?? doubtMs * 2) / 2);
}

async function insertCheck(
  transaction: DatabaseTransaction,
  number: number,
  version: number | null,
  check: FinishedCheck,
  at: Date,
): Promise<void> {
  const { monitor, verdict, pictures, receiptId, credits, jobId } = check;
  const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await transaction
    .insertInto('monitor_checks')
    .values({
      monitor_id: monitor.monitorId,
      ordinal: number,
      at,
      job_id: jobId,
      state: verdict.state,
      told: verdict.events.includes('changed'),
      summary: verdict.summary.replaceAll('\0', '\uFFFD'),
      diff: text(verdict.diff === null ? null : shownDiff(verdict.diff)),
      error: text(verdict.error),
      version,
      pictures: text(pictures),
      receipt_id: receiptId,
      credits,
    })
    .execute();
  await transaction
    .deleteFrom('monitor_checks')
    .where('monitor_id', '=', monitor.monitorId)
    .where('ordinal', '=', number - mostCalmChecks)
    .where('state', 'in', ['same', 'error'])
    .execute();
}

/**
 * Writes a check with all that follows from it. A monitor that was deleted, or watches something else by now, is left as it
 * is: what was found is about another one.
 */
export async function recordCheck(
  transaction: DatabaseTransaction,
  check: FinishedCheck,
  now: Date,
): Promise<void> {
  const { monitor, verdict, taken } = check;
  const locked = await lockMonitor(transaction, monitor.accountId, monitor.monitorId);
  if (locked === null || locked.revision !== monitor.revision) return;
  const number = locked.checks + 1;
  const { standing, state } = verdict;
  if (taken !== null) await insertVersion(transaction, monitor.monitorId, number, taken);
  const baseline = taken === null ? locked.baseline : number;
  // What was last told of is the new version, or stays what it was.
  const told = taken !== null && standing.told === null ? number : (locked.told ?? locked.baseline);
  await insertCheck(transaction, number, baseline, check, now);
  const isGood = state !== 'error';
  await transaction
    .updateTable('monitors')
    .set({
      checks: number,
      status: locked.status === 'paused' ? 'paused' : standing.status,
      last_check_at: now,
      ...(isGood && { last_success_at: now }),
      ...((state === 'changed' || state === 'removed') && { last_change_at: now }),
      baseline,
      told,
      is_gone: standing.isGone,
      doubt: standing.doubt,
      failures: standing.failures,
      failing_told_at: standing.failingToldAt,
      noise: JSON.stringify(check.noise),
      job_id: null,
    })
    .where('monitor_id', '=', monitor.monitorId)
    .execute();
  const { receiptId } = check;
  await tellOfCheck(transaction, locked, { verdict, number, receiptId, at: now });
  if (taken !== null) await pruneVersions(transaction, monitor.monitorId, told);
  if (verdict.isDoubtful) {
    await bringForward(transaction, 'monitor', monitor.monitorId, addMs(now, settledIn(monitor)));
  }
}
