import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { LogStatus, RunPlan, RunQuestion, RunStatus } from '../../domain/workflow.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { RunFile } from './run-browser.ts';
import { type RunState, resealed, sealForRun, unsealForRun } from './run-state.ts';

/** One line of what a run did. */
export interface LogEntry {
  step: string;
  type: string;
  status: LogStatus;
  ms: number;
  detail: string | null;
  url: string | null;
  /** Id of the picture's blob, or null. */
  screenshot: string | null;
  error: { code: string; message: string } | null;
}

/** A run that a process has taken up. */
export interface TakenRun {
  runId: string;
  accountId: string;
  attempt: number;
  status: RunStatus;
  plan: RunPlan;
  state: RunState;
  /** Pointer of the step with an effect outside that has begun and was not seen to end. */
  pending: string | null;
  question: RunQuestion | null;
  /** Undefined while there is none. */
  answer: Json | undefined;
  webhook: string | null;
  usedMs: number;
  workflowId: string;
  name: string;
}

/** What one step leaves behind, written together. */
export interface StepDone {
  state: RunState;
  /** The step that was done. */
  step: string;
  log: LogEntry[];
  records: Json[];
  files: RunFile[];
  usedMs: number;
  at: Date;
}

/** Writes what a run does; only for the process that took it up last. */
export interface RunStore {
  /** Takes a run up for this process; null when it has ended or is another job's. */
  takeUp(runId: string, jobId: string, now: Date): Promise<TakenRun | null>;
  /** Notes that a step with an effect outside begins. */
  begin(run: TakenRun, step: string): Promise<void>;
  commit(run: TakenRun, done: StepDone): Promise<void>;
  /** Asks; the process goes on waiting for the answer. */
  ask(run: TakenRun, question: RunQuestion): Promise<void>;
  /** The answer, when it has come; undefined until then. Throws Failure `conflict` when the run is no longer this process's. */
  answerOf(run: TakenRun): Promise<Json | undefined>;
  /** Takes the question away and goes on. */
  goOn(run: TakenRun): Promise<void>;
}

function lost(): Failure {
  return new Failure('conflict', 'the run was ended, or another process has taken it up');
}

function digestOf(record: Json): Buffer {
  return createHash('sha256').update(JSON.stringify(record)).digest();
}

/** Adds records that the run does not hold yet; returns how many it holds then. */
async function addRecords(
  transaction: DatabaseTransaction,
  runId: string,
  before: number,
  records: readonly Json[],
  most: number,
): Promise<number> {
  const rows = new Map(records.map((record) => [digestOf(record).toString('hex'), record]));
  if (rows.size === 0) return before;
  const digests = [...rows.keys()].map((digest) => Buffer.from(digest, 'hex'));
  const known = await transaction
    .selectFrom('workflow_records')
    .select('digest')
    .where('run_id', '=', runId)
    .where('digest', 'in', digests)
    .execute();
  for (const { digest } of known) rows.delete(Buffer.from(digest).toString('hex'));
  const fresh = [...rows].slice(0, Math.max(0, most - before));
  if (fresh.length === 0) return before;
  await transaction
    .insertInto('workflow_records')
    .values(
      fresh.map(([digest, data], at) => ({
        run_id: runId,
        ordinal: before + at,
        digest: Buffer.from(digest, 'hex'),
        data: JSON.stringify(data),
      })),
    )
    .execute();
  return before + fresh.length;
}

async function addFiles(transaction: DatabaseTransaction, run: TakenRun, done: StepDone): Promise<void> {
  if (done.files.length === 0) return;
  await transaction
    .insertInto('workflow_files')
    .values(
      done.files.map((file) => ({
        file_id: newIdentifier('file', done.at),
        run_id: run.runId,
        blob_id: file.blobId,
        name: file.name,
        media_type: file.mediaType,
        bytes: file.bytes,
        step: done.step,
        at: done.at,
      })),
    )
    .execute();
}

