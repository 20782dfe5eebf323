import type { RefreshReport } from '../../domain/dataset.ts';
import { emitEvent } from '../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { type MergeOutcome, mergeRun, type Run } from './merge-run.ts';

/** Why a run brought less than all, or nothing. */
export interface RunError {
  code: string;
  message: string;
}

const nothingMerged = {
  added: 0,
  changed: 0,
  removed: 0,
  returned: 0,
  missing: 0,
  duplicates: 0,
  without_key: 0,
};

/** The report of a run that was not merged. */
export function unmergedReport(
  run: Pick<Run, 'runId' | 'at'> & { records: number; isComplete: boolean },
  status: 'stopped' | 'failed',
  error: RunError,
): RefreshReport {
  const { runId, at, records, isComplete } = run;
  return { jid: runId, status, at: at.toISOString(), ...nothingMerged, records, complete: isComplete, error };
}

/** Keeps what a refresh came to that changed nothing. */
export async function writeReport(
  transaction: DatabaseTransaction,
  datasetId: string,
  report: RefreshReport,
): Promise<void> {
  await transaction
    .updateTable('datasets')
    .set({ last_refresh: JSON.stringify(report) })
    .where('dataset_id', '=', datasetId)
    .execute();
}

/** Tells the dataset's webhook, when it has one, that records changed. */
async function tell(
  transaction: DatabaseTransaction,
  { datasetId, runId, at }: Run,
  { report, firstSeq, lastSeq }: Extract<MergeOutcome, { kind: 'merged' }>,
): Promise<void> {
  if (lastSeq < firstSeq) return;
  const row = await transaction
    .selectFrom('datasets')
    .select(['account_id', 'name', 'webhook'])
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst();
  if (row === undefined || row.webhook === null) return;
  const { added, changed, removed, returned } = report;
  const dataset = `/v1/datasets/${datasetId}`;
  await emitEvent(transaction, {
    accountId: row.account_id,
    jobId: runId,
    type: 'dataset.changed',
    url: row.webhook,
    data: {
      did: datasetId,
      name: row.name,
      added,
      changed,
      removed,
      returned,
      since: firstSeq - 1,
      last_seq: lastSeq,
    },
    links: { dataset, changes: `${dataset}/changes?since=${firstSeq - 1}` },
    at,
  });
}

function massDrop(active: number, dropped: number): RunError {
  const message = `${dropped} of ${active} records are gone, and nothing was changed: look at the source, then refresh with accept_drop=true if that is right`;
  return { code: 'mass_drop', message };
}

/** Merges a run, keeps what it came to, and tells the dataset's webhook of changes; all in the caller's transaction. */
export async function mergeAndTell(
  transaction: DatabaseTransaction,
  run: Run,
  error: RunError | null,
): Promise<void> {
  const outcome = await mergeRun(transaction, run);
  if (outcome.kind === 'merged') {
    await tell(transaction, run, outcome);
    if (error !== null) await writeReport(transaction, run.datasetId, { ...outcome.report, error });
  }
  if (outcome.kind === 'mass_drop') {
    const counted = { ...run, records: run.records.length };
    const report = unmergedReport(counted, 'stopped', massDrop(outcome.active, outcome.dropped));
    await writeReport(transaction, run.datasetId, report);
  }
}
