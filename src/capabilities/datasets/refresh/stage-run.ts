import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../store/database.ts';
import type { IdentifiedRecord, RunRecords } from './identify-records.ts';

/** Records per statement. */
const batchSize = 1_000;

async function insertDigests(transaction: DatabaseTransaction, records: IdentifiedRecord[]): Promise<void> {
  await sql`
    insert into incoming (record_id, ordinal, digest)
    select * from unnest(
      ${records.map(({ recordId }) => recordId)}::text[],
      ${records.map(({ index }) => index)}::bigint[],
      ${records.map(({ digest }) => digest)}::bytea[]
    )`.execute(transaction);
}

/**
 * Inserts ids and digests of a run's records into the temporary table `incoming`, which is dropped at the end of the
 * transaction.
 */
export async function stageDigests(
  transaction: DatabaseTransaction,
  records: Iterable<IdentifiedRecord>,
): Promise<void> {
  await sql`create temp table incoming (
    record_id text not null, ordinal bigint not null, digest bytea not null
  ) on commit drop`.execute(transaction);
  let batch: IdentifiedRecord[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < batchSize) continue;
    await insertDigests(transaction, batch);
    batch = [];
  }
  if (batch.length > 0) await insertDigests(transaction, batch);
  await sql`analyze incoming`.execute(transaction);
}

async function insertContents(
  transaction: DatabaseTransaction,
  rows: { record_id: string; ordinal: number }[],
  { jsonOf }: RunRecords,
): Promise<void> {
  const contents = rows.map(({ ordinal }) => jsonOf(ordinal));
  await sql`
    insert into brought (record_id, key, data)
    select * from unnest(
      ${rows.map((row) => row.record_id)}::text[],
      ${contents.map(({ key }) => key)}::json[],
      ${contents.map(({ data }) => data)}::json[]
    )`.execute(transaction);
}

/**
 * Inserts the content of new and changed records of `delta` into the temporary table `brought`, so that unchanged
 * records are not sent.
 */
export async function stageContents(transaction: DatabaseTransaction, records: RunRecords): Promise<void> {
  await sql`create temp table brought (record_id text not null, key json, data json not null) on commit drop`.execute(
    transaction,
  );
  let after = -1;
  while (true) {
    const { rows } = await sql<{ record_id: string; ordinal: number }>`
      select record_id, ordinal from delta
      where type in ('added', 'changed', 'returned') and ordinal > ${after}::bigint
      order by ordinal limit ${batchSize}`.execute(transaction);
    const last = rows.at(-1);
    if (last === undefined) break;
    await insertContents(transaction, rows, records);
    after = last.ordinal;
  }
  await sql`analyze brought`.execute(transaction);
}
