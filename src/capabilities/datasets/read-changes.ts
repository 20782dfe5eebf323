import { sql } from 'kysely';
import type { ChangeDocument, ChangeType, DataRecord } from '../../domain/resources/dataset.ts';
import { Failure } from '../../domain/system/failure.ts';
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

/** Returns the fields of both sides, those of the new one first and in its order. */
function diffFields(old: DataRecord | null, newData: DataRecord | null): ChangeDocument['fields'] {
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(newData ?? {})]);
  return Object.fromEntries(
    [...names].map((name) => [name, { old: old?.[name] ?? null, new: newData?.[name] ?? null }]),
  );
}

/**
 * Returns the changes after `since` in order. Numbers have no gaps and are assigned under the dataset's lock, so that
 * no lower number can appear later. Returns null when the account has no such dataset. Rejects with Failure `expired`
 * when some of the changes are no longer stored.
 */
export async function readChanges(
  database: Database,
  accountId: string,
  datasetId: string,
  { since, limit }: { since: number; limit: number },
): Promise<{ changes: ChangeDocument[]; lastSeq: number } | null> {
  const dataset = await database
    .selectFrom('datasets')
    .select('last_seq')
    .where('dataset_id', '=', datasetId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (dataset === undefined) return null;
  const { rows } = await sql<ChangeRow>`
    select seq, at, type, record_id, run_id, key, old, new from dataset_changes
    where dataset_id = ${datasetId} and seq > ${since}::bigint order by seq limit ${limit}`.execute(database);
  // Numbers have no gaps: if the next one is absent, it is no longer stored.
  const firstSeq = rows[0]?.seq ?? dataset.last_seq + 1;
  if (since < dataset.last_seq && firstSeq > since + 1) {
    const reason = `Changes up to ${firstSeq - 1} are no longer stored. Read the records, then continue from \`last_seq\` of the dataset.`;
    throw new Failure('expired', reason);
  }
  return {
    lastSeq: dataset.last_seq,
    changes: rows.map(({ seq, at, type, record_id, run_id, key, old, new: newData }) => ({
      seq,
      at: at.toISOString(),
      type,
      record_id,
      key,
      fields: diffFields(old, newData),
      jid: run_id,
    })),
  };
}
