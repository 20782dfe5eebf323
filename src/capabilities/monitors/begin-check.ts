import { newIdentifier } from '../../domain/identifier.ts';
import { createTask } from '../../jobs/task-creation.ts';
import type { TaskOrder } from '../../jobs/task-work.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { lockMonitor, type StoredMonitor } from './monitor-rows.ts';

/** What a check's job is done from. */
export interface CheckCommand {
  mid: string;
}

/** The check that was begun, or the one that still goes on; null when there is no such monitor. */
export type BegunCheck = { jobId: string; isNew: boolean; monitor: StoredMonitor } | null;

/** The check of a monitor that has not ended. */
async function underWay(transaction: DatabaseTransaction, jobId: string | null): Promise<string | null> {
  if (jobId === null) return null;
  const row = await transaction
    .selectFrom('jobs')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return row?.job_id ?? null;
}

/** Begins a check as a job in the caller's transaction, unless one is under way: a monitor is checked once at a time. */
export async function beginCheck(
  transaction: DatabaseTransaction,
  asked: { accountId: string; monitorId: string; origin: TaskOrder['origin'] },
  now: Date,
): Promise<BegunCheck> {
  const { accountId, monitorId, origin } = asked;
  const monitor = await lockMonitor(transaction, accountId, monitorId);
  if (monitor === null) return null;
  const running = await underWay(transaction, monitor.jobId);
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
    .execute();
  return { jobId, isNew: true, monitor };
}
