import { sql } from 'kysely';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { prepared } from '../../../store/prepared-statements.ts';
import type { GoalDecision } from '../goal/goal-decision.ts';
import type { CheckState } from '../settings/monitor-settings.ts';
import type { VersionDiff } from './compare/compare-versions.ts';
import type { CheckScreenshots } from './record-check.ts';

/** A check in responses, in wire names (docs/api/datasets-and-monitors.md#monitors). */
export interface CheckDocument {
  /** Number of the check; the first is 1. */
  check: number;
  at: string;
  state: CheckState;
  summary: string;
  diff: VersionDiff | null;
  /** True for a change of which the conditions held. */
  condition_met: boolean;
  /** True when the change was also sent to a recipient. */
  notified: boolean;
  /** Decision about the goal of the monitor; absent if there was nothing to decide. */
  decision?: GoalDecision;
  error: { code: string; message: string } | null;
  /** Warnings about the exits of the check. */
  warnings: Warning[];
  /** URL of the screenshot, if one was taken. */
  screenshot?: string;
  /** URL of the image of the differences, and the share of the page that differs (0 to 1). */
  visual_diff?: { url: string; share: number };
  credits: number;
  jid: string | null;
  receipt: Receipt | null;
}

/** The last check of a monitor, in a list of monitors. */
export type LatestCheck = Pick<CheckDocument, 'check' | 'at' | 'state' | 'summary'>;

/** Returns the last check of each monitor that has one, by the id of the monitor. */
export async function findLatestChecks(
  database: Database | DatabaseTransaction,
  monitorIds: readonly string[],
): Promise<Map<string, LatestCheck>> {
  const rows = await database
    .selectFrom('monitor_checks as checks')
    .innerJoin('monitors', (join) =>
      join
        .onRef('monitors.monitor_id', '=', 'checks.monitor_id')
        .onRef('monitors.checks', '=', 'checks.ordinal'),
    )
    .select(['checks.monitor_id', 'ordinal', 'checks.at', 'state', 'summary'])
    .where('checks.monitor_id', '=', sql<string>`any(${[...monitorIds]}::text[])`)
    .modifyEnd(prepared)
    .execute();
  return new Map(
    rows.map(({ monitor_id: id, ordinal: check, at, state, summary }) => [
      id,
      { check, at: at.toISOString(), state, summary },
    ]),
  );
}

/** A change of one of several monitors, of which the conditions held. */
export interface MonitorChange {
  monitorId: string;
  change: CheckDocument;
}

/** Returns the last changes, of which the conditions held, of all monitors of an account, or of those with a tag, newest first. */
export async function listTagChanges(
  database: Database,
  accountId: string,
  tag: string | null,
  limit: number,
  baseUrl: string,
): Promise<MonitorChange[]> {
  const { rows } = await sql<{ monitor_id: string; ordinal: number }>`
    select monitors.monitor_id, changes.ordinal from monitors
    cross join lateral (
      select ordinal, at from monitor_checks
      where monitor_id = monitors.monitor_id and state in ('changed', 'removed') and coalesce(condition_met, notified)
      order by ordinal desc limit ${limit}
    ) changes
    where account_id = ${accountId}
      and (${tag}::text is null or ${tag}::text = any(tags))
    order by changes.at desc limit ${limit}`.execute(database);
  const changes = await Promise.all(
    rows.map(async ({ monitor_id: monitorId, ordinal }) => {
      const found = await findCheck(database, monitorId, ordinal, baseUrl);
      return found === null ? [] : [{ monitorId, change: found.check }];
    }),
  );
  return changes.flat();
}

/** Filter of a list of checks. */
export interface CheckFilter {
  /** Only checks with a lower number. */
  before: number | null;
  states: readonly CheckState[];
  limit: number;
  /** Only changes of which the conditions held. */
  isConditionMet?: boolean;
}

function selectChecks(database: Database, monitorId: string) {
  return database
    .selectFrom('monitor_checks as checks')
    .leftJoin('receipts', 'receipts.receipt_id', 'checks.receipt_id')
    .select([
      'ordinal',
      'checks.at',
      'state',
      'summary',
      'diff',
      'notified',
      'decision',
      'condition_met',
      'error',
      'pictures',
      'credits',
      'job_id',
      'warnings',
    ])
    .select(['version', 'receipts.receipt'])
    .where('monitor_id', '=', monitorId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChecks>['execute']>>[number];

function toDocument(row: Row, baseUrl: string): CheckDocument {
  const pictures = row.pictures as CheckScreenshots | null;
  return {
    check: row.ordinal,
    at: row.at.toISOString(),
    state: row.state,
    summary: row.summary,
    diff: row.diff as VersionDiff | null,
    condition_met: row.condition_met ?? row.notified,
    notified: row.notified,
    ...(row.decision !== null && { decision: row.decision as GoalDecision }),
    error: row.error,
    warnings: row.warnings,
    ...(pictures !== null && { screenshot: baseUrl + pictures.after }),
    ...(pictures?.difference != null && {
      visual_diff: { url: baseUrl + pictures.difference, share: pictures.share ?? 0 },
    }),
    credits: row.credits,
    jid: row.job_id,
    receipt: row.receipt,
  };
}

/** Returns checks of a monitor, newest first. */
export async function listChecks(
  database: Database,
  monitorId: string,
  { before, states, limit, isConditionMet = false }: CheckFilter,
  baseUrl: string,
): Promise<CheckDocument[]> {
  let checks = selectChecks(database, monitorId);
  if (before !== null) checks = checks.where('ordinal', '<', before);
  if (states.length > 0) checks = checks.where('state', 'in', [...states]);
  if (isConditionMet) checks = checks.where(sql<boolean>`coalesce(condition_met, notified)`);
  const rows = await checks.orderBy('ordinal', 'desc').limit(limit).execute();
  return rows.map((row) => toDocument(row, baseUrl));
}

/** Returns a check, and the number of the version that was the baseline after it. */
export async function findCheck(
  database: Database,
  monitorId: string,
  number: number,
  baseUrl: string,
): Promise<{ check: CheckDocument; version: number | null } | null> {
  const row = await selectChecks(database, monitorId).where('ordinal', '=', number).executeTakeFirst();
  return row === undefined ? null : { check: toDocument(row, baseUrl), version: row.version };
}

/**
 * Deletes up to `limit` checks before a time, and the versions that have no check left; returns the number of deleted
 * checks.
 */
export async function sweepChecks(database: Database, before: Date, limit = 5_000): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ monitor_id: string }>`
      delete from monitor_checks where (monitor_id, ordinal) in (
        select monitor_id, ordinal from monitor_checks where at < ${before} order by at limit ${limit}
      ) returning monitor_id`.execute(transaction);
    const monitors = [...new Set(rows.map(({ monitor_id }) => monitor_id))];
    if (monitors.length === 0) return 0;
    await sql`
      delete from monitor_versions version where monitor_id = any(${monitors}::text[]) and at < ${before}
        and not exists (
          select from monitor_checks checks
          where checks.monitor_id = version.monitor_id and checks.version = version.version
        )
        and not exists (
          select from monitors where monitors.monitor_id = version.monitor_id
            and version.version in (monitors.baseline, monitors.notified_version)
        )`.execute(transaction);
    return rows.length;
  });
}
