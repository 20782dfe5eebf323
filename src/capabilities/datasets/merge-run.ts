import { sql } from 'kysely';
import type { ChangeType, DataRecord, RecordCounts, RefreshReport } from '../../domain/dataset.ts';
import { Failure } from '../../domain/failure.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { keyRecords, type RunRecords } from './keyed-records.ts';
import { stageDigests, stageTexts } from './stage-run.ts';

/** What one run of a dataset's source brought. */
export interface Run {
  datasetId: string;
  /** Job of the refresh; a run is merged once, however often it is tried. */
  runId: string | null;
  records: readonly DataRecord[];
  /** Whether the source was seen whole: only then can anything be missing. */
  isComplete: boolean;
  /** Merges also a run in which more than half of the records are gone. */
  acceptsDrop: boolean;
  at: Date;
}

/** What merging a run came to: what it changed, or why nothing was merged. */
export type MergeOutcome =
  | { kind: 'merged'; report: RefreshReport; firstSeq: number; lastSeq: number }
  | { kind: 'mass_drop'; active: number; dropped: number }
  | { kind: 'merged_before' };

/** The dataset as it stands under its lock. */
interface Standing {
  key: string[] | null;
  fields: string[];
  removedAfter: number;
  nextOrdinal: number;
  lastSeq: number;
  completeAt: Date | null;
}

/** The lock orders refreshes and their changes: a number that readers have seen has no lower one to come. */
async function lockDataset(transaction: DatabaseTransaction, run: Run): Promise<Standing | 'merged_before'> {
  const row = await transaction
    .selectFrom('datasets')
    .select(['key', 'fields', 'removed_after', 'next_ordinal', 'last_seq', 'complete_at', 'merged_run'])
    .where('dataset_id', '=', run.datasetId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'the dataset was deleted');
  if (run.runId !== null && row.merged_run === run.runId) return 'merged_before';
  return {
    key: row.key,
    fields: row.fields,
    removedAfter: row.removed_after,
    nextOrdinal: row.next_ordinal,
    lastSeq: row.last_seq,
    completeAt: row.complete_at,
  };
}

/** Active records, and those of them that the run does not have. */
async function countDropped(
  transaction: DatabaseTransaction,
  datasetId: string,
): Promise<{ active: number; dropped: number }> {
  const { rows } = await sql<{ active: number; dropped: number }>`
    select count(*) as active, count(*) filter (where incoming.record_id is null) as dropped
    from dataset_records record left join incoming using (record_id)
    where record.dataset_id = ${datasetId} and record.status = 'active'`.execute(transaction);
  return rows[0] as { active: number; dropped: number };
}

/**
 * What happens to which record; those that were found as they were are not among them. `found` was missing and is there
 * again as it was, which is nothing to tell.
 */
