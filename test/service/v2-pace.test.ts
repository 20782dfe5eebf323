import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { hasEnded } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

const pages = 24;
/** The links of a page lead beside it. */
const anywhere = { crawlEntireDomain: true, sitemap: 'skip' };
const path = (at: number) => `/pages/${at}`;

/** A site that holds its responses, and knows how many requests it had at once. */
async function startCountingSite() {
  let open = 0;
  let most = 0;
  const body = (at: number) =>
    `<!DOCTYPE html><html lang="en"><title>Page ${at}</title><main><h1>Page ${at}</h1><p>Cranes lift loads, number ${at} of many.</p>${Array.from(
      { length: pages },
      (_, other) => `<a href="${path(other)}">Page ${other}</a> `,
    ).join('')}</main></html>`;
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        [
          '/pages/*',
          (_request: unknown, url: URL) => {
            open += 1;
            most = Math.max(most, open);
            const heldUntil = new Promise<void>((resolve) => {
              setTimeout(() => {
                open -= 1;
                resolve();
              }, 60);
            });
            return { body: body(Number(url.pathname.slice('/pages/'.length))), heldUntil };
          },
        ],
      ]),
  );
  return {
    site,
    urls: Array.from({ length: pages }, (_, at) => site.url(path(at))),
    /** Returns the maximum number of concurrent requests since the last call. */
    takeMost() {
      const taken = most;
      most = open;
      return taken;
    },
  };
}

async function ended(service: TestService, kind: string, id: string) {
  return until(
    async () => (await service.get(`/v2/${kind}/${id}`)).json,
    (job) => hasEnded(job),
  );
}

test('jobs of /v2 keep the pace that the caller sets', async (t) => {
  const world = await startCountingSite();
  t.after(() => world.site.close());
  const { urls } = world;
  const service = await startTestService(t, { WEBDATA_POLITENESS: '16/1ms' });
  const start = async (kind: string, body: object) => {
    const { status, json } = await service.post(`/v2/${kind}`, body);
    assert.deepEqual([status, json.warning], [200, undefined], JSON.stringify(json));
    return json.id;
  };
  const run = async (kind: string, body: object) => ended(service, kind, await start(kind, body));

  await t.test('without a limit, several pages are read at once', async () => {
    assert.equal((await run('batch/scrape', { urls })).completed, pages);
    assert.ok(world.takeMost() > 3, 'the site can tell');
  });

  await t.test('maxConcurrency limits a batch', async () => {
    assert.equal((await run('batch/scrape', { urls, maxConcurrency: 2 })).completed, pages);
    assert.equal(world.takeMost(), 2);
  });

  await t.test('maxConcurrency limits a crawl', async () => {
    const job = await run('crawl', { url: urls[0], limit: pages, maxConcurrency: 3, ...anywhere });
    assert.deepEqual([job.status, job.completed], ['completed', pages]);
    const most = world.takeMost();
    assert.ok(most === 2 || most === 3, `${most} at once`);
  });

  await t.test('with a delay, pages are read one at a time, and the next one waits', async () => {
    const url = urls[0];
    assert.equal((await run('crawl', { url, limit: 3, delay: 0.2, ...anywhere })).completed, 3);
    assert.equal(world.takeMost(), 1);
    // Another job of many pages ends while this one waits after its first page.
    const waiting = await start('batch/scrape', { urls: urls.slice(0, 2), delay: 60 });
    await until(
      async () => (await service.get(`/v2/batch/scrape/${waiting}`)).json,
      ({ completed }) => completed === 1,
    );
    assert.equal((await run('batch/scrape', { urls })).completed, pages);
    const { json } = await service.get(`/v2/batch/scrape/${waiting}`);
    assert.deepEqual([json.status, json.completed], ['scraping', 1]);
    assert.equal((await service.request('DELETE', `/v2/batch/scrape/${waiting}`)).status, 200);
  });

  await t.test('a pace that is none is rejected', async () => {
    for (const pace of [{ maxConcurrency: 0 }, { delay: 61 }, { delay: -1 }, { maxConcurrency: 1.5 }]) {
      const { status } = await service.post('/v2/crawl', { url: urls[0], ...pace });
      assert.deepEqual([pace, status], [pace, 422]);
    }
  });
});
