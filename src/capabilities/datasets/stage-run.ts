import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../store/database.ts';
import type { KeyedRecord, RunRecords } from './keyed-records.ts';

/** Records that are sent to the database in one statement. */
const sentAtOnce = 1_000;

async function sendDigests(transaction: DatabaseTransaction, records: KeyedRecord[]): Promise<void> {
  await sql`
    insert into incoming (record_id, ordinal, digest)
    select * from unnest(
      ${records.map(({ recordId }) => recordId)}::text[],
      ${records.map(({ at }) => at)}::bigint[],
      ${records.map(({ digest }) => digest)}::bytea[]
    )`.execute(transaction);
}

/** Lays ids and digests of a run's records into `incoming`, a table that is gone with the transaction. */
export async function stageDigests(
  transaction: DatabaseTransaction,
  keyed: Iterable<KeyedRecord>,
): Promise<void> {
  await sql`create temp table incoming (
    record_id text not null, ordinal bigint not null, digest bytea not null
  ) on commit drop`.execute(transaction);
  let batch: KeyedRecord[] = [];
  for (const record of keyed) {
    batch.push(record);
    if (batch.length < sentAtOnce) continue;
    await sendDigests(transaction, batch);
    batch = [];
  }
  if (batch.length > 0) await sendDigests(transaction, batch);
  await sql`analyze incoming`.execute(transaction);
}

async function sendTexts(
  transaction: DatabaseTransaction,
  rows: { record_id: string; ordinal: number }[],
  { textsOf }: RunRecords,
): Promise<void> {
  const texts = rows.map(({ ordinal }) => textsOf(ordinal));
  await sql`
    insert into brought (record_id, key, data)
    select * from unnest(
      ${rows.map((row) => row.record_id)}::text[],
      ${texts.map(({ key }) => key)}::json[],
      ${texts.map(({ data }) => data)}::json[]
    )`.execute(transaction);
}

/**
 * Lays into `brought` what the records of `delta` hold that are new or differ: of a source that changes little, only little
 * is sent.
 */
export async function stageTexts(transaction: DatabaseTransaction, records: RunRecords): Promise<void> {
  await sql`create temp table brought (record_id text not null, key json, data json not null) on commit drop`.execute(
    transaction,
  );
  let after = -1;
  while (true) {
    const { rows } = await sql<{ record_id: string; ordinal: number }>`
      select record_id, ordinal from delta
      where type in ('added', 'changed', 'returned') and ordinal > ${after}::bigint
      order by ordinal limit ${sentAtOnce}`.execute(transaction);
    const last = rows.at(-1);
    if (last === undefined) break;
    await sendTexts(transaction, rows, records);
    after = last.ordinal;
  }
  await sql`analyze brought`.execute(transaction);
}
