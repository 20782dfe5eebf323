import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { withDatabase } from './books.ts';
import { checkCrawl, createCrawlClient, hasEnded } from './crawl-watch.ts';

const pageCount = 300;
const kills = 2;

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

test('a batch of some hundred pages that is killed in the middle delivers each line once', async (t) => {
  const site = await startSlowSite({ pages: pageCount, address: '127.0.0.36', delayMs: { from: 5, to: 40 } });
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
  });
  const environment = { WEBDATA_POLITENESS: '8/0ms' };
  let service: ServiceProcess = await home.start(environment);
  const client = createCrawlClient(() => service.url, service.key);
  const headers = { authorization: `Bearer ${service.key}` };
  const lines = site.pages.map(({ path }) => site.url(path));
  const answer = await fetch(`${service.url}/v1/batches`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: lines.join('\n'),
  });
  const { jid } = (await answer.json()) as Json;
  for (let kill = 1; kill <= kills; kill += 1) {
    const job = await client.until(jid, ({ progress }) => progress.done >= (kill * pageCount) / (kills + 1));
    assert.equal(hasEnded(job), false, 'the batch ended before the kill');
    assert.equal((await service.kill()).signal, 'SIGKILL');
    service = await home.start(environment);
  }
  const job = await client.until(jid, hasEnded);
  await withDatabase(await home.connection(), (database) => checkCrawl(database, site, job));
  const listed = await fetch(`${service.url}/v1/jobs/${jid}/results?order=list&limit=1000`, { headers });
  const { results } = (await listed.json()) as Json;
  assert.deepEqual(
    results.map(({ line, url }: Json) => [line, url]),
    lines.map((url, at) => [at + 1, url]),
  );
  assert.equal((await service.stop()).code, 0);
});
