import type { Origin, Principal } from '../../domain/account.ts';
import type { Json } from '../../domain/extraction.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { RunPlan } from '../../domain/workflow.ts';
import { createTask } from '../../jobs/task-creation.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { newRunState, sealForRun } from './run-state.ts';

/** The tool in whose name runs stand in history and ledger. */
const tool = 'run_workflow';

/** A run that is about to begin. */
export interface RunWish {
  workflowId: string;
  name: string;
  plan: RunPlan;
  webhook: string | null;
  /** Names of all inputs that there may be. */
  inputNames: readonly string[];
  /** Validated, with their defaults. */
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
    origin: RunWish['origin'];
  },
  now: Date,
): Promise<string> {
  const { runId, workflowId, name, principal, requestId, origin } = run;
  const params = { id: workflowId, run_id: runId, name };
  const order = { tool, principal, origin, params, command: { runId } };
  return createTask(transaction, { type: 'workflow_run', order, requestId, url: '', webhook: null }, now);
}

/** Writes a run and its job in the caller's transaction; returns its id. `key` seals what it keeps. */
export async function beginRun(
  transaction: DatabaseTransaction,
  key: Uint8Array,
  wish: RunWish,
  now: Date,
): Promise<{ runId: string; jobId: string }> {
  const { workflowId, name, plan, webhook, inputs, inputNames, principal, origin } = wish;
  const runId = newIdentifier('run', now);
  const jobId = await createRunTask(transaction, { ...wish, runId }, now);
  const { accountId, keyId } = principal;
  await transaction
    .insertInto('workflow_runs')
    .values({
      run_id: runId,
      account_id: accountId,
      key_id: keyId,
      workflow_id: workflowId,
      name,
      plan: JSON.stringify(plan),
      webhook,
      status: 'queued',
      origin,
      job_id: jobId,
      state: sealForRun(key, newRunState(inputs, inputNames), accountId, runId),
      created_at: now,
    })
    .execute();
  return { runId, jobId };
}

/** Gives a run that waits, or failed, a new job, in the caller's transaction; the run's row is locked by the caller. */
export async function beginTask(transaction: DatabaseTransaction, runId: string, now: Date): Promise<string> {
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
    origin: row.origin as RunWish['origin'],
  };
  const jobId = await createRunTask(transaction, run, now);
  await transaction.updateTable('workflow_runs').set({ job_id: jobId }).where('run_id', '=', runId).execute();
  return jobId;
}
