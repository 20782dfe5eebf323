import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { ensureDefaultAccount } from '../../account/accounts/accounts.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { isSerializationConflict } from '../../store/database-failure.ts';
import { createJob, type NewUrl } from '../records/create-job.ts';
import { computeUrlDigest, type FinishedPage } from './finished-page.ts';
import { type ClaimedPage, claimPages } from './frontier-claim.ts';
import { finishGroups, type WrittenGroup } from './frontier-finish.ts';
import {
  enterWorker,
  isolateAfter,
  leaveWorker,
  noteCrashedBy,
  reclaimLost,
  renewLease,
} from './frontier-leases.ts';

const start = new Date('2026-11-21T08:00:00Z');
const keepMs = 86_400_000;
const leaseMs = 10_000;

const pageAt = (url: string, depth = 0): NewUrl => ({
  kind: 'page',
  url,
  digest: computeUrlDigest(url),
  depth,
});

interface Crew {
  database: Database;
  jobId: string;
  claim(workerId: string, want?: number, now?: Date): Promise<ClaimedPage[]>;
  finish(workerId: string, pages: FinishedPage[], now?: Date): Promise<WrittenGroup>;
  job(): Promise<{
    status: string;
    queued: number;
    running: number;
    delivered: number;
    charged: number;
    counted: number;
  }>;
  ordinals(): Promise<number[]>;
}

async function startCrew(
  t: TestContext,
  options: { pages?: number; limit?: number; unlimited?: boolean; credits?: number } = {},
): Promise<Crew> {
  const { pages = 40, limit = 1000, unlimited = true, credits = 1_000 } = options;
  const { database } = await createTestDatabase(t);
  const clock = { now: () => start };
  const account = { planCredits: credits, unlimited, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, account, clock);
  const seeds = Array.from({ length: pages }, (_, at) => pageAt(`http://site.test/${at}`));
  const { jid: jobId } = await createJob(
    database,
    {
      type: 'crawl',
      accountId,
      keyId: 'key_test',
      requestId: 'req_test',
      command: {},
      params: {},
      pageLimit: limit,
      pageCredits: 1,
      webhook: null,
      startUrl: 'http://site.test/',
      seeds,
    },
    start,
  );
  for (const workerId of ['one', 'two']) await enterWorker(database, workerId, start, leaseMs);
  return {
    database,
    jobId,
    async claim(workerId, want = 16, now = start) {
      const request = { jobId, workerId, want, now, keepMs, refuse: () => null };
      return (await claimPages(database, request))?.pages ?? [];
    },
    async finish(workerId, group, now = start) {
      for (;;) {
        try {
          const groups = [{ jobId, accountId, webhook: null, pages: group }];
          const [written] = await finishGroups(database, groups, { workerId, now, keepMs });
          assert.ok(written);
          return written;
        } catch (error) {
          if (!isSerializationConflict(error)) throw error;
        }
      }
    },
    job: () =>
      database
        .selectFrom('jobs')
        .select(['status', 'queued', 'running', 'delivered', 'charged', 'counted'])
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow(),
    async ordinals() {
      const rows = await database.selectFrom('results').select('ordinal').orderBy('ordinal').execute();
      return rows.map((row) => row.ordinal);
    },
  };
}

let receipts = 0;

