import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { runCommand } from '../interfaces/run-command.ts';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { pagesAbout, type SearchServer, searchKey, startSearchServer } from '../world/search-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

type Result = { url: string; rank: number; title: string; engines: string[]; page?: { status: string } };
type Warning = { code: string; message: string };

let searxng: SearchServer;
let brave: SearchServer;
let site: LoopbackServer;
before(async () => {
  searxng = await startSearchServer('searxng');
  brave = await startSearchServer('brave');
  const page = (name: string, text: string) => ({
    body: `<!DOCTYPE html><html lang="en"><title>${name}</title><body><main><h1>${name}</h1><p>${text}</p></main></body></html>`,
  });
  const kettle = 'A kettle boils water for tea, and whistles when it is done, as kettles have always done.';
  site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Answer>([
        ['/kettle', page('Kettle', kettle)],
        ['/pan', page('Pan', 'A pan fries eggs, and it has a long handle to hold it by while it is hot.')],
        ['/secret', page('Secret', 'The secret teapot stands behind a header that nobody else may know of.')],
        ['/gone', { status: 404, body: '<!DOCTYPE html><title>Not found</title><h1>Not found</h1>' }],
      ]),
  );
});
afterEach(() => {
  searxng.reset();
  brave.reset();
});
after(() => Promise.all([searxng.close(), brave.close(), site.close()]));

const braveSetting = () => `brave=${searchKey}@${brave.url}`;
const both = () => ({ WEBDATA_SEARCH: `searxng=${searxng.url},${braveSetting()}` });

