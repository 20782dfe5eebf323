import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('POST /v2/search returns the requested sources, and reads results on request', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: 'local' });
  const url = world.site.url('/articles/notes-on-harbour-cranes');
  await service.post('/v2/scrape', { url });
  const { status, json } = await service.post('/v2/search', { query: 'harbour cranes', limit: 3 });
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual(Object.keys(json).slice(0, 4), ['success', 'data', 'creditsUsed', 'id']);
  assert.deepEqual(Object.keys(json.data), ['web']);
  assert.deepEqual(Object.keys(json.data.web[0]), ['url', 'title', 'description', 'position']);
  assert.equal(json.data.web[0].url, url);
  const scrapeOptions = { formats: ['markdown'] };
  const read = await service.post('/v2/search', { query: 'harbour cranes', limit: 1, scrapeOptions });
  assert.match(read.json.data.web[0].markdown, /^# /m);
  assert.equal(read.json.data.web[0].metadata.sourceURL, url);
  const both = { query: 'x', includeDomains: ['a.test'], excludeDomains: ['b.test'] };
  assert.equal((await service.post('/v2/search', both)).status, 422);
});
