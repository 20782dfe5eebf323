import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../database.ts';
import { checkRules } from './check-rules.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const charged = 'http://127.0.0.1/charged';

/** SQL of a consistent service: an account that scraped one page and crawled another one. */
const inOrder = `
  insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, plan_balance, created_at)
  values ('acct_a', 'a', 'p', 100, '2026-11-01', false, 98, '2026-10-01'), ('acct_b', 'b', 'p', 0, '2026-11-01', false, 0, '2026-10-01');
  insert into ledger (account_id, at, kind, bucket, credits, balance, request_id, job_id, pages) values
    ('acct_a', '2026-10-01', 'renewal', 'plan', 100, 100, null, null, null),
    ('acct_a', '2026-10-02', 'charge', 'plan', -1, 99, 'req_scrape', null, 1),
    ('acct_a', '2026-10-02', 'charge', 'plan', -1, 98, 'req_crawl', 'job_crawl', 1);
  insert into requests (request_id, account_id, at, tool, origin, status, url, credits, ms, params, receipt_id) values
    ('req_scrape', 'acct_a', '2026-10-02', 'scrape', 'api', 'ok', '${charged}', 1, 5, '{}', 'rct_scrape'),
    ('req_crawl', 'acct_a', '2026-10-02', 'crawl', 'api', 'ok', null, 0, 5, '{}', null);
  insert into receipts (receipt_id, account_id, request_id, at, receipt) values
    ('rct_scrape', 'acct_a', 'req_scrape', '2026-10-02', '{"credits": 1}'),
    ('rct_page', 'acct_a', 'req_crawl', '2026-10-02', '{"credits": 1}');
  insert into jobs (job_id, account_id, request_id, type, status, created_at, finished_at, served_at, command, params,
    page_limit, webhook, start_url, charged, delivered, counted, ok)
  values ('job_crawl', 'acct_a', 'req_crawl', 'crawl', 'completed', '2026-10-02', '2026-10-02', '2026-10-02', '{}', '{}',
    1, 'http://127.0.0.1/hook', 'http://127.0.0.1/', 1, 1, 1, 1);
  insert into results (job_id, ordinal, frontier_id, digest, status, url, receipt_id, bytes, page)
  values ('job_crawl', 0, 1, '\\x01', 'ok', 'http://127.0.0.1/', 'rct_page', 1, '\\x00');
  insert into deliveries (delivery_id, account_id, job_id, type, url, target, data, links, at, status, attempts) values
    ('evt_page', 'acct_a', 'job_crawl', 'job.page', 'u', 't', '{"pages": [{}]}', '{}', '2026-10-02', 'delivered', 1),
    ('evt_end', 'acct_a', 'job_crawl', 'job.completed', 'u', 't', '{}', '{}', '2026-10-02', 'delivered', 1);
  insert into delivery_attempts (delivery_id, attempt, at, ms, status_code) values
    ('evt_page', 1, '2026-10-02', 1, 204), ('evt_end', 1, '2026-10-02', 1, 204);
  insert into periodic_tasks (name, every_ms, next_run_at) values ('sweep', 60000, '2026-10-05T12:00:30Z');
`;

/** SQL of violations, and the beginning of the violated rule. */
const disorders: ReadonlyArray<{ rule: string; sql: string }> = [
  { rule: 'each balance is the sum', sql: "update accounts set plan_balance = 97 where name = 'a'" },
  {
    rule: 'the running balance',
    sql: `insert into ledger (account_id, at, kind, bucket, credits, balance) values
      ('acct_b', now(), 'top_up', 'top_up', 5, 4); update accounts set top_up_balance = 5 where name = 'b'`,
  },
  {
    rule: 'a request is charged once',
    sql: "update requests set credits = 2 where request_id = 'req_scrape'",
  },
  { rule: 'every charge belongs', sql: "delete from requests where request_id = 'req_scrape'" },
  {
    rule: 'a scrape with an Idempotency-Key',
    sql: `insert into requests select 'req_again', account_id, key_id, at, tool, origin, status, country, url, credits, ms,
      error, params, null from requests where request_id = 'req_scrape'`,
  },
  { rule: 'a job is charged what the ledger says', sql: 'update jobs set charged = 2' },
  {
    rule: 'a job over pages is charged the sum',
    sql: `update receipts set receipt = '{"credits": 5}' where receipt_id = 'rct_page'`,
  },
  { rule: 'the receipt of a request says', sql: `delete from receipts where receipt_id = 'rct_scrape'` },
  {
    rule: 'the receipt of a request for many pages',
    sql: `update receipts set receipt = '{"credits": 1, "pages": ["rct_gone"]}' where receipt_id = 'rct_scrape'`,
  },
  {
    rule: 'an ended job holds no credits',
    sql: `insert into reservations values ('rsv_a', 'acct_a', 5, 'req_crawl', 'job_crawl', now(), '2026-10-05T12:10:00Z')`,
  },
  {
    rule: 'every reservation expires',
    sql: `insert into reservations values ('rsv_a', 'acct_a', 5, 'req_a', null, now(), '2026-10-06T12:10:00Z')`,
  },
  { rule: 'an ended job has nothing waiting', sql: 'update jobs set running = 1' },
  { rule: 'a job delivers without gaps', sql: 'update results set ordinal = 1' },
  { rule: 'a job over pages counts each result', sql: 'update jobs set ok = 0' },
  {
    rule: 'every result has a receipt of its own',
    sql: `update receipts set account_id = 'acct_b' where receipt_id = 'rct_page'`,
  },
  { rule: 'an ended job with a webhook', sql: `delete from deliveries where delivery_id = 'evt_end'` },
  {
    rule: 'no event tells of an end',
    sql: `update deliveries set type = 'job.failed' where delivery_id = 'evt_end'`,
  },
  { rule: 'the events of a completed job', sql: `delete from deliveries where delivery_id = 'evt_page'` },
  {
    rule: 'a delivered event had an attempt',
    sql: `update delivery_attempts set error = 'cut', status_code = null`,
  },
  {
    rule: 'no event is given up',
    sql: `update deliveries set status = 'failed' where delivery_id = 'evt_page'`,
  },
  { rule: 'housekeeping comes round', sql: `update periodic_tasks set next_run_at = '2026-10-05T14:00:00Z'` },
];

async function setUp(t: TestContext): Promise<Client> {
  const { connectionString } = await createTestDatabase(t);
  const client = new Client({ connectionString });
  // The database is dropped with all its connections before the client ends.
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end());
  await client.query(inOrder);
  return client;
}

async function brokenRules(client: Client): Promise<string[]> {
  const values = { now, latest: now, keyedUrls: [charged] };
  return checkRules(client, values, Number.POSITIVE_INFINITY);
}

test('a consistent database violates no rule', async (t) => {
  assert.deepEqual(await brokenRules(await setUp(t)), []);
});

for (const { rule, sql } of disorders) {
  test(`a violation is found: ${rule}`, async (t) => {
    const client = await setUp(t);
    await client.query(sql);
    const broken = await brokenRules(client);
    assert.ok(
      broken.some((violation) => violation.startsWith(`violated: ${rule}`)),
      broken.join('\n') || 'no rule is broken',
    );
  });
}

test('a rule with a settling time is not checked right after a clock change', async (t) => {
  const client = await setUp(t);
  await client.query(`update periodic_tasks set next_run_at = '2026-10-05T14:00:00Z'`);
  assert.deepEqual(await checkRules(client, { now, latest: now, keyedUrls: [] }, 1_000), []);
});
