import { addMs } from '../../domain/clock.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import type { RunQuestion, RunStatus } from '../../domain/workflow.ts';
import { createDataCheck } from '../../extract/schema-check.ts';
import { endJob } from '../../jobs/job-end.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { beginTask } from './begin-run.ts';
import { sealForRun } from './run-state.ts';

/** What can be done to a run. */
export const runActions = ['cancel', 'retry', 'answer'] as const;

/** One of {@link runActions}. */
export type RunAction = (typeof runActions)[number];

/** An action on a run. */
export interface RunOrder {
  accountId: string;
  runId: string;
  action: RunAction;
  /** For `answer`; undefined when none was given. */
  answer: Json | undefined;
}

interface RunRow {
  run_id: string;
  account_id: string;
  status: RunStatus;
  job_id: string;
  question: RunQuestion | null;
}

interface ActionParts {
  key: Uint8Array;
  now: Date;
  keepMs: number;
}

type OpenJob = { job_id: string; account_id: string; webhook: string | null } | undefined;

/**
 * Locks the job of a run, when it has not ended, and then the run: in the order in which a run's end locks them, so that
 * the two wait for each other. Null when the account has no such run.
 */
async function lockRun(
  transaction: DatabaseTransaction,
  accountId: string,
  runId: string,
): Promise<{ row: RunRow; job: OpenJob } | null> {
  const own = transaction
    .selectFrom('workflow_runs')
    .where('run_id', '=', runId)
    .where('account_id', '=', accountId);
  for (;;) {
    const seen = await own.select('job_id').executeTakeFirst();
    if (seen === undefined) return null;
    const job = await transaction
      .selectFrom('jobs')
      .select(['job_id', 'account_id', 'webhook'])
      .where('job_id', '=', seen.job_id)
      .where('status', 'in', ['queued', 'running'])
      .forUpdate()
      .executeTakeFirst();
    const row = await own
      .select(['run_id', 'account_id', 'status', 'job_id', 'question'])
      .where('job_id', '=', seen.job_id)
      .forUpdate()
      .executeTakeFirst();
    // Between the two it may have been given another job.
    if (row !== undefined) return { row, job };
  }
}

function refuse({ status }: RunRow, action: string): never {
  throw new Failure('conflict', `a run that is ${status} cannot be ${action}`);
}

async function cancel(
  transaction: DatabaseTransaction,
  row: RunRow,
  job: OpenJob,
  { now, keepMs }: ActionParts,
): Promise<void> {
  if (!['queued', 'running', 'needs_input'].includes(row.status)) refuse(row, 'cancelled');
  if (job !== undefined) await endJob(transaction, job, { status: 'cancelled', error: null, now, keepMs });
  await transaction
    .updateTable('workflow_runs')
    .set({ status: 'cancelled', question: null, finished_at: now, expires_at: addMs(now, keepMs) })
    .where('run_id', '=', row.run_id)
    .execute();
}

/** Goes on from the step that failed, with what the run knew then. */
async function retry(transaction: DatabaseTransaction, row: RunRow, { now }: ActionParts): Promise<void> {
  if (row.status !== 'failed') refuse(row, 'retried');
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
  await beginTask(transaction, row.run_id, now);
}

function invalid(detail: string): Failure {
  return new Failure('invalid', detail, { faults: [{ pointer: '/answer', detail }] });
}

function judgeAnswer(question: RunQuestion | null, answer: Json | undefined): Json {
  if (answer === undefined) throw invalid('the question wants an answer');
  if (question?.kind === 'repeat' && !['repeat', 'skip', 'stop'].includes(String(answer)))
    throw invalid('must be repeat, skip or stop');
  if (question?.schema != null) {
    const [fault] = createDataCheck(question.schema)(answer);
    if (fault !== undefined)
      throw new Failure('invalid', 'the answer is not what was asked for', {
        faults: [{ pointer: `/answer${fault.pointer}`, detail: fault.message }],
      });
  }
  return answer;
}

async function answer(
  transaction: DatabaseTransaction,
  row: RunRow,
  job: OpenJob,
  given: Json | undefined,
  { key, now }: ActionParts,
): Promise<void> {
  if (row.status !== 'needs_input') refuse(row, 'answered');
  const value = judgeAnswer(row.question, given);
  await transaction
    .updateTable('workflow_runs')
    .set({ answer: sealForRun(key, value, row.account_id, row.run_id) })
    .where('run_id', '=', row.run_id)
    .execute();
  // A process that still holds the browser looks for the answer itself.
  if (job === undefined) await beginTask(transaction, row.run_id, now);
}

/** Acts on a run; throws Failure `not_found`, `conflict` when the action does not fit its state, and `invalid`. */
export async function actOnRun(database: Database, order: RunOrder, parts: ActionParts): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const locked = await lockRun(transaction, order.accountId, order.runId);
    if (locked === null) throw new Failure('not_found', 'there is no such run');
    const { row, job } = locked;
    if (order.action === 'cancel') await cancel(transaction, row, job, parts);
    else if (order.action === 'retry') await retry(transaction, row, parts);
    else await answer(transaction, row, job, order.answer, parts);
  });
}
