import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import {
  type Answer,
  type LoopbackServer,
  type Route,
  startLoopbackServer,
} from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const page = (title: string, ...links: string[]): Answer => ({
  body: `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'Some words about it, enough to read. '.repeat(12)}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
});

const pause = (seconds: number, status = 429): Answer => ({
  status,
  headers: { 'retry-after': String(seconds) },
});

async function startSite(t: TestContext, routes: Record<string, Route>): Promise<LoopbackServer> {
  const site = await startLoopbackServer('127.0.0.20', () => new Map(Object.entries(routes)));
  t.after(() => site.close());
  return site;
}

test('a pause that a site requests', async (t) => {
  const service = await startTestService(t);
  const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 100 })).json;
  const scrape = async (url: string, options: object = {}, key = service.key): Promise<Json> =>
    (await service.post('/v1/scrape', { url, ...options }, { key })).json;

  await t.test('is reported at once with its rest, and holds for one origin', async (t) => {
    const site = await startSite(t, { '/': page('Start'), '/busy': pause(500), '/down': pause(300, 503) });
    const neighbour = await startSite(t, { '/': page('Start') });
    const first = await scrape(site.url('/busy'));
    assert.deepEqual(
      [first.status, first.error.code, site.requests('/busy')],
      ['blocked', 'rate_limited', 1],
    );

    for (const key of [service.key, other.key]) {
      const refused = await scrape(site.url('/'), { timeout_ms: 60_000 }, key);
      assert.deepEqual([refused.status, refused.error.code], ['blocked', 'rate_limited']);
      const [, seconds] = /(\d+) seconds remain/.exec(refused.error.message) ?? [];
      assert.ok(Number(seconds) > 300 && Number(seconds) <= 500, refused.error.message);
      assert.deepEqual([refused.receipt.credits, refused.receipt.attempts], [0, []]);
    }
    assert.equal(site.requests('/'), 0, 'the site is not contacted');
    assert.equal((await scrape(neighbour.url('/'))).status, 'ok', 'another port was not asked to pause');
  });

  await t.test('after a redirect holds for the origin that sent it', async (t) => {
    const target = await startSite(t, { '/busy': pause(500), '/': page('Target') });
    const site = await startSite(t, {
      '/moved': { status: 302, headers: { location: target.url('/busy') } },
      '/': page('Start'),
    });
    assert.equal((await scrape(site.url('/moved'))).error.code, 'rate_limited');
    assert.equal((await scrape(site.url('/'))).status, 'ok');
    assert.equal((await scrape(target.url('/'))).error?.code, 'rate_limited');
  });

  await t.test('that fits into the timeout is waited for', async (t) => {
    const site = await startSite(t, {
      '/busy': (_request, _url, count) => (count < 3 ? pause(1, 503) : page('At last')),
      '/': page('Start'),
    });
    await scrape(site.url('/busy'));
    assert.equal((await scrape(site.url('/'), { timeout_ms: 20_000 })).status, 'ok');
  });

  await t.test('is stated by pages of a list and by an extraction', async (t) => {
    const site = await startSite(t, { '/busy': pause(500), '/': page('Start'), '/a': page('A') });
    await scrape(site.url('/busy'));
    const { json } = await service.post('/v1/scrape', { urls: [site.url('/'), site.url('/a')] });
    assert.deepEqual(
      json.results.map((result: Json) => result.error?.code),
      ['rate_limited', 'rate_limited'],
    );
    const extracted = await service.post('/v1/extract', {
      url: site.url('/'),
      schema: { type: 'object', properties: { title: { type: 'string' } } },
    });
    assert.match(JSON.stringify(extracted.json), /rate_limited/);
    assert.equal(site.requests('/') + site.requests('/a'), 0);
  });

  await t.test('is stated by a crawl while it waits', async (t) => {
    const site = await startSite(t, {
      '/': page('Start', '/a', '/b'),
      '/a': (_request, _url, count) => (count === 1 ? pause(4) : page('A')),
      '/b': page('B'),
    });
    const { jid, waiting } = (await service.post('/v1/crawl', { url: site.url('/'), use_sitemap: false }))
      .json;
    assert.equal(waiting, null);
    const read = async () => (await service.get(`/v1/jobs/${jid}`)).json;
    const standing = await until(read, (job: Json) => job.waiting !== null);
    assert.deepEqual([standing.waiting.code, standing.waiting.origin], ['retry_after', site.origin]);
    assert.ok(Date.parse(standing.waiting.until) > Date.parse(standing.created_at));
    assert.ok(standing.waiting.message.includes(standing.waiting.until));
    const ended = await endedJob(service, jid);
    assert.deepEqual([ended.progress.ok, ended.waiting], [3, null]);
  });

  await t.test('is waited for by the sitemaps of a crawl, which are then read', async (t) => {
    const sitemap = (site: string) =>
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site}/a</loc></url></urlset>`;
    let isPaused = true;
    const early: string[] = [];
    const site = await startLoopbackServer('127.0.0.20', (origin) => {
      const list: Answer = { headers: { 'content-type': 'application/xml' }, body: sitemap(origin) };
      return new Map<string, Route>([
        ['/', page('Start')],
        ['/a', page('A')],
        ['/robots.txt', { body: `Sitemap: ${origin}/first.xml\nSitemap: ${origin}/second.xml\n` }],
        ...['/first.xml', '/second.xml'].map((path): [string, Route] => [
          path,
          (_request, _url, count) => {
            if (!isPaused) return list;
            if (count > 1) early.push(path);
            return pause(4);
          },
        ]),
      ]);
    });
    t.after(() => site.close());
    const { jid } = (await service.post('/v1/crawl', { url: site.url('/'), limit: 10 })).json;
    const read = async () => (await service.get(`/v1/jobs/${jid}`)).json;
    const standing = await until(read, (job: Json) => job.waiting !== null);
    assert.deepEqual([standing.waiting.code, standing.waiting.origin], ['retry_after', site.origin]);
    isPaused = false;
    const ended = await endedJob(service, jid);
    const { results } = (await service.get(`/v1/jobs/${jid}/results`)).json;
    assert.deepEqual(results.map(({ title }: Json) => title).toSorted(), ['A', 'Start']);
    assert.deepEqual([ended.status, early], ['completed', []]);
  });
});

test('a page in a browser meets and requests pauses as other pages do', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const scrape = async (url: string, options: object = {}): Promise<Json> =>
    (await service.post('/v1/scrape', { url, ...options })).json;
  const site = await startSite(t, { '/': page('Start'), '/busy': pause(500) });
  const first = await scrape(site.url('/busy'), { render: 'always' });
  assert.deepEqual([first.status, first.error.code], ['blocked', 'rate_limited']);
  for (const render of ['always', 'never']) {
    const refused = await scrape(site.url('/'), { render });
    assert.deepEqual([refused.status, refused.error.code], ['blocked', 'rate_limited'], render);
    assert.match(refused.error.message, /seconds remain/);
    assert.deepEqual([refused.receipt.credits, refused.receipt.attempts], [0, []]);
  }
  assert.equal(site.requests('/'), 0);
  // A pause that another page caused holds for the browser, too.
  const other = await startSite(t, { '/': page('Start'), '/busy': pause(500) });
  assert.equal((await scrape(other.url('/busy'), { render: 'never' })).error.code, 'rate_limited');
  assert.match((await scrape(other.url('/'), { render: 'always' })).error.message, /seconds remain/);
  assert.equal(other.requests('/'), 0);
});
