import type { Json, JsonSchema } from '../../../domain/pages/extraction.ts';
import type { Origin, Principal } from '../../../domain/resources/account.ts';
import type { RunPlan } from '../../../domain/resources/workflow.ts';
import { createSecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import { createTask } from '../../../jobs/tasks/create-task.ts';
import { sealJson } from '../../../store/data-key.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { sealWebhook } from '../../../store/sealed-columns.ts';
import { addMarkedSecrets } from './run-secrets.ts';
import { createRunState, encryptForRun, planOf } from './steps/run-state.ts';

/** Name under which runs are listed in the request history and the ledger. */
const toolName = 'run_workflow';

/** A run to create. */
export interface RunRequest {
  workflowId: string;
  name: string;
  plan: RunPlan;
  webhook: string | null;
  /** Names of all inputs of the workflow. */
  inputNames: readonly string[];
  /** JSON Schema of the inputs, which marks secret ones; null or absent without one. */
  inputSchema?: JsonSchema | null;
  /** Validated inputs, with defaults applied. */
  inputs: Record<string, Json>;
  principal: Principal;
  requestId: string;
  origin: Extract<Origin, 'job' | 'schedule'>;
}

async function createRunTask(
  transaction: DatabaseTransaction,
  run: {
    runId: string;
    workflowId: string;
    name: string;
    principal: Principal;
    requestId: string;
    origin: RunRequest['origin'];
  },
  now: Date,
): Promise<string> {
  const { runId, workflowId, name, principal, requestId, origin } = run;
  const params = { id: workflowId, run_id: runId, name };
  const taskRequest = { tool: toolName, principal, origin, params, command: { runId } };
  return createTask(
    transaction,
    { type: 'workflow_run', order: taskRequest, requestId, url: '', webhook: null },
    now,
  );
}

/** Inserts a run and its job in the caller's transaction; returns their ids. `key` encrypts the run's state. */
export async function createRun(
  transaction: DatabaseTransaction,
  key: Uint8Array,
  request: RunRequest,
  now: Date,
): Promise<{ runId: string; jobId: string }> {
  const { workflowId, name, plan, webhook, inputs, inputNames, principal, origin } = request;
  const runId = newIdentifier('run', now);
  const jobId = await createRunTask(transaction, { ...request, runId }, now);
  const secrets = createSecretFilter();
  addMarkedSecrets(secrets, request.inputSchema ?? null, inputs);
  const { accountId, keyId } = principal;
  const state = await encryptForRun(
    key,
    createRunState(inputs, inputNames, secrets.values()),
    accountId,
    runId,
  );
  await transaction
    .insertInto('workflow_runs')
    .values({
      run_id: runId,
      account_id: accountId,
      key_id: keyId,
      workflow_id: workflowId,
      name,
      plan: sealJson(transaction, plan, planOf(runId)),
      webhook: sealWebhook(transaction, accountId, webhook),
      status: 'queued',
      origin,
      job_id: jobId,
      state,
      created_at: now,
    })
    .execute();
  return { runId, jobId };
}

/**
 * Creates a new job for a waiting or failed run in the caller's transaction. The caller must have locked the run's row.
 */
export async function createTaskForRun(
  transaction: DatabaseTransaction,
  runId: string,
  now: Date,
): Promise<string> {
  const row = await transaction
    .selectFrom('workflow_runs')
    .select(['account_id', 'key_id', 'workflow_id', 'name', 'origin'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  const principal: Principal = { accountId: row.account_id, keyId: row.key_id, scopes: ['read', 'write'] };
  const run = {
    runId,
    workflowId: row.workflow_id,
    name: row.name,
    principal,
    requestId: newIdentifier('req', now),
    origin: row.origin as RunRequest['origin'],
  };
  const jobId = await createRunTask(transaction, run, now);
  await transaction.updateTable('workflow_runs').set({ job_id: jobId }).where('run_id', '=', runId).execute();
  return jobId;
}
