import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { LogStatus, RunPlan, RunQuestion, RunStatus } from '../../../domain/resources/workflow.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import { openJson, resealJson } from '../../../store/data-key.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { RunFile } from './run-browser.ts';
import { emitRunEvent } from './run-event.ts';
import { createRunSecrets } from './run-secrets.ts';
import { decryptForRun, encryptForRun, planOf, type RunState, reencrypt } from './steps/run-state.ts';

/** An entry of a run's log. */
export interface LogEntry {
  step: string;
  type: string;
  status: LogStatus;
  ms: number;
  detail: string | null;
  url: string | null;
  /** Blob id of the screenshot, or null. */
  screenshot: string | null;
  error: { code: string; message: string } | null;
}

/** The results of one step, written in one transaction. */
export interface StepResult {
  state: RunState;
  /** JSON Pointer of the step. */
  step: string;
  log: LogEntry[];
  records: Json[];
  files: RunFile[];
  usedMs: number;
  at: Date;
}

/** Stores the progress of runs. Only the process that claimed the run last may write. All writes are idempotent. */
export interface RunStore {
  /** Claims a run for this process; null when it has ended or belongs to another job. */
  claim(runId: string, jobId: string, now: Date): Promise<ClaimedRun | null>;
  /** Records the start of a step with an outside effect. */
  startStep(run: ClaimedRun, step: string): Promise<void>;
  commit(run: ClaimedRun, done: StepResult): Promise<void>;
  /** Stores a question and, in the same transaction, its webhook event; the process then waits for the answer. */
  writeQuestion(run: ClaimedRun, question: RunQuestion, at: Date): Promise<void>;
  /**
   * Returns the answer, or undefined without one. Rejects with Failure `conflict` when another process has claimed the
   * run.
   */
  readAnswer(run: ClaimedRun): Promise<Json | undefined>;
  /** Removes the question and sets the run to `running`. */
  resume(run: ClaimedRun): Promise<void>;
}

function lostRun(): Failure {
  return new Failure('conflict', 'The run has ended, or another process has claimed it.');
}

function digestOf(record: Json): Buffer {
  return createHash('sha256').update(JSON.stringify(record)).digest();
}

