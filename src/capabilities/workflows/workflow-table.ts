import type { Principal } from '../../domain/account.ts';
import type { Json, JsonSchema } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import type { RunStatus, WorkflowStep } from '../../domain/workflow.ts';
import { type BeginTurn, dropSchedule, readSchedules, setSchedule } from '../../jobs/schedules.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { beginRun } from './begin-run.ts';
import { judgeInputs, requireInputs } from './run-inputs.ts';
import type { NewWorkflow } from './workflow-request.ts';

/** A workflow as answered. A document in wire names. */
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

function rowOf(workflow: NewWorkflow) {
  return {
    name: workflow.name,
    steps: JSON.stringify(workflow.steps),
    inputs: workflow.inputs === null ? null : JSON.stringify(workflow.inputs),
    country: workflow.country,
    strict_country: workflow.strictCountry,
    network: workflow.network,
    login_id: workflow.login,
    webhook: workflow.webhook,
  };
}

function inputNames(inputs: JsonSchema | null): string[] {
  return Object.keys((inputs?.properties as object | undefined) ?? {});
}

/** Throws Failure `invalid` where runs by schedule would lack inputs. */
function requireDefaults({ inputs, schedule }: Pick<NewWorkflow, 'inputs' | 'schedule'>): void {
  if (schedule === null || 'paused' in schedule) return;
  const [fault] = judgeInputs(inputs, {}).faults;
  if (fault === undefined) return;
  const detail = `runs by schedule are given the defaults of inputs alone, and these do not fit: ${fault.pointer || '/'} ${fault.detail}`;
  throw new Failure('invalid', 'the schedule cannot be kept', { faults: [{ pointer: '/schedule', detail }] });
}

/** Writes a workflow; returns its id. */
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
    .values({ ...row, ...rowOf(workflow) })
    .execute();
  if (workflow.schedule !== null)
    await setSchedule(transaction, { kind: 'workflow', subjectId: id, accountId }, workflow.schedule, now);
  return id;
}

/** Puts another one in the place of a workflow; runs that have begun keep theirs. False when there is none. */
export async function replaceWorkflow(
  transaction: DatabaseTransaction,
  id: string,
  workflow: NewWorkflow,
  accountId: string,
  now: Date,
): Promise<boolean> {
  requireDefaults(workflow);
  const changed = await transaction
    .updateTable('workflows')
    .set({ ...rowOf(workflow), updated_at: now })
    .where('workflow_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  if (workflow.schedule === null) await dropSchedule(transaction, 'workflow', id);
  else await setSchedule(transaction, { kind: 'workflow', subjectId: id, accountId }, workflow.schedule, now);
  return true;
}

/** Sets or changes the schedule; false when there is no such workflow. */
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

/** Removes a workflow with its schedule; runs stay until they expire. False when there is none. */
export async function deleteWorkflow(
  transaction: DatabaseTransaction,
  id: string,
  accountId: string,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('workflows')
    .where('workflow_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
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

/** Workflows of an account, newest first; `ids` alone when given. */
export async function readWorkflows(
  database: Transaction,
  accountId: string,
  wish: { id: string } | { offset: number; limit: number },
  now: Date,
): Promise<{ workflows: WorkflowDocument[]; total: number }> {
  const own = database.selectFrom('workflows').where('account_id', '=', accountId);
  const asked =
    'id' in wish
      ? own.where('workflow_id', '=', wish.id)
      : own.orderBy('workflow_id', 'desc').offset(wish.offset).limit(wish.limit);
  const rows = await asked.select(columns).execute();
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
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
      webhook: row.webhook,
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

/** Begins a run with these inputs, in the caller's transaction. Throws Failure `not_found` and `invalid`. */
export async function startRun(
  transaction: DatabaseTransaction,
  key: Uint8Array,
  wish: {
    id: string;
    inputs: Record<string, Json>;
    principal: Principal;
    requestId: string;
    origin: 'job' | 'schedule';
  },
  now: Date,
): Promise<{ runId: string; jobId: string }> {
  const row = await transaction
    .selectFrom('workflows')
    .select(columns)
    .where('workflow_id', '=', wish.id)
    .where('account_id', '=', wish.principal.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'there is no such workflow');
  const plan = {
    steps: row.steps,
    country: row.country,
    strictCountry: row.strict_country,
    network: row.network,
    login: row.login_id,
  };
  const run = {
    workflowId: row.workflow_id,
    name: row.name,
    plan,
    webhook: row.webhook,
    inputNames: inputNames(row.inputs),
    inputs: requireInputs(row.inputs, wish.inputs, '/inputs'),
    principal: wish.principal,
    requestId: wish.requestId,
    origin: wish.origin,
  };
  return beginRun(transaction, key, run, now);
}

/** Runs that are due by schedule, one at a time, on behalf of the key that made the workflow; `key` seals what they keep. */
export function createScheduledRuns(key: Uint8Array): BeginTurn {
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
    const wish = {
      id: subjectId,
      inputs: {},
      principal,
      requestId: newIdentifier('req', now),
      origin: 'schedule' as const,
    };
    await startRun(transaction, key, wish, now);
    return 'begun';
  };
}
