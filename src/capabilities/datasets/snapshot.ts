import { sql } from 'kysely';
import type { DataRecord, RecordStatus } from '../../domain/dataset.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { Table, TableRow } from '../../store/exports/table.ts';
import { lastSeenOf } from './read-records.ts';

/** Which records are wanted, and what of them. */
export interface SnapshotWish {
  /** Null for every status. */
  status: RecordStatus | null;
  /** Null for every field of the dataset. */
  fields: readonly string[] | null;
  /** Whether columns tell of the record itself: its id, status and times. */
  withMeta: boolean;
}

/** A dataset as it was at one moment. */
export interface Snapshot {
  name: string;
  /** Every field of the dataset. */
  fields: string[];
  /** The last change that is in it. */
  seq: number;
  table: Table;
}

/** A row as it is read; the times only where they are wanted. */
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

/** Columns about the record itself, before its own fields. */
const metaColumns = ['_record_id', '_status', '_first_seen', '_last_seen', '_last_changed'] as const;
/** Records that are read in one statement. */
const readAtOnce = 2_000;
/** A slow store of files may keep a snapshot waiting between two reads. */
const mostIdle = '5min';

function metaOf(row: Row & Times, completeAt: Date | null): TableRow {
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
  { status, withMeta }: SnapshotWish,
  after: { status: string; ordinal: number },
): Promise<Row[]> {
  const times = withMeta ? sql`, first_seen, last_seen, last_changed` : sql``;
  const isWanted = status === null ? sql`` : sql`and status = ${status}`;
  const { rows } = await sql<Row>`
    select record_id, ordinal, status, data ${times}
    from dataset_records
    where dataset_id = ${datasetId} ${isWanted}
      and (status, ordinal) > (${after.status}, ${after.ordinal}::bigint)
    order by status, ordinal limit ${readAtOnce}`.execute(transaction);
  return rows;
}

/**
 * Hands over a dataset's records as they are at one moment, whatever refreshes do meanwhile, in the order of status and of
 * first being seen. Null when the account has no such dataset.
 */
export async function withSnapshot<Result>(
  database: Database,
  { accountId, datasetId }: { accountId: string; datasetId: string },
  wish: SnapshotWish,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result | null> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(mostIdle)}`.execute(transaction);
      const dataset = await transaction
        .selectFrom('datasets')
        .select(['name', 'fields', 'last_seq', 'complete_at'])
        .where('dataset_id', '=', datasetId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (dataset === undefined) return null;
      const { name, fields, last_seq: seq, complete_at: completeAt } = dataset;
      const own = wish.fields ?? fields;
      async function* rows(): AsyncGenerator<TableRow[]> {
        let after = { status: wish.status ?? '', ordinal: -1 };
        while (true) {
          const found = await readRows(transaction, datasetId, wish, after);
          const last = found.at(-1);
          if (last === undefined) return;
          after = last;
          yield wish.withMeta
            ? found.map((row) => ({ ...row.data, ...metaOf(row as Row & Times, completeAt) }))
            : found.map((row) => row.data);
        }
      }
      const columns = wish.withMeta ? [...metaColumns, ...own] : [...own];
      return use({ name, fields, seq, table: { columns, rows } });
    });
}
