import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import { ensureDefaultAccount } from '../../account/accounts/accounts.ts';
import type { Principal } from '../../domain/resources/account.ts';
import type { JobType } from '../../domain/resources/job.ts';
import { systemClock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { computeUrlDigest, type FinishedPage } from '../frontier/finished-page.ts';
import type { ClaimedPage } from '../frontier/frontier-claim.ts';
import { enterWorker, renewLease } from '../frontier/frontier-leases.ts';
import { createJob } from '../records/create-job.ts';
import { createJobSignals } from '../records/job-signals.ts';
import { createTask } from '../tasks/create-task.ts';
import type { TaskEnd, TaskWork } from '../tasks/task-work.ts';
import { startJobRunner } from './job-runner.ts';
import type { JobWork, PageWork } from './job-work.ts';

interface Yard {
  database: Database;
  /** Statements so far. */
  statements: string[];
  accountId: string;
  crawl(pages?: number): Promise<string>;
  task(type: JobType): Promise<string>;
  /** Returns the job once it has ended. */
  ended(jobId: string): Promise<{ status: string; error: { code: string; message: string } | null }>;
}

async function startYard(
  t: TestContext,
  works: Partial<Record<JobType, JobWork | TaskWork>>,
  lease = { leaseMs: 10_000, beatMs: 200 },
  load = { waitingPages: 0, bufferedBytes: 0 },
): Promise<Yard> {
  const { database, pool, connectionString } = await createTestDatabase(t);
  const statements: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) => {
      statements.push(String(parameters[0]));
      return query(...parameters);
    }) as typeof client.query;
  });
  const { accountId } = await ensureDefaultAccount(
    database,
    { planCredits: 1_000, unlimited: true, presetKey: null },
    systemClock,
  );
  const signals = createJobSignals({ connection: { connectionString }, log: silentLog });
  const runner = await startJobRunner({
    database,
    signals,
    clock: systemClock,
    log: silentLog,
    works,
    keepMs: 86_400_000,
    lease,
    isAlone: true,
    readLoad: () => load,
    storeBody: () => Promise.reject(new Error('no work here stores a body')),
    toFailure: (error) =>
      error instanceof Failure ? error : new Failure('internal', 'something went wrong', { cause: error }),
  });
  t.after(async () => {
    await runner.stop(0);
    await signals.close();
  });
  const principal: Principal = { accountId, keyId: 'key_test', scopes: ['read', 'write'] };
  return {
    database,
    statements,
    accountId,
    async crawl(pages = 2) {
      const job = {
        type: 'crawl' as const,
        accountId,
        keyId: 'key_test',
        requestId: 'req_test',
        command: {},
        params: {},
        pageLimit: pages,
        pageCredits: 1,
        webhook: null,
        startUrl: 'http://site.test/',
        seeds: Array.from({ length: pages }, (_, at) => {
          const url = `http://site.test/${at}`;
          return { kind: 'page' as const, url, digest: computeUrlDigest(url), depth: 0 };
        }),
      };
      const { jid } = await createJob(database, job, new Date());
      return jid;
    },
    task(type) {
      const order = { tool: 'scrape', principal, origin: 'job' as const, params: {}, command: {} };
      return database
        .transaction()
        .execute((transaction) =>
          createTask(transaction, { type, order, requestId: 'req_test', url: '', webhook: null }, new Date()),
        );
    },
    async ended(jobId) {
      const job = await until(
        () =>
          database
            .selectFrom('jobs')
            .select(['status', 'error'])
            .where('job_id', '=', jobId)
            .executeTakeFirstOrThrow(),
        ({ status }) => status !== 'queued' && status !== 'running',
      );
      return job as Awaited<ReturnType<Yard['ended']>>;
    },
  };
}

function skipped({ id, attempt, kind, url, digest, depth }: ClaimedPage): FinishedPage {
  const nothing = { delivered: null, found: [], nearer: [], skipped: {}, warnings: [], startUrl: null };
  return { id, attempt, kind, url, digest, depth, outcome: 'skipped', ...nothing };
}

