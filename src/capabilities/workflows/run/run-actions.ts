import type { Json } from '../../../domain/pages/extraction.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import type { RunQuestion, RunStatus } from '../../../domain/resources/workflow.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { createDataCheck } from '../../../extract/schema/schema-check.ts';
import { endJob } from '../../../jobs/records/job-end.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { endRenewal } from '../renewal/renewal-runs.ts';
import { runKind } from '../workflow-kinds.ts';
import { createTaskForRun } from './start-run.ts';
import { encryptForRun } from './steps/run-state.ts';

/** The actions on a run. */
export const runActions = ['cancel', 'retry', 'answer'] as const;

/** One of {@link runActions}. */
export type RunAction = (typeof runActions)[number];

/** Request for an action on a run. */
export interface RunActionRequest {
  accountId: string;
  runId: string;
  action: RunAction;
  /** Value for `answer`; undefined when the request has none. */
  answer: Json | undefined;
}

interface RunRow {
  run_id: string;
  account_id: string;
  status: RunStatus;
  job_id: string;
  question: RunQuestion | null;
}

interface ActionOptions {
  key: Uint8Array;
  now: Date;
  keepMs: number;
}

type OpenJob = { job_id: string; account_id: string; webhook: string | null } | undefined;

/**
 * Locks the job of a run, if it has not ended, and then the run: the order in which a run's end locks them, to avoid a
 * deadlock. Returns null when the account has no such run.
 */
async function lockRun(
  transaction: DatabaseTransaction,
  accountId: string,
  runId: string,
): Promise<{ row: RunRow; job: OpenJob } | null> {
  const accountRun = transaction
    .selectFrom('workflow_runs')
    .where('run_id', '=', runId)
    .where('account_id', '=', accountId);
  for (;;) {
    const current = await accountRun.select('job_id').executeTakeFirst();
    if (current === undefined) return null;
    const job = await transaction
      .selectFrom('jobs')
      .select(['job_id', 'account_id', 'webhook'])
      .where('job_id', '=', current.job_id)
      .where('status', 'in', ['queued', 'running'])
      .forUpdate()
      .executeTakeFirst();
    const row = await accountRun
      .select(['run_id', 'account_id', 'status', 'job_id', 'question'])
      .where('job_id', '=', current.job_id)
      .forUpdate()
      .executeTakeFirst();
    // The run may get another job between the two reads.
    if (row !== undefined) return { row, job };
  }
}

function rejectAction({ status }: RunRow, action: string): never {
  throw new Failure('conflict', `A run with the status \`${status}\` cannot be ${action}.`);
}

async function cancel(
  transaction: DatabaseTransaction,
  row: RunRow,
  job: OpenJob,
  { now, keepMs }: ActionOptions,
): Promise<void> {
  if (!['queued', 'running', 'needs_input'].includes(row.status)) rejectAction(row, 'cancelled');
  if (job !== undefined) await endJob(transaction, job, { status: 'cancelled', error: null, now, keepMs });
  await transaction
    .updateTable('workflow_runs')
    .set({ status: 'cancelled', question: null, finished_at: now, expires_at: addMs(now, keepMs) })
    .where('run_id', '=', row.run_id)
    .execute();
  const { account_id: accountId, run_id: runId } = row;
  await endRenewal(transaction, { accountId, runId, status: 'cancelled', error: null }, now);
}

/** Resumes at the failed step with the variables of that time. */
async function retry(transaction: DatabaseTransaction, row: RunRow, { now }: ActionOptions): Promise<void> {
  if (row.status !== 'failed') rejectAction(row, 'retried');
  await transaction
    .updateTable('workflow_runs')
    .set({
      status: 'queued',
      error: null,
      pending: null,
      question: null,
      answer: null,
      finished_at: null,
      expires_at: null,
    })
    .where('run_id', '=', row.run_id)
    .execute();
  await createTaskForRun(transaction, row.run_id, now);
}

function invalid(detail: string): Failure {
  return new Failure('invalid', detail, { errors: [{ pointer: '/answer', detail }] });
}

function validateAnswer(question: RunQuestion | null, answer: Json | undefined): Json {
  if (answer === undefined) throw invalid('is required: the question expects an answer');
  if (question?.kind === 'repeat' && !['repeat', 'skip', 'stop'].includes(String(answer)))
    throw invalid('must be `repeat`, `skip` or `stop`');
  if (question?.schema != null) {
    const [error] = createDataCheck(question.schema)(answer);
    if (error !== undefined)
      throw new Failure('invalid', 'The answer does not match the JSON Schema of the question.', {
        errors: [{ pointer: `/answer${error.pointer}`, detail: error.message }],
      });
  }
  return answer;
}

async function answer(
  transaction: DatabaseTransaction,
  row: RunRow,
  job: OpenJob,
  requestedAnswer: Json | undefined,
  { key, now }: ActionOptions,
): Promise<void> {
  if (row.status !== 'needs_input') rejectAction(row, 'answered');
  const value = validateAnswer(row.question, requestedAnswer);
  await transaction
    .updateTable('workflow_runs')
    .set({ answer: await encryptForRun(key, value, row.account_id, row.run_id) })
    .where('run_id', '=', row.run_id)
    .execute();
  // A process that still holds the browser polls for the answer itself.
  if (job === undefined) await createTaskForRun(transaction, row.run_id, now);
}

/**
 * Performs an action on a run. Rejects with Failure `not_found`, `invalid`, and `conflict` when the action does not fit
 * the run's status.
 */
export async function actOnRun(
  database: Database,
  request: RunActionRequest,
  options: ActionOptions,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const locked = await lockRun(transaction, request.accountId, request.runId);
    if (locked === null) throw missingResource(runKind);
    const { row, job } = locked;
    if (request.action === 'cancel') await cancel(transaction, row, job, options);
    else if (request.action === 'retry') await retry(transaction, row, options);
    else await answer(transaction, row, job, request.answer, options);
  });
}
