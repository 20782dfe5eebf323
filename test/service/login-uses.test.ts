import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoginVault } from '../../src/capabilities/sessions/logins/login-vault.ts';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { hasEnded } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

test('a login that operations use without being asked to', async (t) => {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser?.program == null) return t.skip('no browser on this machine');
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program.executable });
  const wall: Answer = {
    status: 401,
    body: '<!doctype html><title>Log in</title><form><input name="user"><input type="password" name="pass"></form>',
  };
  const names = ['', 'one', 'two'];
  const links = names.map((name) => `<a href="/${name}">page ${name}</a>`).join(' ');
  const site = await startLoopbackServer('127.0.0.22', () => {
    const routes = new Map<string, Route>();
    for (const name of names)
      routes.set(`/${name}`, ({ headers }) =>
        headers.cookie?.includes('session=member') === true
          ? {
              body: `<!doctype html><title>Mole ${name}</title><main><h1>Mole ${name}</h1><p>${'The mole is repaired by its members. '.repeat(20)}</p>${links}</main>`,
            }
          : wall,
      );
    return routes;
  });
  t.after(() => site.close());
  const url = site.url('/');
  const key = deriveKey('a root secret for tests alone', 'login');
  const vault = createLoginVault({ database: service.database, key, clock: { now: () => new Date() } });
  const cookie = {
    name: 'session',
    value: 'member',
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  const accountId = (await service.get('/v1/account')).json.account_id;
  const { lid } = await vault.save({
    accountId,
    name: 'mole',
    url,
    country: null,
    state: { cookies: [cookie], origins: [] },
  });
  const post = async (path: string, body: object): Promise<Json> => {
    const { status, json } = await service.post(path, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const use = async (...uses: string[]) => {
    const { status, json } = await service.request('PATCH', `/v1/logins/${lid}`, { body: { use_for: uses } });
    assert.deepEqual([status, json.use_for], [200, uses], JSON.stringify(json));
  };
  const crawl = async (query: string): Promise<Json> => {
    const { jid } = await post(`/v1/crawl${query}`, { url, use_sitemap: false });
    await until(async () => (await service.get(`/v1/jobs/${jid}`)).json, hasEnded);
    return (await service.get(`/v1/jobs/${jid}/results`)).json.results;
  };

  await t.test('nothing uses it before', async () => {
    assert.equal((await post('/v1/scrape', { url })).status, 'blocked');
    assert.equal((await vault.find(accountId, lid))?.status, 'ok');
  });

  await t.test('a scrape uses it, names it, and keeps the page out of the cache', async () => {
    await use('scrape');
    const page = await post('/v1/scrape', { url, max_age: 600 });
    assert.deepEqual([page.status, page.receipt.login], ['ok', lid]);
    const { rows } = await service.pool.query('select count(*)::int as cached from page_cache');
    assert.deepEqual(rows, [{ cached: 0 }]);
  });

  await t.test('it can be turned off, and does not hold for other operations', async () => {
    assert.equal((await post('/v1/scrape', { url, login: 'none' })).status, 'blocked');
    assert.deepEqual(
      (await crawl('')).map(({ status }: Json) => status),
      ['blocked'],
    );
  });

  await t.test('a crawl and a map use it', async () => {
    await use('crawl', 'map');
    const results = await crawl('');
    assert.deepEqual(
      results.map(({ receipt }: Json) => receipt.login),
      [lid, lid, lid],
    );
    assert.deepEqual(
      (await crawl('?login=none')).map(({ status }: Json) => status),
      ['blocked'],
    );
    const map = await post('/v1/map', { url });
    assert.ok(
      map.links.some(({ url: link }: Json) => link === site.url('/two')),
      JSON.stringify(map),
    );
  });

  await t.test('monitors and datasets use it', async () => {
    await use('monitors', 'datasets');
    const { mid } = await post('/v1/monitors', { url, watch: { kind: 'page' } });
    const monitor = await until(
      async () => (await service.get(`/v1/monitors/${mid}`)).json,
      ({ latest_check: latest }) => latest != null,
    );
    assert.equal(monitor.latest_check.state, 'new', JSON.stringify(monitor.latest_check));
    const { did } = await post('/v1/datasets', {
      name: 'Moles',
      source: {
        kind: 'extract',
        urls: [url],
        schema: { type: 'object', properties: { title: { type: 'string' } } },
      },
    });
    const { records } = await until(
      async () => (await service.get(`/v1/datasets/${did}/records`)).json,
      (read) => read.records?.length > 0,
    );
    assert.match(JSON.stringify(records), /Mole/);
  });
});
