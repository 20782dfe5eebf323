import { sql } from 'kysely';
import type { KeptError } from '../../../domain/pages/outcome.ts';
import type { RefreshReport } from '../../../domain/resources/dataset.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { storableJson } from '../../../store/storable.ts';
import { type MergeOutcome, mergeRun, type Run } from './merge-run.ts';

const emptyCounts = {
  country: null,
  warnings: [],
  added: 0,
  changed: 0,
  removed: 0,
  returned: 0,
  missing: 0,
  duplicates: 0,
  without_key: 0,
};

/** Returns the report of a run that was not merged. */
export function createUnmergedReport(
  run: Pick<Run, 'runId' | 'at'> & { records: number; isComplete: boolean },
  status: 'stopped' | 'failed',
  error: KeptError,
): RefreshReport {
  const { runId, at, records, isComplete } = run;
  return { jid: runId, status, at: at.toISOString(), ...emptyCounts, records, complete: isComplete, error };
}

/** Stores the report of a refresh. */
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

/** Adds how the source was read to the report of the last refresh. */
export async function reportReading(
  transaction: DatabaseTransaction,
  datasetId: string,
  reading: Pick<RefreshReport, 'country' | 'warnings' | 'unchanged_pages'>,
): Promise<void> {
  await sql`
    update datasets set last_refresh = (last_refresh::jsonb || ${storableJson(reading)}::jsonb)::json
    where dataset_id = ${datasetId}
  `.execute(transaction);
}

/** Notifies the dataset's webhook, if it has one, of changed records. */
async function notifyWebhook(
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

function massDropError(active: number, dropped: number): KeptError {
  const message = `${dropped} of ${active} records would disappear, so nothing was changed. Check the source, then refresh with accept_drop=true if the drop is correct.`;
  return { code: 'mass_drop', message };
}

/** Merges a run, stores its report and notifies the dataset's webhook of changes, all in the caller's transaction. */
export async function mergeAndNotify(
  transaction: DatabaseTransaction,
  run: Run,
  error: KeptError | null,
): Promise<void> {
  const outcome = await mergeRun(transaction, run);
  if (outcome.kind === 'merged') {
    await notifyWebhook(transaction, run, outcome);
    if (error !== null) await writeReport(transaction, run.datasetId, { ...outcome.report, error });
  }
  if (outcome.kind === 'mass_drop') {
    const runCounts = { ...run, records: run.records.length };
    const report = createUnmergedReport(runCounts, 'stopped', massDropError(outcome.active, outcome.dropped));
    await writeReport(transaction, run.datasetId, report);
  }
}
