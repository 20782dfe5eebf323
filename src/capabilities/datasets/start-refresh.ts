import type { Principal } from '../../domain/account.ts';
import type { DatasetSource } from '../../domain/dataset.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { BeginTurn } from '../../jobs/schedules.ts';
import { createTask } from '../../jobs/task-creation.ts';
import type { TaskOrder } from '../../jobs/task-work.ts';
import type { DatabaseTransaction } from '../../store/database.ts';

/** What a refresh is done from; kept with its job. */
export interface RefreshCommand {
  datasetId: string;
  /** Whether a run in which more than half of the records are gone is merged all the same. */
  acceptsDrop: boolean;
}

/** Who wants a dataset refreshed. */
export interface RefreshWish extends RefreshCommand {
  principal: Principal;
  requestId: string;
  origin: TaskOrder['origin'];
}

/** The tool in whose name refreshes stand in history and ledger. */
const tool = 'refresh_dataset';

function addressOf(source: DatasetSource): string {
  if (source.kind === 'collect') return source.url;
  return source.kind === 'extract' ? (source.urls[0] ?? '') : '';
}

async function isOpen(transaction: DatabaseTransaction, jobId: string | null): Promise<boolean> {
  if (jobId === null) return false;
  const job = await transaction
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return job !== undefined;
}

/**
 * Writes the job that refreshes a dataset, unless one waits or runs already; one at a time. Throws Failure `not_found`, and
 * `conflict` for records that have no source.
 */
export async function startRefresh(
  transaction: DatabaseTransaction,
  wish: RefreshWish,
  now: Date,
): Promise<{ jobId: string; isNew: boolean }> {
  const { datasetId, acceptsDrop, principal, requestId, origin } = wish;
  const row = await transaction
    .selectFrom('datasets')
    .select(['source', 'refresh_job'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', principal.accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'there is no such dataset');
  if (row.source.kind === 'records') {
    throw new Failure('conflict', 'records that were given have no source to be refreshed from');
  }
  if (await isOpen(transaction, row.refresh_job)) return { jobId: row.refresh_job as string, isNew: false };
  const command: RefreshCommand = { datasetId, acceptsDrop };
  const params = { did: datasetId, ...(acceptsDrop && { accept_drop: true }) };
  const order: TaskOrder = { tool, principal, origin, params, command };
  const task = {
    type: 'dataset_refresh' as const,
    order,
    requestId,
    url: addressOf(row.source),
    webhook: null,
  };
  const jobId = await createTask(transaction, task, now);
  await transaction
    .updateTable('datasets')
    .set({ refresh_job: jobId })
    .where('dataset_id', '=', datasetId)
    .execute();
  return { jobId, isNew: true };
}

/** A refresh that is due by schedule, on behalf of the key that made the dataset. */
export const beginScheduledRefresh: BeginTurn = async (transaction, { subjectId, accountId }, now) => {
  const row = await transaction
    .selectFrom('datasets')
    .select('key_id')
    .where('dataset_id', '=', subjectId)
    .executeTakeFirst();
  if (row === undefined) return 'gone';
  const principal: Principal = { accountId, keyId: row.key_id, scopes: ['read', 'write'] };
  const requestId = newIdentifier('req', now);
  const wish: RefreshWish = {
    datasetId: subjectId,
    acceptsDrop: false,
    principal,
    requestId,
    origin: 'schedule',
  };
  return (await startRefresh(transaction, wish, now)).isNew ? 'begun' : 'busy';
};
