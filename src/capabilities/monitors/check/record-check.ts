import type { Warning } from '../../../domain/pages/outcome.ts';
import { parseIntervalMs } from '../../../domain/resources/schedule.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { advanceNextRun } from '../../../jobs/schedule/schedules.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { storableJson } from '../../../store/storable.ts';
import type { GoalDecision } from '../goal/goal-decision.ts';
import { lockMonitor, type StoredMonitor } from '../monitor-table.ts';
import { hasRecipients, notifyCheck } from '../notify/notify-check.ts';
import { limitDiff } from './compare/compare-versions.ts';
import type { NoiseMemory } from './compare/noise-memory.ts';
import type { CheckResult } from './evaluate-check.ts';
import { type CompressedVersion, insertVersion, pruneVersions } from './versions.ts';

/** A completed check to store. */
export interface FinishedCheck {
  /** The monitor at the start of the check. */
  monitor: StoredMonitor;
  result: CheckResult;
  /** Decision about the goal of the monitor, or null. */
  decision: GoalDecision | null;
  noise: NoiseMemory;
  /** The version that becomes the baseline, or null. */
  newBaseline: CompressedVersion | null;
  screenshots: CheckScreenshots | null;
  receiptId: string | null;
  credits: number;
  /** Warnings about the exits of the check. */
  warnings: readonly Warning[];
  jobId: string;
}

/** Paths of screenshots of the page. A document. */
export interface CheckScreenshots {
  after: string;
  /** Image of the differences; null when nothing was compared. */
  difference: string | null;
  /** Share of the pixels that differ, 0 to 1; null when nothing was compared. */
  share: number | null;
}

/** Maximum number of stored checks without a change, per monitor. */
const maxUnchangedChecks = 1_000;
/** Delay of the confirming check, in ms; at most half of the monitor's interval. */
const confirmDelayMs = 5 * 60_000;

function confirmDelay({ settings }: StoredMonitor): number {
  const every = 'every' in settings.schedule ? parseIntervalMs(settings.schedule.every) : null;
  return Math.min(confirmDelayMs, (every ?? confirmDelayMs * 2) / 2);
}

async function insertCheck(
  transaction: DatabaseTransaction,
  number: number,
  version: number | null,
  check: FinishedCheck,
  at: Date,
): Promise<void> {
  const { monitor, result, screenshots, receiptId, credits, warnings, jobId, decision } = check;
  const isConditionMet = result.events.includes('changed');
  const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await transaction
    .insertInto('monitor_checks')
    .values({
      monitor_id: monitor.monitorId,
      ordinal: number,
      at,
      job_id: jobId,
      state: result.state,
      notified: isConditionMet && hasRecipients(monitor.settings.notify),
      condition_met: isConditionMet,
      decision: jsonOf(decision),
      summary: result.summary,
      diff: jsonOf(result.diff === null ? null : limitDiff(result.diff)),
      error: jsonOf(result.error),
      version,
      pictures: jsonOf(screenshots),
      receipt_id: receiptId,
      credits,
      warnings: storableJson(warnings),
    })
    .execute();
  await transaction
    .deleteFrom('monitor_checks')
    .where('monitor_id', '=', monitor.monitorId)
    .where('ordinal', '=', number - maxUnchangedChecks)
    .where('state', 'in', ['same', 'error'])
    .execute();
}

function pictureLinks(screenshots: CheckScreenshots | null): Record<string, string> {
  if (screenshots === null) return {};
  const { after, difference } = screenshots;
  return { screenshot: after, ...(difference !== null && { visual_diff: difference }) };
}

/** Stores a check and its effects. Does nothing when the monitor was deleted or now watches something else. */
export async function recordCheck(
  transaction: DatabaseTransaction,
  check: FinishedCheck,
  now: Date,
): Promise<void> {
  const { monitor, result, newBaseline } = check;
  const current = await lockMonitor(transaction, monitor.accountId, monitor.monitorId);
  if (current === null || current.revision !== monitor.revision) return;
  const number = current.checks + 1;
  const { monitorState, state } = result;
  if (newBaseline !== null) await insertVersion(transaction, monitor.monitorId, number, newBaseline);
  const baseline = newBaseline === null ? current.baseline : number;
  // The last notified version is the new one, or does not change.
  const isNotified = newBaseline !== null && monitorState.lastNotified === null;
  const notifiedVersion = isNotified ? number : (current.notifiedVersion ?? current.baseline);
  await insertCheck(transaction, number, baseline, check, now);
  const isGood = state !== 'error';
  await transaction
    .updateTable('monitors')
    .set({
      checks: number,
      status: current.status === 'paused' ? 'paused' : monitorState.status,
      last_check_at: now,
      ...(isGood && { last_success_at: now }),
      ...((state === 'changed' || state === 'removed') && { last_change_at: now }),
      baseline,
      notified_version: notifiedVersion,
      is_removed: monitorState.isRemoved,
      doubt: monitorState.unconfirmedCode,
      failures: monitorState.failures,
      failing_notified_at: monitorState.failingNotifiedAt,
      noise: storableJson(check.noise),
      job_id: null,
    })
    .where('monitor_id', '=', monitor.monitorId)
    .execute();
  const { receiptId } = check;
  const pictures = pictureLinks(check.screenshots);
  await notifyCheck(transaction, current, { result, number, receiptId, pictures, at: now });
  if (newBaseline !== null) await pruneVersions(transaction, monitor.monitorId, notifiedVersion);
  if (result.needsConfirmation) {
    await advanceNextRun(transaction, 'monitor', monitor.monitorId, addMs(now, confirmDelay(monitor)));
  }
}
