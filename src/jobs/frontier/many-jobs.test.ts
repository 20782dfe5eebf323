import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { isSerializationConflict } from '../../store/database-failure.ts';
import { createJob } from '../records/create-job.ts';
import { claimManyPages } from './claim-many.ts';
import type { PageGroup } from './finished-page.ts';
import { computeUrlDigest, type FinishedPage } from './finished-page.ts';
import { type ClaimedPage, claimPages } from './frontier-claim.ts';
import { finishGroups } from './frontier-finish.ts';
import { enterWorker } from './frontier-leases.ts';
import { createPageGroupWriter } from './page-group-writer.ts';
import { createPageWriter } from './page-writer.ts';

const now = new Date('2026-11-21T08:00:00Z');
const keepMs = 86_400_000;
const options = { now, keepMs };
const pageOf = (job: number, at: number) => `http://site-${job}.test/${at}`;
let receipts = 0;

function deliver(page: ClaimedPage, found: readonly string[] = []): FinishedPage {
  receipts += 1;
  const { id, attempt, kind, url, digest, depth } = page;
  return {
    ...{
      id,
      attempt,
      kind,
      depth,
      url,
      digest,
      outcome: 'delivered',
      nearer: [],
      skipped: {},
      warnings: [],
      startUrl: null,
    },
    delivered: {
      ...{ digest, url, status: 'ok', credits: 1, route: 'http', country: null, content: null },
      document: { page: Buffer.from(url), bytes: url.length, textAt: null },
      receiptId: `rct_many_${receipts}`,
      receipt: '{}',
    },
    found: found.map((address) => ({
      kind: 'page',
      url: address,
      digest: computeUrlDigest(address),
      depth: 1,
    })),
  };
}

interface Jobs {
  database: Database;
  accountIds: string[];
  jobIds: string[];
  /** Starts each job with its first page, and returns that page. */
  start(): Promise<ClaimedPage[]>;
}

/** Creates `count` jobs of 30 pages each, which belong to two limited accounts in turn. */
async function createJobs(t: TestContext, count: number, credits = 1_000): Promise<Jobs> {
  const { database } = await createTestDatabase(t);
  const accountIds: string[] = [];
  for (const name of ['first', 'second']) {
    const accountId = `acct_${name}`;
    await database
      .insertInto('accounts')
      .values({
        ...{ account_id: accountId, name, plan: 'test', plan_credits: credits, plan_balance: credits },
        ...{ renews_at: addMs(now, keepMs), unlimited: false, created_at: now },
      })
      .execute();
    accountIds.push(accountId);
  }
  const jobIds: string[] = [];
  for (let job = 0; job < count; job += 1) {
    const seeds = Array.from({ length: 30 }, (_, at) => {
      const url = pageOf(job, at);
      return { kind: 'page' as const, url, digest: computeUrlDigest(url), depth: 0 };
    });
    const accountId = accountIds[job % 2] ?? '';
    const fields = {
      type: 'crawl' as const,
      accountId,
      keyId: 'key_test',
      requestId: `req_${job}`,
      command: {},
      params: {},
    };
    const limits = { pageLimit: 1_000, pageCredits: 1, webhook: null, startUrl: pageOf(job, 0), seeds };
    const created = await createJob(database, { ...fields, ...limits }, now);
    jobIds.push(created.jid);
  }
  await enterWorker(database, 'one', now, 10_000);
  return {
    database,
    accountIds,
    jobIds,
    async start() {
      const pages: ClaimedPage[] = [];
      for (const jobId of jobIds) {
        const claim = { jobId, workerId: 'one', want: 1, now, keepMs, refuse: () => null };
        pages.push(...((await claimPages(database, claim))?.pages ?? []));
      }
      return pages;
    },
  };
}

const groupOf = (jobs: Jobs, job: number, pages: readonly FinishedPage[]): PageGroup => ({
  jobId: jobs.jobIds[job] ?? '',
  accountId: jobs.accountIds[job % 2] ?? '',
  webhook: null,
  pages,
});

