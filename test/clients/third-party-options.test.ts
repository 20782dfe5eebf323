import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchScrapeOptions, CrawlOptions, MapOptions, ScrapeOptions, SearchRequest } from 'firecrawl';
import { startTestService } from '../service/running-service.ts';
import { startSearchServer } from '../world/search-server.ts';
import { startWorld } from '../world/world.ts';

/** A value of an option, and whether the option has its effect, is named in `warning`, or is rejected with 422. */
type Expectation = readonly [value: unknown, effect: 'works' | 'named' | 'rejected'];

const threat = { enabled: true };

/** The compiler checks that each table has all options of the official client, and no others. */
const scrapeOptions = {
  formats: [['markdown'], 'works'],
  headers: [{ 'x-test': '1' }, 'works'],
  includeTags: [['main'], 'works'],
  excludeTags: [['nav'], 'works'],
  onlyMainContent: [false, 'works'],
  timeout: [20_000, 'works'],
  waitFor: [0, 'works'],
  mobile: [false, 'works'],
  parsers: [['pdf'], 'works'],
  actions: [[], 'works'],
  location: [{ country: 'US' }, 'works'],
  skipTlsVerification: [true, 'named'],
  removeBase64Images: [false, 'named'],
  fastMode: [true, 'named'],
  useMock: ['mock', 'named'],
  blockAds: [true, 'works'],
  proxy: ['basic', 'works'],
  maxAge: [1_000, 'works'],
  minAge: [1_000, 'named'],
  storeInCache: [false, 'works'],
  lockdown: [true, 'rejected'],
  redactPII: [true, 'rejected'],
  threatProtection: [threat, 'named'],
  auditMetadata: [{ user: 'a' }, 'named'],
  profile: [{ name: 'a' }, 'rejected'],
  // These two name the client program.
  integration: ['test', 'works'],
  origin: ['test', 'works'],
  domainTools: [true, 'named'],
  toolDetail: ['full', 'named'],
} as const satisfies Record<keyof ScrapeOptions, Expectation>;

const searchOptions = {
  query: ['cranes', 'works'],
  domainTools: [true, 'named'],
  toolDetail: ['full', 'named'],
  sources: [['web'], 'works'],
  categories: [['pdf'], 'named'],
  includeDomains: [['example.com'], 'works'],
  excludeDomains: [['example.com'], 'works'],
  limit: [3, 'works'],
  tbs: ['qdr:y', 'works'],
  location: ['Berlin', 'named'],
  country: ['DE', 'works'],
  ignoreInvalidURLs: [false, 'named'],
  timeout: [20_000, 'works'],
  highlights: [true, 'named'],
  scrapeOptions: [{}, 'works'],
  enterprise: [['zdr'], 'named'],
  threatProtection: [threat, 'named'],
  integration: ['test', 'works'],
  origin: ['test', 'works'],
} as const satisfies Record<keyof SearchRequest, Expectation>;

const crawlOptions = {
  prompt: ['Only products', 'named'],
  excludePaths: [['/a'], 'works'],
  includePaths: [['/b'], 'works'],
  maxDiscoveryDepth: [1, 'works'],
  sitemap: ['skip', 'works'],
  ignoreQueryParameters: [true, 'works'],
  deduplicateSimilarURLs: [false, 'named'],
  limit: [1, 'works'],
  crawlEntireDomain: [true, 'works'],
  allowExternalLinks: [false, 'works'],
  allowSubdomains: [false, 'works'],
  ignoreRobotsTxt: [true, 'works'],
  robotsUserAgent: ['bot', 'named'],
  delay: [1, 'works'],
  maxConcurrency: [2, 'works'],
  webhook: [null, 'works'],
  scrapeOptions: [{}, 'works'],
  regexOnFullURL: [true, 'works'],
  zeroDataRetention: [true, 'named'],
  integration: ['test', 'works'],
  origin: ['test', 'works'],
} as const satisfies Record<keyof CrawlOptions, Expectation>;

const mapOptions = {
  search: ['cranes', 'works'],
  sitemap: ['skip', 'works'],
  includeSubdomains: [false, 'works'],
  ignoreQueryParameters: [true, 'works'],
  limit: [3, 'works'],
  timeout: [20_000, 'works'],
  integration: ['test', 'works'],
  origin: ['test', 'works'],
  location: [{ country: 'US' }, 'works'],
  threatProtection: [threat, 'named'],
  auditMetadata: [{ user: 'a' }, 'named'],
} as const satisfies Record<keyof MapOptions, Expectation>;

