import { sql } from 'kysely';
import type {
  ChangeType,
  DataRecord,
  RecordCounts,
  RefreshReport,
} from '../../../domain/resources/dataset.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { identifyRecords, type RunRecords } from './identify-records.ts';
import { stageContents, stageDigests } from './stage-run.ts';

/** The records of one run of a dataset's source. */
export interface Run {
  datasetId: string;
  /** Id of the refresh's job. A run is merged once, even if the job is retried. */
  runId: string | null;
  records: readonly DataRecord[];
  /** True when the whole source was read. Otherwise no record becomes missing. */
  isComplete: boolean;
  /** Merges the run even if more than half of the records disappear. */
  acceptsDrop: boolean;
  at: Date;
}

/** Result of merging a run: the changes, or the reason why nothing was merged. */
export type MergeOutcome =
  | { kind: 'merged'; report: RefreshReport; firstSeq: number; lastSeq: number }
  | { kind: 'mass_drop'; active: number; dropped: number }
  | { kind: 'merged_before' };

/** The state of the dataset under its lock. */
interface DatasetState {
  key: string[] | null;
  fields: string[];
  removedAfter: number;
  nextOrdinal: number;
  lastSeq: number;
  completeAt: Date | null;
}

/** Locks the dataset. The lock orders refreshes and their changes, so that change numbers become visible in order. */
async function lockDataset(
  transaction: DatabaseTransaction,
  run: Run,
): Promise<DatasetState | 'merged_before'> {
  const row = await transaction
    .selectFrom('datasets')
    .select(['key', 'fields', 'removed_after', 'next_ordinal', 'last_seq', 'complete_at', 'merged_run'])
    .where('dataset_id', '=', run.datasetId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'The dataset was deleted.');
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

/** Counts the active records, and those of them that the run does not contain. */
async function countDropped(
  transaction: DatabaseTransaction,
  datasetId: string,
): Promise<{ active: number; dropped: number }> {
  const { rows } = await sql<{ active: number; dropped: number }>`
    select count(*) as active, count(*) filter (where incoming.record_id is null) as dropped
    from dataset_records record left join incoming using (record_id)
    where record.dataset_id = ${datasetId} and record.status = 'active'`.execute(transaction);
  return itemAt(rows, 0);
}

/**
 * Computes the effect of the run on each record, except unchanged ones. `found` records were missing and are back
 * unchanged, which is not a change.
 */
async function computeDelta(
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

/** Inserts the changes in a stable order, numbered from the dataset's last one. The records are not updated yet. */
async function writeChanges(
  transaction: DatabaseTransaction,
  { datasetId, runId, at }: Run,
  { lastSeq, key }: DatasetState,
): Promise<number> {
  const result = await sql`
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
  return lastSeq + Number(result.numAffectedRows ?? 0);
}

async function writeRecords(
  transaction: DatabaseTransaction,
  { datasetId, at, isComplete }: Run,
  { nextOrdinal, completeAt }: DatasetState,
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
  // The run is incomplete, so the dataset's own time cannot represent when these were last seen.
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
  return itemAt(rows, 0);
}

/** Marks a run as incomplete when some of its records have no key value. */
function seenWhole(run: Run, { counts }: RunRecords): Run {
  return counts.withoutKey === 0 ? run : { ...run, isComplete: false };
}

function createReport(
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
    country: null,
    warnings: [],
    error: null,
  };
}

async function writeState(
  transaction: DatabaseTransaction,
  run: Run,
  state: DatasetState,
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
      next_ordinal: state.nextOrdinal + run.records.length,
      last_seq: lastSeq,
      complete_at: run.isComplete ? run.at : state.completeAt,
      merged_run: run.runId,
      last_refresh: JSON.stringify(report),
    })
    .where('dataset_id', '=', run.datasetId)
    .execute();
}

/**
 * Merges a run into its dataset in the caller's transaction. Records that a complete run does not contain become
 * missing, and are removed after `removed_after` complete runs in a row; an incomplete run only adds and changes
 * records. If more than half of the active records would disappear, nothing is merged unless the run accepts it.
 * Rejects with Failure `not_found` when the dataset was deleted.
 */
export async function mergeRun(transaction: DatabaseTransaction, requestedRun: Run): Promise<MergeOutcome> {
  const state = await lockDataset(transaction, requestedRun);
  if (state === 'merged_before') return { kind: 'merged_before' };
  const runRecords = identifyRecords(requestedRun.datasetId, state, requestedRun.records);
  await stageDigests(transaction, runRecords.identified);
  const run = seenWhole(requestedRun, runRecords);
  if (run.isComplete && !run.acceptsDrop) {
    const { active, dropped } = await countDropped(transaction, run.datasetId);
    if (dropped * 2 > active) return { kind: 'mass_drop', active, dropped };
  }
  const delta = await computeDelta(transaction, run, state.removedAfter);
  await stageContents(transaction, runRecords);
  const lastSeq = await writeChanges(transaction, run, { ...state, key: runRecords.key });
  await writeRecords(transaction, run, state);
  const report = createReport(run, runRecords, delta);
  await writeState(transaction, run, state, runRecords, report, lastSeq);
  return { kind: 'merged', report, firstSeq: state.lastSeq + 1, lastSeq };
}