describe('search', () => {
  test('returns each ranked result once with its providers, and costs one credit', async (t) => {
    const service = await startTestService(t, both());
    const { status, json } = await service.post('/v1/search', { query: 'widget', limit: 25, country: 'de' });
    assert.equal(status, 200, JSON.stringify(json));
    assert.partialDeepStrictEqual(json, {
      status: 'ok',
      query: 'widget',
      provider: 'searxng',
      country_applied: 'language',
      complete: true,
      warnings: [],
    });
    const results: Result[] = json.results;
    assert.deepEqual(
      results.map(({ rank }) => rank),
      Array.from({ length: 25 }, (_, at) => at + 1),
    );
    assert.equal(new Set(results.map(({ url }) => url)).size, 25);
    assert.deepEqual(results[0]?.engines, ['alpha', 'beta']);
    assert.partialDeepStrictEqual(json.receipt, {
      status: 'ok',
      route: 'none',
      exit: null,
      credits: 1,
      charges: [{ item: 'search', credits: 1 }],
    });
    const { ledger } = (await service.get('/v1/billing/ledger')).json;
    assert.equal(ledger.filter((row: { kind: string }) => row.kind === 'charge')[0].credits, -1);
    const { requests } = (await service.get('/v1/requests?tool=search')).json;
    assert.partialDeepStrictEqual(requests[0], { status: 'ok', credits: 1 });
  });

  test('the same query is served from the cache for free unless max_age forbids it', async (t) => {
    let at = Date.parse('2026-11-20T12:00:00.000Z');
    const service = await startTestService(t, both(), { clock: { now: () => new Date(at) } });
    const body = { query: 'widget', limit: 5 };
    const first = (await service.post('/v1/search', body)).json;
    at += 60_000;
    const again = (await service.post('/v1/search', { ...body, query: ' widget  ' })).json;
    assert.deepEqual(again.results, first.results);
    assert.equal(again.cached_at, first.receipt.fetched_at);
    assert.partialDeepStrictEqual(again.receipt, {
      route: 'cache',
      credits: 0,
      derived_from: first.receipt.id,
    });
    assert.equal(searxng.requests.length, 1);
    await service.post('/v1/search', { ...body, max_age: 0 });
    await service.post('/v1/search', { ...body, limit: 6 });
    at += 700_000;
    await service.post('/v1/search', body);
    assert.equal(searxng.requests.length, 4);
    const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 50 })).json;
    const theirs = (await service.post('/v1/search', body, { key: other.key })).json;
    assert.equal(theirs.cached_at, undefined);
  });

  test('failed providers are skipped and named; if all fail the response is 503 with every reason, and free', async (t) => {
    const service = await startTestService(t, both());
    searxng.behave('key');
    const fallen = (await service.post('/v1/search', { query: 'widget' })).json;
    assert.equal(fallen.provider, 'brave');
    const warning = fallen.warnings.find(({ code }: Warning) => code === 'provider_failed');
    assert.match(warning.message, /search\.formats/);
    brave.behave('rate');
    const { status, json, headers } = await service.post('/v1/search', { query: 'widget', max_age: 0 });
    assert.equal(status, 503);
    assert.equal(json.code, 'unavailable');
    assert.match(json.detail, /searxng .*search\.formats.*brave answered 429/s);
    assert.doesNotMatch(JSON.stringify(json), new RegExp(searchKey));
    assert.ok(Number(headers.get('retry-after')) >= 1);
    const requested = searxng.requests.length;
    assert.equal((await service.post('/v1/search', { query: 'other', max_age: 0 })).status, 503);
    assert.equal(searxng.requests.length, requested, 'who has failed is left alone');
    const { ledger } = (await service.get('/v1/billing/ledger')).json;
    assert.equal(ledger.filter((row: { kind: string }) => row.kind === 'charge').length, 1);
    const { checks } = (await service.get('/v1/health')).json;
    assert.equal(checks.search.status, 'unavailable');
    assert.match(checks.search.detail, /search\.formats/);
  });

  test('an empty list is a valid response; failed engines are an error', async (t) => {
    const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url}` });
    const none = (await service.post('/v1/search', { query: 'gadget' })).json;
    assert.deepEqual([none.results, none.complete, none.receipt.credits], [[], true, 1]);
    searxng.behave('engine_down');
    const some = (await service.post('/v1/search', { query: 'widget' })).json;
    assert.equal(some.complete, false);
    assert.ok(
      some.warnings.some(({ code, message }: Warning) => code === 'engine_failed' && /beta/.test(message)),
    );
    searxng.behave('engines_down');
    const { status, json } = await service.post('/v1/search', { query: 'widget', max_age: 0 });
    assert.equal(status, 503);
    assert.match(json.detail, /alpha: timeout/);
  });

  test('fewer results than requested come with a reason', async (t) => {
    const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url}` });
    const all = (await service.post('/v1/search', { query: 'widget', limit: 100 })).json;
    assert.deepEqual([all.results.length, all.complete], [45, true]);
    assert.deepEqual(all.warnings, []);
    // Exactly as many as were read: nothing was left out that is known.
    const exact = (await service.post('/v1/search', { query: 'widget', limit: 45 })).json;
    assert.deepEqual([exact.results.length, exact.warnings], [45, []]);
    const cut = (await service.post('/v1/search', { query: 'widget', limit: 44 })).json;
    assert.deepEqual(
      [cut.results.length, cut.warnings.map(({ code }: Warning) => code)],
      [44, ['limit_reached']],
    );
    searxng.behave('server', 2);
    const broken = (await service.post('/v1/search', { query: 'widget', limit: 99 })).json;
    assert.deepEqual([broken.results.length, broken.complete], [20, false]);
    assert.match(broken.warnings.find(({ code }: Warning) => code === 'fewer').message, /500/);
    searxng.behave('repeats');
    const repeated = (await service.post('/v1/search', { query: 'widget', limit: 98 })).json;
    assert.equal(repeated.results.length, 10);
    searxng.behave('none');
    searxng.know(pagesAbout('widget', 200));
    const capped = (await service.post('/v1/search', { query: 'widget', limit: 97 })).json;
    assert.deepEqual([capped.results.length, capped.complete], [80, false]);
    assert.match(capped.warnings[0].message, /At most 8 pages/);
  });

  test('a search continues with an offset, and no result comes twice', async (t) => {
    const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url}` });
    const urls: string[] = [];
    const places: (number | null)[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { json } = await service.post('/v1/search', { query: 'widget', limit: 20, offset });
      assert.equal(json.results[0].rank, offset + 1);
      urls.push(...json.results.map(({ url }: Result) => url));
      offset = json.next_offset as number | null;
      places.push(offset);
    }
    assert.deepEqual(places, [20, 40, null]);
    assert.deepEqual([urls.length, new Set(urls).size], [45, 45]);
    const beyond = (await service.post('/v1/search', { query: 'widget', offset: 60 })).json;
    assert.deepEqual([beyond.results, beyond.next_offset, beyond.complete], [[], null, true]);
    const cached = (await service.post('/v1/search', { query: 'widget', limit: 20, offset: 20 })).json;
    assert.notEqual(cached.cached_at, undefined);
    assert.deepEqual([cached.results[0].url, cached.next_offset], [urls[20], 40]);
    const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    const args = ['search', 'widget', '--limit', '3', '--offset', '5', '--json'];
    const { stdout, stderr } = await runCommand(args, environment);
    assert.deepEqual(
      JSON.parse(stdout).results.map(({ url }: Result) => url),
      urls.slice(5, 8),
      stderr,
    );
  });

  test('days of publication mean the same for each provider, and what one does not support is named', async (t) => {
    const dated = pagesAbout('widget', 6).map((page, at) => ({
      ...page,
      ...(at < 5 && { published: `2026-0${at + 1}-15T23:30:00.000Z` }),
    }));
    const providers = { searxng: `searxng=${searxng.url}`, brave: braveSetting() };
    for (const [name, setting] of Object.entries(providers)) {
      const service = await startTestService(t, { WEBDATA_SEARCH: setting });
      for (const server of [searxng, brave]) server.know(dated);
      const days = { since: '2026-02-15', until: '2026-04-15' };
      const { json } = await service.post('/v1/search', { query: 'widget', ...days });
      const found = json.results.map(({ published_at: at }: { published_at?: string }) => at?.slice(0, 10));
      assert.deepEqual(found, ['2026-02-15', '2026-03-15', '2026-04-15', undefined], name);
      const codes = json.warnings.map(({ code }: Warning) => code);
      const expected = ['filtered', ...(name === 'searxng' ? ['since_ignored', 'until_ignored'] : [])];
      assert.deepEqual(codes.toSorted(), expected, name);
    }
    const service = await startTestService(t, { WEBDATA_SEARCH: braveSetting() });
    const images = { query: 'widget', category: 'images', freshness: 'week' };
    const { warnings } = (await service.post('/v1/search', images)).json;
    assert.ok(warnings.some(({ code }: Warning) => code === 'freshness_ignored'));
    const bad = [
      { since: '2026-02-30' },
      { until: 'yesterday' },
      { since: '2026-02-02', until: '2026-02-01' },
      { since: '2026-02-02', freshness: 'week' },
      { offset: 101 },
    ];
    for (const body of bad) {
      const { status } = await service.post('/v1/search', { query: 'widget', ...body });
      assert.equal(status, 422, JSON.stringify(body));
    }
  });

  test('domain filters apply even if the provider does not support them', async (t) => {
    const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url}` });
    const host = ({ url }: Result) => new URL(url).hostname;
    const domains = {
      include_domains: ['https://Example.com/', '*.shop.example.org'],
      exclude_domains: ['blog.example.com'],
    };
    const { json } = await service.post('/v1/search', { query: 'widget', limit: 20, ...domains });
    assert.ok(json.results.length > 5);
    assert.ok(
      json.results.every((one: Result) => /^(?!blog).*example\.com$|^shop\.example\.org$/.test(host(one))),
    );
    // An engine that reads "site:" as a word finds nothing with it.
    searxng.know(
      pagesAbout('widget', 10).map((page) => ({ ...page, url: page.url.replace('shop', 'site-shop') })),
    );
    const deaf = (await service.post('/v1/search', { query: 'widget', include_domains: ['nowhere.test'] }))
      .json;
    assert.deepEqual(deaf.results, []);
    assert.equal(deaf.warnings[0].code, 'filtered');
    for (const bad of ['example.com/path', 'not a host', 'user@example.com']) {
      const refused = await service.post('/v1/search', { query: 'widget', include_domains: [bad] });
      assert.equal(refused.status, 422, bad);
      assert.equal(refused.json.errors[0].pointer, '/include_domains/0');
    }
  });

  test('news and images', async (t) => {
    const service = await startTestService(t, both());
    const pictures = (await service.post('/v1/search', { query: 'widget', category: 'images', limit: 3 }))
      .json;
    assert.equal(pictures.results[0].image.url, 'https://shop.example.com/widget-1.png');
    const mojeek = await startSearchServer('mojeek');
    t.after(() => mojeek.close());
    const other = await startTestService(t, {
      WEBDATA_SEARCH: `mojeek=${searchKey}@${mojeek.url},searxng=${searxng.url}`,
    });
    const news = (await other.post('/v1/search', { query: 'widget', category: 'news', limit: 3 })).json;
    assert.equal(news.provider, 'searxng');
    const codes = news.warnings.map(({ code }: Warning) => code);
    assert.deepEqual(codes, ['limit_reached'], 'who does not search for news has not failed');
    assert.match(news.warnings[0].message, /^10 results were read and 3 are returned/);
    assert.equal(searxng.requests.at(-1)?.query.categories, 'news');
  });

  test('results can be read as well, each page charged by its route', async (t) => {
    const service = await startTestService(t, both());
    const known = ['/kettle', '/pan', '/gone'].map((path) => ({
      url: site.url(path),
      title: 'widget',
      text: 'x',
    }));
    searxng.know([...known, { url: 'http://127.0.0.13/private', title: 'widget', text: 'x' }]);
    const body = { query: 'widget', scrape: { formats: ['markdown', 'links'] } };
    const { status, json } = await service.post('/v1/search', body);
    assert.equal(status, 200, JSON.stringify(json));
    const pages = json.results.map(({ page }: Result) => page);
    assert.deepEqual(
      pages.map(({ status: one }: { status: string }) => one),
      ['ok', 'ok', 'not_found', 'invalid'],
    );
    assert.match(pages[0].markdown, /A kettle boils water/);
    assert.equal(json.receipt.credits, 4);
    assert.deepEqual(json.receipt.charges, [
      { item: 'search', credits: 1 },
      { item: 'http', credits: 3 },
    ]);
    assert.deepEqual(
      json.receipt.pages,
      pages.map(({ receipt }: { receipt: { id: string } }) => receipt.id),
    );
    const usage = (await service.get('/v1/usage')).json;
    assert.deepEqual(usage.total, { credits: 4, pages: 3 });
    const again = (await service.post('/v1/search', { ...body, scrape: { max_age: 600 } })).json;
    assert.equal(again.receipt.credits, 1, 'all but the page that is gone is given again');
    const refused = await service.post('/v1/search', { ...body, scrape: { headers: { cookie: 'a=b' } } });
    assert.equal(refused.status, 422);
    const dry = (await service.post('/v1/search?dry_run=true', { ...body, limit: 7 })).json;
    assert.deepEqual([dry.estimate.min, dry.estimate.max], [0, 8]);
  });

  test('an account without credits gets an error, and the last credit pays for one list', async (t) => {
    const service = await startTestService(t, both());
    const make = async (name: string, credits: number) => {
      const { key, account_id: id } = (
        await service.post('/v1/admin/accounts', { name, plan_credits: credits })
      ).json;
      assert.ok(id);
      return key as string;
    };
    assert.equal(
      (await service.post('/v1/search', { query: 'widget' }, { key: await make('none', 0) })).status,
      402,
    );
    searxng.know([{ url: site.url('/kettle'), title: 'widget', text: 'x' }]);
    const poor = await make('poor', 1);
    const { status, json } = await service.post('/v1/search', { query: 'widget', scrape: {} }, { key: poor });
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.results[0].page.status, 'budget_exhausted');
    assert.equal(json.receipt.credits, 1);
  });

  test('a missing provider is reported plainly, and an invalid query is 422', async (t) => {
    const service = await startTestService(t);
    const { status, json } = await service.post('/v1/search', { query: 'widget' });
    assert.deepEqual([status, json.code, json.setting], [501, 'not_configured', 'WEBDATA_SEARCH']);
    assert.match(json.detail, /WEBDATA_SEARCH.*docs\/search\.md/);
    assert.match(json.documentation, /^http.*\/docs\/search$/);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'widget' } },
    };
    const headers = { accept: 'application/json, text/event-stream' };
    const answered = JSON.stringify((await service.post('/mcp', call, { headers })).json);
    assert.match(answered, /not_configured/);
    assert.doesNotMatch(answered, /Wait, then call again/);
    const others: Array<[string, unknown, string]> = [
      ['/v1/compare', { url: site.url('/kettle'), countries: ['DE', 'FR'] }, 'WEBDATA_EXITS'],
      ['/v1/browser', {}, 'WEBDATA_BROWSER'],
      ['/v1/browser', { network: 'residential' }, 'WEBDATA_EXITS'],
      [
        '/v1/monitors',
        { url: site.url('/kettle'), schedule: { every: '1d' }, notify: { email: ['ann@example.com'] } },
        'WEBDATA_SMTP_URL',
      ],
    ];
    for (const [path, body, setting] of others) {
      const refused = await service.post(path, body);
      const { code, setting: named, detail } = refused.json;
      assert.deepEqual([refused.status, code, named], [501, 'not_configured', setting], `${path} ${detail}`);
      assert.equal(refused.headers.get('retry-after'), null);
    }
    const strict = { url: site.url('/kettle'), country: 'DE', strict_country: true };
    const page = (await service.post('/v1/scrape', strict)).json;
    assert.deepEqual([page.status, page.error.code], ['unavailable', 'not_configured']);
    assert.match(page.error.message, /WEBDATA_EXITS/);
    const command = await runCommand(['search', 'widget'], {
      WEBDATA_URL: service.url,
      WEBDATA_KEY: service.key,
    });
    assert.notEqual(command.code, 0);
    assert.match(command.stderr, /No search provider is configured.*WEBDATA_SEARCH/s);
    assert.doesNotMatch(command.stderr, /again/);
    const old = await service.post('/v2/search', { query: 'widget' });
    assert.deepEqual([old.status, old.json.code], [501, 'NOT_CONFIGURED']);
    assert.equal((await service.get('/v1/health')).json.checks.search.status, 'not_configured');
    const bad = [
      {},
      { query: ' ' },
      { query: 'a', limit: 0 },
      { query: 'a', limit: 101 },
      { query: 'a', country: 'DEU' },
      { query: 'a', language: 'german please' },
      { query: 'a', freshness: 'hour' },
      { query: 'a', category: 'podcasts' },
      { query: 'a', more: 1 },
    ];
    for (const body of bad) {
      assert.equal((await service.post('/v1/search', body)).status, 422, JSON.stringify(body));
    }
  });
});

