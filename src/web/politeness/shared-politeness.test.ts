import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { runActivity } from '../../domain/system/activity.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { PolitenessRule } from '../../domain/system/settings.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { isTransient } from '../../store/database-failure.ts';
import { deleteExpiredPoliteness } from './politeness-shares.ts';
import { createSharedPoliteness, type SharedPoliteness, type SharedTiming } from './shared-politeness.ts';

/** Only ends a test that hangs. */
const longTimeout = () => AbortSignal.timeout(600_000);
/** No share expires because a busy machine delays a heartbeat; tests of expiry set it in the database. */
const fastTiming: Partial<SharedTiming> = {
  leaseMs: 600_000,
  heartbeatIntervalMs: 60,
  pollIntervalMs: 20,
  idleMs: 100,
};
const shortTimeoutTiming = { databaseTimeoutMs: 400 };

/** Starts a site that records its concurrent fetches and their start times. */
async function startSite(t: TestContext, serveMs: number) {
  const site = {
    url: new URL('http://127.0.0.1'),
    most: 0,
    now: 0,
    starts: [] as number[],
    retryAfter: false,
  };
  const server = createServer(async (_request, response) => {
    site.starts.push(performance.now());
    site.now += 1;
    site.most = Math.max(site.most, site.now);
    await delay(serveMs);
    site.now -= 1;
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  site.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return site;
}

/** Creates a database and a function that starts processes on it, each with its own connection pool. */
async function createTestProcesses(
  t: TestContext,
  rule: PolitenessRule,
  timing = fastTiming,
  monotonicMs = () => performance.now(),
) {
  const { database, connectionString } = await createTestDatabase(t);
  function startProcess(): SharedPoliteness & { own: Database } {
    const { database: own } = openDatabase({ connectionString }, 4);
    const politeness = createSharedPoliteness({
      rule,
      isRelaxed: () => false,
      database: own,
      timing,
      monotonicMs,
    });
    t.after(async () => {
      await politeness.close();
      await own.destroy();
    });
    return { ...politeness, own };
  }
  return { database, enter: startProcess };
}

async function fetchOnce(politeness: SharedPoliteness, url: URL): Promise<void> {
  const admission = await politeness.admit(url, 'here', longTimeout());
  try {
    await (await fetch(url)).text();
  } finally {
    admission.done();
  }
}

/** Runs several fetches one after another. */
async function fetchMany(politeness: SharedPoliteness, url: URL, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await fetchOnce(politeness, url);
}

test('three processes share the slots of a site without a gap', async (t) => {
  const { enter: startProcess, database } = await createTestProcesses(t, { concurrency: 6, gapMs: 0 });
  const site = await startSite(t, 12);
  const processes = [startProcess(), startProcess(), startProcess()];
  const fetched = [0, 0, 0];
  let isOver = false;
  await Promise.all(
    processes.flatMap((politeness, index) =>
      Array.from({ length: 8 }, async () => {
        while (!isOver) {
          await fetchOnce(politeness, site.url);
          fetched[index] = (fetched[index] as number) + 1;
          isOver ||= Math.min(...fetched) >= 40 || site.starts.length > 3_000;
        }
      }),
    ),
  );
  assert.ok(Math.min(...fetched) >= 40, `every process gets slots: ${fetched}`);
  assert.equal(site.most, 6);
  await waitUntilNoLeases(database);
});

test('heartbeats keep the share of a process for longer than its lease', async (t) => {
  const leaseMs = 600_000;
  let aheadMs = 0;
  const { enter: startProcess, database } = await createTestProcesses(
    t,
    { concurrency: 6, gapMs: 0 },
    { ...fastTiming, leaseMs, idleMs: 10 * leaseMs },
    () => performance.now() + aheadMs,
  );
  const site = await startSite(t, 0);
  const politeness = startProcess();
  await fetchOnce(politeness, site.url);
  const getProcesses = () =>
    database.selectFrom('politeness_processes').select(['process', 'expires_at']).execute();
  const [first, ...others] = await getProcesses();
  assert.deepEqual(others, []);
  // Three times two thirds of a lease, each followed by heartbeats.
  for (let third = 0; third < 3; third += 1) {
    aheadMs += (2 * leaseMs) / 3;
    await sql`update politeness_processes set expires_at = expires_at - ${(2 * leaseMs) / 3}::integer * interval '1 millisecond'`.execute(
      database,
    );
    const shortened = (await getProcesses())[0]?.expires_at ?? new Date(0);
    for (let beats = 0, last = shortened; beats < 2; beats += 1) {
      const [renewed] = await until(getProcesses, (found) => (found[0]?.expires_at ?? last) > last);
      last = renewed?.expires_at ?? last;
    }
  }
  await fetchOnce(politeness, site.url);
  assert.deepEqual(
    (await getProcesses()).map(({ process }) => process),
    [first?.process],
  );
});

/** Waits until idle shares are returned. */
async function waitUntilNoLeases(database: Database): Promise<void> {
  const getLeases = () => database.selectFrom('politeness_leases').selectAll().execute();
  await until(getLeases, ({ length }) => length === 0);
}

test('slots granted to a request that timed out are returned', async (t) => {
  const { enter: startProcess, database } = await createTestProcesses(
    t,
    { concurrency: 2, gapMs: 0 },
    { ...fastTiming, ...shortTimeoutTiming },
  );
  const url = new URL('http://example.com/');
  const politeness = startProcess();
  await admitWhenReachable(politeness, url);
  await waitUntilNoLeases(database);
  await database.transaction().execute(async (transaction) => {
    await sql`select from politeness_sites for update`.execute(transaction);
    // Background work retries this error.
    await assert.rejects(politeness.admit(url, 'here', longTimeout()), (error) => isTransient(error));
    // Wait until the process has removed the site and its session.
    await delay(400);
  });
  await delay(100);
  await waitUntilNoLeases(database);
  await admitWhenReachable(startProcess(), url);
});

test('a process with only aborted pages leaves all slots to the others', async (t) => {
  const { enter: startProcess } = await createTestProcesses(t, { concurrency: 2, gapMs: 0 });
  const url = new URL('http://example.com/');
  const [one, two] = [startProcess(), startProcess()];
  const both = () => {
    const signal = longTimeout();
    return Promise.all([one.admit(url, 'here', signal), one.admit(url, 'here', signal)]);
  };
  const admissions = await both();
  // Another site keeps the session of the process alive.
  const elsewhere = await two.admit(new URL('http://example.org/'), 'here', longTimeout());
  await assert.rejects(two.admit(url, 'here', AbortSignal.timeout(150)), { name: 'TimeoutError' });
  await delay(400);
  for (const admission of admissions) admission.done();
  await delay(400);
  for (const admission of await both()) admission.done();
  elsewhere.done();
});

test('a site without a gap needs one request for many pages', async (t) => {
  const { enter: startProcess } = await createTestProcesses(t, { concurrency: 16, gapMs: 0 });
  const site = await startSite(t, 0);
  const politeness = startProcess();
  await fetchOnce(politeness, site.url);
  const before = await countCommits(politeness.own);
  await fetchMany(politeness, site.url, 200);
  const after = await countCommits(politeness.own);
  assert.ok(after - before < 100, `${after - before} transactions for 200 pages`);
});

async function countCommits(database: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const answer = await sql<{ count: number }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(database);
  return answer.rows[0]?.count ?? 0;
}

test('all processes together keep the gap and the concurrency of a site', async (t) => {
  const gapMs = 60;
  const { enter: startProcess } = await createTestProcesses(t, { concurrency: 2, gapMs });
  const site = await startSite(t, 150);
  const [one, two] = [startProcess(), startProcess()];
  const before = performance.now();
  await Promise.all([one, two, one, two, one, two].map((politeness) => fetchMany(politeness, site.url, 2)));
  assert.equal(site.starts.length, 12);
  assert.equal(site.most, 2);
  const took = (site.starts.at(-1) as number) - before;
  // Timers may end a millisecond early.
  assert.ok(took >= 11 * (gapMs - 2), `${took} ms for eleven gaps of ${gapMs}`);
});

test('two processes take turns at a slow site', async (t) => {
  const { enter: startProcess } = await createTestProcesses(t, { concurrency: 1, gapMs: 1 });
  const site = await startSite(t, 20);
  const order: string[] = [];
  const visit = async (name: string, politeness: SharedPoliteness) => {
    const admission = await politeness.admit(site.url, 'here', longTimeout());
    order.push(name);
    await (await fetch(site.url)).text();
    admission.done();
  };
  const [greedy, modest] = [startProcess(), startProcess()];
  // Has work until the other process is done, however long a busy machine takes for that.
  let isOver = false;
  const visitOften = async () => {
    while (!isOver) await visit('greedy', greedy);
  };
  const first = Array.from({ length: 20 }, () => visitOften());
  await until(() => order.length > 0);
  await Promise.all(Array.from({ length: 4 }, () => visit('modest', modest)));
  isOver = true;
  assert.equal(site.most, 1);
  const turns = order.slice(order.indexOf('modest'), order.lastIndexOf('modest')).join(' ');
  assert.ok(!turns.includes('greedy greedy greedy'), turns);
  await Promise.all(first);
});

for (const gapMs of [0, 1]) {
  test(`accounts of a process take turns at a site with a gap of ${gapMs} ms`, async (t) => {
    const { enter: startProcess, database } = await createTestProcesses(t, { concurrency: 2, gapMs });
    const politeness = startProcess();
    const url = new URL('http://example.com/');
    const started: string[] = [];
    const endings = new Map<string, () => void>();
    const request = (account: string, name: string) =>
      runActivity({ operation: 'test', accountId: account }, async () => {
        const admission = await politeness.admit(url, 'here', longTimeout());
        endings.set(name, () => admission.done());
        started.push(name);
      });
    const names = Array.from({ length: 20 }, (_, at) => `x${at}`);
    const all = names.map((name) => request('x', name));
    await Promise.all(all.slice(0, 2));
    all.push(request('y', 'y0'), request('y', 'y1'));
    const ended = new Set<string>();
    while (ended.size < all.length) {
      await until(() => started.length > ended.size);
      const name = started.find((one) => !ended.has(one)) as string;
      ended.add(name);
      endings.get(name)?.();
    }
    assert.ok(started.indexOf('y1') < 10, started.join(' '));
    await Promise.all(all);
    await waitUntilNoLeases(database);
  });
}

test('Retry-After and Crawl-delay apply to all processes', async (t) => {
  const { enter: startProcess, database } = await createTestProcesses(t, { concurrency: 2, gapMs: 10 });
  const [one, two] = [startProcess(), startProcess()];
  const busy = new URL('http://busy.example.com/');
  (await one.admit(busy, 'here', longTimeout())).done({ retryAfterMs: 60_000 });
  const slow = new URL('http://slow.example.org/');
  (await one.admit(slow, 'here', longTimeout())).done({ crawlDelayMs: 60_000 });
  const later = "> clock_timestamp() + interval '30 seconds'";
  await waitForRows(database, 'politeness_sites', `next_start_at ${later}`, 1);
  await waitForRows(database, 'politeness_pauses', `paused_until ${later}`, 1);
  for (const url of [busy, slow]) {
    await assert.rejects(two.admit(url, 'here', AbortSignal.timeout(250)), { name: 'TimeoutError' });
  }
  (await two.admit(busy, 'elsewhere', longTimeout())).done();
});

async function waitForRows(
  database: Database,
  table: 'politeness_sites' | 'politeness_pauses',
  condition: string,
  count: number,
): Promise<void> {
  const query = sql`select from ${sql.table(table)} where ${sql.raw(condition)}`;
  await until(async () => (await query.execute(database)).rows.length === count);
}

test('a process with free slots receives a Retry-After from another process', async (t) => {
  const { enter: startProcess } = await createTestProcesses(t, { concurrency: 8, gapMs: 0 });
  const site = await startSite(t, 1);
  const [one, two] = [startProcess(), startProcess()];
  const warnedAdmission = await two.admit(site.url, 'here', longTimeout());
  await fetchOnce(one, site.url);
  warnedAdmission.done({ retryAfterMs: 60_000 });
  let fetched = 0;
  await assert.rejects(
    (async () => {
      // Until the heartbeat of the process has read the delay; no admission follows it.
      for (; ; fetched += 1) {
        const signal = AbortSignal.timeout(1_500);
        const admission = await one.admit(site.url, 'here', signal);
        await delay(2);
        admission.done();
      }
    })(),
    { name: 'TimeoutError' },
  );
  const before = fetched;
  await assert.rejects(one.admit(site.url, 'here', AbortSignal.timeout(200)), { name: 'TimeoutError' });
  assert.equal(fetched, before);
});

test('slots of a dead process are released', async (t) => {
  const { database, enter: startProcess } = await createTestProcesses(t, { concurrency: 2, gapMs: 0 });
  const url = new URL('http://example.com/');
  // Without its database connection the process sends no heartbeats.
  const dead = startProcess();
  await Promise.all([dead.admit(url, 'here', longTimeout()), dead.admit(url, 'here', longTimeout())]);
  await dead.own.destroy();
  const successor = startProcess();
  await assert.rejects(successor.admit(url, 'here', AbortSignal.timeout(100)), { name: 'TimeoutError' });
  const own = await database
    .selectFrom('politeness_leases')
    .select('process')
    .where('slots', '>', 0)
    .execute();
  assert.equal(own.length, 1);
  await sql`update politeness_processes set expires_at = clock_timestamp() where process = ${own[0]?.process}`.execute(
    database,
  );
  const both = await Promise.all([
    successor.admit(url, 'here', longTimeout()),
    successor.admit(url, 'here', longTimeout()),
  ]);
  for (const admission of both) admission.done();
  // Its heartbeats would extend its lease again.
  await successor.close();
  await sql`update politeness_processes set expires_at = expires_at - interval '1 day'`.execute(database);
  await sql`update politeness_sites set touched_at = touched_at - interval '1 day'`.execute(database);
  await deleteExpiredPoliteness(database);
  assert.deepEqual(await database.selectFrom('politeness_sites').selectAll().execute(), []);
  assert.deepEqual(await database.selectFrom('politeness_processes').selectAll().execute(), []);
});

test('a process with an expired lease starts no fetch and requests slots again', async (t) => {
  const { database, enter: startProcess } = await createTestProcesses(t, { concurrency: 2, gapMs: 0 });
  const site = await startSite(t, 1);
  const expired = startProcess();
  await fetchOnce(expired, site.url);
  // Simulates a long pause, after which the lease has expired.
  await sql`delete from politeness_processes`.execute(database);
  const other = startProcess();
  const admissions = await Promise.all([
    other.admit(site.url, 'here', longTimeout()),
    other.admit(site.url, 'here', longTimeout()),
  ]);
  await delay(200);
  await assert.rejects(expired.admit(site.url, 'here', AbortSignal.timeout(300)), { name: 'TimeoutError' });
  for (const admission of admissions) admission.done();
  await fetchOnce(expired, site.url);
});

/** Admits a request as soon as the database can be reached; on a busy machine a short time limit may pass several times. */
async function admitWhenReachable(politeness: SharedPoliteness, url: URL): Promise<void> {
  const signal = longTimeout();
  for (;;) {
    try {
      (await politeness.admit(url, 'here', signal)).done();
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || error.kind !== 'unavailable') throw error;
      await delay(20);
    }
  }
}

test('without the database, admissions soon fail as unavailable, and recover automatically', async (t) => {
  const { connectionString } = await createTestDatabase(t);
  const relay = await startRelay(t, connectionString);
  const { database } = openDatabase(
    { connectionString: relay.connectionString, connectionTimeoutMillis: 200 },
    4,
  );
  const politeness = createSharedPoliteness({
    rule: { concurrency: 4, gapMs: 0 },
    isRelaxed: () => false,
    database,
    // Without heartbeats the process starts fetches until its lease has ended.
    timing: { ...fastTiming, ...shortTimeoutTiming, leaseMs: 2_000 },
  });
  t.after(async () => {
    await politeness.close();
    await database.destroy();
  });
  const url = new URL('http://example.net/');
  await admitWhenReachable(politeness, url);
  relay.cut();
  const rejection = await (async () => {
    for (;;) {
      const admission = await politeness.admit(url, 'here', longTimeout());
      await delay(5);
      admission.done();
    }
  })().catch((error: unknown) => error);
  assert.ok(rejection instanceof Failure, String(rejection));
  assert.equal(rejection.kind, 'unavailable');
  const elsewhere = politeness.admit(new URL('http://other.example/'), 'here', longTimeout());
  await assert.rejects(elsewhere, { kind: 'unavailable' });
  relay.mend();
  await admitWhenReachable(politeness, url);
});

/** Starts a TCP relay to the database that can be interrupted. */
async function startRelay(t: TestContext, connectionString: string) {
  const address = new URL(connectionString);
  const host = address.searchParams.get('host');
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createTcpServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const port = Number(address.port || 5432);
    const target = host === null ? connect(port, address.hostname) : connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? target : client).destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  t.after(() => {
    cut();
    server.close();
  });
  const relayed = new URL(connectionString);
  relayed.searchParams.delete('host');
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connectionString: relayed.href,
    cut,
    mend() {
      isCut = false;
    },
  };
}
