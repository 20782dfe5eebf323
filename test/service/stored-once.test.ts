import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

test('the text of a long page of a job is stored once, as long as the job', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const url = world.site.url('/long/200k');
  const { json: alone } = await service.post('/v1/scrape', { url });
  const { json } = await service.post('/v1/crawl', { url, limit: 1 });
  await endedJob(service, json.jid);
  const read = async () => (await service.get(`/v1/jobs/${json.jid}/results`)).json.results[0];
  const sizes = `
    select octet_length(page)::integer as stored, results.bytes, contents.body is not null as has_text
    from results join contents using (ref) where job_id = $1`;
  const sizesOf = async () => (await service.pool.query(sizes, [json.jid])).rows[0];
  const expire = (name: string) =>
    service.pool.query('update periodic_tasks set next_run_at = now() where name = $1', [name]);

  const page = await read();
  assert.equal(page.markdown, alone.markdown);
  assert.ok(page.markdown.length >= 10_000);
  const { json: checked } = await service.post('/v1/receipts/verify', { result: page });
  assert.equal(checked.valid, true, JSON.stringify(checked));
  const { stored, bytes } = await sizesOf();
  assert.ok(bytes > page.markdown.length, 'the stated size is that of the whole result');
  assert.ok(stored < 3_000, `${stored} bytes`);

  await t.test('after its ref has expired, while a text of no job is removed', async () => {
    await service.pool.query(`update contents set expires_at = now() - interval '1 second'`);
    await expire('sweep-contents');
    const isGone = 'select body is null as gone from contents where ref = $1';
    await until(async () => (await service.pool.query(isGone, [alone.ref])).rows[0].gone);
    assert.equal((await service.get(`/v1/read?ref=${page.ref}`)).status, 410);
    assert.deepEqual(await read(), page);
    assert.equal((await sizesOf()).has_text, true);
  });

  await t.test('and is removed with the job', async () => {
    await service.pool.query(`update jobs set expires_at = now() - interval '1 second' where job_id = $1`, [
      json.jid,
    ]);
    await expire('sweep-jobs');
    const left = 'select has_result, body is null as gone from contents where ref = $1';
    await until(async () => (await service.pool.query(left, [page.ref])).rows[0].gone);
    assert.equal((await service.pool.query(left, [page.ref])).rows[0].has_result, false);
    assert.equal((await service.get(`/v1/jobs/${json.jid}`)).status, 404);
  });

  await t.test('and no longer belongs to a job that its owner deletes', async () => {
    const { json: other } = await service.post('/v1/crawl', { url, limit: 1 });
    await endedJob(service, other.jid);
    assert.equal((await service.request('DELETE', `/v1/jobs/${other.jid}`)).status, 200);
    const { rows } = await service.pool.query(
      'select count(*)::integer as held from contents where has_result',
    );
    assert.deepEqual(rows, [{ held: 0 }]);
  });
});
