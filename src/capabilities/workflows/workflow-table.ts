import type { Json, JsonSchema } from '../../domain/pages/extraction.ts';
import type { Principal } from '../../domain/resources/account.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { RunStatus, WorkflowStep } from '../../domain/resources/workflow.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { NetworkChoice } from '../../domain/system/settings.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import { dropSchedule, readSchedules, type StartRun, setSchedule } from '../../jobs/schedule/schedules.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { openWebhook, sealWebhook } from '../../store/sealed-columns.ts';
import { requireInputs, validateInputs } from './run/run-inputs.ts';
import { createRun } from './run/start-run.ts';
import { workflowKind } from './workflow-kinds.ts';
import type { NewWorkflow } from './workflow-request.ts';

/** A workflow in responses. A document in wire names. */
export interface WorkflowDocument {
  id: string;
  name: string;
  steps: WorkflowStep[];
  inputs: JsonSchema | null;
  country: string | null;
  strict_country: boolean;
  network: NetworkChoice;
  login: string | null;
  webhook: string | null;
  schedule: Schedule | null;
  next_run_at: string | null;
  next_runs: string[];
  last_run: { run_id: string; status: RunStatus; created_at: string } | null;
  created_at: string;
  updated_at: string;
}

type Transaction = Database | DatabaseTransaction;

const columns = [
  'workflow_id',
  'account_id',
  'key_id',
  'name',
  'steps',
  'inputs',
  'country',
  'strict_country',
  'network',
  'login_id',
  'webhook',
  'created_at',
  'updated_at',
] as const;

function toRow(transaction: DatabaseTransaction, accountId: string, workflow: NewWorkflow) {
  return {
    name: workflow.name,
    steps: JSON.stringify(workflow.steps),
    inputs: workflow.inputs === null ? null : JSON.stringify(workflow.inputs),
    country: workflow.country,
    strict_country: workflow.strictCountry,
    network: workflow.network,
    login_id: workflow.login,
    webhook: sealWebhook(transaction, accountId, workflow.webhook),
  };
}

function inputNames(inputs: JsonSchema | null): string[] {
  return Object.keys((inputs?.properties as object | undefined) ?? {});
}

/** Throws Failure `invalid` when the defaults of the inputs are not enough for scheduled runs. */
function requireDefaults({ inputs, schedule }: Pick<NewWorkflow, 'inputs' | 'schedule'>): void {
  if (schedule === null || 'paused' in schedule) return;
  const [error] = validateInputs(inputs, {}).errors;
  if (error === undefined) return;
  const detail = `scheduled runs use only the defaults of \`inputs\`, and these are not valid: ${error.pointer || '/'} ${error.detail}. Add defaults or remove the schedule`;
  throw new Failure(
    'invalid',
    'The workflow cannot run on a schedule, because its inputs lack valid defaults.',
    { errors: [{ pointer: '/schedule', detail }] },
  );
}

/** Throws Failure `invalid` if the workflow would use a login that it renews. */
async function requireOtherLogin(
  transaction: DatabaseTransaction,
  id: string,
  loginId: string | null,
): Promise<void> {
  if (loginId === null) return;
  const renewed = await transaction
    .selectFrom('logins')
    .select('login_id')
    .where('login_id', '=', loginId)
    .where('renewal_workflow_id', '=', id)
    .executeTakeFirst();
  if (renewed === undefined) return;
  const detail = `The workflow renews the login ${loginId} and cannot use it. Use another login, or none.`;
  throw new Failure('invalid', detail, { errors: [{ pointer: '/login', detail }] });
}

/** Inserts a workflow; returns its id. */
export async function insertWorkflow(
  transaction: DatabaseTransaction,
  workflow: NewWorkflow,
  { accountId, keyId }: Principal,
  now: Date,
): Promise<string> {
  requireDefaults(workflow);
  const id = newIdentifier('wf', now);
  const row = { workflow_id: id, account_id: accountId, key_id: keyId, created_at: now, updated_at: now };
  await transaction
    .insertInto('workflows')
    .values({ ...row, ...toRow(transaction, accountId, workflow) })
    .execute();
  if (workflow.schedule !== null)
    await setSchedule(transaction, { kind: 'workflow', subjectId: id, accountId }, workflow.schedule, now);
  return id;
}