async function compare(
  transaction: DatabaseTransaction,
  { datasetId, isComplete }: Run,
  removedAfter: number,
): Promise<Record<ChangeType | 'missing' | 'found', number>> {
  await sql`create temp table delta on commit drop as
    select record_id, record.ordinal as known_ordinal, incoming.ordinal, incoming.digest,
      case
        when record.ordinal is null then 'added'
        when incoming.ordinal is null and record.missed + 1 >= ${removedAfter}::integer then 'removed'
        when incoming.ordinal is null then 'missing'
        when record.status = 'removed' then 'returned'
        when record.digest <> incoming.digest then 'changed'
        else 'found'
      end as type
    from incoming
    full join (
      select record_id, ordinal, status, missed, digest from dataset_records where dataset_id = ${datasetId}
    ) as record using (record_id)
    where record.ordinal is null
      or (incoming.ordinal is null and ${isComplete}::boolean and record.status <> 'removed')
      or (incoming.ordinal is not null and (record.status <> 'active' or record.digest <> incoming.digest))
  `.execute(transaction);
  await sql`create index on delta (ordinal)`.execute(transaction);
  await sql`analyze delta`.execute(transaction);
  const { rows } = await sql<{ type: ChangeType | 'missing' | 'found'; count: number }>`
    select type, count(*) as count from delta group by type`.execute(transaction);
  const counts = { added: 0, changed: 0, removed: 0, returned: 0, missing: 0, found: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}

/** Writes the changes in a steady order, numbered from the dataset's last one; the records are still as they were. */
async function writeChanges(
  transaction: DatabaseTransaction,
  { datasetId, runId, at }: Run,
  { lastSeq, key }: Standing,
): Promise<number> {
  const written = await sql`
    insert into dataset_changes (dataset_id, seq, at, type, record_id, run_id, key, old, new)
    select ${datasetId}, ${lastSeq}::bigint + row_number() over (
        order by array_position(array['added', 'changed', 'returned', 'removed'], delta.type),
          coalesce(delta.ordinal, delta.known_ordinal)
      ), ${at.toISOString()}::timestamptz, delta.type, record_id, ${runId},
      coalesce(brought.key, known_key.value),
      case delta.type when 'added' then null when 'removed' then record.data else difference.old end,
      case delta.type when 'added' then brought.data when 'removed' then null else difference.new end
    from delta
    left join brought using (record_id)
    left join (select * from dataset_records where dataset_id = ${datasetId}) as record using (record_id)
    left join lateral (
      select json_object_agg(field, record.data -> field order by place) as value
      from unnest(${key ?? []}::text[]) with ordinality as key_field (field, place)
      where delta.type = 'removed' and cardinality(${key ?? []}::text[]) > 0
    ) as known_key on true
    left join lateral (
      select json_object_agg(field, before.value) filter (where before.field is not null) as old,
        json_object_agg(field, after.value) filter (where after.field is not null) as new
      from (select key as field, value from json_each(record.data)) as before
      full join (select key as field, value from json_each(brought.data)) as after using (field)
      where delta.type in ('changed', 'returned')
        and before.value::jsonb is distinct from after.value::jsonb
    ) as difference on true
    where delta.type in ('added', 'changed', 'removed', 'returned')
  `.execute(transaction);
  return lastSeq + Number(written.numAffectedRows ?? 0);
}

async function writeRecords(
  transaction: DatabaseTransaction,
  { datasetId, at, isComplete }: Run,
  { nextOrdinal, completeAt }: Standing,
): Promise<void> {
  const time = at.toISOString();
  const seenWhole = completeAt?.toISOString() ?? null;
  await sql`
    insert into dataset_records (
      dataset_id, record_id, ordinal, status, missed, data, digest, first_seen, last_seen, last_changed
    )
    select ${datasetId}, record_id, ${nextOrdinal}::bigint + ordinal, 'active', 0, brought.data, digest,
      ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz
    from delta join brought using (record_id) where type = 'added'`.execute(transaction);
  await sql`
    update dataset_records record set status = 'active', missed = 0, last_seen = ${time}::timestamptz,
      data = coalesce(brought.data, record.data), digest = delta.digest,
      last_changed = case delta.type when 'found' then record.last_changed else ${time}::timestamptz end
    from delta left join brought using (record_id)
    where record.dataset_id = ${datasetId} and record.record_id = delta.record_id
      and delta.type in ('changed', 'returned', 'found')`.execute(transaction);
  await sql`
    update dataset_records record set status = delta.type, missed = missed + 1,
      last_seen = case status when 'active' then greatest(last_seen, ${seenWhole}::timestamptz) else last_seen end,
      last_changed = case delta.type when 'removed' then ${time}::timestamptz else last_changed end
    from delta
    where record.dataset_id = ${datasetId} and record.record_id = delta.record_id
      and delta.type in ('missing', 'removed')`.execute(transaction);
  if (isComplete) return;
  // The others were not looked for, so that these cannot be told by the dataset's own time.
  await sql`
    update dataset_records record set last_seen = ${time}::timestamptz
    from incoming
    where record.dataset_id = ${datasetId} and record.record_id = incoming.record_id
      and record.last_seen < ${time}::timestamptz`.execute(transaction);
}

async function countRecords(transaction: DatabaseTransaction, datasetId: string): Promise<RecordCounts> {
  const { rows } = await sql<RecordCounts>`
    select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'missing') as missing,
      count(*) filter (where status = 'removed') as removed
    from dataset_records where dataset_id = ${datasetId}`.execute(transaction);
  return rows[0] as RecordCounts;
}

/** A run whose records cannot all be told apart was not seen whole, whatever its source says. */
function seenWhole(run: Run, { counts }: RunRecords): Run {
  return counts.withoutKey === 0 ? run : { ...run, isComplete: false };
}

function reportOf(
  run: Run,
  { counts }: RunRecords,
  delta: Record<ChangeType | 'missing', number>,
): RefreshReport {
  const { added, changed, removed, returned, missing } = delta;
  return {
    jid: run.runId,
    status: 'completed',
    at: run.at.toISOString(),
    ...{ added, changed, removed, returned, missing },
    records: counts.records,
    complete: run.isComplete,
    duplicates: counts.duplicates,
    without_key: counts.withoutKey,
    error: null,
  };
}

async function writeStanding(
  transaction: DatabaseTransaction,
  run: Run,
  standing: Standing,
  { key, fields }: RunRecords,
  report: RefreshReport,
  lastSeq: number,
): Promise<void> {
  await transaction
    .updateTable('datasets')
    .set({
      ...(await countRecords(transaction, run.datasetId)),
      key: key === null ? null : JSON.stringify(key),
      fields: JSON.stringify(fields),
      next_ordinal: standing.nextOrdinal + run.records.length,
      last_seq: lastSeq,
      complete_at: run.isComplete ? run.at : standing.completeAt,
      merged_run: run.runId,
      last_refresh: JSON.stringify(report),
    })
    .where('dataset_id', '=', run.datasetId)
    .execute();
}

/**
 * Merges a run into its dataset, in the caller's transaction. What the run does not have is missing, and removed once it
 * was missing in as many complete runs in a row as the dataset says; a run that was not seen whole only adds and changes.
 * When more than half of the active records are gone, nothing is merged unless that is accepted.
 * Throws Failure `not_found` when the dataset is no more.
 */
export async function mergeRun(transaction: DatabaseTransaction, asked: Run): Promise<MergeOutcome> {
  const standing = await lockDataset(transaction, asked);
  if (standing === 'merged_before') return { kind: 'merged_before' };
  const brought = keyRecords(asked.datasetId, standing, asked.records);
  await stageDigests(transaction, brought.keyed);
  const run = seenWhole(asked, brought);
  if (run.isComplete && !run.acceptsDrop) {
    const { active, dropped } = await countDropped(transaction, run.datasetId);
    if (dropped * 2 > active) return { kind: 'mass_drop', active, dropped };
  }
  const delta = await compare(transaction, run, standing.removedAfter);
  await stageTexts(transaction, brought);
  const lastSeq = await writeChanges(transaction, run, { ...standing, key: brought.key });
  await writeRecords(transaction, run, standing);
  const report = reportOf(run, brought, delta);
  await writeStanding(transaction, run, standing, brought, report, lastSeq);
  return { kind: 'merged', report, firstSeq: standing.lastSeq + 1, lastSeq };
}