const readsNothing: PageWork = {
  run: async (page) => skipped(page),
  abandon: async (page) => skipped(page),
  onWritten() {},
};

const work = (parts: Partial<JobWork>): JobWork => ({
  kind: 'pages',
  checkStart: () => null,
  open: () => readsNothing,
  ...parts,
});

const nothingDone: TaskEnd = {
  answer: null,
  status: 'ok',
  url: null,
  country: null,
  error: null,
  receipts: [],
  charges: [],
  reservationId: null,
  contents: [],
};

const connectionLost = () => new Error('Connection terminated unexpectedly');

test('a row that a living worker owns but does not process returns to the queue', async (t) => {
  const { database, crawl, ended } = await startYard(t, { crawl: work({}) });
  // State after a claim whose response was lost with the connection.
  const { worker_id: workerId } = await database
    .selectFrom('workers')
    .select('worker_id')
    .executeTakeFirstOrThrow();
  const jobId = await database.transaction().execute(async (transaction) => {
    const created = await crawl(1);
    await transaction
      .updateTable('frontier')
      .set({ state: 'running', worker_id: workerId, attempt: 1 })
      .where('job_id', '=', created)
      .execute();
    await transaction
      .updateTable('jobs')
      .set({ status: 'running', queued: 0, running: 1 })
      .where('job_id', '=', created)
      .execute();
    return created;
  });
  assert.equal((await ended(jobId)).status, 'completed');
});

test('a task with a lost connection is repeated once, and never concurrently', async (t) => {
  let runs = 0;
  let atOnce = 0;
  const { task, ended } = await startYard(t, {
    scrape: {
      kind: 'task',
      async run() {
        runs += 1;
        atOnce += 1;
        assert.equal(atOnce, 1);
        await delay(50);
        atOnce -= 1;
        if (runs === 1) throw connectionLost();
        return nothingDone;
      },
    },
  });
  assert.equal((await ended(await task('scrape'))).status, 'completed');
  assert.equal(runs, 2);
});

test('a task whose complete failure cannot be stored still fails', async (t) => {
  let runs = 0;
  const { task, ended } = await startYard(t, {
    scrape: {
      kind: 'task',
      async run() {
        runs += 1;
        throw new Failure('invalid', 'the page has no such table');
      },
      async failed() {
        throw new Error('this cannot be written');
      },
    },
  });
  const job = await ended(await task('scrape'));
  assert.deepEqual(
    [job.status, job.error],
    ['failed', { code: 'invalid', message: 'the page has no such table' }],
  );
  assert.equal(runs, 1);
});

test('a job whose work cannot be opened fails once with the reason, and delays no other job', async (t) => {
  let opened = 0;
  const yard = await startYard(t, {
    crawl: work({
      open() {
        opened += 1;
        if (opened === 1) throw new Failure('invalid', 'the expression "(" is not valid');
        return readsNothing;
      },
    }),
  });
  const broken = await yard.ended(await yard.crawl());
  assert.deepEqual(
    [broken.status, broken.error],
    ['failed', { code: 'invalid', message: 'the expression "(" is not valid' }],
  );
  assert.equal((await yard.ended(await yard.crawl())).status, 'completed');
  assert.equal(opened, 2);
});

for (const [how, refuse] of [
  [
    'throws',
    () => {
      throw new TypeError('broken');
    },
  ],
  ['rejects', () => Promise.reject(new TypeError('broken'))],
] as Array<[string, JobWork['checkStart']]>) {
  test(`a job fails if the check before its start ${how}`, async (t) => {
    const { crawl, ended } = await startYard(t, { crawl: work({ checkStart: refuse }) });
    const job = await ended(await crawl());
    assert.deepEqual([job.status, job.error?.code], ['failed', 'internal']);
  });
}

test('a job whose check is temporarily unavailable starts later', async (t) => {
  let looks = 0;
  const { crawl, ended } = await startYard(t, {
    crawl: work({
      async checkStart() {
        looks += 1;
        if (looks === 1) throw new Failure('unavailable', 'the exits cannot be asked');
        return null;
      },
    }),
  });
  assert.equal((await ended(await crawl())).status, 'completed');
  assert.equal(looks, 2);
});