/** Adds records that the run does not have yet, up to the maximum; returns the new total. */
async function addRecords(
  transaction: DatabaseTransaction,
  runId: string,
  before: number,
  records: readonly Json[],
  maxRecords: number,
): Promise<number> {
  const rows = new Map(records.map((record) => [digestOf(record).toString('hex'), record]));
  if (rows.size === 0) return before;
  const digests = [...rows.keys()].map((digest) => Buffer.from(digest, 'hex'));
  const existing = await transaction
    .selectFrom('workflow_records')
    .select('digest')
    .where('run_id', '=', runId)
    .where('digest', 'in', digests)
    .execute();
  for (const { digest } of existing) rows.delete(Buffer.from(digest).toString('hex'));
  const fresh = [...rows].slice(0, Math.max(0, maxRecords - before));
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

async function addFiles(transaction: DatabaseTransaction, run: ClaimedRun, done: StepResult): Promise<void> {
  if (done.files.length === 0) return;
  await transaction
    .insertInto('workflow_files')
    .values(
      done.files.map((file) => ({
        file_id: newIdentifier('file', done.at),
        run_id: run.runId,
        blob_id: file.blobId,
        name: run.secrets.mask(file.name),
        media_type: file.mediaType,
        bytes: file.bytes,
        step: done.step,
        at: done.at,
      })),
    )
    .execute();
}

/** Inserts log entries with sequence numbers from `from`. */
async function addLog(
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

/** Creates the store of runs in the database; `key` encrypts their state. */
export function createRunStore(database: Database, key: Uint8Array, maxRecords: number): RunStore {
  const decrypt = (sealed: Uint8Array, accountId: string, runId: string) =>
    decryptForRun(key, sealed, accountId, runId);

  async function update(
    run: ClaimedRun,
    set: Record<string, unknown>,
    statuses: readonly RunStatus[] = ['running'],
  ): Promise<void> {
    const updated = await database
      .updateTable('workflow_runs')
      .set(set)
      .where('run_id', '=', run.runId)
      .where('attempt', '=', run.attempt)
      .where('status', 'in', [...statuses])
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) throw lostRun();
  }

  return {
    async claim(runId, jobId, now) {
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
      const state = (await decrypt(row.state, accountId, runId)) as RunState;
      return {
        runId,
        accountId,
        jobId,
        attempt: row.attempt,
        status: row.status,
        plan: openJson(database, row.plan, planOf(runId)) as RunPlan,
        state,
        secrets: createRunSecrets(state),
        pending: row.pending,
        question: row.question,
        answer: row.answer === null ? undefined : ((await decrypt(row.answer, accountId, runId)) as Json),
        webhook: row.webhook,
        usedMs: row.used_ms,
        workflowId: row.workflow_id,
        name: row.name,
        logEntries: row.log_entries,
      };
    },
    startStep: (run, step) => update(run, { pending: step, step }),
    async commit(run, done) {
      const { secrets } = run;
      const state = await encryptForRun(
        key,
        { ...done.state, secrets: secrets.values() },
        run.accountId,
        run.runId,
      );
      await database.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('workflow_runs')
          .select(['records', 'log_entries'])
          .where('run_id', '=', run.runId)
          .where('attempt', '=', run.attempt)
          .where('status', '=', 'running')
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (row === undefined) throw lostRun();
        // The response to the first write was lost.
        if (row.log_entries === run.logEntries + done.log.length) return;
        const records = await addRecords(
          transaction,
          run.runId,
          row.records,
          secrets.maskValue(done.records),
          maxRecords,
        );
        await addFiles(transaction, run, done);
        await addLog(transaction, run.runId, row.log_entries, secrets.maskValue(done.log), done.at);
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
      run.logEntries += done.log.length;
    },
    async writeQuestion(run, asked, at) {
      const question = run.secrets.maskValue(asked);
      await database.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('workflow_runs')
          .select('status')
          .where('run_id', '=', run.runId)
          .where('attempt', '=', run.attempt)
          .where('status', 'in', ['running', 'needs_input'])
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (row === undefined) throw lostRun();
        // Written again after a lost response, the question keeps an answer that has already arrived.
        if (row.status === 'needs_input') return;
        await transaction
          .updateTable('workflow_runs')
          .set({
            status: 'needs_input',
            question: JSON.stringify(question),
            answer: null,
            step: question.step,
          })
          .where('run_id', '=', run.runId)
          .execute();
        await emitRunEvent(transaction, run, { status: 'needs_input', question, error: null }, at);
      });
    },
    async readAnswer(run) {
      const row = await database
        .selectFrom('workflow_runs')
        .select(['answer', 'attempt', 'status'])
        .where('run_id', '=', run.runId)
        .executeTakeFirst();
      if (row?.attempt !== run.attempt || row.status !== 'needs_input') throw lostRun();
      return row.answer === null
        ? undefined
        : ((await decrypt(row.answer, run.accountId, run.runId)) as Json);
    },
    resume: (run) =>
      update(run, { status: 'running', question: null, answer: null }, ['running', 'needs_input']),
  };
}

/** Re-encrypts the state of all runs with a new key; returns their number. */
export async function reencryptRuns(
  transaction: DatabaseTransaction,
  oldKey: Uint8Array,
  fresh: Uint8Array,
  dataKeys: { previous: Uint8Array; next: Uint8Array },
): Promise<number> {
  const rows = await transaction
    .selectFrom('workflow_runs')
    .select(['run_id', 'account_id', 'plan', 'state', 'answer'])
    .forUpdate()
    .execute();
  for (const { run_id: runId, account_id: accountId, plan, state, answer } of rows) {
    const sealedPlan = resealJson(plan, planOf(runId), dataKeys.previous, dataKeys.next);
    await transaction
      .updateTable('workflow_runs')
      .set({
        state: reencrypt(oldKey, fresh, state, accountId, runId),
        ...(sealedPlan !== null && { plan: sealedPlan }),
        ...(answer !== null && { answer: reencrypt(oldKey, fresh, answer, accountId, runId) }),
      })
      .where('run_id', '=', runId)
      .execute();
  }
  return rows.length;
}