/** The client sends `options` at the top level and `idempotencyKey` as a header. */
const batchOptions = {
  webhook: [null, 'works'],
  appendToId: ['an-id', 'rejected'],
  ignoreInvalidURLs: [true, 'works'],
  maxConcurrency: [2, 'works'],
  zeroDataRetention: [true, 'named'],
  integration: ['test', 'works'],
  origin: ['test', 'works'],
} as const satisfies Record<Exclude<keyof BatchScrapeOptions, 'options' | 'idempotencyKey'>, Expectation>;

test('every option of the official client works, is named in the warning, or is rejected', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const searxng = await startSearchServer('searxng');
  t.after(() => searxng.close());
  const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url}` });
  const url = world.site.url('/articles/notes-on-harbour-cranes');

  const calls: readonly [string, Record<string, unknown>, Record<string, Expectation>][] = [
    ['/v2/scrape', { url }, scrapeOptions],
    ['/v2/search', { query: 'cranes' }, searchOptions],
    ['/v2/crawl', { url, limit: 1 }, crawlOptions],
    ['/v2/batch/scrape', { urls: [url] }, { ...scrapeOptions, ...batchOptions }],
    [
      '/v2/map',
      { url },
      {
        ...mapOptions,
        useIndex: [true, 'named'],
        ignoreCache: [false, 'named'],
        headers: [{ a: 'b' }, 'named'],
      },
    ],
    [
      '/v2/extract',
      { urls: [url], prompt: 'The title' },
      { limit: [3, 'named'], timeout: [20_000, 'works'], includeSubdomains: [true, 'named'] },
    ],
  ];
  for (const [path, required, table] of calls) {
    await t.test(path, async () => {
      for (const [name, [value, effect]] of Object.entries(table)) {
        const { status, json } = await service.post(path, { ...required, [name]: value });
        const answer = `${name}: ${status} ${JSON.stringify(json).slice(0, 400)}`;
        if (effect === 'rejected') {
          assert.equal(status, 422, answer);
          assert.match(String(json.error), new RegExp(name), answer);
          continue;
        }
        assert.equal(status, 200, answer);
        const warning = [json.warning, json.data?.warning].filter(Boolean).join(' ');
        if (effect === 'named') assert.match(warning, new RegExp(`\\b${name}: `), answer);
        else assert.doesNotMatch(warning, new RegExp(`\\b${name}: `), answer);
      }
    });
  }

  await t.test(
    'parsers without an entry, which would return files unparsed, are named everywhere',
    async () => {
      const parsers = { parsers: [] };
      for (const [path, body] of [
        ['/v2/scrape', { url, ...parsers }],
        ['/v2/batch/scrape', { urls: [url], ...parsers }],
        ['/v2/crawl', { url, limit: 1, scrapeOptions: parsers }],
        ['/v2/search', { query: 'cranes', scrapeOptions: parsers }],
        ['/v2/extract', { urls: [url], prompt: 'The title', scrapeOptions: parsers }],
      ] as const) {
        const { status, json } = await service.post(path, body);
        assert.deepEqual([path, status], [path, 200]);
        assert.match(json.warning ?? '', /parsers: Documents are always converted to text/, path);
      }
    },
  );

  await t.test('each source of a search is answered', async () => {
    const { json } = await service.post('/v2/search', { query: 'widget', sources: ['web', 'news'] });
    assert.deepEqual(Object.keys(json.data), ['web', 'news']);
    assert.ok(json.data.web.length > 0 && json.data.news.length > 0, JSON.stringify(json).slice(0, 900));
    assert.equal(json.creditsUsed, 2);
  });

  await t.test('storeInCache: false keeps a page out of the cache', async () => {
    const page = world.site.url('/long/200k');
    const scrape = (options: object) => service.post('/v2/scrape', { url: page, ...options });
    const visits = () => world.site.requests('/long/200k');
    await scrape({ storeInCache: false });
    await scrape({ maxAge: 600_000, storeInCache: false });
    assert.equal(visits(), 2);
    await scrape({ maxAge: 600_000 });
    await scrape({ maxAge: 600_000 });
    assert.equal(visits(), 3);
  });
});
