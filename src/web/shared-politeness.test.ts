import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { Failure } from '../domain/failure.ts';
import type { PolitenessRule } from '../domain/settings.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { sweepPoliteness } from './politeness-shares.ts';
import { createSharedPoliteness, type SharedPoliteness, type SharedTiming } from './shared-politeness.ts';

const unhurried = () => AbortSignal.timeout(20_000);
const quick: Partial<SharedTiming> = { leaseMs: 900, beatMs: 60, pollMs: 20, idleMs: 100 };
const impatient = { patienceMs: 400 };

/** A site that sees how many fetches it serves at once, and when each of them began. */
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

/** Processes that share a database; each with a pool of its own, as real ones have. */
async function setUp(t: TestContext, rule: PolitenessRule, timing = quick) {
  const { database, connectionString } = await createTestDatabase(t);
  function enter(): SharedPoliteness & { own: Database } {
    const { database: own } = openDatabase({ connectionString }, 4);
    const politeness = createSharedPoliteness({ rule, isRelaxed: () => false, database: own, timing });
    t.after(async () => {
      await politeness.close();
      await own.destroy();
    });
    return { ...politeness, own };
  }
  return { database, enter };
}

async function fetchOnce(politeness: SharedPoliteness, url: URL): Promise<void> {
  const admission = await politeness.admit(url, 'here', unhurried());
  try {
    await (await fetch(url)).text();
  } finally {
    admission.done();
  }
}

/** Several fetches in a row. */
async function fetchMany(politeness: SharedPoliteness, url: URL, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await fetchOnce(politeness, url);
}

test('three processes together keep to the slots of a site without a gap, and each has its share', async (t) => {
  // With the lease of the service: a machine that stands still for longer than the short one loses every share.
  const { enter, database } = await setUp(t, { concurrency: 6, gapMs: 0 }, { ...quick, leaseMs: 5_000 });
  const site = await startSite(t, 12);
  const processes = [enter(), enter(), enter()];
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
  assert.ok(Math.min(...fetched) >= 40, `nobody starves: ${fetched}`);
  assert.equal(site.most, 6);
  await untilNothingIsHeld(database);
});

/** What is idle is given back. */
async function untilNothingIsHeld(database: Database): Promise<void> {
  const held = () => database.selectFrom('politeness_leases').selectAll().execute();
  for (let looks = 0; looks < 100 && (await held()).length > 0; looks += 1) await delay(50);
  assert.deepEqual(await held(), []);
}

test('what is granted to a question that was given up is given back', async (t) => {
  // A lease far longer than the test waits: nothing comes back by itself.
  const { enter, database } = await setUp(
    t,
    { concurrency: 2, gapMs: 0 },
    { ...quick, ...impatient, leaseMs: 60_000 },
  );
  const url = new URL('http://example.com/');
  const politeness = enter();
  (await politeness.admit(url, 'here', unhurried())).done();
  await untilNothingIsHeld(database);
  await database.transaction().execute(async (transaction) => {
    await sql`select from politeness_sites for update`.execute(transaction);
    await assert.rejects(politeness.admit(url, 'here', unhurried()), { kind: 'unavailable' });
    // Until the process has forgotten the site, and its session with it.
    await delay(400);
  });
  await delay(100);
  await untilNothingIsHeld(database);
  (await enter().admit(url, 'here', AbortSignal.timeout(3_000))).done();
});

test('a process whose pages are no longer wanted leaves the whole site to the others', async (t) => {
  const { enter } = await setUp(t, { concurrency: 2, gapMs: 0 }, { ...quick, leaseMs: 60_000 });
  const url = new URL('http://example.com/');
  const [one, two] = [enter(), enter()];
  const both = () => {
    const signal = AbortSignal.timeout(3_000);
    return Promise.all([one.admit(url, 'here', signal), one.admit(url, 'here', signal)]);
  };
  const held = await both();
  // Another site keeps the process in touch.
  const elsewhere = await two.admit(new URL('http://example.org/'), 'here', unhurried());
  await assert.rejects(two.admit(url, 'here', AbortSignal.timeout(150)), { name: 'TimeoutError' });
  await delay(400);
  for (const admission of held) admission.done();
  await delay(400);
  for (const admission of await both()) admission.done();
  elsewhere.done();
});

