import type { Json } from '../../domain/pages/extraction.ts';
import type { Database } from '../../store/database.ts';

/** Maximum number of records that are read. */
const maxRecords = 5_000;

/** Returns true when the account has this workflow. */
export async function hasWorkflow(
  database: Database,
  accountId: string,
  workflowId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('workflows')
    .select('workflow_id')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the first 5,000 records of the last completed run of a workflow; null if the account has no such workflow, and no
 * records and no run if none has completed.
 */
export async function readLastRecords(
  database: Database,
  accountId: string,
  workflowId: string,
): Promise<{ runId: string | null; records: Json[] } | null> {
  if (!(await hasWorkflow(database, accountId, workflowId))) return null;
  const run = await database
    .selectFrom('workflow_runs')
    .select('run_id')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'completed')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (run === undefined) return { runId: null, records: [] };
  const rows = await database
    .selectFrom('workflow_records')
    .select('data')
    .where('run_id', '=', run.run_id)
    .orderBy('ordinal')
    .limit(maxRecords)
    .execute();
  return { runId: run.run_id, records: rows.map(({ data }) => data) };
}