/** Writes log lines from `from` on. */
export async function addLog(
  transaction: DatabaseTransaction,
  runId: string,
  from: number,
  entries: readonly LogEntry[],
  at: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await transaction
    .insertInto('workflow_log')
    .values(
      entries.map((entry, index) => ({
        run_id: runId,
        seq: from + index,
        at,
        ...entry,
        error: entry.error === null ? null : JSON.stringify(entry.error),
      })),
    )
    .execute();
}

/** Runs in the database; `key` seals what they keep. */
export function createRunStore(database: Database, key: Uint8Array, mostRecords: number): RunStore {
  const open = (sealed: Uint8Array, accountId: string, runId: string) =>
    unsealForRun(key, sealed, accountId, runId);

  async function change(
    run: TakenRun,
    set: Record<string, unknown>,
    statuses: readonly RunStatus[] = ['running'],
  ): Promise<void> {
    const changed = await database
      .updateTable('workflow_runs')
      .set(set)
      .where('run_id', '=', run.runId)
      .where('attempt', '=', run.attempt)
      .where('status', 'in', [...statuses])
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw lost();
  }

  return {
    async takeUp(runId, jobId, now) {
      const row = await database
        .updateTable('workflow_runs')
        .set({
          attempt: sql`attempt + 1`,
          started_at: sql<Date>`coalesce(started_at, ${now}::timestamptz)`,
          status: sql<RunStatus>`case when status = 'needs_input' and answer is null then status else 'running' end`,
        })
        .where('run_id', '=', runId)
        .where('job_id', '=', jobId)
        .where('status', 'in', ['queued', 'running', 'needs_input'])
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const { account_id: accountId } = row;
      return {
        runId,
        accountId,
        attempt: row.attempt,
        status: row.status,
        plan: row.plan,
        state: open(row.state, accountId, runId) as RunState,
        pending: row.pending,
        question: row.question,
        answer: row.answer === null ? undefined : (open(row.answer, accountId, runId) as Json),
        webhook: row.webhook,
        usedMs: row.used_ms,
        workflowId: row.workflow_id,
        name: row.name,
      };
    },
    begin: (run, step) => change(run, { pending: step, step }),
    async commit(run, done) {
      const state = sealForRun(key, done.state, run.accountId, run.runId);
      await database.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('workflow_runs')
          .select(['records', 'log_entries'])
          .where('run_id', '=', run.runId)
          .where('attempt', '=', run.attempt)
          .where('status', '=', 'running')
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (row === undefined) throw lost();
        const records = await addRecords(transaction, run.runId, row.records, done.records, mostRecords);
        await addFiles(transaction, run, done);
        await addLog(transaction, run.runId, row.log_entries, done.log, done.at);
        await transaction
          .updateTable('workflow_runs')
          .set({
            state,
            step: done.step,
            pending: null,
            used_ms: done.usedMs,
            records,
            log_entries: row.log_entries + done.log.length,
          })
          .where('run_id', '=', run.runId)
          .execute();
      });
    },
    ask: (run, question) =>
      change(run, {
        status: 'needs_input',
        question: JSON.stringify(question),
        answer: null,
        step: question.step,
      }),
    async answerOf(run) {
      const row = await database
        .selectFrom('workflow_runs')
        .select(['answer', 'attempt', 'status'])
        .where('run_id', '=', run.runId)
        .executeTakeFirst();
      if (row?.attempt !== run.attempt || row.status !== 'needs_input') throw lost();
      return row.answer === null ? undefined : (open(row.answer, run.accountId, run.runId) as Json);
    },
    goOn: (run) =>
      change(run, { status: 'running', question: null, answer: null }, ['running', 'needs_input']),
  };
}

/** Seals what runs keep anew under another key; returns how many. */
export async function resealRuns(
  transaction: DatabaseTransaction,
  old: Uint8Array,
  fresh: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('workflow_runs')
    .select(['run_id', 'account_id', 'state', 'answer'])
    .forUpdate()
    .execute();
  for (const { run_id: runId, account_id: accountId, state, answer } of rows) {
    await transaction
      .updateTable('workflow_runs')
      .set({
        state: resealed(old, fresh, state, accountId, runId),
        ...(answer !== null && { answer: resealed(old, fresh, answer, accountId, runId) }),
      })
      .where('run_id', '=', runId)
      .execute();
  }
  return rows.length;
}
