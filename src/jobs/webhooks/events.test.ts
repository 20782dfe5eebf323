import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/database.ts';
import { addressDigest } from '../../store/sealed-columns.ts';
import { deliveriesChannel, emitEvent, emitEvents, type NewEvent } from './events.ts';

const at = new Date('2026-11-20T10:00:00.000Z');
const url = 'https://receiver.test/hook?a=1';

const event: NewEvent = {
  accountId: 'acct_a',
  jobId: 'job_1',
  type: 'job.completed',
  url,
  data: { status: 'completed', done: 7 },
  at,
};

async function setUp(t: TestContext) {
  const test = await createTestDatabase(t);
  await test.pool.query(`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_a', 'a', 'default', 0, now(), true, now()), ('acct_b', 'b', 'default', 0, now(), true, now())`);
  return test;
}

test('an event exists and is announced if and only if its transaction commits', async (t) => {
  const { database, connectionString } = await setUp(t);
  const listener = new Client({ connectionString });
  await listener.connect();
  await listener.query(`listen ${deliveriesChannel}`);
  const announced = new Promise((resolve) => listener.on('notification', resolve));
  const undone = database.transaction().execute(async (transaction) => {
    await emitEvent(transaction, event);
    throw new Error('changed my mind');
  });
  await assert.rejects(undone, /changed my mind/);
  const id = await database.transaction().execute((transaction) => emitEvent(transaction, event));
  await announced;
  await listener.end();
  const rows = await database.selectFrom('deliveries').selectAll().execute();
  assert.equal(rows.length, 1);
  const row = rows[0];
  assert.match(id, /^evt_[0-9a-z]{26}$/);
  assert.equal(row?.delivery_id, id);
  assert.equal(row?.status, 'pending');
  assert.equal(row?.target, 'https://receiver.test');
  assert.deepEqual(row?.next_attempt_at, at);
  assert.deepEqual(row?.data, { jid: 'job_1', status: 'completed', done: 7 });
  assert.deepEqual(row?.links, { job: '/v1/jobs/job_1', results: '/v1/jobs/job_1/results' });
});

test('data that is too large is shortened and marked', async (t) => {
  const { database } = await setUp(t);
  const data = {
    rcp: 'rcp_1',
    pages: Array.from({ length: 4_000 }, (_, n) => `page_${n}`),
    text: 'é'.repeat(5_000),
    ok: 3,
  };
  await database.transaction().execute((transaction) => emitEvent(transaction, { ...event, data }));
  const row = await database.selectFrom('deliveries').select('data').executeTakeFirstOrThrow();
  assert.deepEqual(row.data, { truncated: true, jid: 'job_1', rcp: 'rcp_1', ok: 3 });
});

test('a target that is gone gets no more events of that job, but others do', async (t) => {
  const { database } = await setUp(t);
  await database
    .insertInto('webhook_stops')
    .values({ account_id: 'acct_a', job_id: 'job_1', url_digest: addressDigest(url), at })
    .execute();
  const ids = await database
    .transaction()
    .execute((transaction) =>
      emitEvents(transaction, [
        event,
        { ...event, url: 'https://receiver.test/other' },
        { ...event, jobId: 'job_2' },
        { ...event, jobId: null },
        { ...event, accountId: 'acct_b' },
      ]),
    );
  const rows = await database.selectFrom('deliveries').select(['delivery_id', 'status']).execute();
  const statuses = ids.map((id) => rows.find((row) => row.delivery_id === id)?.status);
  assert.deepEqual(statuses, ['disabled', 'pending', 'pending', 'pending', 'pending']);
});
