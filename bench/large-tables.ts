// npm run bench -- large-tables [--rows 50000000] [--steps 5] [--minutes 30]: fills the tables of the service with ended
// jobs of many accounts, and measures the statements of workers and of requests in between. Ends early after `minutes`.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { listLedger } from '../src/account/credits/ledger.ts';
import { findReceipt } from '../src/account/requests/find-receipt.ts';
import { listRequests } from '../src/account/requests/history.ts';
import { claimManyPages } from '../src/jobs/frontier/claim-many.ts';
import type { FinishedPage } from '../src/jobs/frontier/finished-page.ts';
import { computeUrlDigest } from '../src/jobs/frontier/finished-page.ts';
import { type ClaimedPage, claimPages, findJobsToServe } from '../src/jobs/frontier/frontier-claim.ts';
import { finishGroups } from '../src/jobs/frontier/frontier-finish.ts';
import { enterWorker } from '../src/jobs/frontier/frontier-leases.ts';
import { createJob } from '../src/jobs/records/create-job.ts';
import { readResultsJson } from '../src/jobs/records/job-results.ts';
import { listJobs } from '../src/jobs/records/job-view.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { compressDocument } from '../src/store/pages/compressed-document.ts';
import { startPostgresServer } from '../test/postgres-server.ts';
import { type Figure, quantile, report } from './report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rows: { type: 'string', default: '50000000' },
    steps: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '30' },
  },
});
const maxRows = Number(values.rows);
const steps = Number(values.steps);
const endAt = performance.now() + Number(values.minutes) * 60_000;

const accounts = 100;
const pagesPerJob = 500;
const jobsPerChunk = 500;
/** Jobs before the first measurement, so that the lists of each account fill a page. */
const firstJobs = 2_500;
/** Rows of one page: frontier, results, receipts, a quarter of a request, and a sixteenth of a ledger row. */
const rowsPerPage = 3 + 1 / 4 + 1 / 16;
const rounds = 40;
const liveJobs = 20;
/** Share of the rounds that other programs of the machine delay least; the growth is that of the slowest of them. */
const unhurried = 0.1;
/** Largest growth from the first to the last measurement that counts as flat. */
const maxGrowth = 1.5;
const keepMs = 30 * 86_400_000;
const startedAt = new Date('2026-01-01T00:00:00Z');

const server = await startPostgresServer(undefined, { isLarge: true });
const { database } = openDatabase({ connectionString: server.connectionString });
const document = JSON.stringify({
  url: 'https://www.example.com/',
  markdown: randomBytes(150).toString('base64'),
});
const { page: body, bytes } = await compressDocument(document);

/** Id that sorts by `number`, as those of the service sort by time. */
const idOf = (kind: string, number: string) => sql.raw(`'${kind}_0' || lpad((${number})::text, 25, '0')`);
const accountOf = (number: number) => `acct_${String(number % accounts).padStart(26, '0')}`;

async function createAccounts(): Promise<void> {
  await sql`
    insert into accounts (account_id, name, plan, plan_credits, plan_balance, renews_at, unlimited, created_at)
    select 'acct_' || lpad(n::text, 26, '0'), 'account ' || n, 'test', 1000000000, 1000000000, now() + interval '1 year',
      false, ${startedAt.toISOString()}::timestamptz
    from generate_series(0, ${accounts - 1}) as n
  `.execute(database);
}

