import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '../../src/domain/resources/receipt.ts';
import { checkAnswered } from '../faults/books.ts';
import { startFaultSite } from '../faults/fault-site.ts';
import { startLoad } from '../faults/scrape-load.ts';
import type { ServiceProcess } from '../service-process.ts';
import { type Fleet, openFleet } from './fleet.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

async function ask(service: ServiceProcess, path: string, init: RequestInit = {}): Promise<Json> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}${path}`, { headers, ...init });
  const json = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(json));
  return json;
}

const get = (service: ServiceProcess, path: string) => ask(service, path);
const post = (service: ServiceProcess, path: string, body: object) =>
  ask(service, path, { method: 'POST', body: JSON.stringify(body) });

async function startSite(t: TestContext) {
  const site = await startFaultSite('127.0.0.32');
  t.after(() => site.close());
  return site;
}

/** Starts two serving and two working processes at the same time. */
async function startFour(fleet: Fleet) {
  const [one, two, first, second] = await Promise.all([
    fleet.start('api'),
    fleet.start('api'),
    fleet.start('worker'),
    fleet.start('worker'),
  ]);
  return { apis: [one, two] as const, workers: [first, second] as const, all: [one, two, first, second] };
}

/** Makes all periodic tasks due once and waits until they are done. */
async function runHousekeeping(fleet: Fleet): Promise<void> {
  const { rows } = await fleet.pool.query(
    `update periodic_tasks set next_run_at = now() - interval '1 second' returning name`,
  );
  assert.ok(rows.length >= 5, JSON.stringify(rows));
  for (;;) {
    const waiting = await fleet.pool.query(
      'select name from periodic_tasks where next_run_at < now() or lease_id is not null',
    );
    if (waiting.rowCount === 0) return;
    await delay(100);
  }
}

test('four processes that start at once on an empty database form one service', async (t) => {
  const fleet = await openFleet(t);
  const site = await startSite(t);
  const { apis, workers, all } = await startFour(fleet);
  const [one, two] = apis;

  for (const worker of workers) {
    assert.equal((await fetch(`${worker.url}/livez`)).status, 200);
    assert.equal((await fetch(`${worker.url}/v1/health`)).status, 404);
  }
  const accounts = await Promise.all(apis.map(async (api) => (await get(api, '/v1/account')).account_id));
  assert.equal(new Set(accounts).size, 1, 'one default account');
  const health: Json = await (await fetch(`${one.url}/v1/health`)).json();
  assert.deepEqual(health.checks.blobs, { status: 'ok', detail: 'object store' });
  assert.doesNotMatch(JSON.stringify(health), /test-access-key|secret/);

  // Larger than a row may be, so that it is in the object store.
  const page = await post(one, '/v1/scrape', { url: site.url('/noise/1?words=120000'), max_length: 2_000 });
  assert.equal(page.truncated, true);
  assert.ok(fleet.store.objects.size > 0);
  const rest = await get(two, `/v1/read?ref=${page.ref}&offset=500000&length=5000`);
  assert.equal([...rest.content].length, 5_000);
  const receipts: Receipt[] = [page.receipt];
  for (const [index, api] of [...apis, ...apis].entries()) {
    receipts.push((await post(api, '/v1/scrape', { url: site.url(`/small/${index}`) })).receipt);
  }
  await checkAnswered(fleet.database, receipts);

  await runHousekeeping(fleet);
  const ended = await Promise.all(all.map((process) => process.stop()));
  assert.deepEqual(
    ended.map(({ code, stderr }) => ({ code, stderr })),
    ended.map(() => ({ code: 0, stderr: '' })),
  );
  assert.deepEqual((await fleet.pool.query('select * from politeness_processes')).rows, []);
  assert.deepEqual(fleet.store.refused, []);
});

test('the end of a serving and of a working process does not affect the others', async (t) => {
  const fleet = await openFleet(t);
  const site = await startSite(t);
  const { apis, workers } = await startFour(fleet);
  const page = (index: number) => site.url(index % 4 === 0 ? `/missing/${index}` : `/small/${index}`);
  const loads = apis.map((api) => startLoad({ ...api, clients: 4, page }));
  const [dying, living] = loads as [(typeof loads)[0], (typeof loads)[0]];
  await Promise.all(loads.map((load) => load.more(20)));
  const deaths = Promise.all([apis[0].kill(), workers[0].kill()]);
  const stopped = dying.stop();
  await deaths;
  await stopped;
  await living.more(40);
  await living.stop();
  assert.deepEqual(living.garbled, []);
  assert.equal(living.hung + living.cut, 0);
  assert.deepEqual(
    living.answers.filter(({ status }) => status !== 200),
    [],
  );
  await checkAnswered(fleet.database, [...dying.receipts(), ...living.receipts()]);

  // The remaining worker runs the periodic tasks.
  await runHousekeeping(fleet);
  await fleet.pool.query(
    `update periodic_tasks set next_run_at = now() - interval '1 minute' where name = 'sweep-reservations'`,
  );
  for (;;) {
    const { rows } = await fleet.pool.query(
      `select next_run_at > now() as moved from periodic_tasks where name = 'sweep-reservations'`,
    );
    if (rows[0].moved) break;
    await delay(50);
  }
});

test('a process with another secret, or with an invalid blob store or database setting, fails with one line', async (t) => {
  const fleet = await openFleet(t);
  await fleet.start('api');
  const cases: { change: Record<string, string>; says: RegExp }[] = [
    {
      change: { WEBDATA_SECRET: 'another secret altogether' },
      says: /^webdata: WEBDATA_SECRET is not the one/,
    },
    {
      change: { BLOB_URL: fleet.settings.BLOB_URL?.replace('test-access-key', 'nobody-we-know') as string },
      says: /^webdata: BLOB_URL: The object store answers 403 InvalidAccessKeyId\.$/,
    },
    {
      change: { BLOB_URL: 's3://some-access-key@bucket' },
      says: /^webdata: bad setting BLOB_URL: it needs credentials/,
    },
    {
      change: { DATABASE_URL: '' },
      says: /^webdata: WEBDATA_ROLE=worker requires DATABASE_URL/,
    },
  ];
  for (const { change, says } of cases) {
    const home = await fleet.open();
    const settings = { ...fleet.settings, WEBDATA_ROLE: 'worker', ...change };
    const { code, stderr } = await home.launch(settings).ended;
    assert.equal(code, 1, stderr);
    assert.match(stderr.trim(), says);
    assert.equal(stderr.trim().split('\n').length, 1);
    assert.doesNotMatch(stderr, /access-key|nobody-we-know|secret\+key/);
  }
});