test('a site without a gap is asked for once, not for every page', async (t) => {
  const { enter } = await setUp(t, { concurrency: 16, gapMs: 0 });
  const site = await startSite(t, 0);
  const politeness = enter();
  await fetchOnce(politeness, site.url);
  const before = await commits(politeness.own);
  await fetchMany(politeness, site.url, 200);
  const after = await commits(politeness.own);
  assert.ok(after - before < 100, `${after - before} transactions for 200 pages`);
});

async function commits(database: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const answer = await sql<{ count: number }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(database);
  return answer.rows[0]?.count ?? 0;
}

test('starts at a site with a gap are a gap apart over all processes, and never more at once', async (t) => {
  const gapMs = 60;
  const { enter } = await setUp(t, { concurrency: 2, gapMs });
  const site = await startSite(t, 150);
  const [one, two] = [enter(), enter()];
  await Promise.all([one, two, one, two, one, two].map((politeness) => fetchMany(politeness, site.url, 2)));
  assert.equal(site.starts.length, 12);
  assert.equal(site.most, 2);
  const took = (site.starts.at(-1) as number) - (site.starts[0] as number);
  // Less than the eleven gaps by what the first request may have been under way.
  assert.ok(took >= 10 * gapMs, `${took} ms for eleven gaps of ${gapMs}`);
});

test('two processes with more to fetch than a slow site takes have turns', async (t) => {
  const { enter } = await setUp(t, { concurrency: 1, gapMs: 1 });
  const site = await startSite(t, 20);
  const order: string[] = [];
  const visit = async (name: string, politeness: SharedPoliteness) => {
    const admission = await politeness.admit(site.url, 'here', unhurried());
    order.push(name);
    await (await fetch(site.url)).text();
    admission.done();
  };
  const [greedy, modest] = [enter(), enter()];
  const first = Array.from({ length: 20 }, () => visit('greedy', greedy));
  await first[0];
  await Promise.all(Array.from({ length: 4 }, () => visit('modest', modest)));
  assert.equal(site.most, 1);
  assert.ok(order.lastIndexOf('modest') < 15, order.join(' '));
  await Promise.all(first);
});

test('Retry-After and Crawl-delay of one process hold for the other', async (t) => {
  const { enter, database } = await setUp(t, { concurrency: 2, gapMs: 10 });
  const [one, two] = [enter(), enter()];
  const busy = new URL('http://busy.example.com/');
  (await one.admit(busy, 'here', unhurried())).done({ retryAfterMs: 60_000 });
  const slow = new URL('http://slow.example.org/');
  (await one.admit(slow, 'here', unhurried())).done({ crawlDelayMs: 60_000 });
  await untilRows(database, "next_start_at > clock_timestamp() + interval '30 seconds'", 2);
  for (const url of [busy, slow]) {
    await assert.rejects(two.admit(url, 'here', AbortSignal.timeout(250)), { name: 'TimeoutError' });
  }
  (await two.admit(busy, 'elsewhere', unhurried())).done();
});

async function untilRows(database: Database, condition: string, count: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await sql`select from politeness_sites where ${sql.raw(condition)}`.execute(database);
    if (found.rows.length === count) return;
    await delay(10);
  }
  assert.fail(`never were ${count} sites ${condition}`);
}

