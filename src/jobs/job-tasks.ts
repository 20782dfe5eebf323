import { addMs } from '../domain/system/clock.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import type { Settings } from '../domain/system/settings.ts';
import type { Database } from '../store/database.ts';
import { deleteExpiredJobs } from './records/delete-job.ts';
import { emptyEndedJobs, emptyHooks } from './records/job-secrets.ts';
import { deleteOldDeliveries } from './webhooks/deliveries.ts';
import { deleteExpiredWebhookSecrets } from './webhooks/secrets.ts';

/** Housekeeping of jobs and webhook deliveries. */
export function jobTasks(database: Database, keep: Settings['keep']): PeriodicTask[] {
  return [
    {
      name: 'empty-jobs',
      intervalMs: 60_000,
      run: async () => (await emptyEndedJobs(database)) + (await emptyHooks(database)),
    },
    { name: 'sweep-jobs', intervalMs: 10 * 60_000, run: (now) => deleteExpiredJobs(database, now) },
    {
      name: 'sweep-deliveries',
      intervalMs: 60 * 60_000,
      run: async (now) =>
        (await deleteOldDeliveries(database, addMs(now, -keep.deliveries))) +
        (await deleteExpiredWebhookSecrets(database, now)),
    },
  ];
}
