import { sql } from 'kysely';
import type { DataRecord, RecordDocument, RecordStatus } from '../../domain/dataset.ts';
import type { Database } from '../../store/database.ts';

/** A stretch of the records of one status. */
export interface RecordPage {
  status: RecordStatus;
  offset: number;
  limit: number;
}

/** The key fields of a record and their values; null where records are told apart by all they hold. */
function keyOf(data: DataRecord, key: readonly string[] | null): DataRecord | null {
  if (key === null || key.length === 0) return null;
  return Object.fromEntries(key.map((field) => [field, data[field] ?? null]));
}

/** Whether a dataset belongs to the account, and how many records it has. */
async function findStanding(database: Database, accountId: string, datasetId: string) {
  return database
    .selectFrom('datasets')
    .select(['key', 'active', 'missing', 'removed', 'complete_at'])
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** When an active record was last seen, which the time of the last complete run tells where that is later. */
export function lastSeenOf(row: { status: RecordStatus; last_seen: Date }, completeAt: Date | null): Date {
  return row.status === 'active' && completeAt !== null && completeAt > row.last_seen
    ? completeAt
    : row.last_seen;
}

/** Records of a dataset in the order in which they were first seen; null when the account has no such dataset. */
export async function readRecords(
  database: Database,
  accountId: string,
  datasetId: string,
  { status, offset, limit }: RecordPage,
): Promise<{ records: RecordDocument[]; total: number } | null> {
  const standing = await findStanding(database, accountId, datasetId);
  if (standing === undefined) return null;
  // The offset is counted in the index; only the rows wanted are read.
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
    total: standing[status],
    records: rows.map((row) => ({
      record_id: row.record_id,
      key: keyOf(row.data, standing.key),
      status: row.status,
      data: row.data,
      first_seen: row.first_seen.toISOString(),
      last_seen: lastSeenOf(row, standing.complete_at).toISOString(),
      last_changed: row.last_changed.toISOString(),
    })),
  };
}
