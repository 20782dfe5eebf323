import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type DialectName, dialects } from '../../../test/world/search-dialects.ts';
import { type SearchServer, searchKey, startSearchServer } from '../../../test/world/search-server.ts';
import { createWebQuery, type SearchError, type SearchQuery } from '../../domain/resources/search.ts';
import { createHttpProvider } from './create-http-provider.ts';
import { brave } from './providers/brave.ts';
import { exa } from './providers/exa.ts';
import { kagi } from './providers/kagi.ts';
import { marginalia } from './providers/marginalia.ts';
import { mojeek } from './providers/mojeek.ts';
import { searxng } from './providers/searxng.ts';
import { serper } from './providers/serper.ts';
import { tavily } from './providers/tavily.ts';
import type { SearchPage, SearchProvider, SearchReply } from './search-provider.ts';

const protocols = { searxng, brave, serper, tavily, exa, mojeek, kagi, marginalia };
const now = new Date('2026-11-20T12:00:00.000Z');
const plain = createWebQuery('widget');

function order(query: Partial<SearchQuery> = {}, page = 1, wanted = 10) {
  return { query: { ...plain, ...query }, page, wanted, withOperators: true, accountId: 'acct', now };
}

function ask(provider: SearchProvider, query: Partial<SearchQuery> = {}, page = 1, wanted = 10) {
  return provider.search(order(query, page, wanted), new AbortController().signal);
}

function pageOf(reply: SearchReply): SearchPage {
  assert.equal(reply.kind, 'page', JSON.stringify(reply));
  return reply as SearchPage;
}

function faultOf(reply: SearchReply): SearchError {
  assert.equal(reply.kind, 'fault', JSON.stringify(reply));
  return reply as SearchError & { kind: 'fault' };
}

/** Returns the fields of the last request, in the query or in the body. */
function sent(server: SearchServer) {
  const { method, query, body } = server.requests.at(-1) as SearchServer['requests'][number];
  return method === 'GET' ? query : body;
}

for (const name of Object.keys(dialects) as DialectName[]) {
  describe(name, () => {
    let server: SearchServer;
    let provider: SearchProvider;
    const open = (key = searchKey) =>
      createHttpProvider({
        protocol: protocols[name],
        url: server.url,
        key: name === 'searxng' ? null : key,
        answerWithinMs: 400,
      });
    before(async () => {
      server = await startSearchServer(name);
      provider = open();
    });
    afterEach(() => server.reset());
    after(async () => {
      await provider.close();
      await server.close();
    });

    test('returns plain-text results with dates and pages', async () => {
      const page = pageOf(await ask(provider));
      const [first] = page.results;
      assert.equal(first?.url, 'https://shop.example.com/widget-1');
      assert.equal(first?.title, 'widget 1');
      assert.match(first?.snippet ?? '', /All there is to say about widget & company, part 1\./);
      if (name !== 'marginalia') assert.equal(first?.published_at, '2025-11-03T00:00:00.000Z');
      assert.equal(page.results[1]?.published_at, undefined);
      assert.ok(page.results.length >= 10);
      if (provider.maxPages === 1) return;
      assert.equal(page.hasMore, true);
      const second = pageOf(await ask(provider, {}, 2));
      assert.equal(second.results[0]?.title, `widget ${page.results.length + 1}`);
      assert.equal(pageOf(await ask(provider, { query: 'gadget' })).results.length, 0);
    });

    test('distinguishes failures, each in one line without the key', async () => {
      const codes = { key: 'refused_key', rate: 'rate_limited', quota: 'quota', server: 'broken' } as const;
      for (const [trouble, code] of Object.entries(codes)) {
        server.behave(trouble as keyof typeof codes);
        const fault = faultOf(await ask(provider));
        if (name === 'searxng') assert.ok(fault.code === code || fault.code === 'set_up', fault.code);
        else assert.equal(fault.code, code, `${trouble}: ${fault.message}`);
        assert.ok(fault.message.startsWith(name), fault.message);
        if (trouble === 'rate' && 'brave tavily kagi'.includes(name)) assert.equal(fault.retryAfterMs, 7_000);
      }
      const others = {
        hang: 'timeout',
        drop: 'unreachable',
        drop_in_body: 'unreachable',
        html: name === 'searxng' ? 'set_up' : 'broken',
        no_json: 'broken',
        huge: 'broken',
        redirect: 'set_up',
      } as const;
      for (const [trouble, code] of Object.entries(others)) {
        server.behave(trouble as keyof typeof others);
        const fault = faultOf(await ask(provider));
        assert.equal(fault.code, code, `${trouble}: ${fault.message}`);
        assert.doesNotMatch(fault.message, /secret|\n/);
      }
    });

    test('an empty list is a page, and JSON of another form is an error', async () => {
      server.behave('empty');
      assert.deepEqual(pageOf(await ask(provider)).results, []);
      if (!'searxng mojeek marginalia kagi'.includes(name)) return;
      server.behave('other_json');
      assert.equal(faultOf(await ask(provider)).code, 'broken');
    });

    test('stops when its caller aborts', async () => {
      server.behave('hang');
      const gone = new AbortController();
      const requested = provider.search(order(), gone.signal);
      setTimeout(() => gone.abort(new Error('gone')), 20);
      await assert.rejects(requested, /gone/);
    });

    test('never shows a key that the provider repeats in an error', async () => {
      if (name === 'searxng') return;
      const other = open('wrong-key-98765');
      const fault = faultOf(await ask(other));
      assert.equal(fault.code, 'refused_key');
      assert.doesNotMatch(fault.message, /wrong-key/);
      await other.close();
    });

    test('returns results in all of its categories, images with their address', async () => {
      for (const category of provider.categories) {
        const { results } = pageOf(await ask(provider, { category }));
        assert.ok(results.length > 0, category);
        if (category === 'images') assert.match(results[0]?.image?.url ?? '', /widget-1\.png$/);
      }
    });
  });
}

