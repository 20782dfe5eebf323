import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgresServer } from '../postgres-server.ts';
import type { Home } from '../service-process.ts';
import { until } from '../until.ts';
import { withDatabase } from './books.ts';
import {
  type Begun,
  beginAll,
  clicks,
  crawlPages,
  type Json,
  openWorld,
  type World,
} from './outage-world.ts';
import {
  type EndOutage,
  freezeDatabase,
  freezeHalf,
  freezeListener,
  freezePostmaster,
  killDatabase,
} from './outages.ts';

/** Only ends a test that hangs. */
const settleWithinMs = 600_000;

/** Polls until the work has ended; retries while the service does not respond. */
async function untilEnded({ ask }: World, { name, path, hasEnded }: Begun): Promise<Json> {
  let shown: Json = null;
  for (const end = performance.now() + settleWithinMs; performance.now() < end; await delay(100)) {
    shown = await ask('GET', path).catch((error: unknown) => ({ code: String(error) }));
    if (shown.code === undefined && hasEnded(shown)) return shown;
  }
  throw new Error(`the ${name} ${path} never ended: ${JSON.stringify(shown)}`);
}

/** Checks that no lease remains, and that every job and session was charged once. */
async function checkSettled({ connection }: World): Promise<void> {
  await withDatabase(await connection(), async (database) => {
    const open = await database
      .selectFrom('frontier')
      .innerJoin('jobs', 'jobs.job_id', 'frontier.job_id')
      .select(['frontier.job_id', 'frontier.state', 'frontier.worker_id'])
      .where('jobs.status', 'in', ['queued', 'running'])
      .execute();
    assert.deepEqual(open, []);
    const ledger = await database.selectFrom('ledger').selectAll().orderBy('id').execute();
    const charges = ledger.filter(({ kind }) => kind === 'charge');
    const jobs = await database.selectFrom('jobs').select(['job_id', 'type', 'status', 'charged']).execute();
    for (const { job_id: jobId, type, status, charged } of jobs) {
      const ofJob = charges.filter((row) => row.job_id === jobId);
      assert.equal(
        ofJob.reduce((sum, { credits }) => sum - credits, 0),
        charged,
        `the ${type} ${jobId}`,
      );
      assert.equal(status, 'completed', `the ${type} ${jobId}`);
      if (type === 'crawl') assert.equal(charged, crawlPages, 'every page is charged once');
      else assert.ok(ofJob.length <= 1, `the ${type} is charged once`);
    }
    const balances = await database
      .selectFrom('accounts')
      .select(['account_id', 'plan_balance', 'top_up_balance'])
      .execute();
    for (const { account_id: accountId, plan_balance, top_up_balance } of balances) {
      const sum = ledger.reduce((total, row) => total + (row.account_id === accountId ? row.credits : 0), 0);
      assert.equal(plan_balance + top_up_balance, sum, 'the balance is the sum of the ledger');
    }
  });
}

/** Outage of an embedded database: name, start and duration in milliseconds. */
type Outage = [string, (home: Home) => Promise<EndOutage>, number];

const short: Outage[] = [['killed for 5 s', killDatabase, 5_000]];
/** Run manually: `OUTAGES=all node --test test/faults/database-outage.test.ts`. */
const all: Outage[] = [
  ...short,
  ['killed for 1 s', killDatabase, 1_000],
  ['killed for 20 s', killDatabase, 20_000],
  ['frozen for 1 s', freezeDatabase, 1_000],
  ['frozen for 25 s', freezeDatabase, 25_000],
  ['frozen for new connections for 40 s', freezeListener, 40_000],
  ['frozen in part for 25 s', freezeHalf, 25_000],
];
/** Longer outages, run manually: `OUTAGE_SECONDS=300 node --test test/faults/database-outage.test.ts`. */
const longerMs = Number(process.env.OUTAGE_SECONDS ?? '0') * 1_000;
const longer: Outage[] = [
  [`killed for ${longerMs} ms`, killDatabase, longerMs],
  [`frozen for ${longerMs} ms`, freezeDatabase, longerMs],
];
const outages = longerMs > 0 ? longer : process.env.OUTAGES === 'all' ? all : short;

/** Starts work of every kind, waits for the end of the outage, and checks that all work ends. */
async function checkOutage(
  world: World,
  begin: (home: Home) => Promise<EndOutage>,
  ms: number,
): Promise<void> {
  const begun = await beginAll(world);
  await delay(500);
  const end = await begin(world.home);
  await delay(ms);
  await end();
  const ends = await Promise.allSettled(begun.map((one) => untilEnded(world, one)));
  const never = ends.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  const ended = await Promise.race([world.service.ended, delay(100, null)]);
  assert.equal(ended, null, 'the service has not ended');
  assert.deepEqual(never, [], world.service.stderr());
  await checkSettled(world);
  const runs = ends.flatMap((each, at) =>
    each.status === 'fulfilled' && begun[at]?.name === 'workflow run' ? [each.value] : [],
  );
  for (const run of runs) {
    const errors = JSON.stringify([run.error, run.question]);
    // After a longer outage a run asks whether to repeat the click that was in progress.
    assert.ok(run.status === 'completed' || (longerMs > 0 && run.status === 'needs_input'), errors);
  }
  if (longerMs === 0) {
    assert.equal(world.site.requests('/clicked'), runs.length * clicks, 'each click is done once');
    const resumed = runs.flatMap(({ log }) => log.filter(({ status }: Json) => status === 'resumed'));
    assert.deepEqual(resumed, [], 'a run waits in its browser until the database is back');
  }
  const completed = () =>
    world.receiver.messages('/crawl').filter(({ body }) => body.type === 'job.completed');
  await until(() => completed().length > 0);
  assert.equal(new Set(completed().map(({ id }) => id)).size, 1, 'the end of the crawl is told once');
  assert.equal((await world.service.stop()).code, 0);
}

for (const [name, begin, ms] of outages) {
  test(`all work ends by itself after a database that was ${name}`, async (t) => {
    await checkOutage(await openWorld(t, null), begin, ms);
  });
}

test('all work ends by itself after a database at DATABASE_URL was frozen for 25 s', async (t) => {
  if (longerMs > 0) return t.skip('the longer outages are of the embedded database');
  const server = await startPostgresServer();
  t.after(() => server.stop());
  await checkOutage(await openWorld(t, server), async () => freezePostmaster(server.pid()), 25_000);
});
