import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import { findRequest, type HistoryFilter, listRequests, sweepRequests } from './history.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const all: HistoryFilter = {
  limit: 50,
  before: null,
  tool: null,
  status: null,
  origin: null,
  country: null,
  q: null,
  keyId: null,
  reads: true,
};

interface Row {
  id: string;
  seconds: number;
  account?: string;
  tool?: string;
  status?: string;
  origin?: string;
  country?: string;
  key?: string;
  url?: string;
  error?: object;
}

async function setUp(t: TestContext, rows: Row[]) {
  const { database } = await createTestDatabase(t);
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    select id, id, 'p', 0, now(), true, now() from unnest(array['a', 'b']) as id`.execute(database);
  for (const row of rows) {
    await database
      .insertInto('requests')
      .values({
        request_id: row.id,
        account_id: row.account ?? 'a',
        key_id: row.key ?? null,
        at: addMs(now, row.seconds * 1_000),
        tool: row.tool ?? 'scrape',
        origin: (row.origin ?? 'http') as 'http',
        status: row.status ?? 'ok',
        country: row.country ?? null,
        url: row.url ?? null,
        credits: 1,
        ms: 5,
        error: row.error === undefined ? null : JSON.stringify(row.error),
        params: '{"url":"***"}',
        receipt_id: null,
      })
      .execute();
  }
  const ids = async (filter: Partial<HistoryFilter>) =>
    (await listRequests(database, 'a', { ...all, ...filter })).requests.map((entry) => entry.rid);
  return { database, ids };
}

test('every filter finds its entries, newest first, of one account', async (t) => {
  const { ids } = await setUp(t, [
    { id: '1', seconds: 1, tool: 'read', url: 'https://example.com/100%_sure?x=\\y' },
    { id: '2', seconds: 2, status: 'blocked', error: { code: 'captcha', message: 'A Wall' } },
    { id: '3', seconds: 3, origin: 'mcp', key: 'key_1' },
    { id: '4', seconds: 4, country: 'DE', url: 'https://example.com/1000 sure' },
    { id: '5', seconds: 5, account: 'b' },
  ]);
  assert.deepEqual(await ids({}), ['4', '3', '2', '1']);
  assert.deepEqual(await ids({ tool: 'read' }), ['1']);
  assert.deepEqual(await ids({ status: 'blocked' }), ['2']);
  assert.deepEqual(await ids({ origin: 'mcp' }), ['3']);
  assert.deepEqual(await ids({ keyId: 'key_1' }), ['3']);
  assert.deepEqual(await ids({ country: 'DE' }), ['4']);
  assert.deepEqual(await ids({ q: 'EXAMPLE' }), ['4', '1']);
  assert.deepEqual(await ids({ q: '100%_s' }), ['1']);
  assert.deepEqual(await ids({ q: '\\Y' }), ['1']);
  assert.deepEqual(await ids({ q: 'a wall' }), ['2']);
  assert.deepEqual(await ids({ q: "'; drop table requests; --\0" }), []);
  assert.deepEqual(await ids({ before: (now.getTime() + 2_500) / 1_000 }), ['2', '1']);
  assert.deepEqual(await ids({ before: (now.getTime() + 2_000) / 1_000, status: 'ok' }), ['1']);
});

test('following `nextBefore` returns every entry once, also if many have the same time', async (t) => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    id: String(index).padStart(2, '0'),
    seconds: Math.floor(index / 4) / 1_000,
  }));
  const { database } = await setUp(t, rows);
  const met: string[] = [];
  let before: number | null = null;
  do {
    const page = await listRequests(database, 'a', { ...all, limit: 6, before });
    assert.ok(page.requests.length <= 6);
    met.push(...page.requests.map((entry) => entry.rid));
    before = page.nextBefore;
  } while (before !== null);
  assert.deepEqual(met, rows.map((row) => row.id).reverse());
});

test('an entry contains its parameters, for its own account only', async (t) => {
  const { database } = await setUp(t, [
    { id: '1', seconds: 1, error: { code: 'dns', message: 'no such name' } },
  ]);
  const entry = await findRequest(database, 'a', '1');
  assert.deepEqual(entry?.params, { url: '***' });
  assert.deepEqual(entry?.error, { code: 'dns', message: 'no such name' });
  assert.equal(entry?.receipt, null);
  assert.equal(await findRequest(database, 'b', '1'), null);
});

test('entries older than the retention are deleted in batches', async (t) => {
  const { database, ids } = await setUp(
    t,
    [1, 2, 3, 4].map((seconds) => ({ id: String(seconds), seconds })),
  );
  assert.equal(await sweepRequests(database, addMs(now, 4_000), 2), 2);
  assert.deepEqual(await ids({}), ['4', '3']);
  assert.equal(await sweepRequests(database, addMs(now, 4_000), 2), 1);
  assert.equal(await sweepRequests(database, addMs(now, 4_000), 2), 0);
});

test('text search finds frequent, rare, old and recent entries', async (t) => {
  const { database, ids } = await setUp(t, []);
  await sql`insert into requests (request_id, account_id, at, tool, origin, status, url, error, credits, ms, params)
    select lpad(n::text, 6, '0'), case when n % 10 = 0 then 'b' else 'a' end, ${now}::timestamptz + n * interval '1 s',
      'scrape', 'http', 'ok',
      'https://www.site-' || n % 7 || '.example/' || case when n % 97 = 1 then 'some' when n in (11, 35001) then 'Only-4711' else 'any' end,
      case when n % 5000 = 3 then '{"code":"x","message":"an odd Fault"}'::json end, 1, 1, '{}'
    from generate_series(1, 36000) as n`.execute(database);
  const expected = async (condition: string, limit: number) => {
    const { rows } = await sql<{ request_id: string }>`select request_id from requests
      where account_id = 'a' and ${sql.raw(condition)} order by at desc limit ${limit}`.execute(database);
    return rows.map((row) => row.request_id);
  };
  assert.deepEqual(await ids({ q: 'SITE-3.' }), await expected(`url like '%site-3.%'`, 50));
  assert.deepEqual(await ids({ q: '/some' }), await expected(`url like '%/some'`, 50));
  assert.deepEqual(await ids({ q: '/some', limit: 400 }), await expected(`url like '%/some'`, 400));
  assert.deepEqual(await ids({ q: 'example/only-4711' }), ['035001', '000011']);
  assert.deepEqual(await ids({ q: 'ODD fault' }), await expected('error is not null', 50));
  assert.deepEqual(await ids({ q: '/o' }), ['035001', '000011']);
  const middle = (now.getTime() + 20_000_000) / 1_000;
  assert.deepEqual(await ids({ q: 'only-4711', before: middle, tool: 'scrape' }), ['000011']);
  assert.deepEqual(await ids({ q: 'only-4711', tool: 'map' }), []);
});

test('the list uses its index, in order', async (t) => {
  const { database } = await setUp(t, []);
  await sql`insert into requests (request_id, account_id, at, tool, origin, status, credits, ms, params)
    select 'r' || n, case when n % 2 = 0 then 'a' else 'b' end, now() - n * interval '1 s', 'scrape', 'http', 'ok', 1, 1,
      '{}' from generate_series(1, 5000) as n`.execute(database);
  await sql`analyze requests`.execute(database);
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select request_id from requests
    where account_id = 'a' and at < now() order by at desc, request_id desc limit 51`.execute(database);
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(text, /requests_account/);
  assert.doesNotMatch(text, /Sort|Seq Scan/);
});

test('reads of what is stored can be left out, unless they failed', async (t) => {
  const { ids } = await setUp(t, [
    { id: '1', seconds: 1, tool: 'scrape' },
    { id: '2', seconds: 2, tool: 'get_job' },
    { id: '3', seconds: 3, tool: 'list_monitors' },
    { id: '4', seconds: 4, tool: 'get_job', status: 'not_found' },
    { id: '5', seconds: 5, tool: 'create_monitor' },
  ]);
  assert.deepEqual(await ids({ reads: false }), ['5', '4', '1']);
  assert.deepEqual(await ids({}), ['5', '4', '3', '2', '1']);
});
