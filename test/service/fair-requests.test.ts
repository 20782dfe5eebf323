import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const paragraph = '<p>Some words about the subject of this page, enough to be read.</p>';
const page = (title: string, content = ''): Answer => ({
  body: `<!doctype html><title>${title}</title><main><h1>${title}</h1>${paragraph.repeat(5)}${content}</main>`,
});
const rows = Array.from({ length: 1_000 }, (_, at) => `<tr><td>Row ${at}</td><td>${at * 7} pieces</td></tr>`);

async function startSite(t: TestContext, address: string, routes: Record<string, Route>) {
  const site = await startLoopbackServer(address, () => new Map(Object.entries(routes)));
  t.after(() => site.close());
  return site;
}

test('requests of one account do not hold up those of another one', async (t) => {
  const service = await startTestService(t);
  const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 1_000 })).json;
  const scrape = async (url: string, key = service.key, options: object = {}): Promise<Json> =>
    (await service.post('/v1/scrape', { url, ...options }, { key })).json;

  await t.test('large pages of another site', async (t) => {
    const site = await startSite(t, '127.0.0.11', {
      '/heavy': page('Heavy', `<table>${rows.join('')}</table>`),
    });
    let done = 0;
    let before = 0;
    const small: Route = () => {
      before = done;
      return page('Small');
    };
    const neighbour = await startSite(t, '127.0.0.12', { '/small': small });
    const heavy = Array.from({ length: 60 }, async (_, at) => {
      assert.equal((await scrape(`${site.url('/heavy')}?${at}`)).status, 'ok');
      done += 1;
    });
    await until(() => done > 2);
    // The small page waits for its site as it would alone; from its arrival on, it takes turns with the large ones.
    assert.equal((await scrape(neighbour.url('/small'), other.key)).status, 'ok');
    const between = done - before;
    await Promise.all(heavy);
    // Without turns, all large pages come first. Those that were read before it may be answered later, on a busy machine.
    assert.ok(between < heavy.length / 2, `${between} large pages came before the small one`);
  });

  const waits: [number, string, RegExp][] = [
    [40, '127.0.0.20', /waited until its timeout for the limits on requests to its site/],
    [100, '127.0.0.21', /waited until its timeout for a place among the pages/],
  ];
  for (const [count, address, reason] of waits) {
    await t.test(`${count} requests for a page of the same site that does not answer`, async (t) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const hangs = { ...page('Hanging'), heldUntil: released };
      const site = await startSite(t, address, { '/hanging': hangs, '/small': page('Small') });
      // Both accounts are active.
      for (const key of [service.key, other.key]) await scrape(site.url('/small'), key);
      const hanging = Array.from({ length: count }, (_, at) => scrape(`${site.url('/hanging')}?${at}`));
      try {
        await until(() => site.requests('/hanging') >= 15);
        for (let turn = 0; turn < 3; turn += 1) {
          const small = await scrape(`${site.url('/small')}?${turn}`, other.key, { timeout_ms: 20_000 });
          assert.equal(small.status, 'ok', JSON.stringify(small.error));
        }
        assert.equal(site.requests('/hanging'), 15, 'one of the 16 slots stays free');
        const late = await scrape(`${site.url('/hanging')}?late`, service.key, { timeout_ms: 1_000 });
        assert.equal(late.error.code, 'timeout');
        assert.match(late.error.message, reason);
        const begun = await scrape(`${site.url('/hanging')}?other`, other.key, { timeout_ms: 1_000 });
        assert.match(begun.error.message, /The site did not respond in time/);
      } finally {
        release();
      }
      assert.ok((await Promise.all(hanging)).every(({ status }) => status === 'ok'));
    });
  }
});

test('a page that waits for a content thread until its timeout says so', async (t) => {
  const service = await startTestService(t);
  const scrape = async (url: string, options: object = {}): Promise<Json> =>
    (await service.post('/v1/scrape', { url, ...options })).json;
  const many = Array.from({ length: 10 }, () => rows.join('')).join('');
  const site = await startSite(t, '127.0.0.11', { '/heavy': page('Heavy', `<table>${many}</table>`) });
  const neighbour = await startSite(t, '127.0.0.12', { '/small': page('Small') });
  // The threads are started.
  assert.equal((await scrape(neighbour.url('/small'))).status, 'ok');
  const heavy = Array.from({ length: 24 }, (_, at) => scrape(`${site.url('/heavy')}?${at}`));
  await until(() => site.requests('/heavy') >= 12);
  const late = await until(
    () => scrape(neighbour.url('/small'), { timeout_ms: 1_000 }),
    // The bodies of the large pages arrive one after another.
    ({ status }) => status !== 'ok',
  );
  assert.equal(late.error.code, 'timeout');
  assert.match(late.error.message, /waited until its timeout for a content thread/);
  await Promise.all(heavy);
});

test('a free place in the browser is given to the account that holds none', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 1_000 })).json;
  const render = async (url: string, key = service.key, timeout = 120_000): Promise<Json> => {
    const body = { url, render: 'always', timeout_ms: timeout };
    return (await service.post('/v1/scrape', body, { key })).json;
  };
  const places = availableParallelism() * 4;
  const releases: Array<() => void> = [];
  const site = await startSite(t, '127.0.0.11', {
    '/slow': () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      releases.push(resolve);
      return { ...page('Slow'), heldUntil: promise };
    },
  });
  const neighbour = await startSite(t, '127.0.0.12', { '/small': page('Small') });
  const slow = Array.from({ length: places + 4 }, (_, at) => render(`${site.url('/slow')}?${at}`));
  try {
    await until(() => releases.length === places);
    const small = render(neighbour.url('/small'), other.key);
    // Both accounts wait for the browser now.
    for (const key of [service.key, other.key]) {
      const late = await render(`${neighbour.url('/small')}?late`, key, 2_000);
      assert.equal(late.error.code, 'timeout');
      assert.match(late.error.message, /waited until its timeout for a place in the browser/);
    }
    assert.equal(neighbour.requests('/small'), 0);
    releases[0]?.();
    assert.equal((await small).status, 'ok');
    assert.equal(releases.length, places, 'no page of the first account began before it');
  } finally {
    const timer = setInterval(() => releases.forEach((release) => void release()), 50);
    await Promise.all(slow);
    clearInterval(timer);
  }
  assert.ok((await Promise.all(slow)).every(({ status }) => status === 'ok'));
});
