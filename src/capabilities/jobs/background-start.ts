import type { JobDocument } from '../../domain/resources/job.ts';
import { throwIfInvalid } from '../../domain/system/failure.ts';
import type { TargetCheck } from '../../fetching/target-check.ts';
import { findJob } from '../../jobs/records/job-view.ts';
import { createTask } from '../../jobs/tasks/create-task.ts';
import type { TaskInput } from '../../jobs/tasks/task-work.ts';
import {
  asyncWebhookPointer,
  type BackgroundCommand,
  type StartInBackground,
} from '../../operations/declaration/background.ts';
import { type JobFileStores, keepJobFile, storeJobFile } from './job-files.ts';

/** Dependencies of starting operations in the background. */
export interface BackgroundStartPorts extends JobFileStores {
  /** Returns a validation error for each URL that the guard does not allow. */
  addressErrors: TargetCheck['addressErrors'];
}

/** Starts operations in the background: creates the job and completes the request, in one transaction. */
export function createBackgroundStart(stores: BackgroundStartPorts): StartInBackground {
  return async (request, now, commit) => {
    const { webhook } = request;
    if (webhook !== null)
      throwIfInvalid(await stores.addressErrors([{ pointer: asyncWebhookPointer, url: webhook }]));
    const input = await storeJobFile(stores, request.input, now);
    return stores.database.transaction().execute(async (transaction) => {
      const { type, principal, requestId, params, operation } = request;
      const command: BackgroundCommand = { operation, input };
      const order: TaskInput = { tool: operation, principal, origin: 'job', params, command };
      const task = { type, order, requestId, url: request.url ?? '', webhook };
      const jobId = await createTask(transaction, task, now);
      await keepJobFile(transaction, jobId, input);
      const created = (await findJob(transaction, principal.accountId, jobId, now)) as JobDocument;
      await commit(transaction, created);
      return created;
    });
  };
}
