import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startForwardProxy } from '../world/forward-proxy.ts';
import type { ListingSite } from '../world/listings/listing-site.ts';
import { recordsOf, startListings } from '../world/listings/listing-world.ts';
import {
  cursors,
  graphQl,
  infiniteScroll,
  offsets,
  restPages,
  tokens,
} from '../world/listings/scripted-listings.ts';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const all = { limit: 2_000, max_pages: 50 };

test('the data behind pages that scripts fill', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): no calls are captured`);
  const courses = graphQl();
  const sites: ListingSite[] = [restPages(), offsets(), cursors(), courses, infiniteScroll(), tokens()];
  const server = await startListings(sites);
  t.after(() => server.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });

  for (const site of sites) {
    await t.test(`${site.name}: collected from its calls, and read again without a browser`, async () => {
      const body = { url: server.url(site.path), fields: site.fields, ...all };
      const { status, json: answer } = await service.post('/v1/collect', body);
      assert.equal(status, 200, JSON.stringify(answer));
      const wanted = recordsOf(site, server.origin);
      assert.deepEqual(answer.records, wanted);
      const pages = Math.ceil(wanted.length / site.size);
      const { source, complete, receipt } = answer;
      assert.deepEqual(
        [source.kind, source.rendered, complete, answer.pages, receipt.credits],
        [site.source, false, true, pages, pages],
      );
      server.reset();
      const run = (await service.post(`/v1/recipes/${answer.rid}/run`, all)).json;
      assert.deepEqual([run.records, run.complete, run.model_calls], [answer.records, true, 0]);
      assert.equal(run.receipt.route, 'http');
      const requested = server.received().filter(({ path }) => path !== '/robots.txt');
      // A token of the page has to be fetched from it first; a list without a stated end needs one more request.
      const further = site.name === 'tokens' || site.name === 'infinite scroll' ? 1 : 0;
      assert.equal(requested.length, pages + further, JSON.stringify(requested.map(({ path }) => path)));
    });
  }

  await t.test('a mutation is never replayed', () => {
    // Once for each visit of the page in a browser, by the page itself.
    assert.equal(courses.mutations(), 1);
  });

  await t.test('inspecting returns the sources, what was tried and the cost of one run', async () => {
    const look = async (path: string) => (await service.post('/v1/inspect', { url: server.url(path) })).json;
    const found = await look('/tickets');
    const api = found.sources.find(({ kind }: { kind: string }) => kind === 'api');
    assert.deepEqual(api.replay.headers, ['x-api-token']);
    assert.deepEqual(api.replay.cookies, ['visit']);
    assert.deepEqual(
      [api.replay.tested, api.replay.ok, api.rendered, api.credits_per_run],
      [true, true, false, 1],
    );
    assert.ok(api.replay.calls <= 12, `${api.replay.calls} calls`);
    assert.equal(api.pagination.kind, 'number');
    assert.equal(found.cheapest, api.id);
    assert.deepEqual([found.calls_seen, found.receipt.credits], [true, 1]);
    assert.doesNotMatch(JSON.stringify(found), /c0ffee|beef/);

    const before = courses.mutations();
    const graph = await look('/courses');
    assert.equal(courses.mutations(), before + 1);
    const [query, mutation] = ['/data/courses/edges', '/data/seen/edges'].map((path) =>
      graph.sources.find((source: { path: string }) => source.path === path),
    );
    assert.deepEqual(
      [query.kind, query.method, query.replay.ok, query.pagination.kind],
      ['graphql', 'POST', true, 'cursor'],
    );
    assert.ok(mutation === undefined || (!mutation.replay.tested && /mutation/.test(mutation.replay.reason)));
  });

  await t.test('a recipe stores where tokens come from, but no token', async () => {
    const { recipes } = (await service.get('/v1/recipes')).json;
    const recipe = recipes.find(({ url }: { url: string }) => url.endsWith('/tickets'));
    assert.equal(recipe.source.headers['x-api-token'].kind, 'text');
    assert.deepEqual(recipe.source.cookies, { visit: { kind: 'cookie', name: 'visit' } });
    const { rows } = await service.pool.query('select source::text as text from recipes');
    for (const { text } of rows) assert.doesNotMatch(text, /c0ffee|se\d+a\w+beef/);
  });
});

const rows = (from: number) =>
  Array.from({ length: 8 }, (_, at) => ({
    id: from + at,
    name: `Crane number ${from + at}`,
    price: 100 + at,
  }));

/**
 * Starts a page with a table whose script calls `/api`; while `isSlow` is true, the script hangs. `visitors` are the
 * addresses of the clients that requested the page.
 */
async function startTable(
  t: TestContext,
): Promise<{ site: LoopbackServer; isSlow: { value: boolean }; visitors: string[] }> {
  const isSlow = { value: false };
  const visitors: string[] = [];
  const cells = rows(1).map(({ name, price }) => `<tr><td>${name}</td><td>${price} EUR</td></tr>`);
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/robots.txt', { status: 404 }],
        [
          '/list',
          (request) => {
            visitors.push(request.socket.remoteAddress ?? '');
            const words = 'Cranes lift heavy loads in every harbour of the country. '.repeat(8);
            return {
              body: `<!doctype html><title>Cranes</title><main><h1>Cranes</h1><p>${words}</p><table><tr><th>Name</th><th>Price</th></tr>${cells.join('')}</table></main><script src="/list.js"></script>`,
            };
          },
        ],
        [
          '/list.js',
          () => ({
            headers: { 'content-type': 'text/javascript' },
            body: "fetch('/api').then((one) => one.json())",
            ...(isSlow.value && { delayMs: 60_000 }),
          }),
        ],
        [
          '/api',
          { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rows: rows(1) }) },
        ],
      ]),
  );
  t.after(() => site.close());
  return { site, isSlow, visitors };
}

test('an inspection that ends at its time limit is continued for free', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): no calls are captured`);
  const { site, isSlow, visitors } = await startTable(t);
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const kindsOf = ({ sources }: { sources: { kind: string }[] }) => sources.map(({ kind }) => kind);
  await service.post('/v1/scrape', { url: site.url('/list'), render: 'always' });
  visitors.length = 0;
  isSlow.value = true;
  const path = '/v1/inspect?timeout_ms=5000';
  const { status, json: first } = await service.post(path, { url: site.url('/list') });
  assert.equal(status, 200, JSON.stringify(first));
  assert.deepEqual([first.status, first.complete, first.calls_seen], ['ok', false, false]);
  assert.ok(kindsOf(first).includes('table') && !kindsOf(first).includes('api'), kindsOf(first).join());
  assert.deepEqual(
    first.warnings.map(({ code }: { code: string }) => code),
    ['time_over'],
  );
  assert.equal(first.receipt.credits, 1);
  isSlow.value = false;
  const { json: rest } = await service.request('POST', `/v1/inspect?continue=${first.continue}`);
  assert.deepEqual([rest.status, rest.complete, rest.calls_seen], ['ok', true, true], JSON.stringify(rest));
  assert.deepEqual(
    kindsOf(rest)
      .filter((kind) => kind !== 'listing')
      .sort(),
    ['api', 'table'],
  );
  assert.deepEqual([rest.receipt.credits, rest.receipt.derived_from], [0, first.receipt.id]);
  // The page itself, and the browser in each call.
  assert.equal(visitors.length, 3);
});