function delivered(
  page: ClaimedPage,
  rest: { address?: string; found?: NewUrl[]; nearer?: NewUrl[] } = {},
): FinishedPage {
  receipts += 1;
  const { id, attempt, kind, url, digest, depth } = page;
  return {
    id,
    attempt,
    kind,
    url,
    digest,
    depth,
    outcome: 'delivered',
    delivered: {
      digest: rest.address === undefined ? digest : computeUrlDigest(rest.address),
      url,
      status: 'ok',
      credits: 1,
      route: 'http',
      country: null,
      document: { page: Buffer.from(url), bytes: url.length, textAt: null },
      receiptId: `rct_${receipts}`,
      receipt: '{}',
      content: null,
    },
    found: rest.found ?? [],
    nearer: rest.nearer ?? [],
    skipped: {},
    warnings: [],
    startUrl: null,
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test('a group is written as a whole, and the job ends with its last page', async (t) => {
  const crew = await startCrew(t, { pages: 3 });
  const pages = await crew.claim('one');
  const found = [pageAt('http://site.test/more', 1), pageAt('http://site.test/1', 1)];
  const [first, ...others] = pages.map((page, at) => delivered(page, at === 0 ? { found } : {}));
  const written = await crew.finish('one', [first as FinishedPage]);
  assert.deepEqual([written.queued, written.running, written.hasEnded], [1, 2, false]);
  await crew.finish('one', others);
  const [last] = await crew.claim('one');
  assert.equal(last?.url, 'http://site.test/more');
  assert.equal((await crew.finish('one', [delivered(last as ClaimedPage)])).hasEnded, true);
  const job = await crew.job();
  assert.deepEqual([job.status, job.delivered, job.charged], ['completed', 4, 4]);
  assert.deepEqual(await crew.ordinals(), upTo(4));
  const reserved = await crew.database.selectFrom('reservations').selectAll().execute();
  assert.equal(reserved.length, 0);
  const ledger = await crew.database.selectFrom('ledger').selectAll().where('kind', '=', 'charge').execute();
  assert.equal(
    ledger.reduce((sum, row) => sum - row.credits, 0),
    4,
  );
});

test('two workers that finish at once cause no gaps, duplicates or lost counts', async (t) => {
  const crew = await startCrew(t, { pages: 400 });
  async function work(workerId: string): Promise<void> {
    for (;;) {
      const pages = await crew.claim(workerId, 8);
      if (pages.length === 0) return;
      // Every fourth page of each worker leads to one of ten URLs.
      const group = pages.map((page, at) =>
        delivered(page, at % 4 === 0 ? { address: `http://site.test/same/${page.id % 10}` } : {}),
      );
      await crew.finish(workerId, group);
    }
  }
  await Promise.all([work('one'), work('two'), work('one'), work('two')]);
  const job = await crew.job();
  const ordinals = await crew.ordinals();
  assert.equal(job.status, 'completed');
  assert.deepEqual(ordinals, upTo(ordinals.length));
  assert.equal(job.delivered, ordinals.length);
  assert.equal(job.charged, ordinals.length);
  const kept = await crew.database.selectFrom('receipts').select('receipt_id').execute();
  assert.equal(kept.length, ordinals.length);
});

test('claims never let delivered and running pages exceed the limit', async (t) => {
  const crew = await startCrew(t, { pages: 100, limit: 10 });
  const claims = await Promise.all(upTo(6).map((at) => crew.claim(at % 2 === 0 ? 'one' : 'two', 4)));
  assert.equal(claims.flat().length, 10);
  assert.equal((await crew.job()).running, 10);
});

test('a worker with an expired lease loses its pages, and its later writes have no effect', async (t) => {
  const crew = await startCrew(t, { pages: 2 });
  const stale = await crew.claim('one');
  const later = addMs(start, leaseMs + 1);
  await renewLease(crew.database, 'two', later, leaseMs);
  assert.equal(await reclaimLost(crew.database, later), 1);
  const fresh = await crew.claim('two', 16, later);
  assert.equal(fresh.length, 2);
  const written = await crew.finish(
    'one',
    stale.map((page) => delivered(page)),
    later,
  );
  assert.equal(written.lost, 2);
  assert.deepEqual(await crew.ordinals(), []);
  assert.equal(await renewLease(crew.database, 'one', later, leaseMs), null);
  assert.deepEqual(await crew.claim('one', 16, later), []);
  await crew.finish(
    'two',
    fresh.map((page) => delivered(page)),
    later,
  );
  const job = await crew.job();
  assert.deepEqual([job.status, job.delivered, job.charged], ['completed', 2, 2]);
});

test('pages returned in order count against nothing, and pages lost alone count against themselves', async (t) => {
  const crew = await startCrew(t, { pages: 1 });
  await crew.claim('one');
  await leaveWorker(crew.database, 'one');
  const [page] = await crew.claim('two');
  assert.equal(page?.suspected, 0);
  const later = addMs(start, leaseMs + 1);
  await reclaimLost(crew.database, later);
  await enterWorker(crew.database, 'three', later, leaseMs);
  const [again] = await crew.claim('three', 16, later);
  assert.equal(again?.suspected, 1);
});

/** Lets a worker with the pages of these jobs end, and another one claim them; returns the pages in that state. */
async function loseWorker(crews: Crew[], round: number, noted: (pages: ClaimedPage[]) => number | null) {
  const [{ database }] = crews as [Crew];
  const now = addMs(start, round * (leaseMs + 1));
  const workerId = `lost-${round}`;
  await enterWorker(database, workerId, now, leaseMs);
  const pages: ClaimedPage[] = [];
  for (const crew of crews) pages.push(...(await crew.claim(workerId, 16, now)));
  const rowId = noted(pages);
  if (rowId !== null) await noteCrashedBy(database, workerId, rowId);
  await reclaimLost(database, addMs(now, leaseMs + 1));
  return pages;
}

/** Creates more jobs of one page each. */
async function withMoreJobs(crew: Crew, count: number): Promise<Crew[]> {
  const job = await crew.database.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  const crews = [crew];
  for (let more = 0; more < count; more += 1) {
    const url = `http://other-${more}.test/`;
    const { jid: jobId } = await createJob(
      crew.database,
      {
        type: 'crawl',
        accountId: job.account_id,
        keyId: 'key_test',
        requestId: 'req_test',
        command: {},
        params: {},
        pageLimit: 10,
        pageCredits: 1,
        webhook: null,
        startUrl: url,
        seeds: [pageAt(url)],
      },
      start,
    );
    crews.push({
      ...crew,
      async claim(workerId, want = 16, now = start) {
        const request = { jobId, workerId, want, now, keepMs, refuse: () => null };
        return (await claimPages(crew.database, request))?.pages ?? [];
      },
    });
  }
  return crews;
}

test('pages of several jobs of an ended worker are not blamed, and finally run separately', async (t) => {
  const crews = await withMoreJobs(await startCrew(t, { pages: 1 }), 2);
  for (let round = 0; round < isolateAfter; round += 1) {
    const pages = await loseWorker(crews, round, () => null);
    assert.deepEqual(
      pages.map(({ suspected }) => suspected),
      [0, 0, 0],
    );
  }
  const { database, jobId } = crews[0] as Crew;
  const now = addMs(start, isolateAfter * (leaseMs + 1));
  await enterWorker(database, 'last', now, leaseMs);
  const request = { jobId, workerId: 'last', want: 16, now, keepMs, refuse: () => null };
  assert.deepEqual((await claimPages(database, { ...request, hasSuspect: true }))?.pages, []);
  const claim = await claimPages(database, request);
  assert.deepEqual([claim?.pages.length, claim?.isSuspect], [1, true]);
});

test('only a recorded cause of the end is counted', async (t) => {
  const crews = await withMoreJobs(await startCrew(t, { pages: 1 }), 2);
  const [guilty, ...innocent] = await loseWorker(crews, 0, ([first]) => first?.id ?? null);
  await loseWorker(crews, 1, () => 0);
  const rows = await crews[0]?.database
    .selectFrom('frontier')
    .select(['id', 'suspected', 'lost'])
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { id: guilty?.id, suspected: 1, lost: 0 },
    ...innocent.map(({ id }) => ({ id, suspected: 0, lost: 0 })),
  ]);
});