describe('searching pages that were read before', () => {
  const local = { WEBDATA_SEARCH: 'local' };

  test('finds pages of scrapes and crawls of this account only, and none that were read privately', async (t) => {
    const startedAt = Date.now();
    const service = await startTestService(t, local);
    assert.deepEqual((await service.post('/v1/search', { query: 'kettle' })).json.results, []);
    await service.post('/v1/scrape', { url: site.url('/kettle') });
    await service.post('/v1/scrape', { url: site.url('/secret'), headers: { 'x-teapot': '1' } });
    const { json } = await service.post('/v1/search', { query: 'kettles whistle' });
    assert.equal(json.provider, 'local');
    assert.equal(json.results.length, 1);
    assert.partialDeepStrictEqual(json.results[0], {
      url: site.url('/kettle'),
      title: 'Kettle',
      engines: ['local'],
    });
    assert.match(json.results[0].snippet, /whistles when it is done/);
    assert.ok(Date.parse(json.results[0].read_at) >= startedAt);
    assert.deepEqual((await service.post('/v1/search', { query: 'teapot' })).json.results, []);
    const other = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 50 })).json;
    const theirs = await service.post('/v1/search', { query: 'kettle' }, { key: other.key });
    assert.deepEqual(theirs.json.results, []);
    const { jid } = (await service.post('/v1/crawl', { url: site.url('/pan'), limit: 1 })).json;
    await endedJob(service, jid);
    assert.equal((await service.post('/v1/search', { query: 'long handle' })).json.results[0].title, 'Pan');
  });

  test('queries of any number and form of terms return pages with most of them', async (t) => {
    const service = await startTestService(t, local);
    await service.post('/v1/scrape', { url: site.url('/kettle') });
    await service.post('/v1/scrape', { url: site.url('/pan') });
    const held = 'kettle boils water tea whistles done always pan fries eggs long handle hold hot'.split(' ');
    const labels = 'a.b.c.d.e.f.g.h.i.j.k.l.example.com';
    const forms = [
      ...Array.from({ length: 24 }, (_, count) =>
        Array.from({ length: count + 1 }, (_, at) => `zz${at}`).join(' '),
      ),
      `site:${labels}`,
      `-site:${labels} ${labels}`,
      `"${held.join(' ')}" ${held.map((word) => `"${word} ${word}"`).join(' ')}`,
      held.map((word) => `-${word}`).join(' '),
      held.join(' or '),
      `kettle ${held.map((word, at) => `${word}_x.${word}::y${at}`).join(' ')}`,
      `${'x'.repeat(300)} ${'kettle '.repeat(40)}`,
    ];
    for (const query of forms) {
      const { status, json } = await service.post('/v1/search', { query });
      assert.ok(status === 200 || status === 422, `${query}: ${JSON.stringify(json)}`);
    }
    for (let count = 1; count <= 14; count += 1) {
      const query = [...held.slice(0, 7), ...Array.from({ length: count }, (_, at) => `absent${at}`)].join(
        ' ',
      );
      const { results } = (await service.post('/v1/search', { query })).json;
      assert.equal(results[0]?.title, 'Kettle', query);
      const absent = Array.from({ length: Math.min(count, 9) }, (_, at) => `absent${at}`);
      assert.deepEqual(results[0].missing_words, absent, query);
    }
  });

  test('is a fallback that is labelled as such', async (t) => {
    const service = await startTestService(t, { WEBDATA_SEARCH: `searxng=${searxng.url},local` });
    await service.post('/v1/scrape', { url: site.url('/kettle') });
    searxng.behave('server');
    const found = (await service.post('/v1/search', { query: 'kettle' })).json;
    assert.equal(found.provider, 'local');
    assert.ok(found.warnings.some(({ code }: Warning) => code === 'provider_failed'));
    const { status, json } = await service.post('/v1/search', { query: 'widget' });
    assert.equal(status, 503, 'what was not read may well be on the web');
    assert.match(json.detail, /searxng.*local: no stored page/s);
    const first = await startTestService(t, { WEBDATA_SEARCH: `local,${braveSetting()}` });
    assert.equal((await first.post('/v1/search', { query: 'widget' })).json.provider, 'brave');
  });

  test('stores nothing unless requested', async (t) => {
    const service = await startTestService(t, both());
    await service.post('/v1/scrape', { url: site.url('/kettle') });
    const { rows } = await service.pool.query('select count(*)::int as pages from read_pages');
    assert.equal(rows[0].pages, 0);
  });
});