describe('requests', () => {
  async function requestedOf(name: DialectName, query: Partial<SearchQuery>) {
    const server = await startSearchServer(name);
    const key = name === 'searxng' ? null : searchKey;
    const provider = createHttpProvider({ protocol: protocols[name], url: server.url, key });
    try {
      pageOf(await ask(provider, query));
      return { fields: sent(server), effect: provider.countryEffect({ ...plain, ...query }) };
    } finally {
      await provider.close();
      await server.close();
    }
  }

  const german = { country: 'DE', language: 'de', freshness: 'week' } as const;

  test('send country, language and freshness in the form of each provider', async () => {
    const seen = await Promise.all(
      (Object.keys(dialects) as DialectName[]).map(
        async (name): Promise<[string, Awaited<ReturnType<typeof requestedOf>>]> => [
          name,
          await requestedOf(name, german),
        ],
      ),
    );
    const by = Object.fromEntries(seen);
    assert.equal(by.searxng?.fields.language, 'de-DE');
    assert.equal(by.searxng?.fields.time_range, 'week');
    assert.equal(by.searxng?.effect, 'language');
    assert.partialDeepStrictEqual(by.brave?.fields, { country: 'DE', search_lang: 'de', freshness: 'pw' });
    assert.partialDeepStrictEqual(by.serper?.fields, { gl: 'de', hl: 'de', tbs: 'qdr:w' });
    assert.partialDeepStrictEqual(by.tavily?.fields, { country: 'germany', time_range: 'week' });
    assert.partialDeepStrictEqual(by.exa?.fields, {
      userLocation: 'DE',
      startPublishedDate: '2026-11-13T12:00:00.000Z',
    });
    assert.partialDeepStrictEqual(by.mojeek?.fields, { rb: 'DE', lb: 'DE', since: '20261113' });
    assert.deepEqual(by.kagi?.fields.filters, { region: 'DE', after: '2026-11-13' });
    assert.equal(by.marginalia?.effect, 'ignored');
    for (const name of ['brave', 'serper', 'tavily', 'exa', 'mojeek', 'kagi']) {
      assert.equal(by[name]?.effect, 'bias', name);
    }
  });

  test('send days in the form of each provider, and name the options that they ignore', async () => {
    const query = { since: '2026-01-31', until: '2026-02-03' } as const;
    const sentBy = async (name: DialectName, more: object = {}) =>
      (await requestedOf(name, { ...query, ...more })).fields;
    assert.equal((await sentBy('brave')).freshness, '2026-01-31to2026-02-03');
    assert.equal(
      (await requestedOf('brave', { since: '2026-01-31' })).fields.freshness,
      '2026-01-31to2026-11-20',
    );
    assert.equal((await sentBy('serper')).tbs, 'cdr:1,cd_min:01/31/2026,cd_max:02/03/2026');
    assert.equal(
      (await requestedOf('serper', { until: '2026-02-03' })).fields.tbs,
      'cdr:1,cd_min:,cd_max:02/03/2026',
    );
    assert.partialDeepStrictEqual(await sentBy('tavily'), {
      start_date: '2026-01-31',
      end_date: '2026-02-03',
    });
    assert.partialDeepStrictEqual(await sentBy('exa'), {
      startPublishedDate: '2026-01-31T00:00:00.000Z',
      endPublishedDate: '2026-02-03T23:59:59.999Z',
    });
    assert.equal((await sentBy('mojeek')).since, '20260131');
    assert.deepEqual((await sentBy('kagi')).filters, { after: '2026-01-31', before: '2026-02-03' });
    const ignored = (name: DialectName, more: object = {}) => {
      const key = name === 'searxng' ? null : searchKey;
      const provider = createHttpProvider({ protocol: protocols[name], url: 'http://127.0.0.1:1', key });
      return provider.ignores({ ...plain, ...query, ...more });
    };
    assert.deepEqual(ignored('searxng'), ['since', 'until']);
    assert.deepEqual(ignored('marginalia'), ['since', 'until']);
    assert.deepEqual(ignored('mojeek'), ['until']);
    assert.deepEqual(ignored('brave', { category: 'images' }), ['since', 'until']);
    assert.deepEqual(ignored('serper', { category: 'research' }), ['since', 'until']);
    for (const name of ['brave', 'serper', 'tavily', 'exa', 'kagi'] as const)
      assert.deepEqual(ignored(name), [], name);
  });

  test('ask for videos and research in the form of each provider', async () => {
    const fieldsOf = async (name: DialectName, category: SearchQuery['category']) =>
      (await requestedOf(name, { category })).fields;
    assert.equal((await fieldsOf('searxng', 'videos')).categories, 'videos');
    assert.equal((await fieldsOf('searxng', 'research')).categories, 'science');
    assert.equal((await fieldsOf('kagi', 'videos')).workflow, 'videos');
    assert.equal((await fieldsOf('exa', 'research')).category, 'research paper');
    assert.equal((await fieldsOf('exa', 'web')).category, undefined);
    const offered = Object.values(protocols).map(({ name, categories }) => [name, categories.join(' ')]);
    assert.deepEqual(Object.fromEntries(offered), {
      searxng: 'web news images videos research',
      brave: 'web news images videos',
      serper: 'web news images videos research',
      tavily: 'web news',
      exa: 'web news research',
      mojeek: 'web',
      kagi: 'web news images videos',
      marginalia: 'web',
    });
  });

  test('do not claim unsupported options', async () => {
    const unknown = await requestedOf('brave', { country: 'IS', language: 'ja' });
    assert.partialDeepStrictEqual(unknown.fields, { country: 'ALL', search_lang: 'jp' });
    assert.equal(unknown.effect, 'language');
    assert.equal((await requestedOf('brave', { country: 'IS' })).effect, 'ignored');
    assert.equal((await requestedOf('brave', {})).fields.country, 'ALL');
    assert.equal((await requestedOf('tavily', { country: 'DE', category: 'news' })).effect, 'ignored');
    assert.equal((await requestedOf('searxng', { country: 'AT' })).fields.language, 'de-AT');
    assert.equal(
      (await requestedOf('searxng', { country: 'DE', language: 'pt-BR' })).fields.language,
      'pt-BR',
    );
    assert.equal((await requestedOf('tavily', { country: 'TR' })).fields.country, 'turkey');
  });

  test('contain the domains if the provider supports that', async () => {
    const includeDomains = ['example.com', 'example.org'];
    const excludeDomains = ['news.example.com'];
    const domains = { includeDomains, excludeDomains };
    const words = 'widget (site:example.com OR site:example.org) -site:news.example.com';
    assert.equal((await requestedOf('searxng', domains)).fields.q, words);
    assert.equal((await requestedOf('brave', domains)).fields.q, words);
    assert.equal((await requestedOf('mojeek', domains)).fields.q, 'widget -site:news.example.com');
    assert.partialDeepStrictEqual((await requestedOf('tavily', domains)).fields, {
      include_domains: includeDomains,
      exclude_domains: excludeDomains,
    });
    assert.partialDeepStrictEqual((await requestedOf('exa', domains)).fields, {
      includeDomains,
      excludeDomains,
    });
    assert.deepEqual((await requestedOf('kagi', domains)).fields.lens, {
      sites_included: includeDomains,
      sites_excluded: excludeDomains,
    });
  });

  test('a query that is too long for Brave is truncated at a word, with a warning', async (t) => {
    const server = await startSearchServer('brave');
    const provider = createHttpProvider({ protocol: brave, url: server.url, key: searchKey });
    t.after(() => Promise.all([provider.close(), server.close()]));
    const reply = pageOf(await ask(provider, { query: 'widget '.repeat(80).trim() }));
    assert.equal(sent(server).q.split(' ').length, 50);
    assert.equal(reply.warnings[0]?.code, 'query_cut');
    const long = pageOf(await ask(provider, { query: `widget ${'x'.repeat(600)}` }));
    assert.equal(sent(server).q, 'widget');
    assert.equal(long.warnings[0]?.code, 'query_cut');
  });
});

