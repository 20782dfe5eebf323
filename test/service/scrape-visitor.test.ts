import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const echo: Route = ({ headers, method }: IncomingMessage, url, _count, body) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Echo</title><main><h1>Echo</h1><p>method ${method}; path ${url.pathname}; cookies ${headers.cookie ?? 'none'}; language ${headers['accept-language']}; type ${headers['content-type'] ?? 'none'}; body ${body || 'none'}.</p></main>`,
});
const told = `<!doctype html><title>Told</title><p id="told"></p><p id="place">nowhere</p><script>
told.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, document.cookie].join(' ');
navigator.geolocation.getCurrentPosition(({ coords }) => { place.textContent = 'at ' + coords.latitude + ' ' + coords.longitude; });
</script>`;
const pictures = `<!doctype html><title>Pictures</title><link rel="stylesheet" href="/style.css"><p>Seen</p><img src="/picture.png"><script src="/script.js"></script>`;

test('the visitor of a page', async (t) => {
  const elsewhere = await startLoopbackServer('127.0.0.12', () => new Map([['/*', echo]]));
  const routes = new Map<string, Route>([
    ['/told', { body: told }],
    ['/pictures', { body: pictures }],
    ['/see-other', { status: 303, headers: { location: '/echo' } }],
    ['/same-method', { status: 307, headers: { location: '/echo' } }],
    ['/away', { status: 307, headers: { location: elsewhere.url('/echo') } }],
    ['/*', echo],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  t.after(() => Promise.all([site.close(), elsewhere.close()]));
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const service = await startTestService(t, { WEBDATA_BROWSER: browser?.program?.executable ?? '' });
  const scrape = async (path: string, options: object) =>
    (await service.post('/v1/scrape', { url: site.url(path), ...options })).json;
  const faults = async (options: object) => {
    const answer = await service.post('/v1/scrape', { url: site.url('/echo'), ...options });
    assert.equal(answer.status, 422, JSON.stringify(answer.json));
    return answer.json.errors.map(({ pointer }: { pointer: string }) => pointer);
  };

  await t.test('brings cookies for the site and its paths, and languages in their order', async () => {
    const cookies = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2', path: '/deep' },
    ];
    const languages = ['de-AT', 'fr'];
    assert.match(
      (await scrape('/echo', { cookies, languages })).markdown,
      /cookies a=1; language de-AT, fr;q=0\.9/,
    );
    assert.match((await scrape('/deep/page', { cookies })).markdown, /cookies b=2; a=1/);
    assert.deepEqual(await faults({ cookies: [{ name: 'a', value: '1', domain: 'example.com' }] }), [
      '/cookies/0/domain',
    ]);
    assert.deepEqual(await faults({ cookies: [{ name: 'a', value: '1; Domain=example.com' }] }), [
      '/cookies/0/value',
    ]);
  });

  await t.test('sends a method and a body, which the receipt states', async () => {
    const page = await scrape('/echo', { method: 'POST', body: '{"q":1}', allow_unsafe: true });
    assert.match(page.markdown, /method POST; .*type application\/json; body \{"q":1\}/);
    assert.equal(page.receipt.method, 'POST');
    const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
    assert.equal(verifyReceipt(page.receipt, keys).valid, true);
    assert.equal((await scrape('/echo', {})).receipt.method, undefined);
    const form = await scrape('/echo', { method: 'PUT', body: 'q=1&r=2', allow_unsafe: true });
    assert.match(form.markdown, /method PUT; .*type application\/x-www-form-urlencoded; body q=1&r=2/);
  });

  await t.test(
    'follows redirects of a sent body like a browser, but not with the body to another origin',
    async () => {
      const sent = { method: 'POST', body: 'q=1', allow_unsafe: true };
      assert.match((await scrape('/see-other', sent)).markdown, /method GET; .*body none/);
      assert.match((await scrape('/same-method', sent)).markdown, /method POST; .*body q=1/);
      const away = await scrape('/away', sent);
      assert.equal(away.error.code, 'redirects');
      assert.equal(elsewhere.hits, 0);
    },
  );

  await t.test(
    'must confirm a method that may change something, and cannot combine it with a browser',
    async () => {
      assert.deepEqual(await faults({ method: 'DELETE' }), ['/allow_unsafe']);
      assert.deepEqual(await faults({ method: 'POST', allow_unsafe: true, render: 'always' }), ['/method']);
      assert.deepEqual(await faults({ method: 'POST', allow_unsafe: true, timezone: 'Asia/Tokyo' }), [
        '/method',
      ]);
      assert.deepEqual(await faults({ body: 'q=1' }), ['/body']);
      assert.deepEqual(await faults({ timezone: 'Mars/Olympus' }), ['/timezone']);
    },
  );

  await t.test('has a time zone, a place, a language and cookies in a browser', async (t) => {
    if (browser === null) return t.skip('no browser on this machine');
    const page = await scrape('/told', {
      timezone: 'Asia/Tokyo',
      geolocation: { latitude: 48.2, longitude: 16.4 },
      languages: ['ja', 'en'],
      cookies: [{ name: 'seen', value: 'yes' }],
    });
    assert.match(page.markdown, /ja Asia\/Tokyo seen=yes/);
    assert.match(page.markdown, /at 48\.2 16\.4/);
    assert.equal(page.receipt.route, 'browser');
  });

  await t.test('chooses what a browser leaves out, and reads what a script returns', async (t) => {
    if (browser === null) return t.skip('no browser on this machine');
    const asked = async (options: object) => {
      const before = ['/style.css', '/picture.png', '/script.js'].map((path) => site.requests(path));
      const page = await scrape('/pictures', { render: 'always', ...options });
      assert.match(page.markdown, /Seen/);
      return ['/style.css', '/picture.png', '/script.js'].filter(
        (path, at) => site.requests(path) > (before[at] ?? 0),
      );
    };
    assert.deepEqual(await asked({}), ['/style.css', '/script.js']);
    assert.deepEqual(await asked({ block: [] }), ['/style.css', '/picture.png', '/script.js']);
    assert.deepEqual(await asked({ block: ['stylesheets', 'scripts'] }), ['/picture.png']);
    const { actions } = await scrape('/pictures', {
      steps: [{ type: 'script', text: 'document.title + 1' }],
    });
    assert.deepEqual(actions.javascript_returns, [{ type: 'string', value: 'Pictures1' }]);
  });
});