test('inspect renders the page through the exit that read it', {
  skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8',
}, async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): no page is rendered`);
  const { site, visitors } = await startTable(t);
  const proxy = await startForwardProxy('127.0.0.45');
  const folder = await mkdtemp(join(tmpdir(), 'webdata-inspect-'));
  t.after(() => Promise.all([proxy.close(), rm(folder, { recursive: true })]));
  const file = join(folder, 'exits.json');
  const exits = [
    { id: 'this-machine', country: 'DE', network: 'service' },
    {
      id: 'homes',
      country: 'NL',
      network: 'residential',
      proxy: `http://${proxy.address}:${proxy.port}`,
    },
  ];
  await writeFile(file, JSON.stringify({ exits, echo: null }));
  const executable = browser.program?.executable ?? '';
  const service = await startTestService(t, { WEBDATA_EXITS: file, WEBDATA_BROWSER: executable });
  const { json } = await service.post('/v1/inspect', { url: site.url('/list'), country: 'NL' });
  assert.deepEqual([json.status, json.calls_seen], ['ok', true], JSON.stringify(json));
  assert.equal(json.receipt.route, 'residential');
  assert.deepEqual(new Set(visitors), new Set([proxy.address]));
  assert.ok(visitors.length >= 2, 'the page was read once, and rendered once');
});
