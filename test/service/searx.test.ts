import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { hasSearx, startSearx } from '../world/searx.ts';
import { startTestService } from './running-service.ts';

const skip = hasSearx ? false : 'searx of Debian is not installed (apt-get install searx)';

/** Starts an index of 25 pages about widgets, ten per page. */
function startIndex() {
  const pages = Array.from({ length: 25 }, (_, at) => ({
    url: `https://shop.example/widget-${at + 1}?utm_source=index`,
    title: `Widget ${at + 1}`,
    text: `About <b>widget</b> ${at + 1}.`,
  }));
  return startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        [
          '/find',
          (_request, url) => {
            const from = (Number(url.searchParams.get('page') ?? 1) - 1) * 10;
            const isKnown = /^widget$/.test(url.searchParams.get('q') ?? '');
            const results = isKnown ? pages.slice(from, from + 10) : [];
            return {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ results }),
            };
          },
        ],
      ]),
  );
}

const dead = { name: 'dead', searchUrl: 'http://127.0.0.1:1/find?q={query}' };

test('a real searx: results, pages, failed engines, and empty results', { skip }, async (t) => {
  const index = await startIndex();
  t.after(() => index.close());
  const alive = { name: 'index', searchUrl: `${index.origin}/find?q={query}&page={pageno}` };
  const searx = await startSearx([alive, dead]);
  t.after(() => searx.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searx.url}/` });
  const { status, json } = await service.post('/v1/search', { query: 'widget', limit: 25 });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.results.length, 25);
  assert.deepEqual(json.results[0].engines, ['index']);
  assert.equal(json.results[0].title, 'Widget 1');
  assert.equal(json.results[0].snippet, 'About widget 1.');
  assert.equal(json.complete, false);
  assert.match(json.warnings[0].message, /The engine dead failed/);
  const places = await service.post('/v1/search', { query: 'widget', include_domains: ['shop.example'] });
  assert.equal(places.json.results.length, 10, 'the index takes "site:" for a word');
  const fresh = await service.post('/v1/search', { query: 'widget', freshness: 'week' });
  assert.equal(fresh.status, 503);
  assert.match(fresh.json.detail, /supports a time range/);
});

test('a real searx whose engines all fail never returns an empty result', { skip }, async (t) => {
  const searx = await startSearx([dead]);
  t.after(() => searx.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searx.url}` });
  // It names the engine the first time, and then suspends it for a while without a message.
  for (let count = 0; count < 3; count += 1) {
    const { status, json } = await service.post('/v1/search', { query: `widget ${count}` });
    assert.equal(status, 503, JSON.stringify(json));
    assert.match(json.detail, /dead: /);
  }
});
