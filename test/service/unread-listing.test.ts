import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pageAround } from '../world/listings/listing-site.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const contentModule = new URL('../threads/dying-worker.ts', import.meta.url);

/** Returns a page of a listing of lamps, with a link to the next page. */
function listingPage(first: number, next: string | null): string {
  const rows = Array.from(
    { length: 8 },
    (_, at) =>
      `<li class="card"><h2><a href="/lamp/${first + at}">Lamp ${first + at}</a></h2><span class="price">${first + at}.50 €</span></li>`,
  );
  const link = next === null ? '' : `<a rel="next" href="${next}">Next</a>`;
  return pageAround('Lamps', `<h1>Lamps</h1><ul>${rows.join('')}</ul>${link}`);
}

test('a page whose records could not be searched is not a page without records', async (t) => {
  let second = '/list?page=2';
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/list', (_, url) => ({ body: url.search === '' ? listingPage(1, second) : listingPage(9, null) })],
        ['/dies', { body: listingPage(1, null) }],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, {}, { contentModule });
  const fields = ['name', 'price'];

  await t.test('collect and inspect report the failure and claim nothing', async () => {
    const collected = (await service.post('/v1/collect', { url: site.url('/dies'), fields })).json;
    assert.deepEqual(
      [collected.status, collected.error?.code, collected.complete, collected.receipt.credits],
      ['failed', 'document', false, 0],
    );
    assert.ok(collected.warnings.every((warning: { code: string }) => warning.code !== 'no_records'));
    const inspected = (await service.post('/v1/inspect', { url: site.url('/dies') })).json;
    assert.deepEqual(
      [inspected.status, inspected.error?.code, inspected.complete, inspected.receipt.credits],
      ['failed', 'document', false, 0],
    );
  });

  await t.test('a refresh that could not read its last page removes no record', async () => {
    const source = { kind: 'collect', url: site.url('/list'), fields };
    const { did } = (await service.post('/v1/datasets', { name: 'Lamps', source, key: ['name'] })).json;
    const refreshed = async () => {
      for (;;) {
        const { json } = await service.get(`/v1/datasets/${did}`);
        if (json.last_refresh !== null && json.refreshing === null) return json;
        await pause(50);
      }
    };
    assert.deepEqual((await refreshed()).counts, { active: 16, missing: 0, removed: 0 });
    second = '/list?page=2&dies';
    await service.post(`/v1/datasets/${did}/refresh`, undefined);
    const { last_refresh: last, counts } = await refreshed();
    assert.equal(last.complete, false);
    assert.deepEqual(counts, { active: 16, missing: 0, removed: 0 });
  });
});