describe('common configuration errors', () => {
  test('SearXNG without JSON and SearXNG with its limiter are distinguished', async (t) => {
    const server = await startSearchServer('searxng');
    const provider = createHttpProvider({ protocol: searxng, url: server.url, key: null });
    t.after(() => Promise.all([provider.close(), server.close()]));
    const probe = () => provider.probe(new AbortController().signal);
    server.know([{ url: 'https://example.com/', title: 'weather', text: 'weather' }]);
    assert.partialDeepStrictEqual(await probe(), { works: true });
    server.behave('key');
    const off = await probe();
    assert.equal(off.works, false);
    assert.match(off.detail, /"json" to "search\.formats" in its settings\.yml/);
    server.behave('limiter');
    const limited = await probe();
    assert.match(limited.detail, /server\.limiter: false/);
    server.behave('engines_down');
    assert.match((await probe()).detail, /alpha: timeout; beta: Suspended: CAPTCHA/);
  });

  test('failed engines make an empty result an error, and are listed beside results', async (t) => {
    const server = await startSearchServer('searxng');
    const provider = createHttpProvider({ protocol: searxng, url: server.url, key: null });
    t.after(() => Promise.all([provider.close(), server.close()]));
    server.behave('engines_down');
    assert.equal(faultOf(await ask(provider)).code, 'engines');
    server.behave('engine_down');
    const { results, failedEngines } = pageOf(await ask(provider));
    assert.equal(results.length, 10);
    assert.deepEqual(failedEngines, [{ engine: 'beta', reason: 'Suspended: CAPTCHA' }]);
    assert.equal(faultOf(await ask(provider, { query: 'gadget' })).code, 'engines');
  });

  test('an empty result is an error if SearXNG silently skipped all engines', async (t) => {
    const server = await startSearchServer('searxng');
    const provider = createHttpProvider({ protocol: searxng, url: server.url, key: null });
    t.after(() => Promise.all([provider.close(), server.close()]));
    server.know([]);
    assert.deepEqual(pageOf(await ask(provider, { freshness: 'week', category: 'news' })).results, []);
    server.configure([
      { name: 'alpha', enabled: true, categories: ['general'], time_range_support: false },
      { name: 'beta', enabled: false, categories: ['general', 'news'], time_range_support: true },
    ]);
    assert.deepEqual(pageOf(await ask(provider)).results, []);
    const fresh = faultOf(await ask(provider, { freshness: 'week' }));
    assert.match(fresh.message, /supports a time range/);
    assert.match(
      faultOf(await ask(provider, { category: 'news' })).message,
      /no enabled engine of category news/,
    );
  });

  test('a base URL may have a path and a password, and a wrong one gives an error', async (t) => {
    const server = await startSearchServer('searxng');
    const url = server.url.replace('http://', 'http://ann:s3cret-word@');
    const provider = createHttpProvider({ protocol: searxng, url: `${url}/find/`, key: null });
    const nobody = createHttpProvider({ protocol: searxng, url: 'http://127.0.0.1:1', key: null });
    t.after(() => Promise.all([provider.close(), nobody.close(), server.close()]));
    pageOf(await ask(provider));
    assert.equal(server.requests[0]?.path, '/find/search');
    assert.equal(
      server.requests[0]?.headers.authorization,
      `Basic ${Buffer.from('ann:s3cret-word').toString('base64')}`,
    );
    assert.match(faultOf(await ask(nobody)).message, /ECONNREFUSED/);
  });
});