test('a job with a page that can be neither read nor given up fails', async (t) => {
  const broken = async () => Promise.reject(new TypeError('broken'));
  const { crawl, ended } = await startYard(t, {
    crawl: work({ open: () => ({ ...readsNothing, run: broken, abandon: broken }) }),
  });
  const job = await ended(await crawl());
  assert.deepEqual([job.status, job.error?.code], ['failed', 'internal']);
});

test('every job starts before others have had many pages, with more jobs than pages in flight', async (t) => {
  const started = new Set<string>();
  let pages = 0;
  const jobs = 60;
  const { crawl } = await startYard(
    t,
    {
      crawl: work({
        open: ({ jobId }) => ({
          ...readsNothing,
          async run(page) {
            started.add(jobId);
            pages += 1;
            // Pages end one after another, so that the capacity is never free as a whole.
            await delay(100 + 10 * (page.id % 20));
            return skipped(page);
          },
        }),
      }),
    },
    undefined,
    // As many pages wait for content threads, the limit stays at its lowest.
    { waitingPages: 1_000, bufferedBytes: 0 },
  );
  for (let at = 0; at < jobs; at += 1) await crawl(500);
  await until(() => started.size >= jobs);
  assert.ok(pages < 8 * jobs, `${pages}`);
});

test('a page with a lost connection is read again', async (t) => {
  let reads = 0;
  const { crawl, ended } = await startYard(t, {
    crawl: work({
      open: () => ({
        ...readsNothing,
        async run(page) {
          reads += 1;
          if (reads === 1) throw connectionLost();
          return skipped(page);
        },
      }),
    }),
  });
  assert.equal((await ended(await crawl(1))).status, 'completed');
  assert.equal(reads, 2);
});

test('after an outage other workers have time to renew their leases and lose nothing', async (t) => {
  const lease = { leaseMs: 1_000, beatMs: 100 };
  const { database, crawl } = await startYard(t, {}, lease);
  const renew = () => renewLease(database, 'other', new Date(), lease.leaseMs);
  await enterWorker(database, 'other', new Date(), 60_000);
  const jobId = await database.transaction().execute(async (transaction) => {
    // Otherwise the runner of this test would claim the job.
    await sql`lock table workers in exclusive mode`.execute(transaction);
    const created = await crawl(1);
    await sql`update frontier set state = 'running', worker_id = 'other', attempt = 1`.execute(database);
    await sql`update jobs set status = 'running', queued = 0, running = 1`.execute(database);
    await sql`update workers set lease_until = now() + interval '1 second'`.execute(transaction);
    // No worker can renew a lease for longer than one lasts.
    await delay(2 * lease.leaseMs);
    return created;
  });
  await delay(3 * lease.beatMs);
  assert.notEqual(await renew(), null);
  const row = () =>
    database
      .selectFrom('frontier')
      .select(['worker_id', 'lost', 'suspected'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow();
  assert.deepEqual(await row(), { worker_id: 'other', lost: 0, suspected: 0 });
  // A worker that stays silent still loses its rows.
  while ((await row()).worker_id === 'other') await delay(lease.beatMs);
  assert.equal((await row()).lost, 1);
});

test('a task takes few statements, from its creation to its end', async (t) => {
  const scrape: TaskWork = { kind: 'task', run: async () => nothingDone };
  // Without heartbeats during the test.
  const lease = { leaseMs: 600_000, beatMs: 300_000 };
  const { statements, task, ended } = await startYard(t, { scrape }, lease);
  await ended(await task('scrape'));
  const before = statements.length;
  await ended(await task('scrape'));
  // Without those with which this test waits for the end.
  const own = statements
    .slice(before)
    .filter((text) => !text.startsWith('select "status", "error" from "jobs"'));
  assert.equal(own.filter((text) => text === 'commit').length, 2, own.join('\n'));
  assert.ok(own.length > 5 && own.length <= 11, own.join('\n'));
});
