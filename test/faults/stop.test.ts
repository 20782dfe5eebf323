import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import type { LoopbackServer } from '../world/loopback-server.ts';
import { checkAnswered, withDatabase } from './books.ts';
import { startFaultSite } from './fault-site.ts';
import { startLoad } from './scrape-load.ts';

let site: LoopbackServer;
let home: Home;

before(async () => {
  site = await startFaultSite('127.0.0.33');
  home = await openHome();
});
after(async () => {
  await home?.close();
  await site?.close();
});

function scrape(
  { url, key }: ServiceProcess,
  page: string,
  signal = AbortSignal.timeout(600_000),
): Promise<Response> {
  return fetch(`${url}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: page }),
    signal,
  });
}

/** Returns whether a new connection is refused. */
async function refuses(url: string): Promise<boolean> {
  const error = await fetch(`${url}/livez`, { headers: { connection: 'close' } }).then(
    () => null,
    (reason: Error) => reason,
  );
  return (error?.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
}

async function databaseLog(): Promise<string> {
  return readFile(join(home.dataDir, 'postgres.log'), 'utf8');
}

async function requestsAtSite(path: string, count: number): Promise<void> {
  await until(() => site.requests(path) >= count);
}

test('SIGTERM under load: running requests are answered, new connections are refused, the database shuts down', async () => {
  const service = await home.start();
  const load = startLoad({ ...service, clients: 8, page: (index) => site.url(`/small/${index}`) });
  await load.more(8);
  const slow = Array.from({ length: 4 }, (_, index) => scrape(service, site.url(`/slow/${index}`)));
  for (let index = 0; index < 4; index += 1) await requestsAtSite(`/slow/${index}`, 1);
  // Under npm a Ctrl-C arrives twice: from the terminal and from npm.
  service.signal('SIGINT');
  const stopping = service.stop();
  while (!(await refuses(service.url))) await delay(5);
  const answers = await Promise.all(slow);
  const pages = await Promise.all(answers.map((answer) => answer.json()));
  assert.deepEqual(
    pages.map((page) => (page as { status: string }).status),
    ['ok', 'ok', 'ok', 'ok'],
  );
  const ended = await stopping;
  await load.stop();
  assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
  assert.deepEqual([load.garbled, load.hung], [[], 0]);
  assert.deepEqual(
    load.answers.filter(({ status }) => status !== 200),
    [],
  );
  assert.equal(await home.postmaster(), null);

  const next = await home.start();
  assert.match(next.stdout(), /^database +embedded PostgreSQL$/m);
  assert.doesNotMatch(await databaseLog(), /not properly shut down|recovery/);
  const answered = [...load.receipts(), ...pages.map((page) => (page as { receipt: never }).receipt)];
  const books = await withDatabase(await home.connection(), (database) => checkAnswered(database, answered));
  assert.equal(books.charged, answered.length, 'whatever was charged was answered');
  assert.equal((await next.stop()).code, 0);
});

test('a second SIGTERM ends the process at once, and the next start takes over the database', async () => {
  const service = await home.start();
  const waiting = scrape(service, site.url('/never')).catch((error: unknown) => error);
  await requestsAtSite('/never', 1);
  service.signal('SIGTERM');
  // Two signals at the same time would count as one.
  await delay(700);
  service.signal('SIGTERM');
  const ended = await service.ended;
  assert.deepEqual([ended.code, ended.signal], [1, null]);
  assert.ok((await waiting) instanceof Error);
  const next = await home.start();
  assert.match(next.stdout(), /^database +embedded PostgreSQL, found running$/m);
  assert.equal((await next.stop()).code, 0);
});

test('callers that disconnected are no errors, and a stop does not wait for them', async () => {
  const service = await home.start();
  const patience = new AbortController();
  const before = site.requests('/never');
  const requested = Array.from({ length: 8 }, () => scrape(service, site.url('/never'), patience.signal));
  await requestsAtSite('/never', before + 1);
  patience.abort();
  const outcomes = await Promise.allSettled(requested);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  const ended = await service.stop();
  assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
});

test('SIGTERM during the start shuts down: no database keeps running', async () => {
  for (const moment of ['before the database', 'with the database']) {
    const launched = home.launch();
    if (moment === 'before the database') await delay(300);
    else while ((await home.postmaster()) === null) await delay(1);
    const ended = await launched.stop();
    assert.ok(ended.signal === 'SIGTERM' || ended.code === 0, `${ended.code} ${ended.signal}`);
    assert.equal(ended.stderr, '');
    assert.doesNotMatch(ended.stdout, /^serving/m);
    assert.equal(await home.postmaster(), null, moment);
  }
});

test('a second start on the same data directory fails with one line, and the first service is unaffected', async () => {
  const first = await home.start();
  const load = startLoad({ ...first, clients: 4, page: (index) => site.url(`/small/${index}`) });
  await load.more(4);
  const launched = home.launch();
  const second = await launched.ended;
  assert.equal(second.code, 1);
  assert.equal(second.stdout, '');
  assert.equal(
    second.stderr,
    `webdata: webdata already runs on ${home.dataDir} (process ${first.pid}). Stop it first, or set another DATA_DIR.\n`,
  );
  await load.more(8);
  await load.stop();
  assert.deepEqual(
    load.answers.filter(({ status }) => status !== 200),
    [],
  );
  assert.equal(load.cut, 0);
  assert.equal((await first.stop()).code, 0);
});
