import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
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
    const neighbour = await startSite(t, '127.0.0.12', { '/small': page('Small') });
    let done = 0;
    const heavy = Array.from({ length: 60 }, async (_, at) => {
      assert.equal((await scrape(`${site.url('/heavy')}?${at}`)).status, 'ok');
      done += 1;
    });
    await until(() => done > 2);
    const before = done;
    assert.equal((await scrape(neighbour.url('/small'), other.key)).status, 'ok');
    const between = done - before;
    await Promise.all(heavy);
    assert.ok(between <= 10, `${between} large pages came before the small one`);
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
