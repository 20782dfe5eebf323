import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../../test/database.ts';
import { ensureDefaultAccount } from '../../../account/accounts/accounts.ts';
import type { DataRecord, RecordStatus } from '../../../domain/resources/dataset.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { type Database, openDatabase } from '../../../store/database.ts';
import { readChanges } from '../read-changes.ts';
import { type RecordPage, readRecords } from '../read-records.ts';
import { sweepChanges } from '../sweep-changes.ts';
import { type MergeOutcome, mergeRun, type Run } from './merge-run.ts';

const start = new Date('2026-10-05T12:00:00.000Z');
const datasetId = 'ds_test';

async function recordsOf(database: Database, accountId: string, page: RecordPage) {
  const result = await readRecords(database, accountId, datasetId, page);
  assert.ok(result !== null);
  return result;
}

type RunOptions = Partial<Omit<Run, 'records'>>;

async function setUp(t: TestContext, options: { key?: string[]; removedAfter?: number } = {}) {
  const { database, connectionString } = await createTestDatabase(t);
  const account = { planCredits: 100, unlimited: true, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, account, { now: () => start });
  await database
    .insertInto('datasets')
    .values({
      dataset_id: datasetId,
      account_id: accountId,
      key_id: 'key_test',
      name: 'test',
      source_kind: 'records',
      source: '{"kind":"records"}',
      key: options.key === undefined ? null : JSON.stringify(options.key),
      fields: '[]',
      recipe_id: null,
      country: null,
      webhook: null,
      removed_after: options.removedAfter ?? 2,
      created_at: start,
      complete_at: null,
      merged_run: null,
      last_refresh: null,
      refresh_job: null,
    })
    .execute();
  let runs = 0;
  const merge = (records: DataRecord[], options: RunOptions = {}): Promise<MergeOutcome> => {
    runs += 1;
    const run = { datasetId, runId: `job_${runs}`, isComplete: true, acceptsDrop: false, ...options };
    const at = options.at ?? addMs(start, runs * 1_000);
    return database.transaction().execute((transaction) => mergeRun(transaction, { ...run, records, at }));
  };
  const statuses = async () => {
    const found: Record<string, RecordStatus> = {};
    for (const status of ['active', 'missing', 'removed'] as const) {
      const { records } = await recordsOf(database, accountId, { status, offset: 0, limit: 1_000 });
      for (const record of records) found[String(record.data.id)] = record.status;
    }
    return found;
  };
  const changes = async (since = 0, limit = 1_000) =>
    (await readChanges(database, accountId, datasetId, { since, limit }))?.changes ?? [];
  return { database, connectionString, accountId, merge, statuses, changes };
}

const items = (...ids: number[]): DataRecord[] => ids.map((id) => ({ id, price: id * 10 }));

async function mergeAndReport(outcome: Promise<MergeOutcome>) {
  const merged = await outcome;
  assert.equal(merged.kind, 'merged');
  return (merged as Extract<MergeOutcome, { kind: 'merged' }>).report;
}

test('a record absent from complete runs is missing first, then removed, and may return', async (t) => {
  const { merge, statuses, changes } = await setUp(t);
  assert.equal((await mergeAndReport(merge(items(1, 2, 3)))).added, 3);
  assert.equal((await mergeAndReport(merge(items(1, 2)))).missing, 1);
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'missing' });
  assert.equal((await changes()).length, 3, 'a missing record is not a change yet');
  assert.equal((await mergeAndReport(merge(items(1, 2)))).removed, 1);
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'removed' });
  assert.equal((await mergeAndReport(merge([...items(1, 2), { id: 3, price: 31 }]))).returned, 1);
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'active' });
  assert.deepEqual(
    (await changes(3)).map(({ seq, type, key, fields }) => ({ seq, type, key, fields })),
    [
      {
        seq: 4,
        type: 'removed',
        key: { id: 3 },
        fields: { id: { old: 3, new: null }, price: { old: 30, new: null } },
      },
      { seq: 5, type: 'returned', key: { id: 3 }, fields: { price: { old: 30, new: 31 } } },
    ],
  );
});

test('an incomplete run removes nothing and does not count as a miss', async (t) => {
  const { merge, statuses, changes } = await setUp(t);
  await merge(items(1, 2, 3));
  await merge(items(1, 2));
  await merge([{ id: 4, price: 1 }], { isComplete: false });
  await merge([], { isComplete: false });
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'missing', 4: 'active' });
  // Found again unchanged: this is not a change, and two further misses are needed for a removal.
  await merge(items(3), { isComplete: false });
  await merge([...items(1, 2), { id: 4, price: 1 }]);
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'missing', 4: 'active' });
  assert.deepEqual(
    (await changes()).map(({ type }) => type),
    ['added', 'added', 'added', 'added'],
  );
});

