import { sql } from 'kysely';
import type { DataRecord, RecordDocument, RecordStatus } from '../../domain/resources/dataset.ts';
import type { Database } from '../../store/database.ts';

/** A page of the records of one status. */
export interface RecordPage {
  status: RecordStatus;
  offset: number;
  limit: number;
}

/** Returns the key fields of a record and their values; null when the whole content identifies it. */
function keyValues(data: DataRecord, key: readonly string[] | null): DataRecord | null {
  if (key === null || key.length === 0) return null;
  return Object.fromEntries(key.map((field) => [field, data[field] ?? null]));
}

/** Returns the key and the counts of a dataset of the account. */
async function findCounts(database: Database, accountId: string, datasetId: string) {
  return database
    .selectFrom('datasets')
    .select(['key', 'active', 'missing', 'removed', 'complete_at'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Returns the time at which a record was last seen. For active records this is the last complete run, if that is later.
 */
export function lastSeenOf(row: { status: RecordStatus; last_seen: Date }, completeAt: Date | null): Date {
  return row.status === 'active' && completeAt !== null && completeAt > row.last_seen
    ? completeAt
    : row.last_seen;
}

/** Returns records of a dataset in order of first appearance; null when the account has no such dataset. */
export async function readRecords(
  database: Database,
  accountId: string,
  datasetId: string,
  { status, offset, limit }: RecordPage,
): Promise<{ records: RecordDocument[]; total: number } | null> {
  const dataset = await findCounts(database, accountId, datasetId);
  if (dataset === undefined) return null;
  // The offset is counted in the index; only the rows of the page are read.
  const { rows } = await sql<{
    record_id: string;
    status: RecordStatus;
    data: DataRecord;
    first_seen: Date;
    last_seen: Date;
    last_changed: Date;
  }>`
    select record_id, status, data, first_seen, last_seen, last_changed
    from (
      select record_id, ordinal from dataset_records
      where dataset_id = ${datasetId} and status = ${status} order by ordinal offset ${offset} limit ${limit}
    ) as found
    join lateral (
      select status, data, first_seen, last_seen, last_changed from dataset_records
      where dataset_id = ${datasetId} and record_id = found.record_id
    ) as record on true
    order by ordinal`.execute(database);
  return {
    total: dataset[status],
    records: rows.map((row) => ({
      record_id: row.record_id,
      key: keyValues(row.data, dataset.key),
      status: row.status,
      data: row.data,
      first_seen: row.first_seen.toISOString(),
      last_seen: lastSeenOf(row, dataset.complete_at).toISOString(),
      last_changed: row.last_changed.toISOString(),
    })),
  };
}
