import { sql } from 'kysely';
import type { Warning } from '../../../domain/pages/outcome.ts';
import { parseIntervalMs } from '../../../domain/resources/schedule.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { advanceNextRun } from '../../../jobs/schedule/schedules.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { prepared } from '../../../store/prepared-statements.ts';
import { storableJson } from '../../../store/storable.ts';
import type { GoalDecision } from '../goal/goal-decision.ts';
import { type MonitorRow, monitorColumns, type StoredMonitor, toMonitor } from '../monitor-table.ts';
import { hasRecipients, notifyCheck } from '../notify/notify-check.ts';
import { limitDiff } from './compare/compare-versions.ts';
import type { NoiseMemory } from './compare/noise-memory.ts';
import type { CheckResult } from './evaluate-check.ts';
import { type CompressedVersion, storeVersionCtes } from './versions.ts';

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

/**
 * Writes a check, its version and the state of its monitor in one statement; returns the monitor after it. Returns null, without
 * changes, if the monitor was deleted or now watches something else.
 */
async function writeCheck(
  transaction: DatabaseTransaction,
  check: FinishedCheck,
  at: Date,
): Promise<StoredMonitor | null> {
  const { monitor, result, newBaseline, screenshots, receiptId, credits, warnings, jobId, decision } = check;
  const { monitorState, state, events, summary } = result;
  const isConditionMet = events.includes('changed');
  const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const isNew = sql`${newBaseline !== null}::boolean`;
  // The last notified version is the new one, or does not change.
  const isNotified = newBaseline !== null && monitorState.lastNotified === null;
  const isChange = state === 'changed' || state === 'removed';
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await sql<MonitorRow>`${prepared}
    with recorded as (
      update monitors set checks = checks + 1,
        status = case when status = 'paused' then status else ${monitorState.status}::text end, last_check_at = ${now},
        last_success_at = case when ${state !== 'error'}::boolean then ${now} else last_success_at end,
        last_change_at = case when ${isChange}::boolean then ${now} else last_change_at end,
        baseline = case when ${isNew} then checks + 1 else baseline end,
        notified_version = case when ${isNotified}::boolean then checks + 1 else coalesce(notified_version, baseline) end,
        is_removed = ${monitorState.isRemoved}::boolean, doubt = ${monitorState.unconfirmedCode}::text,
        failures = ${monitorState.failures}::integer,
        failing_notified_at = ${monitorState.failingNotifiedAt?.toISOString() ?? null}::timestamptz,
        noise = ${storableJson(check.noise)}::jsonb, job_id = null
      where monitor_id = ${monitor.monitorId}::text and account_id = ${monitor.accountId}::text
        and revision = ${monitor.revision}::integer
      returning ${monitorColumns}
    ),
    ${storeVersionCtes(newBaseline)},
    stored as (
      insert into monitor_checks (monitor_id, ordinal, at, job_id, state, notified, condition_met, decision, summary, diff,
        error, version, pictures, receipt_id, credits, warnings)
      select monitor_id, checks, ${now}, ${jobId}::text, ${state}::text,
        ${isConditionMet && hasRecipients(monitor.settings.notify)}::boolean, ${isConditionMet}::boolean,
        ${jsonOf(decision)}::json, ${summary}::text, ${jsonOf(result.diff === null ? null : limitDiff(result.diff))}::json,
        ${jsonOf(result.error)}::json, baseline, ${jsonOf(screenshots)}::json, ${receiptId}::text, ${credits}::integer,
        ${storableJson(warnings)}::jsonb
      from recorded
    ),
    trimmed as (
      delete from monitor_checks using recorded
      where monitor_checks.monitor_id = recorded.monitor_id
        and ordinal = recorded.checks - ${sql.lit(maxUnchangedChecks)} and state in ('same', 'error')
    )
    select ${monitorColumns} from recorded as monitors
  `.execute(transaction);
  const [row] = rows;
  return row === undefined ? null : toMonitor(transaction, row);
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
  const { monitor, result, receiptId } = check;
  const recorded = await writeCheck(transaction, check, now);
  if (recorded === null) return;
  const pictures = pictureLinks(check.screenshots);
  await notifyCheck(transaction, recorded, {
    ...{ result, receiptId, pictures },
    number: recorded.checks,
    at: now,
  });
  if (result.needsConfirmation) {
    await advanceNextRun(transaction, 'monitor', monitor.monitorId, addMs(now, confirmDelay(monitor)));
  }
}
