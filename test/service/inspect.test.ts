import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
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
