import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type PagedListing, pagedFields, pagedListings } from '../world/listings/paged-listings.ts';
import { scriptedPagerCount, scriptedPagers } from '../world/listings/scripted-pagers.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const limits = { limit: 1_000, max_pages: 50 };

async function collect(service: TestService, url: string) {
  const { status, json } = await service.post('/v1/collect', { url, fields: pagedFields, ...limits });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** Collects a listing, and once more by its recipe. */
async function collectTwice(service: TestService, url: string) {
  const json = await collect(service, url);
  const run = (await service.post(`/v1/recipes/${json.rid}/run`, limits)).json;
  return [json, run];
}

const routesOf = (listings: readonly PagedListing[]) =>
  new Map<string, Route>(listings.map(({ name, route }) => [`/${name}`, route]));

/** API that states the number of its records in a header only. */
const counted: Route = (_request, url) => {
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * 10;
  const records = Array.from({ length: 24 }, (_, at) => ({
    name: `Ware ${at}`,
    town: 'Corvik',
    price: at + 1,
  }));
  const headers = { 'content-type': 'application/json', 'x-total-count': String(records.length) };
  return { headers, body: JSON.stringify(records.slice(from, from + 10)) };
};

test('listings are followed to their end', async (t) => {
  const listings = pagedListings().filter(({ isScripted }) => !isScripted);
  const site = await startLoopbackServer(
    '127.0.0.20',
    () => new Map([...routesOf(listings), ['/counted', counted]]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  for (const { name, path, count } of listings) {
    await t.test(name, async () => {
      for (const answer of await collectTwice(service, site.url(path))) {
        const found = [answer.count, answer.complete];
        assert.deepEqual(found, [count, true], JSON.stringify(answer.warnings));
      }
    });
  }

  await t.test(
    'post-form: a run that stops before the end offers no position that it could not resume',
    async () => {
      const body = { url: site.url('/post-form'), fields: pagedFields, limit: 1_000, max_pages: 2 };
      const { json } = await service.post('/v1/collect', body);
      assert.deepEqual([json.count, json.complete, json.continue], [24, false, undefined]);
      const { json: tested } = await service.post(`/v1/recipes/${json.rid}/test`, {});
      assert.equal(tested.ok, true, JSON.stringify(tested));
    },
  );
});

test('listings of applications are followed to their end in a browser', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const listings = pagedListings().filter(({ isScripted }) => isScripted);
  const others = scriptedPagers.map(([path, , route]): [string, Route] => [path, route]);
  const site = await startLoopbackServer('127.0.0.20', () => new Map([...routesOf(listings), ...others]));
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  for (const { name, path, count } of listings) {
    await t.test(name, async () => {
      // A recipe repeats what the browser did. One is enough, because each takes seconds.
      const url = site.url(path);
      const answers = name === 'windowed' ? await collectTwice(service, url) : [await collect(service, url)];
      for (const answer of answers) {
        const found = [answer.count, answer.complete];
        assert.deepEqual(found, [count, true], JSON.stringify(answer.warnings));
      }
    });
  }

  for (const [path, isProven] of scriptedPagers) {
    await t.test(path, async () => {
      const json = await collect(service, site.url(path));
      const found = [json.count, json.complete];
      assert.deepEqual(found, [scriptedPagerCount, isProven], JSON.stringify(json.warnings));
    });
  }
});
