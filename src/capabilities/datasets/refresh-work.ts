import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../jobs/task-work.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { mergeAndTell, unmergedReport, writeReport } from './merge-and-tell.ts';
import type { Run } from './merge-run.ts';
import type { SourceOrder, SourceReaders, SourceRun } from './read-source.ts';
import type { RefreshCommand } from './start-refresh.ts';

/** What refreshing needs of the other rooms. */
export interface RefreshPorts {
  database: Database;
  readers: SourceReaders;
  clock: Clock;
}

async function findOrder(database: Database, accountId: string, datasetId: string): Promise<SourceOrder> {
  const row = await database
    .selectFrom('datasets')
    .select(['source', 'recipe_id', 'country'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'the dataset was deleted');
  return { source: row.source, recipeId: row.recipe_id, country: row.country };
}

/** Everything that a run changes, in the transaction that ends its job. */
async function write(transaction: DatabaseTransaction, run: Run, brought: SourceRun): Promise<void> {
  const { datasetId } = run;
  if (brought.recipeId !== null) {
    await transaction
      .updateTable('datasets')
      .set({ recipe_id: brought.recipeId })
      .where('dataset_id', '=', datasetId)
      .execute();
  }
  if (brought.error !== null && brought.records.length === 0) {
    const counted = { ...run, records: 0 };
    await writeReport(transaction, datasetId, unmergedReport(counted, 'failed', brought.error));
    return;
  }
  await mergeAndTell(transaction, run, brought.error);
}

/** Refreshing a dataset as the work of a job: its source is read once, and merged with the job's end. */
export function createRefreshWork({ database, readers }: RefreshPorts): TaskWork {
  async function run(command: unknown, context: TaskContext): Promise<TaskEnd> {
    const { datasetId, acceptsDrop } = command as RefreshCommand;
    const order = await findOrder(database, context.principal.accountId, datasetId);
    const { kind } = order.source;
    if (kind === 'records') throw new Failure('conflict', 'records that were given have no source');
    const brought = await readers[kind](order, context);
    const { records, isComplete, warnings, bill } = brought;
    const merged = { datasetId, runId: context.jobId, records, isComplete, acceptsDrop };
    return {
      ...bill,
      answer: {
        did: datasetId,
        status: bill.status,
        records: records.length,
        complete: isComplete,
        warnings,
      },
      within: (transaction, now) => write(transaction, { ...merged, at: now }, brought),
    };
  }

  return {
    kind: 'task',
    run,
    async failed(transaction, { job, order, failure, now }) {
      const { datasetId } = order.command as RefreshCommand;
      const run = { runId: job.jobId, at: now, records: 0, isComplete: false };
      const error = { code: failure.kind, message: failure.message };
      await writeReport(transaction, datasetId, unmergedReport(run, 'failed', error));
    },
  };
}
