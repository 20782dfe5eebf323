import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagedFields, pagedListings, routesOf } from '../world/listings/paged-listings.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { collectTwice } from './collect-twice.ts';
import { startTestService } from './running-service.ts';

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

  await t.test('an API with its total in a header', async () => {
    for (const answer of await collectTwice(service, site.url('/counted')))
      assert.deepEqual([answer.count, answer.complete], [24, true], JSON.stringify(answer.warnings));
  });

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