test('a job reserves credits for running pages within the balance, and continues unpaid when they run out', async (t) => {
  const crew = await startCrew(t, { pages: 20, unlimited: false, credits: 5 });
  const paid = await crew.claim('one');
  assert.deepEqual(
    paid.map((page) => page.credits),
    [1, 1, 1, 1, 1],
  );
  assert.deepEqual(await crew.claim('one'), []);
  await crew.finish(
    'one',
    paid.map((page) => delivered(page)),
  );
  const unpaid = await crew.claim('one', 32);
  assert.equal(unpaid.length, 15);
  assert.ok(unpaid.every((page) => page.credits === 0));
  assert.equal((await crew.job()).charged, 5);
});

test('an expired reservation of a job is replaced and counts no more, even if the clock goes back', async (t) => {
  const crew = await startCrew(t, { pages: 4, unlimited: false, credits: 100 });
  const first = await crew.claim('one', 2);
  const later = addMs(start, 20 * 60_000);
  await enterWorker(crew.database, 'three', later, leaseMs);
  const second = await crew.claim('three', 2, later);
  assert.equal(second.length, 2);
  const countReservations = async () =>
    (await crew.database.selectFrom('reservations').select('reservation_id').execute()).length;
  assert.equal(await countReservations(), 1);
  for (const [worker, pages] of Object.entries({ one: first, three: second }))
    await crew.finish(
      worker,
      pages.map((page) => delivered(page)),
      later,
    );
  assert.equal((await crew.job()).status, 'completed');
  assert.equal(await countReservations(), 0);
});