test('nothing is merged when more than half disappears, until that is accepted', async (t) => {
  const { merge, statuses, changes } = await setUp(t);
  await merge(items(1, 2, 3, 4));
  assert.deepEqual(await merge([{ id: 1, price: 99 }]), { kind: 'mass_drop', active: 4, dropped: 3 });
  assert.deepEqual(await merge([]), { kind: 'mass_drop', active: 4, dropped: 4 });
  assert.equal((await changes()).length, 4);
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active', 3: 'active', 4: 'active' });
  // Exactly half is not a mass drop.
  assert.equal((await merge(items(1, 2))).kind, 'merged');
  assert.equal((await merge(items(1), { acceptsDrop: true })).kind, 'merged');
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'missing', 3: 'removed', 4: 'removed' });
});

test('a change lists the fields that differ, and equal values in another form are not a change', async (t) => {
  const { merge, changes, accountId, database } = await setUp(t);
  await merge([{ id: 1, name: 'a', tags: { x: 1, y: [1.5, null] }, gone: true, price: 1 }]);
  await merge([{ price: 1.0, tags: { y: [1.5, null], x: 1 }, name: 'a', gone: true, id: 1 }]);
  assert.equal((await changes()).length, 1);
  await merge([{ id: 1, name: 'ä\0\ud800', tags: { x: 1, y: [] }, price: 1, fresh: 'f' }]);
  assert.deepEqual((await changes(1))[0]?.fields, {
    name: { old: 'a', new: 'ä\ufffd\ufffd' },
    tags: { old: { x: 1, y: [1.5, null] }, new: { x: 1, y: [] } },
    gone: { old: true, new: null },
    fresh: { old: null, new: 'f' },
  });
  const row = await database.selectFrom('datasets').select('fields').executeTakeFirstOrThrow();
  assert.deepEqual(row.fields, ['id', 'name', 'tags', 'gone', 'price', 'fresh']);
  const { records } = await recordsOf(database, accountId, { status: 'active', offset: 0, limit: 10 });
  assert.equal(records[0]?.last_changed, addMs(start, 3_000).toISOString());
});

test('the times state when a record was first and last seen and changed', async (t) => {
  const { merge, database, accountId } = await setUp(t);
  await merge(items(1, 2));
  await merge([{ id: 1, price: 11 }, ...items(2)]);
  await merge(items(2));
  await merge(items(2), { isComplete: false });
  const of = async (status: RecordStatus) => {
    const { records } = await recordsOf(database, accountId, { status, offset: 0, limit: 10 });
    return records.map(({ first_seen, last_seen, last_changed }) =>
      [first_seen, last_seen, last_changed].map((time) => (Date.parse(time) - start.getTime()) / 1_000),
    );
  };
  assert.deepEqual(await of('active'), [[1, 4, 1]]);
  assert.deepEqual(await of('missing'), [[1, 2, 2]]);
  await merge(items(2));
  assert.deepEqual(await of('active'), [[1, 5, 1]]);
  assert.deepEqual(await of('removed'), [[1, 2, 5]]);
});

test('records without a key are identified by their content, and a record without any key value makes a run incomplete', async (t) => {
  const plain = await setUp(t);
  await plain.merge([{ name: 'a' }, { name: 'b' }, { name: 'a' }]);
  const report = await mergeAndReport(plain.merge([{ name: 'a' }, { name: 'c' }]));
  assert.deepEqual([report.added, report.missing, report.changed], [1, 1, 0]);
  assert.deepEqual(
    (await plain.changes()).map(({ key }) => key),
    [null, null, null],
  );
  const keyed = await setUp(t, { key: ['shop', 'sku'] });
  await keyed.merge([
    { shop: 1, sku: 'a', id: 1 },
    { shop: 2, sku: 'a', id: 2 },
    { shop: 2, sku: 'b', id: 3 },
  ]);
  const half = await mergeAndReport(
    keyed.merge([
      { shop: 1, sku: 'a', id: 1 },
      { shop: null, id: 9 },
      { shop: 1, sku: 'a', id: 5 },
    ]),
  );
  assert.deepEqual([half.without_key, half.duplicates, half.complete, half.missing], [1, 1, false, 0]);
  assert.deepEqual(await keyed.statuses(), { 1: 'active', 2: 'active', 3: 'active' });
});

test('a run is merged once, and removed_after 1 removes a record at once', async (t) => {
  const { merge, statuses, changes } = await setUp(t, { removedAfter: 1 });
  await merge(items(1, 2), { runId: 'job_same' });
  assert.deepEqual(await merge(items(1), { runId: 'job_same' }), { kind: 'merged_before' });
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'active' });
  await merge(items(1));
  assert.deepEqual(await statuses(), { 1: 'active', 2: 'removed' });
  assert.deepEqual(
    (await changes(2)).map(({ type }) => type),
    ['removed'],
  );
});

test('reading changes that were deleted fails with expired', async (t) => {
  const { merge, changes, database } = await setUp(t);
  await merge(items(1, 2), { at: start });
  await merge(
    [
      { id: 1, price: 11 },
      { id: 2, price: 21 },
    ],
    { at: addMs(start, 60_000) },
  );
  assert.equal(await sweepChanges(database, addMs(start, 30_000)), 2);
  assert.deepEqual(
    (await changes(2)).map(({ seq }) => seq),
    [3, 4],
  );
  await assert.rejects(changes(1), (error) => error instanceof Failure && error.kind === 'expired');
  assert.equal(await sweepChanges(database, addMs(start, 90_000)), 2);
  assert.deepEqual(await changes(4), []);
  await assert.rejects(changes(3), (error) => error instanceof Failure && error.kind === 'expired');
});

