import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const words = 'Some words about it, enough to read. '.repeat(12);
const article = (title: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${words}</p></main>`;

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/robots.txt', { status: 404 }],
  ['/ok', { body: article('Fine') }],
  ['/missing', { status: 404, body: article('Nothing here') }],
  ['/gone', { status: 410, body: article('No more') }],
  ['/broken', { status: 500, body: article('Broken') }],
  [
    '/wall',
    {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      body: '<!DOCTYPE html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
    },
  ],
  ['/members', { status: 401, body: '<title>Log in</title><form><input type=password></form>' }],
  ['/busy', { status: 429, body: article('Busy') }],
  ['/hangs', { delayMs: 60_000 }],
]);

/** Returns the origin of a server that has stopped. */
async function deadOrigin(): Promise<string> {
  const server: LoopbackServer = await startLoopbackServer('127.0.0.21', () => new Map());
  await server.close();
  return server.origin;
}

test('a page that loads costs its route, whatever its status; one that does not load costs nothing', async (t) => {
  const site = await startLoopbackServer('127.0.0.20', () => routes);
  t.after(() => site.close());
  const service = await startTestService(t);
  const dead = await deadOrigin();
  const expected: [url: string, status: string, credits: number][] = [
    [site.url('/ok'), 'ok', 1],
    [site.url('/missing'), 'not_found', 1],
    [site.url('/gone'), 'not_found', 1],
    [site.url('/broken'), 'failed', 1],
    [site.url('/wall'), 'blocked', 0],
    [site.url('/members'), 'blocked', 0],
    [site.url('/busy'), 'blocked', 0],
    [site.url('/hangs'), 'failed', 0],
    [`${dead}/`, 'failed', 0],
    ['http://10.0.0.1/', 'invalid', 0],
  ];
  await service.post('/v1/scrape', { url: site.url('/ok') });
  const before = (await service.get('/v1/account')).json.credits.plan;
  const body = { urls: expected.map(([url]) => url), timeout_ms: 5_000, render: 'never' };
  const { json } = await service.post('/v1/scrape', body);
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  const found = json.results.map(({ url, status, receipt }: any) => [url, status, receipt.credits]);
  assert.deepEqual(found, expected);
  assert.equal(json.receipt.credits, 4);
  assert.equal(before - (await service.get('/v1/account')).json.credits.plan, 4);

  await t.test('the catalog, the README and the documentation say so', async () => {
    const rule =
      'A page that loads with an error status (404, 500) costs its route, one that could not be loaded or stood behind a wall costs nothing.';
    const { rate_card: card } = (await service.get('/v1/catalog', { key: null })).json;
    assert.ok(card.rules.includes(rule), JSON.stringify(card.rules));
    for (const file of ['README.md', 'docs/credits.md', 'docs/api/pages.md']) {
      const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
      assert.ok(text.replace(/\s+/g, ' ').includes(rule), file);
    }
  });

  await t.test('the ledger has only the kinds that the documentation lists', async () => {
    const text = await readFile(new URL('../../docs/credits.md', import.meta.url), 'utf8');
    const table = text.slice(text.indexOf('| `kind` | Meaning |')).split('\n\n', 1)[0] ?? '';
    const documented = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, kind]) => kind);
    const { rows } = await service.pool.query<{ clause: string }>(
      "select pg_get_constraintdef(oid) as clause from pg_constraint where conname = 'ledger_kind_check' and connamespace = current_schema()::regnamespace",
    );
    const stored = [...(rows[0]?.clause ?? '').matchAll(/'([a-z_]+)'/g)].map(([, kind]) => kind);
    assert.deepEqual(stored.toSorted(), documented.filter((kind) => kind !== 'kind').toSorted());
  });
});
