import type { Principal } from '../../../domain/resources/account.ts';
import type { DatasetSource } from '../../../domain/resources/dataset.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import type { StartRun } from '../../../jobs/schedule/schedules.ts';
import { createTask } from '../../../jobs/tasks/create-task.ts';
import type { TaskInput } from '../../../jobs/tasks/task-work.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { openSource } from '../../../store/sealed-columns.ts';
import { datasetKind } from '../dataset-kinds.ts';

/** Command of a refresh's job. */
export interface RefreshCommand {
  datasetId: string;
  /** Merges the run even if more than half of the records disappear. */
  acceptsDrop: boolean;
}

/** Request to refresh a dataset. */
export interface RefreshRequest extends RefreshCommand {
  principal: Principal;
  requestId: string;
  origin: TaskInput['origin'];
}

/** Name under which refreshes are listed in the request history and the ledger. */
const toolName = 'refresh_dataset';

function sourceUrl(source: DatasetSource): string {
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
 * Creates the job that refreshes a dataset, unless one is queued or running. Rejects with Failure `not_found`, and
 * `conflict` for a dataset without a source.
 */
export async function startRefresh(
  transaction: DatabaseTransaction,
  request: RefreshRequest,
  now: Date,
): Promise<{ jobId: string; isNew: boolean }> {
  const { datasetId, acceptsDrop, principal, requestId, origin } = request;
  const row = await transaction
    .selectFrom('datasets')
    .select(['source', 'source_kind', 'refresh_job'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', principal.accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw missingResource(datasetKind);
  if (row.source_kind === 'records') {
    throw new Failure('conflict', 'This dataset was created from records and has no source to refresh from.');
  }
  if (await isOpen(transaction, row.refresh_job)) return { jobId: row.refresh_job as string, isNew: false };
  const command: RefreshCommand = { datasetId, acceptsDrop };
  const params = { did: datasetId, ...(acceptsDrop && { accept_drop: true }) };
  const taskRequest: TaskInput = { tool: toolName, principal, origin, params, command };
  const task = {
    type: 'dataset_refresh' as const,
    order: taskRequest,
    requestId,
    url: sourceUrl(openSource(transaction, datasetId, row.source) as DatasetSource),
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

/** Starts a scheduled refresh on behalf of the key that created the dataset. */
export const beginScheduledRefresh: StartRun = async (transaction, { subjectId, accountId }, now) => {
  const row = await transaction
    .selectFrom('datasets')
    .select('key_id')
    .where('dataset_id', '=', subjectId)
    .executeTakeFirst();
  if (row === undefined) return 'gone';
  const principal: Principal = { accountId, keyId: row.key_id, scopes: ['read', 'write'] };
  const requestId = newIdentifier('req', now);
  const request: RefreshRequest = {
    datasetId: subjectId,
    acceptsDrop: false,
    principal,
    requestId,
    origin: 'schedule',
  };
  return (await startRefresh(transaction, request, now)).isNew ? 'begun' : 'busy';
};
