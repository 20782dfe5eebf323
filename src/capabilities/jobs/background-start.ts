import type { JobDocument } from '../../domain/resources/job.ts';
import { findJob } from '../../jobs/records/job-view.ts';
import { createTask } from '../../jobs/tasks/create-task.ts';
import type { TaskInput } from '../../jobs/tasks/task-work.ts';
import type { BackgroundCommand, StartInBackground } from '../../operations/declaration/background.ts';
import type { Database } from '../../store/database.ts';

/** Starts operations in the background: creates the job and completes the request, in one transaction. */
export function createBackgroundStart(database: Database): StartInBackground {
  return (request, now, commit) =>
    database.transaction().execute(async (transaction) => {
      const { type, principal, requestId, params, operation, input } = request;
      const command: BackgroundCommand = { operation, input };
      const order: TaskInput = { tool: operation, principal, origin: 'job', params, command };
      const task = { type, order, requestId, url: request.url ?? '', webhook: null };
      const jobId = await createTask(transaction, task, now);
      const created = (await findJob(transaction, principal.accountId, jobId, now)) as JobDocument;
      await commit(transaction, created);
      return created;
    });
}
