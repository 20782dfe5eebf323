import { createNamedSubject } from '../../account/requests/request-subjects.ts';
import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import { throwIfInvalid } from '../../domain/system/failure.ts';
import { assertMinInterval } from '../../jobs/schedule/schedules.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { findBlob } from '../../store/blobs/stored-blobs.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { type CapabilityContext, type CapabilityPorts, defineCapability } from '../capability.ts';
import { loginScheduleKind } from '../sessions/logins/login-document.ts';
import { workflowsTools } from './agent-tools.ts';
import { findRunFile, listRuns, type RunDocument, readRun, readRunRecords, sweepRuns } from './read-runs.ts';
import { createLoginCapture } from './renewal/capture-login.ts';
import { createScheduledRenewals } from './renewal/renewal-runs.ts';
import { actOnRun } from './run/run-actions.ts';
import { createRunBrowsers } from './run/run-browsers.ts';
import { createRunStore, reencryptRuns } from './run/run-store.ts';
import { createRunWork } from './run/run-workflow.ts';
import { readRunTable } from './run-table.ts';
import { runOperations } from './runs.ts';
import { limits } from './steps/step-types.ts';
import { targetErrors } from './steps/target-errors.ts';
import {
  createScheduledRuns,
  deleteWorkflow,
  insertWorkflow,
  readWorkflows,
  replaceWorkflow,
  scheduleWorkflow,
  startRun,
} from './workflow-table.ts';
import { workflowOperations } from './workflows.ts';

/** The key that encrypts the inputs and the state of runs. */
function runKey({ rootSecret }: Pick<CapabilityContext, 'rootSecret'>): Buffer {
  return deriveKey(rootSecret, 'run');
}

/** The key that encrypts saved logins and the inputs of their renewals. */
function loginKey({ rootSecret }: Pick<CapabilityContext, 'rootSecret'>): Buffer {
  return deriveKey(rootSecret, 'login');
}

async function find(database: Database | DatabaseTransaction, accountId: string, id: string, now: Date) {
  return (await readWorkflows(database, accountId, { id }, now)).workflows[0] ?? null;
}

function operations(ports: CapabilityPorts): Operation[] {
  const { database, blobs, clock, settings, targets } = ports;
  const inTransaction = <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) =>
    database.transaction().execute(work);
  return [
    ...workflowOperations({
      async validate(workflow, accountId, now) {
        if (workflow.schedule !== null) assertMinInterval(workflow.schedule, settings.minIntervalMs, now);
        throwIfInvalid(await targetErrors(targets, workflow, accountId));
      },
      create: (workflow, { principal, commit }, now) =>
        inTransaction(async (transaction) => {
          const id = await insertWorkflow(transaction, workflow, principal, now);
          const created = await find(transaction, principal.accountId, id, now);
          if (created === null) throw new Error('the new workflow is missing');
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
          assertMinInterval(schedule, settings.minIntervalMs, now, '');
          const isThere = await scheduleWorkflow(transaction, id, schedule, accountId, now);
          return isThere ? find(transaction, accountId, id, now) : null;
        }),
      start: (id, inputs, { principal, requestId, commit }, now) =>
        inTransaction(async (transaction) => {
          const request = { id, inputs, principal, requestId, origin: 'job' as const };
          const { runId } = await startRun(transaction, runKey(ports), request, now);
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
      actOnRun: (order, now) =>
        actOnRun(database, order, { key: runKey(ports), now, keepMs: settings.keep.pages }),
      table: (accountId, runId) => readRunTable(database, accountId, runId),
      file: (accountId, runId, fileId) => findRunFile(database, accountId, runId, fileId),
      findBlob: (blobId, now) => findBlob(database, blobId, now),
      openContent: (digest) => blobs.open(digest),
      clock,
    }),
  ];
}

/** Saved sequences of browser steps and their runs. */
export const workflowsCapability = defineCapability({
  name: 'workflows',
  requestSubject: createNamedSubject({
    kind: 'workflow',
    field: 'id',
    noun: 'workflow',
    table: 'workflows',
    key: 'workflow_id',
  }),
  topic: 'Workflows',
  tags: { workflows: 'Saved sequences of browser steps', runs: 'Runs of workflows' },
  agentTools: workflowsTools,
  operations,
  tasks(ports) {
    const { database, browserPorts, threads, reservations, signer, clock, settings } = ports;
    return {
      workflow_run: createRunWork({
        store: createRunStore(database, runKey(ports), limits.maxRecords),
        openBrowser: createRunBrowsers(browserPorts),
        captureLogin: createLoginCapture(database, loginKey(ports)),
        findRecords: (job, signal) => threads.findRecords(job, signal),
        reservations,
        signer,
        clock,
        keepMs: settings.keep.pages,
      }),
    };
  },
  schedules: (context) => ({
    workflow: createScheduledRuns(runKey(context)),
    [loginScheduleKind]: createScheduledRenewals({ login: loginKey(context), run: runKey(context) }),
  }),
  reencrypt: async (transaction, { previous, next }) => ({
    runs: await reencryptRuns(transaction, deriveKey(previous, 'run'), deriveKey(next, 'run'), {
      previous: deriveKey(previous, 'job'),
      next: deriveKey(next, 'job'),
    }),
  }),
  periodicTasks: ({ database }) => [
    { name: 'sweep-runs', intervalMs: 60 * 60_000, run: (now) => sweepRuns(database, now) },
  ],
});
