import type { Json } from '../../domain/extraction.ts';
import type { Database } from '../../store/database.ts';
import type { Table, TableRow } from '../../store/exports/table.ts';

const batchSize = 500;

function rowOf(record: Json): TableRow {
  const isObject = typeof record === 'object' && record !== null && !Array.isArray(record);
  return isObject ? (record as TableRow) : { value: record };
}

async function* batches(database: Database, runId: string, total: number): AsyncGenerator<TableRow[]> {
  for (let offset = 0; offset < total; offset += batchSize) {
    const rows = await database
      .selectFrom('workflow_records')
      .select('data')
      .where('run_id', '=', runId)
      .where('ordinal', '>=', offset)
      .where('ordinal', '<', Math.min(total, offset + batchSize))
      .orderBy('ordinal')
      .execute();
    yield rows.map(({ data }) => rowOf(data));
  }
}

/**
 * The records of a run as a table: those that there are now, as records are only ever added; columns in the order in which
 * they were first seen. Null when the account has no such run.
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
  for await (const rows of batches(database, runId, run.records)) {
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  }
  const table = { columns: [...columns], rows: () => batches(database, runId, run.records) };
  return { name: run.name, table };
}