test('the state of a job’s work is passed to the next worker, and deleted at its end', async (t) => {
  const crew = await startCrew(t, { pages: 3 });
  const { database, jobId } = crew;
  const { account_id: accountId } = await database
    .selectFrom('jobs')
    .select('account_id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const claim = (workerId: string) =>
    claimPages(database, { jobId, workerId, want: 1, now: start, keepMs, refuse: () => null });
  const noted = async (workerId: string, notes?: unknown) => {
    const claimed = await claim(workerId);
    const pages = (claimed?.pages ?? []).map((page) => delivered(page));
    const groups = [{ jobId, accountId, webhook: null, pages, notes }];
    await finishGroups(database, groups, { workerId, now: start, keepMs });
    return claimed?.job.notes;
  };
  assert.equal(await noted('one', { seen: [1] }), null);
  assert.deepEqual(await noted('two'), { seen: [1] });
  assert.deepEqual(await noted('one', { seen: [1, 2] }), { seen: [1] });
  const job = await database
    .selectFrom('jobs')
    .select(['status', 'notes'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(job, { status: 'completed', notes: null });
});

test('a URL has the least of the depths that the pages of a group give it', async (t) => {
  const { claim, finish } = await startCrew(t, { pages: 2 });
  const [first, second] = await claim('one');
  assert.ok(first !== undefined && second !== undefined);
  const [far, middle, near] = ['far', 'middle', 'near'].map((name) => `http://site.test/${name}`);
  // The second page leads to URLs that the first one adds, in the same statement, and to one of them twice.
  const found = [pageAt(middle ?? '', 500), pageAt(far ?? '', 900), pageAt(near ?? '', 900)];
  const nearer = [pageAt(near ?? '', 300), pageAt(near ?? '', 200), pageAt(near ?? '', 400)];
  await finish('one', [delivered(first, { found }), delivered(second, { nearer })]);
  const claimed = await claim('one');
  assert.deepEqual(
    claimed.map(({ url, depth }) => [url, depth]),
    [
      [near, 200],
      [middle, 500],
      [far, 900],
    ],
  );
});

test('a queued URL gets the least of the depths that later pages give it', async (t) => {
  const { claim, finish } = await startCrew(t, { pages: 2 });
  const [first, second] = await claim('one');
  assert.ok(first !== undefined && second !== undefined);
  const address = 'http://site.test/later';
  await finish('one', [delivered(first, { found: [pageAt(address, 900)] })]);
  await finish('one', [delivered(second, { nearer: [pageAt(address, 200), pageAt(address, 700)] })]);
  assert.deepEqual(
    (await claim('one')).map(({ depth }) => depth),
    [200],
  );
});
