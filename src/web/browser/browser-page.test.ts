import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { type Route, startLoopbackServer } from '../../../test/world/loopback-server.ts';
import { silentLog } from '../../domain/log.ts';
import { createGuard } from '../guard.ts';
import { createBrowserClient } from './browser-page.ts';
import { createBrowserPool } from './browser-pool.ts';
import type { BrowserRequest } from './browser-request.ts';
import { findBrowser } from './find-browser.ts';

const temporary = useOwnTemporaryFolder();
const guard = createGuard({ allowNetworks: ['127.0.0.11/32', '127.0.0.12/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const visitor = `<title>Visitor</title><p id="p"></p><script>
p.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, screen.width, navigator.maxTouchPoints > 0].join(' ');
</script>`;
const shop = `<title>Shop</title><p id="count">0</p>
<img src="/pictures/with-ending.png" onerror="this.src = '/instead'"><img src="/picture?n=1" onerror="this.src = '/instead'">
<style>@font-face { font-family: x; src: url('/font') } p { font-family: x; background: url('/background') }</style>
<video src="/film" autoplay></video>
<script>
const loaded = [];
for (const image of document.images) image.onload = () => { loaded.push(1); document.getElementById('count').textContent = loaded.length; };
</script>`;

const routes = new Map<string, Route>([
  ['/visitor', { body: visitor }],
  ['/shop', { body: shop }],
  [
    '/framing',
    (_, url) => ({ body: `<p>Framing</p><iframe src="${url.searchParams.get('frame')}"></iframe>` }),
  ],
  ['/reloads', { body: '<p>Reloads</p><script>location.reload()</script>' }],
  [
    '/blob',
    {
      body: `<script>location.href = URL.createObjectURL(new Blob(['<p>made here'], { type: 'text/html' }))</script>`,
    },
  ],
  ['/*', { body: 'something' }],
]);

/** The browser as a program that keeps frames of other sites in processes of their own, as full ones do. */
async function isolating(executable: string): Promise<string> {
  const program = join(temporary, 'isolating-browser');
  await writeFile(program, `#!/bin/sh\nexec ${executable} --site-per-process "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

test('a page in a browser', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (!browser?.program) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const search = findBrowser(await isolating(browser.program.executable));
  const elsewhere = await startLoopbackServer('127.0.0.12', () => routes);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  const pool = createBrowserPool({ finder: { search: () => search, doubt() {} }, guard, log: silentLog });
  t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  function visit(path: string, wish: Partial<BrowserRequest> = {}) {
    return client.visit(
      {
        url: new URL(site.url(path)),
        headers: {},
        steps: [],
        waitMs: 0,
        settleWithinMs: 4_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
        ...wish,
      },
      never,
    );
  }
  async function read(path: string, wish: Partial<BrowserRequest> = {}): Promise<string> {
    const answer = await visit(path, wish);
    assert.equal(answer.kind, 'response');
    return answer.kind === 'response' ? Buffer.from(answer.body).toString() : '';
  }

  await t.test('is shown as to a visitor of the exit’s country', async () => {
    assert.match(await read('/visitor'), />en-US UTC 1280 false</);
    assert.match(await read('/visitor', { country: 'AT' }), />de-AT Europe\/Vienna 1280 false</);
    assert.match(await read('/visitor', { country: 'JP', mobile: true }), />ja-JP Asia\/Tokyo 390 true</);
    const languages = site.received('/visitor').map(({ headers }) => headers['accept-language']);
    assert.deepEqual(languages, ['en-US', 'de-AT', 'ja-JP']);
    const agents = site.received('/visitor').map(({ headers }) => headers['user-agent'] ?? '');
    assert.ok(agents.every((agent) => agent.includes('(test)')));
    assert.match(agents[2] ?? '', /Mobile Safari/);
  });

  await t.test('is read without pictures, fonts and films, and believes that the pictures came', async () => {
    const html = await read('/shop');
    assert.match(html, /<p id="count">2</);
    assert.doesNotMatch(html, /src="\/instead"/);
    assert.equal(site.hits - site.requests('/visitor') - site.requests('/shop'), 0);
  });

  await t.test('is read without those of its frames, in other processes too', async () => {
    await read(`/framing?frame=${encodeURIComponent(elsewhere.url('/shop'))}`);
    assert.ok(elsewhere.requests('/shop') > 0);
    assert.equal(elsewhere.hits - elsewhere.requests('/shop'), 0);
  });

  await t.test('that never stays, or is of its own making, ends in what can be said of it', async () => {
    const restless = await visit('/reloads', { settleWithinMs: 500 });
    if (restless.kind === 'fault') assert.equal(restless.code, 'redirects');
    else assert.match(Buffer.from(restless.body).toString(), /Reloads/);
    const made = await visit('/blob');
    assert.ok(made.kind === 'response');
    assert.equal(made.finalUrl, site.url('/blob'));
    assert.match(Buffer.from(made.body).toString(), /made here/);
  });

  await t.test('is pictured with all of them', async () => {
    await read('/shop', { screenshot: { fullPage: false, quality: null, width: null, height: null } });
    for (const path of ['/pictures/with-ending.png', '/picture', '/background', '/font', '/film']) {
      assert.ok(site.requests(path) >= 1, path);
    }
  });
});
