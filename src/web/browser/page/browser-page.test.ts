import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { type Route, startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { reject } from '../../guard/guard-verdict.ts';
import { createSsrfGuard, type Guard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { createBrowserClient } from './browser-page.ts';
import type { BrowserRequest } from './network/browser-request.ts';

const temporary = useOwnTemporaryFolder();
const ownGuard = createSsrfGuard({
  allowNetworks: ['127.0.0.11/32', '127.0.0.12/32'],
  ownAddresses: () => [],
});
const askedHosts: string[] = [];
/** Lets pages reach the servers of this test only, and notes every host that they ask for. */
const guard: Guard = {
  ...ownGuard,
  check(url) {
    askedHosts.push(url.hostname);
    return url.hostname.startsWith('127.')
      ? ownGuard.check(url)
      : reject('private_address', 'not in this test');
  },
};
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

const trackerHosts = ['www.googletagmanager.com', 'securepubads.g.doubleclick.net'];
const tracked = `<title>Tracked</title><p>Read me</p>
${[...trackerHosts, 'cdn.jsdelivr.net'].map((host) => `<script src="https://${host}/x.js"></script>`).join('')}`;

const hall = "'Hall ' + n + ': the water enters at ' + n + ' degrees and leaves through the gate behind it.'";
/** Shows its content after a pause without requests. */
const delayed = (placeholder: string) => `<title>Halls</title><header>Waterworks of the north</header>
<main id="main">${placeholder}</main><script>
setTimeout(() => { main.innerHTML = '<p>' + [1, 2, 3, 4].map((n) => ${hall}).join('</p><p>') + '</p>'; }, 900);
</script>`;
/** Shows each section when it becomes visible. */
const lazySections = `<title>Halls</title><main id="main"><h1>Halls</h1></main><script>
const observer = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
  const n = Number(target.dataset.n);
  target.textContent = ${hall};
}));
for (let n = 1; n <= 8; n += 1) {
  const section = document.createElement('section');
  section.style.minHeight = '400px';
  section.dataset.n = n;
  main.append(section);
  observer.observe(section);
}
</script>`;
/** Draws only those lines of a list that are in the window. */
const virtualList = `<title>Halls</title><main id="list" style="position: relative; height: 4000px"></main><script>
const draw = () => {
  list.replaceChildren();
  for (let n = 0; n < 100 && n * 40 < scrollY + innerHeight; n += 1) {
    const line = document.createElement('p');
    line.style.cssText = 'position: absolute; margin: 0; top: ' + n * 40 + 'px';
    line.textContent = ${hall};
    list.append(line);
  }
};
draw();
addEventListener('resize', draw);
</script>`;

const routes = new Map<string, Route>([
  ['/says-that-it-loads', { body: delayed('<p>Loading…</p>') }],
  ['/spins', { body: delayed('<div class="spinner"></div>') }],
  ['/lazy-sections', { body: lazySections }],
  ['/virtual-list', { body: virtualList }],
  ['/visitor', { body: visitor }],
  ['/tracked', { body: tracked }],
  ['/to-tracker', { status: 302, headers: { location: 'http://www.googletagmanager.com/a' } }],
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

/** Writes a wrapper that starts the browser with site isolation, which full browsers enable by default. */
async function createIsolatingBrowser(executable: string): Promise<string> {
  const program = join(temporary, 'isolating-browser');
  await writeFile(program, `#!/bin/sh\nexec ${executable} --site-per-process "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

test('a page in a browser', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (!browser?.program) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const search = findBrowser(await createIsolatingBrowser(browser.program.executable));
  const elsewhere = await startLoopbackServer('127.0.0.12', () => routes);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  const pool = createProcessBrowserPool({
    finder: { search: () => search, invalidate() {} },
    guard,
    log: silentLog,
  });
  t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  function visit(path: string, options: Partial<BrowserRequest> = {}) {
    return client.visit(
      {
        url: new URL(site.url(path)),
        headers: {},
        steps: [],
        waitMs: 0,
        settleTimeoutMs: 4_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
        ...options,
      },
      never,
    );
  }
  async function read(path: string, options: Partial<BrowserRequest> = {}): Promise<string> {
    const answer = await visit(path, options);
    assert.equal(answer.kind, 'response');
    return answer.kind === 'response' ? Buffer.from(answer.body).toString() : '';
  }

  await t.test('has the locale and time zone of the exit’s country', async () => {
    assert.match(await read('/visitor'), />en-US UTC 1280 false</);
    assert.match(await read('/visitor', { country: 'AT' }), />de-AT Europe\/Vienna 1280 false</);
    assert.match(await read('/visitor', { country: 'JP', mobile: true }), />ja-JP Asia\/Tokyo 390 true</);
    const languages = site.received('/visitor').map(({ headers }) => headers['accept-language']);
    assert.deepEqual(languages, ['en-US', 'de-AT', 'ja-JP']);
    const agents = site.received('/visitor').map(({ headers }) => headers['user-agent'] ?? '');
    assert.ok(agents.every((agent) => agent.includes('(test)')));
    assert.match(agents[2] ?? '', /Mobile Safari/);
  });

  await t.test('is read without images, fonts and video, and sees empty images', async () => {
    const html = await read('/shop');
    assert.match(html, /<p id="count">2</);
    assert.doesNotMatch(html, /src="\/instead"/);
    assert.equal(site.hits - site.requests('/visitor') - site.requests('/shop'), 0);
  });

  await t.test('is read without images, fonts and video in its frames, also in other processes', async () => {
    await read(`/framing?frame=${encodeURIComponent(elsewhere.url('/shop'))}`);
    assert.ok(elsewhere.requests('/shop') > 0);
    assert.equal(elsewhere.hits - elsewhere.requests('/shop'), 0);
  });

  await t.test(
    'is read when its placeholder is gone, and with what it shows only in the window',
    async () => {
      assert.match(await read('/says-that-it-loads'), /Hall 4: the water/);
      assert.match(await read('/spins'), /Hall 4: the water/);
      assert.match(await read('/lazy-sections'), /Hall 8: the water/);
      assert.match(await read('/virtual-list'), /Hall 99: the water/);
    },
  );

  await t.test('keeps the window that the caller knows for screenshots', async () => {
    const screenshot = { fullPage: false, quality: null, width: null, height: null };
    assert.doesNotMatch(await read('/virtual-list', { screenshot }), /Hall 99: the water/);
  });

  await t.test('that reloads endlessly or generates its document returns a content or an error', async () => {
    const reloading = await visit('/reloads', { settleTimeoutMs: 500 });
    if (reloading.kind === 'fault') assert.equal(reloading.code, 'redirects');
    else assert.match(Buffer.from(reloading.body).toString(), /Reloads/);
    const generated = await visit('/blob');
    assert.ok(generated.kind === 'response');
    assert.equal(generated.finalUrl, site.url('/blob'));
    assert.match(Buffer.from(generated.body).toString(), /made here/);
  });

  await t.test('asks for no advertisements and analytics, in a screenshot only on request', async () => {
    const askedFor = async (options: Partial<BrowserRequest>) => {
      askedHosts.length = 0;
      assert.match(await read('/tracked', options), /Read me/);
      return [...new Set(askedHosts)].filter((host) => !host.startsWith('127.'));
    };
    const screenshot = { fullPage: false, quality: null, width: null, height: null };
    assert.deepEqual(await askedFor({}), ['cdn.jsdelivr.net']);
    assert.deepEqual(await askedFor({ screenshot, blocksAds: true }), ['cdn.jsdelivr.net']);
    const all = [...trackerHosts, 'cdn.jsdelivr.net'];
    assert.deepEqual((await askedFor({ screenshot })).toSorted(), all.toSorted());
    assert.deepEqual((await askedFor({ blocksAds: false })).toSorted(), all.toSorted());
  });

  await t.test('asks a host of advertisements for the page itself, also after a redirect', async () => {
    askedHosts.length = 0;
    const rejected = await visit('/to-tracker');
    assert.ok(rejected.kind === 'fault');
    assert.equal(rejected.code, 'private_address');
    assert.ok(askedHosts.includes('www.googletagmanager.com'));
  });

  await t.test('has images, fonts and video in a screenshot', async () => {
    await read('/shop', { screenshot: { fullPage: false, quality: null, width: null, height: null } });
    for (const path of ['/pictures/with-ending.png', '/picture', '/background', '/font', '/film']) {
      assert.ok(site.requests(path) >= 1, path);
    }
  });
});