/** A deterministic pseudo-random number generator (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The merge rules as a reference implementation without a database. */
function expectedAfter(
  before: Map<number, { price: number; status: RecordStatus; missed: number }>,
  run: { records: DataRecord[]; isComplete: boolean },
  removedAfter: number,
) {
  const prices = new Map(run.records.map(({ id, price }) => [id as number, price as number]));
  const active = [...before].filter(([, { status }]) => status === 'active');
  const dropped = active.filter(([id]) => !prices.has(id)).length;
  if (run.isComplete && dropped * 2 > active.length) return before;
  const after = new Map(before);
  for (const [id, price] of prices) after.set(id, { price, status: 'active', missed: 0 });
  if (!run.isComplete) return after;
  for (const [id, record] of before) {
    if (prices.has(id) || record.status === 'removed') continue;
    const missed = record.missed + 1;
    after.set(id, { ...record, missed, status: missed >= removedAfter ? 'removed' : 'missing' });
  }
  return after;
}

for (const seed of [1, 2, 3, 4]) {
  test(`any sequence of runs matches the reference, and so does the replay of its changes (${seed})`, async (t) => {
    const random = createRandom(seed);
    const removedAfter = 1 + random(3);
    const { merge, statuses, changes } = await setUp(t, { removedAfter, key: ['id'] });
    let expected: ReturnType<typeof expectedAfter> = new Map();
    const replayed = new Map<string, DataRecord>();
    let since = 0;
    for (let turn = 0; turn < 25; turn += 1) {
      const isComplete = random(4) > 0;
      const share = 3 + random(8);
      const records = Array.from({ length: 12 }, (_, id) => ({ id, price: random(3) })).filter(
        () => random(10) < share,
      );
      await merge(records, { isComplete });
      expected = expectedAfter(expected, { records, isComplete }, removedAfter);
      assert.deepEqual(
        await statuses(),
        Object.fromEntries([...expected].map(([id, { status }]) => [id, status])),
      );
      for (const { seq, type, record_id: recordId, fields } of await changes(since)) {
        assert.equal(seq, since + 1);
        since = seq;
        const record = replayed.get(recordId) ?? {};
        for (const [field, { old, new: fresh }] of Object.entries(fields)) {
          if (type !== 'added') assert.deepEqual(record[field] ?? null, old);
          record[field] = fresh;
        }
        if (type === 'added') assert.equal(replayed.has(recordId), false);
        if (type === 'returned') Object.assign(record, { gone: false });
        replayed.set(
          recordId,
          type === 'removed' ? { ...record, ...valuesBefore(fields), gone: true } : record,
        );
      }
      const replayedRecords = [...replayed.values()].filter((record) => record.gone !== true);
      const expectedRecords = [...expected].filter(([, { status }]) => status !== 'removed');
      assert.deepEqual(
        replayedRecords.map(({ id, price }) => [id, price]).sort(byFirst),
        expectedRecords.map(([id, { price }]) => [id, price]).sort(byFirst),
      );
    }
  });
}

const byFirst = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);

function valuesBefore(fields: Record<string, { old: unknown }>): DataRecord {
  return Object.fromEntries(Object.entries(fields).map(([field, { old }]) => [field, old])) as DataRecord;
}

test('readers that follow the numbers get each change exactly once during concurrent refreshes', async (t) => {
  const { connectionString, accountId, database } = await setUp(t, { key: ['id'] });
  const writers = await Promise.all(
    [0, 1, 2].map(async (writer) => {
      const { database: own } = openDatabase({ connectionString }, 2);
      t.after(() => own.destroy());
      return { own, writer };
    }),
  );
  let isDone = false;
  const seen: number[] = [];
  const reader = async () => {
    let since = 0;
    while (true) {
      const wasDone = isDone;
      const { changes = [] } = (await readChanges(database, accountId, datasetId, { since, limit: 7 })) ?? {};
      seen.push(...changes.map(({ seq }) => seq));
      since = changes.at(-1)?.seq ?? since;
      if (wasDone && changes.length === 0) return;
    }
  };
  const reading = reader();
  await Promise.all(
    writers.map(async ({ own, writer }) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const records = Array.from({ length: 20 }, (_, index) => ({
          id: (writer * 5 + index) % 30,
          price: turn,
        }));
        const run = {
          datasetId,
          runId: `job_${writer}_${turn}`,
          records,
          isComplete: false,
          acceptsDrop: false,
          at: start,
        };
        await own.transaction().execute((transaction) => mergeRun(transaction, run));
      }
    }),
  );
  isDone = true;
  await reading;
  const { last_seq: last } = await database
    .selectFrom('datasets')
    .select('last_seq')
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    seen,
    Array.from({ length: last }, (_, index) => index + 1),
  );
  assert.ok(last > 100, String(last));
});
