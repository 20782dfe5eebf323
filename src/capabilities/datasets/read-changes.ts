import { sql } from 'kysely';
import type { ChangeDocument, ChangeType, DataRecord } from '../../domain/dataset.ts';
import { Failure } from '../../domain/failure.ts';
import type { Database } from '../../store/database.ts';

interface ChangeRow {
  seq: number;
  at: Date;
  type: ChangeType;
  record_id: string;
  run_id: string | null;
  key: DataRecord | null;
  old: DataRecord | null;
  new: DataRecord | null;
}

/** The fields of both sides, those of the new one first and in its order. */
function differences(old: DataRecord | null, fresh: DataRecord | null): ChangeDocument['fields'] {
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})]);
  return Object.fromEntries(
    [...names].map((name) => [name, { old: old?.[name] ?? null, new: fresh?.[name] ?? null }]),
  );
}

/**
 * The changes after number `since`, in their order, without gaps: they are numbered under their dataset's lock, so that
 * none with a lower number can appear later. Null when the account has no such dataset; throws Failure `expired` when some
 * of them are no longer kept.
 */
export async function readChanges(
  database: Database,
  accountId: string,
  datasetId: string,
  { since, limit }: { since: number; limit: number },
): Promise<{ changes: ChangeDocument[]; lastSeq: number } | null> {
  const standing = await database
    .selectFrom('datasets')
    .select('last_seq')
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (standing === undefined) return null;
  const { rows } = await sql<ChangeRow>`
    select seq, at, type, record_id, run_id, key, old, new from dataset_changes
    where dataset_id = ${datasetId} and seq > ${since}::bigint order by seq limit ${limit}`.execute(database);
  // Numbers have no gaps: where the next one is not there, it is no longer kept.
  const next = rows[0]?.seq ?? standing.last_seq + 1;
  if (since < standing.last_seq && next > since + 1) {
    const reason = `changes up to ${next - 1} are no longer kept: read the records, and go on from last_seq of the dataset`;
    throw new Failure('expired', reason);
  }
  return {
    lastSeq: standing.last_seq,
    changes: rows.map(({ seq, at, type, record_id, run_id, key, old, new: fresh }) => ({
      seq,
      at: at.toISOString(),
      type,
      record_id,
      key,
      fields: differences(old, fresh),
      jid: run_id,
    })),
  };
}