test('pages of many jobs are claimed and written together, each for its own job and account', async (t) => {
  const jobs = await createJobs(t, 5);
  const { database, jobIds } = jobs;
  const first = await jobs.start();
  const written = await finishGroups(
    database,
    first.map((page, job) => groupOf(jobs, job, [deliver(page, [pageOf(job, 100), pageOf(job, 1)])])),
    { workerId: 'one', ...options },
  );
  // Of the two URLs that each page led to, one was known.
  assert.deepEqual(
    written.map(({ queued, running, lost }) => [queued, running, lost]),
    jobIds.map(() => [30, 0, 0]),
  );
  const wanted = jobIds.map((jobId, at) => ({ jobId, want: at + 1 }));
  const { claimed } = await claimManyPages(database, wanted, 'one', now);
  const pagesOf = (jobId: string) => claimed.find((one) => one.jobId === jobId)?.pages ?? [];
  assert.deepEqual(
    jobIds.map((jobId) => pagesOf(jobId).map(({ url, credits, attempt }) => [url, credits, attempt])),
    jobIds.map((_, job) => Array.from({ length: job + 1 }, (_, at) => [pageOf(job, at + 1), 1, 1])),
  );
  await finishGroups(
    database,
    jobIds.map((jobId, job) =>
      groupOf(
        jobs,
        job,
        pagesOf(jobId).map((page) => deliver(page)),
      ),
    ),
    { workerId: 'one', ...options },
  );
  const rows = await database.selectFrom('jobs').selectAll().execute();
  const counts = new Map(
    rows.map((row) => [row.job_id, [row.delivered, row.charged, row.queued, row.running, row.discovered]]),
  );
  assert.deepEqual(
    jobIds.map((jobId) => counts.get(jobId)),
    jobIds.map((_, job) => [job + 2, job + 2, 29 - job, 0, 31]),
  );
  const accounts = await database
    .selectFrom('accounts')
    .select(['account_id', 'plan_balance'])
    .where('account_id', 'in', jobs.accountIds)
    .execute();
  const balances = new Map(accounts.map((row) => [row.account_id, row.plan_balance]));
  // Jobs 0, 2 and 4 delivered 2 + 4 + 6 pages; jobs 1 and 3 delivered 3 + 5.
  assert.deepEqual(
    jobs.accountIds.map((id) => balances.get(id)),
    [988, 992],
  );
  const results = await database.selectFrom('results').select(['job_id', 'ordinal', 'url']).execute();
  for (const [job, jobId] of jobIds.entries()) {
    const ofJob = results.filter((row) => row.job_id === jobId);
    assert.deepEqual(
      ofJob.map(({ ordinal }) => ordinal).sort((one, other) => one - other),
      Array.from({ length: job + 2 }, (_, at) => at),
    );
    assert.ok(ofJob.every(({ url }) => url.startsWith(pageOf(job, 0).slice(0, -1))));
  }
});

test('a claim of many jobs leaves out paused, ended and unfunded ones, and those of a lost lease', async (t) => {
  const jobs = await createJobs(t, 4);
  const { database, jobIds } = jobs;
  await jobs.start();
  const [paused = '', cancelled = '', unfunded = '', open = ''] = jobIds;
  await database.updateTable('jobs').set({ paused: true }).where('job_id', '=', paused).execute();
  await database.updateTable('jobs').set({ status: 'cancelled' }).where('job_id', '=', cancelled).execute();
  await database.updateTable('reservations').set({ credits: 2 }).where('job_id', '=', unfunded).execute();
  const wanted = jobIds.map((jobId) => ({ jobId, want: 5 }));
  assert.deepEqual(await claimManyPages(database, wanted, 'nobody', now), { claimed: [], undecided: [] });
  const { claimed, undecided } = await claimManyPages(database, wanted, 'one', now);
  assert.deepEqual(undecided, [unfunded]);
  assert.deepEqual(
    claimed.map(({ jobId, pages }) => [jobId, pages.length]),
    [[open, 5]],
  );
});

