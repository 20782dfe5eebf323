import { sql } from 'kysely';
import type { DataRecord, RecordStatus } from '../../../domain/resources/dataset.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import type { Table, TableRow } from '../../../store/exports/table.ts';
import { lastSeenOf } from '../read-records.ts';

/** Selection of records and fields. */
export interface SnapshotOptions {
  /** Null for all statuses. */
  status: RecordStatus | null;
  /** Null for all fields of the dataset. */
  fields: readonly string[] | null;
  /** Adds columns with the id, status and times of a record. */
  withMeta: boolean;
}

/** A consistent snapshot of a dataset. */
export interface Snapshot {
  name: string;
  /** All fields of the dataset. */
  fields: string[];
  /** Number of the last change in the snapshot. */
  seq: number;
  table: Table;
}

/** A row as read; times only if requested. */
interface Row {
  record_id: string;
  ordinal: number;
  status: RecordStatus;
  data: DataRecord;
}

interface Times {
  first_seen: Date;
  last_seen: Date;
  last_changed: Date;
}

/** Columns about the record itself, which precede its own fields. */
const metaColumns = ['_record_id', '_status', '_first_seen', '_last_seen', '_last_changed'] as const;
/** Records per statement. */
const batchSize = 2_000;
/** Maximum pause between two reads, for a slow file store. */
const maxIdleTime = '5min';

function metaOfRow(row: Row & Times, completeAt: Date | null): TableRow {
  return {
    _record_id: row.record_id,
    _status: row.status,
    _first_seen: row.first_seen.toISOString(),
    _last_seen: lastSeenOf(row, completeAt).toISOString(),
    _last_changed: row.last_changed.toISOString(),
  };
}

async function readRows(
  transaction: DatabaseTransaction,
  datasetId: string,
  { status, withMeta }: SnapshotOptions,
  after: { status: string; ordinal: number },
): Promise<Row[]> {
  const times = withMeta ? sql`, first_seen, last_seen, last_changed` : sql``;
  const statusFilter = status === null ? sql`` : sql`and status = ${status}`;
  const { rows } = await sql<Row>`
    select record_id, ordinal, status, data ${times}
    from dataset_records
    where dataset_id = ${datasetId} ${statusFilter}
      and (status, ordinal) > (${after.status}, ${after.ordinal}::bigint)
    order by status, ordinal limit ${batchSize}`.execute(transaction);
  return rows;
}

/**
 * Calls `use` with a consistent snapshot of a dataset's records, unaffected by concurrent refreshes, ordered by status
 * and first appearance. Returns null when the account has no such dataset.
 */
export async function withSnapshot<Result>(
  database: Database,
  { accountId, datasetId }: { accountId: string; datasetId: string },
  options: SnapshotOptions,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result | null> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(maxIdleTime)}`.execute(transaction);
      const dataset = await transaction
        .selectFrom('datasets')
        .select(['name', 'fields', 'last_seq', 'complete_at'])
        .where('dataset_id', '=', datasetId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (dataset === undefined) return null;
      const { name, fields, last_seq: seq, complete_at: completeAt } = dataset;
      const fieldColumns = options.fields ?? fields;
      async function* rows(): AsyncGenerator<TableRow[]> {
        let after = { status: options.status ?? '', ordinal: -1 };
        while (true) {
          const batch = await readRows(transaction, datasetId, options, after);
          const last = batch.at(-1);
          if (last === undefined) return;
          after = last;
          yield options.withMeta
            ? batch.map((row) => ({ ...row.data, ...metaOfRow(row as Row & Times, completeAt) }))
            : batch.map((row) => row.data);
        }
      }
      const columns = options.withMeta ? [...metaColumns, ...fieldColumns] : [...fieldColumns];
      return use({ name, fields, seq, table: { columns, rows } });
    });
}