test('a process that fetches without asking learns of a Retry-After that another met', async (t) => {
  const { enter } = await setUp(t, { concurrency: 8, gapMs: 0 });
  const site = await startSite(t, 1);
  const [one, two] = [enter(), enter()];
  const warned = await two.admit(site.url, 'here', unhurried());
  await fetchOnce(one, site.url);
  warned.done({ retryAfterMs: 60_000 });
  let fetched = 0;
  await assert.rejects(
    (async () => {
      const signal = AbortSignal.timeout(1_500);
      for (; ; fetched += 1) {
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

test('what a dead process held comes back', async (t) => {
  const { database, enter } = await setUp(t, { concurrency: 2, gapMs: 0 });
  const url = new URL('http://example.com/');
  // Dead is who gives no sign of life: its beats come to nothing from here on.
  const dead = enter();
  await Promise.all([dead.admit(url, 'here', unhurried()), dead.admit(url, 'here', unhurried())]);
  await dead.own.destroy();
  const heir = enter();
  await assert.rejects(heir.admit(url, 'here', AbortSignal.timeout(100)), { name: 'TimeoutError' });
  const both = await Promise.all([
    heir.admit(url, 'here', unhurried()),
    heir.admit(url, 'here', unhurried()),
  ]);
  for (const admission of both) admission.done();
  await sql`update politeness_processes set expires_at = expires_at - interval '1 day'`.execute(database);
  await sql`update politeness_sites set touched_at = touched_at - interval '1 day'`.execute(database);
  assert.ok((await sweepPoliteness(database)) >= 2);
  assert.equal((await database.selectFrom('politeness_sites').selectAll().execute()).length, 0);
});

test('a process that was out of touch starts nothing on what it held, and asks again', async (t) => {
  const { database, enter } = await setUp(t, { concurrency: 2, gapMs: 0 });
  const site = await startSite(t, 1);
  const frozen = enter();
  await fetchOnce(frozen, site.url);
  // As after a long stop: the database has given it up.
  await sql`delete from politeness_processes`.execute(database);
  const other = enter();
  const held = await Promise.all([
    other.admit(site.url, 'here', unhurried()),
    other.admit(site.url, 'here', unhurried()),
  ]);
  await delay(200);
  await assert.rejects(frozen.admit(site.url, 'here', AbortSignal.timeout(300)), { name: 'TimeoutError' });
  for (const admission of held) admission.done();
  await fetchOnce(frozen, site.url);
});

test('without the database nobody is let through for long: it is unavailable, and recovers by itself', async (t) => {
  const { connectionString } = await createTestDatabase(t);
  const line = await startLine(t, connectionString);
  const { database } = openDatabase(
    { connectionString: line.connectionString, connectionTimeoutMillis: 200 },
    4,
  );
  const politeness = createSharedPoliteness({
    rule: { concurrency: 4, gapMs: 0 },
    isRelaxed: () => false,
    database,
    timing: { ...quick, ...impatient },
  });
  t.after(async () => {
    await politeness.close();
    await database.destroy();
  });
  const url = new URL('http://example.net/');
  (await politeness.admit(url, 'here', unhurried())).done();
  line.cut();
  let admitted = 0;
  const refused = await (async () => {
    for (;;) {
      const admission = await politeness.admit(url, 'here', unhurried());
      admitted += 1;
      await delay(5);
      admission.done();
    }
  })().catch((error: unknown) => error);
  assert.ok(refused instanceof Failure, String(refused));
  assert.equal(refused.kind, 'unavailable');
  assert.ok(admitted < 1_000);
  const elsewhere = politeness.admit(new URL('http://other.example/'), 'here', unhurried());
  await assert.rejects(elsewhere, { kind: 'unavailable' });
  line.mend();
  await delay(50);
  (await politeness.admit(url, 'here', unhurried())).done();
});

/** A line to the database that can be cut. */
async function startLine(t: TestContext, connectionString: string) {
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
    const beyond = host === null ? connect(port, address.hostname) : connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, beyond]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? beyond : client).destroy();
      });
    }
    client.pipe(beyond).pipe(client);
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
  const through = new URL(connectionString);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connectionString: through.href,
    cut,
    mend() {
      isCut = false;
    },
  };
}
