import { findExitWarnings } from '../../../domain/pages/exit-warnings.ts';
import type { DatasetSource } from '../../../domain/resources/dataset.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../../jobs/tasks/task-work.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { openSource } from '../../../store/sealed-columns.ts';
import { createUnmergedReport, mergeAndNotify, reportReading, writeReport } from './merge-and-notify.ts';
import type { Run } from './merge-run.ts';
import { writePageStates } from './page-states.ts';
import type { SourceReaders, SourceRequest, SourceResult } from './read-source.ts';
import type { RefreshCommand } from './start-refresh.ts';

/** Dependencies of refreshes. */
export interface RefreshPorts {
  database: Database;
  readers: SourceReaders;
  clock: Clock;
}

async function findSourceRequest(
  database: Database,
  accountId: string,
  datasetId: string,
): Promise<SourceRequest> {
  const row = await database
    .selectFrom('datasets')
    .select(['source', 'recipe_id', 'country', 'strict_country'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'The dataset was deleted.');
  return {
    datasetId,
    source: openSource(database, datasetId, row.source) as DatasetSource,
    recipeId: row.recipe_id,
    country: row.country,
    strictCountry: row.strict_country,
  };
}

/** Writes the results of a run in the transaction that ends its job. */
async function writeResult(transaction: DatabaseTransaction, run: Run, result: SourceResult): Promise<void> {
  const { datasetId } = run;
  // Other warnings may quote a page, and the list of datasets has no text of pages.
  const reading = {
    country: result.billing.country,
    warnings: findExitWarnings([{ warnings: result.warnings }]),
  };
  if (result.recipeId !== null) {
    await transaction
      .updateTable('datasets')
      .set({ recipe_id: result.recipeId })
      .where('dataset_id', '=', datasetId)
      .execute();
  }
  if (result.error !== null && result.records.length === 0) {
    const runCounts = { ...run, records: 0 };
    await writeReport(transaction, datasetId, createUnmergedReport(runCounts, 'failed', result.error));
    await reportReading(transaction, datasetId, reading);
    return;
  }
  if (result.pages !== undefined) await writePageStates(transaction, datasetId, result.pages.states);
  await mergeAndNotify(transaction, run, result.error);
  await reportReading(transaction, datasetId, {
    ...reading,
    ...(result.pages !== undefined && { unchanged_pages: result.pages.unchanged }),
  });
}

/**
 * Creates the work of jobs that refresh datasets: the source is read once, and merged in the transaction that ends the
 * job.
 */
export function createRefreshWork({ database, readers }: RefreshPorts): TaskWork {
  async function run(command: unknown, context: TaskContext): Promise<TaskEnd> {
    const { datasetId, acceptsDrop } = command as RefreshCommand;
    const request = await findSourceRequest(database, context.principal.accountId, datasetId);
    const { kind } = request.source;
    if (kind === 'records')
      throw new Failure('conflict', 'This dataset was created from records and has no source.');
    const result = await readers[kind](request, context);
    const { records, isComplete, warnings, billing } = result;
    const mergedRun = { datasetId, runId: context.jobId, records, isComplete, acceptsDrop };
    return {
      ...billing,
      answer: {
        did: datasetId,
        status: billing.status,
        records: records.length,
        complete: isComplete,
        ...(result.pages !== undefined && { unchanged_pages: result.pages.unchanged }),
        warnings,
      },
      within: (transaction, now) => writeResult(transaction, { ...mergedRun, at: now }, result),
    };
  }

  return {
    kind: 'task',
    run,
    async failed(transaction, { jobId, accountId, error, now }) {
      const row = await transaction
        .selectFrom('datasets')
        .select('dataset_id')
        .where('account_id', '=', accountId)
        .where('refresh_job', '=', jobId)
        .executeTakeFirst();
      if (row === undefined) return;
      const run = { runId: jobId, at: now, records: 0, isComplete: false };
      await writeReport(transaction, row.dataset_id, createUnmergedReport(run, 'failed', error));
    },
  };
}
