import type { JobStatus } from '../../domain/resources/job.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { emitJobEvent } from '../records/job-end.ts';
import { emptyJobs } from '../records/job-secrets.ts';
import { type FinishOptions, finishStatement, type GroupRow } from './finish-statement.ts';
import type { PageGroup } from './finished-page.ts';

/** Result of writing a group. */
export interface WrittenGroup {
  /** False if the job is no longer running: nothing was written. */
  isOpen: boolean;
  hasEnded: boolean;
  /** Rows that no longer belonged to this worker: nothing was written for them. */
  lost: number;
  queued: number;
  running: number;
  /** Queued and running rows that are not pages. */
  chores: number;
}

const closedGroup: WrittenGroup = {
  isOpen: false,
  hasEnded: true,
  lost: 0,
  queued: 0,
  running: 0,
  chores: 0,
};

/** Emits the webhook events of a written group. */
async function emitEvents(
  transaction: DatabaseTransaction,
  group: PageGroup,
  row: GroupRow,
  now: Date,
): Promise<void> {
  const job = { job_id: group.jobId, account_id: group.accountId, webhook: group.webhook };
  if (row.pages !== null) await emitJobEvent(transaction, job, 'job.page', { pages: row.pages }, now);
  if (!row.has_ended) return;
  const data = { status: 'completed' satisfies JobStatus, pages: row.delivered, credits: row.charged };
  await emitJobEvent(transaction, job, 'job.completed', data, now);
}

async function writeAndEmit(
  database: Database,
  groups: readonly PageGroup[],
  options: FinishOptions,
): Promise<Map<string, GroupRow>> {
  const announced = groups.filter(({ webhook }) => webhook !== null);
  if (announced.length === 0) {
    return byJob((await finishStatement(groups, options).execute(database)).rows);
  }
  return database.transaction().execute(async (transaction) => {
    const rows = byJob((await finishStatement(groups, options).execute(transaction)).rows);
    for (const group of announced) {
      const row = rows.get(group.jobId);
      if (row !== undefined) await emitEvents(transaction, group, row, options.now);
    }
    return rows;
  });
}

function byJob(rows: readonly GroupRow[]): Map<string, GroupRow> {
  return new Map(rows.map((row) => [row.job_id, row]));
}

/**
 * Writes the results of groups, one for each job, in ONE statement: results, receipts, long pages, ledger rows,
 * reservations, new URLs, counters and, for jobs with nothing left, their end. The statement is fenced by worker and
 * attempt: rows that were taken from this worker have no effect. It locks the rows of the jobs first; changes that its
 * snapshot missed while it waited are either irrelevant or cause a serialization conflict and a retry. Returns the
 * results in the order of the groups. An error concerns all groups: nothing is written.
 */
export async function finishGroups(
  database: Database,
  groups: readonly PageGroup[],
  options: FinishOptions,
): Promise<WrittenGroup[]> {
  const rows = await writeAndEmit(database, groups, options);
  const endedJobs = [...rows.values()].filter((row) => row.has_ended).map((row) => row.job_id);
  // A process that dies here leaves them to the periodic task.
  if (endedJobs.length > 0) await emptyJobs(database, endedJobs);
  return groups.map(({ jobId, pages }) => {
    const row = rows.get(jobId);
    if (row === undefined) return { ...closedGroup, lost: pages.length };
    return {
      isOpen: true,
      hasEnded: row.has_ended,
      lost: pages.length - row.mine,
      queued: row.queued,
      running: row.running,
      chores: row.chores,
    };
  });
}
