import type { JobDocument } from '../../domain/resources/job.ts';
import { findJob } from '../../jobs/records/job-view.ts';
import { createTask } from '../../jobs/tasks/create-task.ts';
import type { TaskInput } from '../../jobs/tasks/task-work.ts';
import type { BackgroundCommand, StartInBackground } from '../../operations/declaration/background.ts';
import { type JobFileStores, keepJobFile, storeJobFile } from './job-files.ts';

/** Starts operations in the background: creates the job and completes the request, in one transaction. */
export function createBackgroundStart(stores: JobFileStores): StartInBackground {
  return async (request, now, commit) => {
    const input = await storeJobFile(stores, request.input, now);
    return stores.database.transaction().execute(async (transaction) => {
      const { type, principal, requestId, params, operation } = request;
      const command: BackgroundCommand = { operation, input };
      const order: TaskInput = { tool: operation, principal, origin: 'job', params, command };
      const task = { type, order, requestId, url: request.url ?? '', webhook: null };
      const jobId = await createTask(transaction, task, now);
      await keepJobFile(transaction, jobId, input);
      const created = (await findJob(transaction, principal.accountId, jobId, now)) as JobDocument;
      await commit(transaction, created);
      return created;
    });
  };
}
