import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type DialectName, dialects } from '../../../test/world/search-dialects.ts';
import { type SearchServer, searchKey, startSearchServer } from '../../../test/world/search-server.ts';
import type { SearchFault, SearchQuery } from '../../domain/search.ts';
import { brave } from './brave.ts';
import { createHttpProvider } from './create-http-provider.ts';
import { exa } from './exa.ts';
import { kagi } from './kagi.ts';
import { marginalia } from './marginalia.ts';
import { mojeek } from './mojeek.ts';
import type { SearchPage, SearchProvider, SearchReply } from './search-provider.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

const protocols = { searxng, brave, serper, tavily, exa, mojeek, kagi, marginalia };
const now = new Date('2026-11-20T12:00:00.000Z');
const plain: SearchQuery = {
  query: 'widget',
  country: null,
  language: null,
  freshness: null,
  includeDomains: [],
  excludeDomains: [],
  category: 'web',
};

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

function faultOf(reply: SearchReply): SearchFault {
  assert.equal(reply.kind, 'fault', JSON.stringify(reply));
  return reply as SearchFault & { kind: 'fault' };
}

/** What was sent last, wherever the provider wants it. */
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

    test('gives results as they are, without marks, with dates and pages', async () => {
      const page = pageOf(await ask(provider));
      const [first] = page.results;
      assert.equal(first?.url, 'https://shop.example.com/widget-1');
      assert.equal(first?.title, 'widget 1');
      assert.match(first?.snippet ?? '', /All there is to say about widget & company, part 1\./);
      if (name !== 'marginalia') assert.equal(first?.published_at, '2025-11-03T00:00:00.000Z');
      assert.equal(page.results[1]?.published_at, undefined);
      assert.ok(page.results.length >= 10);
      if (provider.mostPages === 1) return;
      assert.equal(page.hasMore, true);
      const second = pageOf(await ask(provider, {}, 2));
      assert.equal(second.results[0]?.title, `widget ${page.results.length + 1}`);
      assert.equal(pageOf(await ask(provider, { query: 'gadget' })).results.length, 0);
    });

    test('tells failures apart, each in a line without the key', async () => {
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

    test('an empty list is a page, and JSON of something else is not', async () => {
      server.behave('empty');
      assert.deepEqual(pageOf(await ask(provider)).results, []);
      if (!'searxng mojeek marginalia kagi'.includes(name)) return;
      server.behave('other_json');
      assert.equal(faultOf(await ask(provider)).code, 'broken');
    });

    test('stops when nobody waits any more', async () => {
      server.behave('hang');
      const gone = new AbortController();
      const asked = provider.search(order(), gone.signal);
      setTimeout(() => gone.abort(new Error('gone')), 20);
      await assert.rejects(asked, /gone/);
    });

    test('never shows a key that it repeats in a refusal', async () => {
      if (name === 'searxng') return;
      const other = open('wrong-key-98765');
      const fault = faultOf(await ask(other));
      assert.equal(fault.code, 'refused_key');
      assert.doesNotMatch(fault.message, /wrong-key/);
      await other.close();
    });

    test('every category that it has gives results, images with their picture', async () => {
      for (const category of provider.categories) {
        const { results } = pageOf(await ask(provider, { category }));
        assert.ok(results.length > 0, category);
        if (category === 'images') assert.match(results[0]?.image?.url ?? '', /widget-1\.png$/);
      }
    });
  });
}

describe('what is asked', () => {
  async function askedOf(name: DialectName, query: Partial<SearchQuery>) {
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

  test('country, language and freshness as each provider knows them', async () => {
    const seen = await Promise.all(
      (Object.keys(dialects) as DialectName[]).map(
        async (name): Promise<[string, Awaited<ReturnType<typeof askedOf>>]> => [
          name,
          await askedOf(name, german),
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

  test('what a provider cannot say is not claimed', async () => {
    const unknown = await askedOf('brave', { country: 'IS', language: 'ja' });
    assert.partialDeepStrictEqual(unknown.fields, { country: 'ALL', search_lang: 'jp' });
    assert.equal(unknown.effect, 'language');
    assert.equal((await askedOf('brave', { country: 'IS' })).effect, 'ignored');
    assert.equal((await askedOf('brave', {})).fields.country, 'ALL');
    assert.equal((await askedOf('tavily', { country: 'DE', category: 'news' })).effect, 'ignored');
    assert.equal((await askedOf('searxng', { country: 'AT' })).fields.language, 'de-AT');
    assert.equal((await askedOf('searxng', { country: 'DE', language: 'pt-BR' })).fields.language, 'pt-BR');
    assert.equal((await askedOf('tavily', { country: 'TR' })).fields.country, 'turkey');
  });

  test('domains are asked for where that can be said', async () => {
    const includeDomains = ['example.com', 'example.org'];
    const excludeDomains = ['news.example.com'];
    const domains = { includeDomains, excludeDomains };
    const words = 'widget (site:example.com OR site:example.org) -site:news.example.com';
    assert.equal((await askedOf('searxng', domains)).fields.q, words);
    assert.equal((await askedOf('brave', domains)).fields.q, words);
    assert.equal((await askedOf('mojeek', domains)).fields.q, 'widget -site:news.example.com');
    assert.partialDeepStrictEqual((await askedOf('tavily', domains)).fields, {
      include_domains: includeDomains,
      exclude_domains: excludeDomains,
    });
    assert.partialDeepStrictEqual((await askedOf('exa', domains)).fields, { includeDomains, excludeDomains });
    assert.deepEqual((await askedOf('kagi', domains)).fields.lens, {
      sites_included: includeDomains,
      sites_excluded: excludeDomains,
    });
  });

  test('a query that is too long for brave is cut at a word, and says so', async (t) => {
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

describe('the usual faults of a set-up', () => {
  test('SearXNG without JSON and SearXNG with its limiter are told apart', async (t) => {
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

  test('engines that failed make an empty answer a failure, and are named beside results', async (t) => {
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

  test('engines that cannot do what was asked are left out without a word, which is not nothing', async (t) => {
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
    assert.match(fresh.message, /can keep to a freshness/);
    assert.match(faultOf(await ask(provider, { category: 'news' })).message, /no engine of category news/);
  });

  test('a base address may have a path and a password, and nobody answers at a wrong one', async (t) => {
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