/** Inserts ended jobs from `firstJob` on, with their pages, receipts, requests and ledger rows. */
async function insertChunk(firstJob: number): Promise<void> {
  const lastJob = firstJob + jobsPerChunk - 1;
  const firstPage = firstJob * pagesPerJob;
  const lastPage = (lastJob + 1) * pagesPerJob - 1;
  const account = sql`'acct_' || lpad((job % ${sql.lit(accounts)})::text, 26, '0')`;
  const at = sql`${startedAt.toISOString()}::timestamptz + n * interval '100 milliseconds'`;
  await sql`
    insert into jobs (job_id, account_id, request_id, type, status, created_at, started_at, finished_at, expires_at,
      served_at, command, params, page_limit, start_url, charged, discovered, delivered, counted, ok)
    select ${idOf('job', 'job')}, ${account}, ${idOf('req', `job * ${pagesPerJob}`)}, 'crawl', 'completed', at, at, at,
      at + interval '1 year', at, '{}', '{"url":"https://www.example.com/"}', ${pagesPerJob}, 'https://www.example.com/',
      ${pagesPerJob}, ${pagesPerJob}, ${pagesPerJob}, ${pagesPerJob}, ${pagesPerJob}
    from generate_series(${firstJob}::bigint, ${lastJob}::bigint) as job cross join lateral
      (select ${startedAt.toISOString()}::timestamptz + job * ${pagesPerJob} * interval '100 milliseconds' as at) as time
  `.execute(database);
  const pages = sql`(
    select n, n / ${sql.lit(pagesPerJob)} as job, (n % ${sql.lit(pagesPerJob)})::integer as place,
      substring(sha256(n::text::bytea) for 16) as digest, 'https://www.example.com/section/page-' || n as url
    from generate_series(${firstPage}::bigint, ${lastPage}::bigint) as n
  ) as page`;
  await sql`
    insert into frontier (job_id, kind, digest, url, depth, state, attempt)
    select ${idOf('job', 'job')}, 'page', digest, url, 1, 'done', 1 from ${pages}
  `.execute(database);
  await sql`
    insert into results (job_id, ordinal, frontier_id, digest, status, url, receipt_id, bytes, page)
    select ${idOf('job', 'job')}, place, n, digest, 'ok', url, ${idOf('rct', 'n')}, ${bytes}::integer, ${Buffer.from(body)}::bytea from ${pages}
  `.execute(database);
  await sql`
    insert into receipts (receipt_id, account_id, request_id, at, receipt)
    select ${idOf('rct', 'n')}, ${account}, ${idOf('req', `job * ${pagesPerJob}`)}, ${at},
      json_build_object('id', ${idOf('rct', 'n')}, 'url', url, 'sha256', encode(sha256(digest), 'hex'), 'signature',
        repeat(encode(digest, 'hex'), 3))
    from ${pages}
  `.execute(database);
  await sql`
    insert into requests (request_id, account_id, key_id, at, tool, origin, status, url, credits, ms, params)
    select ${idOf('req', 'n')}, ${account}, 'key_1', ${at}, 'scrape', 'http', 'ok', url, 1, 200, '{}'
    from ${pages} where n % 4 = 0
  `.execute(database);
  await sql`
    insert into ledger (account_id, at, kind, bucket, credits, balance, job_id, pages)
    select ${account}, ${at}, 'charge', 'plan', -16, 1000000000, ${idOf('job', 'job')}, 16 from ${pages} where n % 16 = 0
  `.execute(database);
}

/** Measured times in milliseconds, by name. */
type Times = Map<string, number[]>;

async function timed<Result>(times: Times, name: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await work();
  times.set(name, [...(times.get(name) ?? []), performance.now() - since]);
  return result;
}

let receipts = 0;
function deliver({ id, attempt, kind, url, digest, depth }: ClaimedPage, found: string): FinishedPage {
  receipts += 1;
  const foundUrl = { kind: 'page' as const, url: found, digest: computeUrlDigest(found), depth: 1 };
  return {
    ...{
      id,
      attempt,
      kind,
      url,
      digest,
      depth,
      outcome: 'delivered',
      nearer: [],
      skipped: {},
      warnings: [],
      startUrl: null,
    },
    delivered: {
      ...{ digest, url, status: 'ok', credits: 1, route: 'http', country: null, content: null },
      document: { page: body, bytes, textAt: null },
      receiptId: `rct_live_${receipts}`,
      receipt: JSON.stringify({ id: `rct_live_${receipts}`, signature: randomBytes(64).toString('base64') }),
    },
    found: [foundUrl],
  };
}

/** Creates jobs and works on them as a worker does; each delivered page leads to a new one. */
async function measureWork(times: Times, step: number): Promise<void> {
  const now = new Date();
  const workerId = `worker-${step}`;
  await enterWorker(database, workerId, now, 3_600_000);
  const accountIds = new Map<string, string>();
  for (let index = 0; index < liveJobs; index += 1) {
    const accountId = accountOf(index * 37);
    const seeds = Array.from({ length: 10 }, (_, at) => {
      const url = `http://site-${step}-${index}.test/${at}`;
      return { kind: 'page' as const, url, digest: computeUrlDigest(url), depth: 0 };
    });
    const fields = {
      type: 'crawl' as const,
      accountId,
      keyId: 'key_bench',
      requestId: `req_${step}_${index}`,
      command: {},
      params: {},
    };
    const limits = {
      pageLimit: 100_000,
      pageCredits: 1,
      webhook: null,
      startUrl: seeds[0]?.url ?? '',
      seeds,
    };
    const created = await timed(times, 'create a job', () =>
      createJob(database, { ...fields, ...limits }, now),
    );
    accountIds.set(created.jid, accountId);
  }
  await timed(times, 'find jobs to serve', () => findJobsToServe(database, liveJobs));
  const held = new Map<string, ClaimedPage[]>();
  for (const jobId of accountIds.keys()) {
    const claim = { jobId, workerId, want: 2, now, keepMs, refuse: () => null };
    held.set(jobId, (await claimPages(database, claim))?.pages ?? []);
  }
  for (let round = 0; round < rounds; round += 1) {
    const groups = [...held].map(([jobId, pages]) => ({
      jobId,
      accountId: accountIds.get(jobId) ?? '',
      webhook: null,
      pages: pages.map((one, at) => deliver(one, `${one.url}/${round}-${at}`)),
    }));
    await timed(times, `finish ${liveJobs * 2} pages of ${liveJobs} jobs`, () =>
      finishGroups(database, groups, { workerId, now, keepMs }),
    );
    const wanted = [...accountIds.keys()].map((jobId) => ({ jobId, want: 2 }));
    const { claimed } = await timed(times, `claim ${liveJobs * 2} pages of ${liveJobs} jobs`, () =>
      claimManyPages(database, wanted, workerId, now),
    );
    held.clear();
    for (const { jobId, pages } of claimed) held.set(jobId, pages);
  }
}

