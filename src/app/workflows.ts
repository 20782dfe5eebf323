import type { Reservations } from '../account/reservations.ts';
import type { LoginVault } from '../capabilities/sessions/login-vault.ts';
import { actOnRun } from '../capabilities/workflows/run-actions.ts';
import type { OpenRunBrowser } from '../capabilities/workflows/run-browser.ts';
import { createRunStore } from '../capabilities/workflows/run-store.ts';
import { readRunTable } from '../capabilities/workflows/run-table.ts';
import {
  findRunFile,
  listRuns,
  type RunDocument,
  readRun,
  readRunRecords,
} from '../capabilities/workflows/run-view.ts';
import { createRunWork } from '../capabilities/workflows/run-workflow.ts';
import { runOperations } from '../capabilities/workflows/runs.ts';
import { bounds } from '../capabilities/workflows/step-types.ts';
import {
  createScheduledRuns,
  deleteWorkflow,
  insertWorkflow,
  readWorkflows,
  replaceWorkflow,
  scheduleWorkflow,
  startRun,
} from '../capabilities/workflows/workflow-table.ts';
import { workflowOperations } from '../capabilities/workflows/workflows.ts';
import type { ContentThreads } from '../domain/content.ts';
import { Failure } from '../domain/failure.ts';
import { deriveKey } from '../domain/secret-keys.ts';
import { type BeginTurn, refuseTooOften } from '../jobs/schedules.ts';
import type { TaskWork } from '../jobs/task-work.ts';
import type { Operation } from '../operations/operation.ts';
import { findBlob } from '../store/blobs/stored-blobs.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import type { Footing } from './footing.ts';

/** Seals what runs keep. */
function runKey({ rootSecret }: Footing): Buffer {
  return deriveKey(rootSecret, 'run');
}

async function find(database: Database | DatabaseTransaction, accountId: string, id: string, now: Date) {
  return (await readWorkflows(database, accountId, { id }, now)).workflows[0] ?? null;
}

/** The operations about workflows and their runs. */
export function composeWorkflows(footing: Footing, logins: LoginVault): Operation[] {
  const { database, blobs, clock, settings } = footing;
  const inTransaction = <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) =>
    database.transaction().execute(work);
  return [
    ...workflowOperations({
      async judge({ schedule, login }, accountId, now) {
        if (schedule !== null) refuseTooOften(schedule, settings.minIntervalMs, now);
        if (login === null || (await logins.find(accountId, login)) !== null) return;
        const faults = [{ pointer: '/login', detail: 'there is no such login' }];
        throw new Failure('invalid', 'there is no such login', { faults });
      },
      create: (workflow, { principal, commit }, now) =>
        inTransaction(async (transaction) => {
          const id = await insertWorkflow(transaction, workflow, principal, now);
          const created = await find(transaction, principal.accountId, id, now);
          if (created === null) throw new Error('a workflow is gone right after it was written');
          await commit(transaction, created);
          return created;
        }),
      replace: (id, workflow, accountId, now) =>
        inTransaction(async (transaction) => {
          const isThere = await replaceWorkflow(transaction, id, workflow, accountId, now);
          return isThere ? find(transaction, accountId, id, now) : null;
        }),
      list: (accountId, page, now) => readWorkflows(database, accountId, page, now),
      find: (accountId, id, now) => find(database, accountId, id, now),
      remove: (accountId, id) => inTransaction((transaction) => deleteWorkflow(transaction, id, accountId)),
      schedule: (accountId, id, schedule, now) =>
        inTransaction(async (transaction) => {
          refuseTooOften(schedule, settings.minIntervalMs, now, '');
          const isThere = await scheduleWorkflow(transaction, id, schedule, accountId, now);
          return isThere ? find(transaction, accountId, id, now) : null;
        }),
      start: (id, inputs, { principal, requestId, commit }, now) =>
        inTransaction(async (transaction) => {
          const wish = { id, inputs, principal, requestId, origin: 'job' as const };
          const { runId } = await startRun(transaction, runKey(footing), wish, now);
          const run = (await readRun(transaction, principal.accountId, runId)) as RunDocument;
          await commit(transaction, run);
          return run;
        }),
      listRuns: (accountId, id, page) => listRuns(database, accountId, id, page),
      clock,
    }),
    ...runOperations({
      find: (accountId, runId) => readRun(database, accountId, runId),
      records: (accountId, runId, page) => readRunRecords(database, accountId, runId, page),
      act: (order, now) =>
        actOnRun(database, order, { key: runKey(footing), now, keepMs: settings.keep.pages }),
      table: (accountId, runId) => readRunTable(database, accountId, runId),
      file: (accountId, runId, fileId) => findRunFile(database, accountId, runId, fileId),
      findBlob: (blobId, now) => findBlob(database, blobId, now),
      openContent: (digest) => blobs.open(digest),
      clock,
    }),
  ];
}

/** Doing the runs of workflows as the work of jobs. */
export function composeRunning(
  footing: Footing,
  parts: { openBrowser: OpenRunBrowser; threads: ContentThreads; reservations: Reservations },
): TaskWork {
  const { database, clock, signer, settings } = footing;
  return createRunWork({
    store: createRunStore(database, runKey(footing), bounds.records),
    openBrowser: parts.openBrowser,
    findRecords: (job, signal) => parts.threads.findRecords(job, signal),
    reservations: parts.reservations,
    signer,
    clock,
    keepMs: settings.keep.pages,
  });
}

/** Runs that are due by schedule. */
export function scheduledRuns(footing: Footing): BeginTurn {
  return createScheduledRuns(runKey(footing));
}
