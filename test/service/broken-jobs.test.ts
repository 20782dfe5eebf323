import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobType } from '../../src/domain/resources/job.ts';
import { computeUrlDigest } from '../../src/jobs/frontier/finished-page.ts';
import { createJob } from '../../src/jobs/records/create-job.ts';
import { createTask } from '../../src/jobs/tasks/create-task.ts';
import type { DatabaseTransaction } from '../../src/store/database.ts';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

/** Returns the types of a job's webhook events. */
async function eventsOf(service: TestService, jid: string): Promise<string[]> {
  const { rows } = await service.pool.query(
    'select type from deliveries where job_id = $1 order by delivery_id',
    [jid],
  );
  return rows.map((row) => row.type);
}

async function reservationsOf(service: TestService, jid: string): Promise<number> {
  return (await service.pool.query('select 1 from reservations where job_id = $1', [jid])).rowCount ?? 0;
}

/** Returns the stored form of a crawl's command. */
const crawlCommand = (url: string) => ({
  url,
  limit: 5,
  maxDepth: 1,
  includePaths: null,
  excludePaths: null,
  formats: ['markdown'],
  country: null,
  strictCountry: false,
  includeSubdomains: false,
  useSitemap: false,
  webhook: null,
});

test('a stored job with an invalid command fails once and delays no other job', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { database } = service;
  const accountId = (await service.get('/v1/account')).json.account_id as string;
  const keyId = (await service.pool.query('select key_id from api_keys limit 1')).rows[0].key_id as string;
  const url = world.site.url('/');
  const webhook = 'http://127.0.0.11:18999/hook';

  /** Stores a crawl as another version of the service may have left it, with some columns replaced. */
  const storeCrawl = async (command: unknown, columns: { status?: 'running'; hook?: string } = {}) => {
    const { jid } = await createJob(
      database,
      {
        type: 'crawl',
        accountId,
        keyId: 'key_test',
        requestId: 'req_stored',
        command,
        params: {},
        pageLimit: 5,
        pageCredits: 1,
        webhook,
        startUrl: url,
        seeds: [{ kind: 'page', url, digest: computeUrlDigest(url), depth: 0 }],
      },
      new Date(),
      async (transaction, created) => {
        // An older version stored commands and webhooks in plain text.
        const set = { started_at: null, webhook, command: JSON.stringify(command), ...columns };
        await transaction.updateTable('jobs').set(set).where('job_id', '=', created.jid).execute();
      },
    );
    return jid;
  };

  /** Stores a task with an invalid command; `within` makes it the task of a resource. */
  const storeTask = (
    type: JobType,
    command: unknown,
    within: (transaction: DatabaseTransaction, jobId: string) => Promise<unknown>,
  ) =>
    database.transaction().execute(async (transaction) => {
      const principal = { accountId, keyId, scopes: ['read', 'write'] as const };
      const order = { tool: type, principal, origin: 'job' as const, params: {}, command: {} };
      const jobId = await createTask(
        transaction,
        { type, order, requestId: 'req_stored', url: '', webhook },
        new Date(),
      );
      const broken = JSON.stringify(command);
      await transaction
        .updateTable('jobs')
        .set({ command: broken, webhook })
        .where('job_id', '=', jobId)
        .execute();
      await within(transaction, jobId);
      return jobId;
    });

  await t.test('63 crawls with an invalid expression, and a valid one of the same account', async () => {
    const command = { ...crawlCommand(url), includePaths: ['('] };
    const broken: string[] = [];
    for (let made = 0; made < 63; made += 1) broken.push(await storeCrawl(command));
    const { jid } = (await service.post('/v1/crawl', { url, limit: 3 })).json;
    const good = await endedJob(service, jid);
    assert.deepEqual([good.status, good.progress.done], ['completed', 3]);
    for (const one of broken) {
      const job = await endedJob(service, one);
      assert.equal(job.status, 'failed');
      assert.equal(job.error.code, 'invalid');
      assert.match(job.error.message, /include_paths\/0: .*RE2/);
      assert.deepEqual([job.progress.done, job.credits.reserved], [0, 0]);
      assert.deepEqual(await eventsOf(service, one), ['job.failed']);
      assert.equal(await reservationsOf(service, one), 0);
    }
  });

  await t.test('commands with other invalid shapes', async () => {
    const shapes = [null, {}, [], 'crawl', { ...crawlCommand(url), formats: 7 }, { url: 'no address' }];
    const jids = await Promise.all(shapes.map((command) => storeCrawl(command)));
    for (const [at, jid] of jids.entries()) {
      const job = await endedJob(service, jid);
      assert.equal(job.status, 'failed', JSON.stringify(shapes[at]));
      assert.equal(job.error.code, 'internal');
      assert.ok(job.error.message.length > 20);
      const events = await eventsOf(service, jid);
      assert.equal(events.filter((type) => type === 'job.failed').length, 1, events.join(' '));
      assert.equal(await reservationsOf(service, jid), 0);
    }
  });

  await t.test('a job that another process had started', async () => {
    const jid = await storeCrawl({ ...crawlCommand(url), excludePaths: ['['] }, { status: 'running' });
    const job = await endedJob(service, jid);
    assert.deepEqual([job.status, job.error.code], ['failed', 'invalid']);
    assert.deepEqual(await eventsOf(service, jid), ['job.failed']);
    assert.equal(await reservationsOf(service, jid), 0);
  });

  await t.test('an undeliverable webhook does not keep the job open either', async () => {
    const jid = await storeCrawl({}, { hook: JSON.stringify({ events: null }) });
    assert.equal((await endedJob(service, jid)).status, 'failed');
    assert.deepEqual(await eventsOf(service, jid), []);
  });

  await t.test('tasks and the resources they belong to', async () => {
    const body = { url, schedule: { paused: true }, notify: { webhook } };
    const { mid } = (await service.post('/v1/monitors', body)).json;
    await endedJob(service, (await service.post(`/v1/monitors/${mid}/run`, undefined)).json.jid);
    const records = { name: 'Lamps', source: { kind: 'records', records: [{ id: 1 }] } };
    const { did } = (await service.post('/v1/datasets', records)).json;
    const steps = [{ type: 'goto', url }];
    const workflow = (await service.post('/v1/workflows', { name: 'Look', steps })).json.id;

    for (const order of [null, {}, { tool: 'x', origin: 'job', principal: {}, params: {} }]) {
      const check = await storeTask('monitor_check', order, (transaction, jobId) =>
        transaction.updateTable('monitors').set({ job_id: jobId }).where('monitor_id', '=', mid).execute(),
      );
      const refresh = await storeTask('dataset_refresh', order, (transaction, jobId) =>
        transaction
          .updateTable('datasets')
          .set({ refresh_job: jobId })
          .where('dataset_id', '=', did)
          .execute(),
      );
      const runId = `run_${check.slice(4)}`;
      const run = await storeTask('workflow_run', order, (transaction, jobId) =>
        transaction
          .insertInto('workflow_runs')
          .values({
            run_id: runId,
            account_id: accountId,
            key_id: keyId,
            workflow_id: workflow,
            name: 'Look',
            plan: '{}',
            webhook: null,
            status: 'queued',
            origin: 'job',
            job_id: jobId,
            state: Buffer.from('none'),
            created_at: new Date(),
          })
          .execute(),
      );
      for (const jid of [check, refresh, run]) {
        const job = await endedJob(service, jid);
        assert.deepEqual([job.status, job.error.code], ['failed', 'internal'], job.type);
        assert.deepEqual(await eventsOf(service, jid), ['job.failed'], job.type);
      }
      const { checks } = (await service.get(`/v1/monitors/${mid}`)).json;
      assert.deepEqual([checks[0].state, checks[0].error.code], ['error', 'internal']);
      assert.equal((await service.get(`/v1/datasets/${did}`)).json.last_refresh.status, 'failed');
      assert.equal((await service.get(`/v1/runs/${runId}`)).json.status, 'failed');
    }
  });

  await t.test('a task whose command is invalid within a valid envelope', async () => {
    const principal = { accountId, keyId, scopes: ['read', 'write'] };
    const order = { tool: 'monitor_check', principal, origin: 'job', params: {}, command: null };
    const jid = await storeTask('monitor_check', order, async () => undefined);
    const job = await endedJob(service, jid);
    assert.deepEqual([job.status, job.error.code], ['failed', 'internal']);
    assert.equal((await eventsOf(service, jid)).filter((type) => type === 'job.failed').length, 1);
  });
});
