import type { Json } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { Database } from '../../store/database.ts';
import type { Table, TableRow } from '../../store/exports/table.ts';

const batchSize = 500;

function toRow(record: Json): TableRow {
  return isObject(record) ? record : { value: record };
}

async function* readBatches(database: Database, runId: string, total: number): AsyncGenerator<TableRow[]> {
  for (let offset = 0; offset < total; offset += batchSize) {
    const rows = await database
      .selectFrom('workflow_records')
      .select('data')
      .where('run_id', '=', runId)
      .where('ordinal', '>=', offset)
      .where('ordinal', '<', Math.min(total, offset + batchSize))
      .orderBy('ordinal')
      .execute();
    yield rows.map(({ data }) => toRow(data));
  }
}

/**
 * Returns the records of a run as a table with columns in order of first appearance; null when the account has no such
 * run. The table has the records that exist at the call; records are only ever added.
 */
export async function readRunTable(
  database: Database,
  accountId: string,
  runId: string,
): Promise<{ name: string; table: Table } | null> {
  const run = await database
    .selectFrom('workflow_runs')
    .select(['name', 'records'])
    .where('run_id', '=', runId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (run === undefined) return null;
  const columns = new Set<string>();
  for await (const rows of readBatches(database, runId, run.records)) {
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  }
  const table = { columns: [...columns], rows: () => readBatches(database, runId, run.records) };
  return { name: run.name, table };
}
