import { blobPath } from '../../domain/pages/blob-link.ts';
import type { Json } from '../../domain/pages/extraction.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { RunQuestion, RunStatus } from '../../domain/resources/workflow.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { LogEntry } from './run/run-store.ts';

/** An entry of a run's log in responses; links are paths that start with a slash. */
export interface LogDocument extends Omit<LogEntry, 'screenshot'> {
  seq: number;
  at: string;
  screenshot: string | null;
}

/** A file of a run in responses; links are paths that start with a slash. */
export interface RunFileDocument {
  fid: string;
  name: string;
  media_type: string;
  bytes: number;
  step: string;
  url: string;
}

/** A run in responses. A document in wire names. */
export interface RunDocument {
  run_id: string;
  workflow_id: string;
  name: string;
  status: RunStatus;
  jid: string;
  step: string | null;
  question: RunQuestion | null;
  log: LogDocument[];
  log_total: number;
  records: Json[];
  records_total: number;
  files: RunFileDocument[];
  error: { code: string; message: string } | null;
  credits: number;
  /** Warnings about the browser of the run, such as an exit in another country. */
  warnings: Warning[];
  receipt: Receipt | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  expires_at: string | null;
}

/** A run in a list. */
export type RunSummary = Pick<
  RunDocument,
  | 'run_id'
  | 'workflow_id'
  | 'name'
  | 'status'
  | 'step'
  | 'records_total'
  | 'credits'
  | 'error'
  | 'created_at'
  | 'started_at'
  | 'finished_at'
>;

const maxLogEntries = 300;
const maxRecords = 100;
const maxFiles = 200;

type Reader = Database | DatabaseTransaction;

async function readLog(database: Reader, runId: string): Promise<LogDocument[]> {
  const rows = await database
    .selectFrom('workflow_log')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('seq', 'desc')
    .limit(maxLogEntries)
    .execute();
  return rows.reverse().map(({ run_id: _, at, screenshot, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    screenshot: screenshot === null ? null : blobPath(screenshot),
  }));
}

async function readFiles(database: Reader, runId: string): Promise<RunFileDocument[]> {
  const rows = await database
    .selectFrom('workflow_files')
    .select(['file_id', 'name', 'media_type', 'bytes', 'step'])
    .where('run_id', '=', runId)
    .orderBy('file_id')
    .limit(maxFiles)
    .execute();
  return rows.map(({ file_id: fid, ...file }) => ({ fid, ...file, url: `/v1/runs/${runId}/files/${fid}` }));
}

/** Returns records of a run in the order in which they were found; null when the account has no such run. */
export async function readRunRecords(
  database: Reader,
  accountId: string,
  runId: string,
  page: { offset: number; limit: number },
): Promise<{ records: Json[]; total: number } | null> {
  const run = await database
    .selectFrom('workflow_runs')
    .select('records')
    .where('run_id', '=', runId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (run === undefined) return null;
  const rows = await database
    .selectFrom('workflow_records')
    .select('data')
    .where('run_id', '=', runId)
    .where('ordinal', '>=', page.offset)
    .orderBy('ordinal')
    .limit(page.limit)
    .execute();
  return { records: rows.map(({ data }) => data), total: run.records };
}

/** Returns a run with the end of its log and its first records; null when the account has no such run. */
export async function readRun(
  database: Reader,
  accountId: string,
  runId: string,
): Promise<RunDocument | null> {
  const row = await database
    .selectFrom('workflow_runs')
    .selectAll()
    .where('run_id', '=', runId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const firstRecords = await readRunRecords(database, accountId, runId, { offset: 0, limit: maxRecords });
  return {
    run_id: runId,
    workflow_id: row.workflow_id,
    name: row.name,
    status: row.status,
    jid: row.job_id,
    step: row.step,
    question: row.status === 'needs_input' ? row.question : null,
    log: await readLog(database, runId),
    log_total: row.log_entries,
    records: firstRecords?.records ?? [],
    records_total: row.records,
    files: await readFiles(database, runId),
    error: row.error,
    credits: row.credits,
    warnings: row.warnings,
    receipt: row.receipt,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Returns runs of a workflow, newest first. */
export async function listRuns(
  database: Reader,
  accountId: string,
  workflowId: string,
  page: { offset: number; limit: number },
): Promise<{ runs: RunSummary[]; total: number }> {
  const accountRuns = database
    .selectFrom('workflow_runs')
    .where('account_id', '=', accountId)
    .where('workflow_id', '=', workflowId);
  const rows = await accountRuns
    .select([
      'run_id',
      'name',
      'status',
      'step',
      'records',
      'credits',
      'error',
      'created_at',
      'started_at',
      'finished_at',
    ])
    .orderBy('run_id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await accountRuns
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const runs = rows.map(({ records, ...row }) => ({
    ...row,
    workflow_id: workflowId,
    records_total: records,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
  return { runs, total: Number(total) };
}

/** Returns the blob of a run's file; null when the account has no such run or file. */
export async function findRunFile(
  database: Reader,
  accountId: string,
  runId: string,
  fileId: string,
): Promise<{ blobId: string; name: string } | null> {
  const row = await database
    .selectFrom('workflow_files')
    .innerJoin('workflow_runs', 'workflow_runs.run_id', 'workflow_files.run_id')
    .select(['workflow_files.blob_id', 'workflow_files.name'])
    .where('workflow_files.run_id', '=', runId)
    .where('workflow_files.file_id', '=', fileId)
    .where('workflow_runs.account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : { blobId: row.blob_id, name: row.name };
}

/** Deletes up to 200 expired runs; returns their number. */
export async function sweepRuns(database: Database, now: Date): Promise<number> {
  const expired = database
    .selectFrom('workflow_runs')
    .select('run_id')
    .where('expires_at', '<=', now)
    .limit(200);
  const result = await database.deleteFrom('workflow_runs').where('run_id', 'in', expired).executeTakeFirst();
  return Number(result.numDeletedRows);
}
