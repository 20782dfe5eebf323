import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Tables that keep rows of a deleted job: money, and the history of what was done. */
const keptTables = new Set(['ledger', 'usage', 'deliveries', 'webhook_stops']);

/** Returns the tables that have rows of a job. */
async function tablesWith({ pool }: TestService, jobId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select table_name as name from information_schema.columns where column_name = 'job_id' and table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows as { name: string }[]) {
    if (keptTables.has(name)) continue;
    const { rowCount } = await pool.query(`select 1 from "${name}" where job_id = $1 limit 1`, [jobId]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

test('deleting a job deletes its content', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const service = await startTestService(t, {
    WEBDATA_BROWSER: browser?.program?.executable ?? '',
    WEBDATA_SEARCH: 'local',
  });
  const long = world.site.url('/long/200k');

  async function runAndDelete(path: string, body: object) {
    const started = await service.post(path, body);
    assert.equal(started.status, 200, JSON.stringify(started.json));
    const { jid } = started.json;
    const job = await endedJob(service, jid);
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const { json: results } = await service.get(`/v1/jobs/${jid}/results`);
    const text = JSON.stringify(results);
    const refs = [...new Set(text.match(/ref_[0-9a-z]{32}/g))];
    const blobs = [...new Set(text.match(/http[^"]*\/v1\/blob\/blob_[0-9a-z]{32}/g))];
    for (const ref of refs) assert.equal((await service.get(`/v1/read?ref=${ref}`)).status, 200);
    for (const url of blobs) assert.equal((await fetch(url)).status, 200);
    assert.equal((await service.request('DELETE', `/v1/jobs/${jid}`)).status, 200);
    assert.deepEqual(await tablesWith(service, jid), []);
    assert.equal((await service.get(`/v1/jobs/${jid}/results`)).status, 404);
    for (const ref of refs) assert.equal((await service.get(`/v1/read?ref=${ref}`)).status, 410, ref);
    for (const url of blobs) assert.equal((await fetch(url)).status, 410, url);
    return { refs, blobs };
  }

  await t.test('of a scrape in the background, also in the cache', async () => {
    const { refs } = await runAndDelete('/v1/scrape?async=true', { url: long, max_age: 3_600 });
    assert.equal(refs.length, 1);
    const visits = world.site.requests('/long/200k');
    await service.post('/v1/scrape', { url: long, max_age: 3_600 });
    assert.equal(world.site.requests('/long/200k'), visits + 1, 'the cached page is gone');
  });

  await t.test('of a scrape of several pages, and of a crawl', async () => {
    const urls = [long, world.site.url('/long/2m')];
    const { refs } = await runAndDelete('/v1/scrape?async=true', { urls, max_length: 1_000 });
    assert.equal(refs.length, 2);
    const crawl = await runAndDelete('/v1/crawl', { url: long, limit: 1 });
    assert.equal(crawl.refs.length, 1);
  });

  await t.test('in the search index, unless another request has read the page again', async () => {
    const { json } = await service.post('/v1/crawl', { url: world.site.url('/'), limit: 3 });
    await endedJob(service, json.jid);
    const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
    const urls = results.map((page: Json) => page.final_url);
    const countEntries = async () =>
      (await service.pool.query('select from read_pages where url = any($1)', [urls])).rowCount;
    await until(countEntries, (count) => count === 3);
    const countLinks = async () => (await service.pool.query('select from page_anchors')).rowCount ?? 0;
    await until(countLinks, (count) => count > 0);
    await service.pool.query(
      `update page_anchors set noted_at = now() + interval '1 hour' where ctid = (select min(ctid) from page_anchors)`,
    );
    await service.pool.query(`update read_pages set read_at = now() + interval '1 hour' where url = $1`, [
      urls[0],
    ]);
    assert.equal((await service.request('DELETE', `/v1/jobs/${json.jid}`)).status, 200);
    assert.equal(await countEntries(), 1);
    assert.equal(await countLinks(), 1, 'texts of links of its pages');
  });

  await t.test('of other operations in the background', async () => {
    const url = world.site.url('/products/');
    await runAndDelete('/v1/collect?async=true', { url, fields: ['name', 'price'], limit: 5 });
  });

  await t.test('and the files of its exports', async () => {
    const { json } = await service.post('/v1/crawl', { url: long, limit: 1 });
    await endedJob(service, json.jid);
    const exported = await service.get(`/v1/jobs/${json.jid}/export?format=ndjson`);
    assert.equal(exported.status, 200);
    const { rows } = await service.pool.query('select blob_id from job_exports where job_id = $1', [
      json.jid,
    ]);
    await service.request('DELETE', `/v1/jobs/${json.jid}`);
    assert.deepEqual(await tablesWith(service, json.jid), []);
    for (const { blob_id: id } of rows)
      assert.equal((await fetch(`${service.url}/v1/blob/${id}`)).status, 410);
  });

  await t.test('a job of another account is not touched', async () => {
    const { json } = await service.post('/v1/crawl', { url: long, limit: 1 });
    await endedJob(service, json.jid);
    assert.equal((await service.request('DELETE', '/v1/jobs/job_none')).status, 404);
    const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
    assert.equal((await service.get(`/v1/read?ref=${results[0].ref}`)).status, 200);
  });

  await t.test('with its screenshots', async (t) => {
    if (browser === null) return t.skip(detail ?? 'no browser is installed');
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    const { blobs } = await runAndDelete('/v1/scrape?async=true', {
      url,
      formats: ['markdown', 'screenshot'],
    });
    assert.equal(blobs.length, 1);
  });
});