test('two workers that claim and write pages of the same jobs get each page once', async (t) => {
  const jobs = await createJobs(t, 6);
  const { database, jobIds } = jobs;
  await enterWorker(database, 'two', now, 10_000);
  const first = await jobs.start();
  const groups = first.map((page, job) => groupOf(jobs, job, [deliver(page)]));
  await finishGroups(database, groups, { workerId: 'one', ...options });
  async function work(workerId: string): Promise<void> {
    const wanted = jobIds.map((jobId) => ({ jobId, want: 3 }));
    for (let idle = 0; idle < 5; ) {
      const { claimed } = await claimManyPages(database, wanted, workerId, now);
      idle = claimed.length === 0 ? idle + 1 : 0;
      const finished = claimed.map(({ jobId, pages }) =>
        groupOf(
          jobs,
          jobIds.indexOf(jobId),
          pages.map((page) => deliver(page)),
        ),
      );
      while (finished.length > 0) {
        try {
          await finishGroups(database, finished, { workerId, ...options });
          break;
        } catch (error) {
          if (!isSerializationConflict(error)) throw error;
        }
      }
    }
  }
  await Promise.all([work('one'), work('two')]);
  const rows = await database.selectFrom('jobs').selectAll().execute();
  assert.deepEqual(
    rows.map(({ status, delivered, charged }) => [status, delivered, charged]),
    jobIds.map(() => ['completed', 30, 30]),
  );
});

test('a group that cannot be written fails alone', async (t) => {
  const jobs = await createJobs(t, 3);
  const { database, jobIds } = jobs;
  const [one, two, three] = await jobs.start();
  assert.ok(one && two && three);
  // More is charged than the second job has reserved.
  await database
    .deleteFrom('reservations')
    .where('job_id', '=', jobIds[1] ?? '')
    .execute();
  const writer = createPageGroupWriter({ database, clock: { now: () => now }, keepMs, countJobs: () => 3 });
  const signal = new AbortController().signal;
  const results = await Promise.allSettled(
    [one, two, three].map((page, job) => writer.write(groupOf(jobs, job, [deliver(page)]), 'one', signal)),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const rows = await database.selectFrom('jobs').select(['job_id', 'delivered']).execute();
  const delivered = new Map(rows.map((row) => [row.job_id, row.delivered]));
  assert.deepEqual(
    jobIds.map((jobId) => delivered.get(jobId)),
    [1, 0, 1],
  );
});

test('a group of a job that this process has lost is abandoned without an error', async (t) => {
  const jobs = await createJobs(t, 3);
  const { database, jobIds } = jobs;
  const [page] = await jobs.start();
  const claim = { jobId: jobIds[0] ?? '', workerId: 'one', want: 1, now, keepMs, refuse: () => null };
  const job = (await claimPages(database, claim))?.job;
  assert.ok(page && job);
  const errors: unknown[] = [];
  let abandoned = 0;
  const stopping = new AbortController();
  const writer = createPageWriter({
    job,
    work: {
      run: () => Promise.reject(new Error('not run')),
      abandon: () => Promise.reject(new Error('not given up')),
      onWritten() {},
    },
    workerId: 'one',
    log: { ...silentLog, error: (...said) => void errors.push(said) },
    groupWriter: createPageGroupWriter({ database, clock: { now: () => now }, keepMs, countJobs: () => 3 }),
    signal: stopping.signal,
    endBrokenJob: async () => false,
    onWritten() {},
    onFailed() {},
    onAbandoned() {
      abandoned += 1;
    },
  });
  const writing = writer.write([deliver(page)]);
  stopping.abort(new Error('lost'));
  await writing;
  assert.deepEqual([abandoned, errors], [1, []]);
  const stored = await database.selectFrom('results').selectAll().execute();
  assert.deepEqual(stored, []);
});
