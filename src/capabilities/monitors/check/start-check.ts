import { newIdentifier } from '../../../domain/values/identifier.ts';
import { createTask } from '../../../jobs/tasks/create-task.ts';
import type { TaskInput } from '../../../jobs/tasks/task-work.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { prepared } from '../../../store/prepared-statements.ts';
import { lockMonitor, type StoredMonitor } from '../monitor-table.ts';

/** Command of a check's job. */
export interface CheckCommand {
  mid: string;
}

/** The started or already running check; null when there is no such monitor. */
export type StartedCheck = { jobId: string; isNew: boolean; monitor: StoredMonitor } | null;

/** Returns the job of a check if it has not ended, or null. */
async function findRunningJob(
  transaction: DatabaseTransaction,
  jobId: string | null,
): Promise<string | null> {
  if (jobId === null) return null;
  const row = await transaction
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return row?.job_id ?? null;
}

/** Starts a check as a job in the caller's transaction, unless one is already running. */
export async function startCheck(
  transaction: DatabaseTransaction,
  request: { accountId: string; monitorId: string; origin: TaskInput['origin'] },
  now: Date,
): Promise<StartedCheck> {
  const { accountId, monitorId, origin } = request;
  const monitor = await lockMonitor(transaction, accountId, monitorId);
  if (monitor === null) return null;
  const running = await findRunningJob(transaction, monitor.jobId);
  if (running !== null) return { jobId: running, isNew: false, monitor };
  const command: CheckCommand = { mid: monitorId };
  const jobId = await createTask(
    transaction,
    {
      type: 'monitor_check',
      order: {
        tool: 'monitor_check',
        principal: { accountId, keyId: monitor.keyId, scopes: ['read', 'write'] },
        origin,
        params: { mid: monitorId, ...(monitor.settings.url !== null && { url: monitor.settings.url }) },
        command,
      },
      requestId: newIdentifier('req', now),
      url: monitor.settings.url ?? '',
      webhook: null,
    },
    now,
  );
  await transaction
    .updateTable('monitors')
    .set({ job_id: jobId })
    .where('monitor_id', '=', monitorId)
    .modifyEnd(prepared)
    .execute();
  return { jobId, isNew: true, monitor: { ...monitor, jobId } };
}