const anyRequest = {
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

/** Returns how many blocks the statements of this database have touched so far, whether they were cached or not. */
async function countBlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ blocks: string }>`
    select blks_hit + blks_read as blocks from pg_stat_database where datname = current_database()
  `.execute(database);
  return Number(rows[0]?.blocks ?? 0);
}

/** Reads the first results of many jobs, and returns how many blocks each reading touches. */
async function measureResults(times: Times, jobs: number): Promise<number> {
  let touched = 0;
  for (let round = 0; round < rounds; round += 1) {
    const job = Math.floor((jobs / rounds) * round);
    const jobId = `job_0${String(job).padStart(25, '0')}`;
    const read = () =>
      readResultsJson(database, accountOf(job), jobId, { offset: 0, limit: 20, baseUrl: '' });
    await timed(times, 'results of a job, first 20', read);
    const before = await countBlocks();
    const counted = await countBlocks();
    await timed(times, 'results of a job, first 20, read again', read);
    // The counting itself touches blocks.
    touched += (await countBlocks()) - counted - (counted - before);
  }
  return touched / rounds;
}

/** Reads as requests of accounts do. */
async function measureReads(times: Times, jobs: number): Promise<void> {
  const now = new Date();
  for (let round = 0; round < rounds; round += 1) {
    const job = Math.floor((jobs / rounds) * round);
    const accountId = accountOf(job);
    const receiptId = `rct_0${String(job * pagesPerJob + 7).padStart(25, '0')}`;
    await timed(times, 'history, first 50', () => listRequests(database, accountId, anyRequest));
    await timed(times, 'jobs, first 20', () =>
      listJobs(database, accountId, { type: null, status: null, before: null, offset: 0, limit: 20 }, now),
    );
    await timed(times, 'ledger, first 50', () =>
      listLedger(database, accountId, { limit: 50, before: null }),
    );
    await timed(times, 'a receipt', () => findReceipt(database, accountId, receiptId));
  }
}

async function databaseBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    database,
  );
  return rows[0]?.bytes ?? 0;
}

const measured: { rows: number; times: Times; blocks: number }[] = [];
let jobs = 0;
const rowsOf = (count: number) => count * pagesPerJob * rowsPerPage;

async function measureStep(): Promise<void> {
  await sql`vacuum (analyze) jobs, frontier, results, receipts, requests, ledger`.execute(database);
  const times: Times = new Map();
  await measureWork(times, measured.length);
  await measureReads(times, jobs);
  const blocks = await measureResults(times, jobs);
  measured.push({ rows: rowsOf(jobs), times, blocks });
  process.stderr.write(
    `${(rowsOf(jobs) / 1e6).toFixed(1)} million rows, ${((await databaseBytes()) / 2 ** 30).toFixed(1)} GiB: ${[
      ...times,
    ]
      .map(([name, ms]) => `${name} ${quantile(ms, 0.5).toFixed(1)} ms`)
      .join(', ')}\n`,
  );
}

try {
  await migrate(database);
  await createAccounts();
  for (; jobs < firstJobs; jobs += jobsPerChunk) await insertChunk(jobs);
  await measureStep();
  for (let step = 1; step <= steps && performance.now() < endAt; step += 1) {
    while (rowsOf(jobs) < (maxRows * step) / steps && performance.now() < endAt) {
      await insertChunk(jobs);
      jobs += jobsPerChunk;
    }
    await measureStep();
  }
  const [first, last] = [measured[0], measured.at(-1)];
  const figures: Figure[] = [
    { name: 'rows', value: (last?.rows ?? 0) / 1e6, unit: 'million' },
    { name: 'size of the database', value: (await databaseBytes()) / 2 ** 30, unit: 'GiB' },
  ];
  const [blocksBefore, blocks] = [first?.blocks ?? 0, last?.blocks ?? 0];
  figures.push(
    { name: 'results of a job, first 20, blocks touched at first', value: blocksBefore, unit: '' },
    { name: 'results of a job, first 20, blocks touched at last', value: blocks, unit: '' },
    {
      name: 'results of a job, first 20, growth of the blocks',
      value: blocks / blocksBefore,
      unit: '',
      wanted: { below: maxGrowth },
    },
  );
  for (const [name, ms] of last?.times ?? []) {
    const before = first?.times.get(name) ?? [];
    figures.push(
      { name: `${name}, median at first`, value: quantile(before, 0.5), unit: 'ms' },
      { name: `${name}, median at last`, value: quantile(ms, 0.5), unit: 'ms' },
      {
        name: `${name}, growth`,
        value: quantile(ms, unhurried) / quantile(before, unhurried),
        unit: '',
        wanted: { below: maxGrowth },
      },
    );
  }
  await report('large-tables', figures);
} finally {
  await database.destroy();
  await server.stop();
}