/** Replaces a workflow; runs that have started keep the old one. Returns false when there is none. */
export async function replaceWorkflow(
  transaction: DatabaseTransaction,
  id: string,
  workflow: NewWorkflow,
  accountId: string,
  now: Date,
): Promise<boolean> {
  requireDefaults(workflow);
  await requireOtherLogin(transaction, id, workflow.login);
  const result = await transaction
    .updateTable('workflows')
    .set({ ...toRow(transaction, accountId, workflow), updated_at: now })
    .where('workflow_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  if (workflow.schedule === null) await dropSchedule(transaction, 'workflow', id);
  else await setSchedule(transaction, { kind: 'workflow', subjectId: id, accountId }, workflow.schedule, now);
  return true;
}

/** Sets the schedule of a workflow; returns false when there is no such workflow. */
export async function scheduleWorkflow(
  transaction: DatabaseTransaction,
  id: string,
  schedule: Schedule,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('workflows')
    .select('inputs')
    .where('workflow_id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;
  requireDefaults({ inputs: row.inputs, schedule });
  await setSchedule(transaction, { kind: 'workflow', subjectId: id, accountId }, schedule, now);
  return true;
}

/** Deletes a workflow and its schedule; its runs remain until they expire. Returns false when there is none. */
export async function deleteWorkflow(
  transaction: DatabaseTransaction,
  id: string,
  accountId: string,
): Promise<boolean> {
  const result = await transaction
    .deleteFrom('workflows')
    .where('workflow_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await dropSchedule(transaction, 'workflow', id);
  return true;
}

async function lastRuns(database: Transaction, accountId: string, ids: readonly string[]) {
  const rows = await database
    .selectFrom('workflow_runs')
    .distinctOn('workflow_id')
    .select(['workflow_id', 'run_id', 'status', 'created_at'])
    .where('account_id', '=', accountId)
    .where('workflow_id', 'in', [...ids])
    .orderBy('workflow_id')
    .orderBy('run_id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

/** Returns workflows of an account, newest first, or the one with the given id. */
export async function readWorkflows(
  database: Transaction,
  accountId: string,
  request: { id: string } | { offset: number; limit: number },
  now: Date,
): Promise<{ workflows: WorkflowDocument[]; total: number }> {
  const accountWorkflows = database.selectFrom('workflows').where('account_id', '=', accountId);
  const query =
    'id' in request
      ? accountWorkflows.where('workflow_id', '=', request.id)
      : accountWorkflows.orderBy('workflow_id', 'desc').offset(request.offset).limit(request.limit);
  const rows = await query.select(columns).execute();
  const { total } = await accountWorkflows
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (rows.length === 0) return { workflows: [], total: Number(total) };
  const ids = rows.map((row) => row.workflow_id);
  const [schedules, runs] = [
    await readSchedules(database, 'workflow', ids, now),
    await lastRuns(database, accountId, ids),
  ];
  const workflows = rows.map((row): WorkflowDocument => {
    const schedule = schedules.get(row.workflow_id);
    const run = runs.get(row.workflow_id);
    return {
      id: row.workflow_id,
      name: row.name,
      steps: row.steps,
      inputs: row.inputs,
      country: row.country,
      strict_country: row.strict_country,
      network: row.network,
      login: row.login_id,
      webhook: openWebhook(database, accountId, row.webhook),
      schedule: schedule?.schedule ?? null,
      next_run_at: schedule?.nextRunAt?.toISOString() ?? null,
      next_runs: (schedule?.nextRuns ?? []).map((at) => at.toISOString()),
      last_run:
        run === undefined
          ? null
          : { run_id: run.run_id, status: run.status, created_at: run.created_at.toISOString() },
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
  return { workflows, total: Number(total) };
}

/** Starts a run with these inputs in the caller's transaction. Rejects with Failure `not_found` and `invalid`. */
export async function startRun(
  transaction: DatabaseTransaction,
  key: Uint8Array,
  request: {
    id: string;
    inputs: Record<string, Json>;
    principal: Principal;
    requestId: string;
    origin: 'job' | 'schedule';
    /** Login that the run renews. */
    renews?: string;
  },
  now: Date,
): Promise<{ runId: string; jobId: string }> {
  const row = await transaction
    .selectFrom('workflows')
    .select(columns)
    .where('workflow_id', '=', request.id)
    .where('account_id', '=', request.principal.accountId)
    .executeTakeFirst();
  if (row === undefined) throw missingResource(workflowKind);
  const plan = {
    steps: row.steps,
    country: row.country,
    strictCountry: row.strict_country,
    network: row.network,
    login: row.login_id,
    ...(request.renews !== undefined && { renews: request.renews }),
  };
  const run = {
    workflowId: row.workflow_id,
    name: row.name,
    plan,
    webhook: row.webhook,
    inputNames: inputNames(row.inputs),
    inputSchema: row.inputs,
    inputs: requireInputs(row.inputs, request.inputs, '/inputs'),
    principal: request.principal,
    requestId: request.requestId,
    origin: request.origin,
  };
  return createRun(transaction, key, run, now);
}

/**
 * Creates the handler of scheduled runs. It starts one run at a time, on behalf of the key that created the workflow.
 * `key` encrypts the run's state.
 */
export function createScheduledRuns(key: Uint8Array): StartRun {
  return async (transaction, { subjectId, accountId }, now) => {
    const row = await transaction
      .selectFrom('workflows')
      .select('key_id')
      .where('workflow_id', '=', subjectId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return 'gone';
    const open = await transaction
      .selectFrom('workflow_runs')
      .select('run_id')
      .where('workflow_id', '=', subjectId)
      .where('status', 'in', ['queued', 'running', 'needs_input'])
      .executeTakeFirst();
    if (open !== undefined) return 'busy';
    const principal: Principal = { accountId, keyId: row.key_id, scopes: ['read', 'write'] };
    const request = {
      id: subjectId,
      inputs: {},
      principal,
      requestId: newIdentifier('req', now),
      origin: 'schedule' as const,
    };
    await startRun(transaction, key, request, now);
    return 'begun';
  };
}
