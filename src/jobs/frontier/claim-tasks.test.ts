import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { ensureDefaultAccount } from '../../account/accounts/accounts.ts';
import type { Principal } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import { createTask } from '../tasks/create-task.ts';
import { claimNewTasks } from './claim-tasks.ts';
import { claimPages, minLostAlone } from './frontier-claim.ts';
import { enterWorker, leaveWorker } from './frontier-leases.ts';

const start = new Date('2026-11-21T08:00:00Z');
const leaseMs = 10_000;

async function setUp(t: TestContext) {
  const { database } = await createTestDatabase(t);
  const account = { planCredits: 1_000, unlimited: true, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, account, { now: () => start });
  const principal: Principal = { accountId, keyId: 'key_test', scopes: ['read', 'write'] };
  for (const workerId of ['one', 'two']) await enterWorker(database, workerId, start, leaseMs);
  const create = (webhook: string | null = null) =>
    database.transaction().execute((transaction) => {
      const order = { tool: 'scrape', principal, origin: 'job' as const, params: {}, command: { a: 1 } };
      const task = {
        type: 'scrape' as const,
        order,
        requestId: 'req_test',
        url: 'http://site.test/',
        webhook,
      };
      return createTask(transaction, task, start);
    });
  const stateOf = (jobId: string) =>
    database
      .selectFrom('jobs')
      .innerJoin('frontier', 'frontier.job_id', 'jobs.job_id')
      .select(['status', 'queued', 'running', 'started_at', 'worker_id', 'attempt'])
      .where('jobs.job_id', '=', jobId)
      .executeTakeFirstOrThrow();
  return { database, create, stateOf };
}

const idsOf = (tasks: Awaited<ReturnType<typeof claimNewTasks>>) => tasks.map(({ job }) => job.job_id).sort();

test('a claim starts all new tasks that it can start, each in one worker', async (t) => {
  const { database, create, stateOf } = await setUp(t);
  const jobIds = [await create(), await create(), await create()].sort();
  const claims = await Promise.all([
    claimNewTasks(database, jobIds, 'one', start),
    claimNewTasks(database, jobIds, 'two', start),
  ]);
  assert.deepEqual(claims.flatMap(idsOf).sort(), jobIds);
  for (const [at, tasks] of claims.entries()) {
    for (const { job, page } of tasks) {
      assert.deepEqual(await stateOf(job.job_id), {
        ...{ status: 'running', queued: 0, running: 1, started_at: start },
        ...{ worker_id: at === 0 ? 'one' : 'two', attempt: 1 },
      });
      assert.deepEqual([page.url, page.attempt, page.credits], ['http://site.test/', 1, 0]);
    }
  }
  assert.deepEqual(await claimNewTasks(database, jobIds, 'one', start), []);
});

test('a claim leaves out tasks that it must not start, which stay as they are', async (t) => {
  const { database, create, stateOf } = await setUp(t);
  const [paused, suspect, notified, good] = [
    await create(),
    await create(),
    await create('https://hook.test/'),
    await create(),
  ];
  await database.updateTable('jobs').set({ paused: true }).where('job_id', '=', paused).execute();
  await database.updateTable('frontier').set({ lost: minLostAlone }).where('job_id', '=', suspect).execute();
  const all = [paused, suspect, notified, good];
  assert.deepEqual(await claimNewTasks(database, all, 'one', addMs(start, leaseMs + 1)), [], 'no lease');
  assert.deepEqual(await claimNewTasks(database, all, 'unknown', start), [], 'no worker');
  assert.deepEqual(idsOf(await claimNewTasks(database, all, 'one', start)), [good]);
  for (const jobId of [paused, suspect, notified]) {
    const { status, started_at, worker_id, attempt } = await stateOf(jobId);
    assert.deepEqual([status, started_at, worker_id, attempt], ['queued', null, null, 0]);
  }
});

test('a task whose worker ends returns to the queue, and is claimed by another', async (t) => {
  const { database, create, stateOf } = await setUp(t);
  const jobId = await create();
  await claimNewTasks(database, [jobId], 'one', start);
  await leaveWorker(database, 'one');
  const { queued, running, worker_id } = await stateOf(jobId);
  assert.deepEqual([queued, running, worker_id], [1, 0, null]);
  const request = { jobId, workerId: 'two', want: 1, now: start, keepMs: 1, refuse: () => null };
  const claim = await claimPages(database, request);
  assert.deepEqual(
    claim?.pages.map(({ attempt }) => attempt),
    [2],
  );
});
