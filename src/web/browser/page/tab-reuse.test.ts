import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { type Answer, type Route, startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { canCleanTabs } from '../pool/can-clean-tabs.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { createBrowserClient } from './browser-page.ts';
import type { BrowserRequest } from './network/browser-request.ts';

useOwnTemporaryFolder();
const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32', '127.0.0.12/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

/** Functions that return true if a store already holds a mark, and leave one. */
const stores = `
const marked = async (name, isMarked, mark) => { try { const was = await isMarked(); await mark(); return was ? name : null; } catch (error) { return 'error of ' + name + ': ' + error.message; } };
const request = (work) => new Promise((done, fail) => { work.onsuccess = () => done(work.result); work.onerror = () => fail(work.error); });
const openStore = () => { const opening = indexedDB.open('marks'); opening.onupgradeneeded = () => opening.result.createObjectStore('marks'); return request(opening); };
const stored = () => [
  marked('localStorage', () => localStorage.mark, () => { localStorage.mark = 1; }),
  marked('sessionStorage', () => sessionStorage.mark, () => { sessionStorage.mark = 1; }),
  marked('IndexedDB', async () => (await indexedDB.databases()).length > 0, async () => (await openStore()).transaction('marks', 'readwrite').objectStore('marks').put(1, 1)),
  marked('Cache API', async () => (await caches.keys()).length > 0, async () => (await caches.open('marks')).put('/mark', new Response('mark'))),
  marked('file system', async () => { for await (const name of (await navigator.storage.getDirectory()).keys()) return name; }, async () => (await navigator.storage.getDirectory()).getFileHandle('mark', { create: true })),
];`;

const frame = `<script>${stores}
Promise.all(stored()).then((names) => parent.postMessage(names.filter(Boolean).map((name) => 'frame ' + name), '*'));
</script>`;

/** Page that lists all means by which it recognises its visitor. */
const detective = (
  frameUrl: string,
  seenByServer: string[],
) => `<!doctype html><title>Detective</title><p id="result"></p>
<script src="/id.js"></script><script>${stores}
const framed = new Promise((done) => addEventListener('message', ({ data }) => done(data)));
const listener = new BroadcastChannel('marks');
const heard = new Promise((done) => { listener.onmessage = ({ data }) => data === 'here' ? done('BroadcastChannel') : listener.postMessage('here'); setTimeout(() => done(null), 200); });
listener.postMessage('anyone?');
const worker = new SharedWorker('/worker.js', 'marks');
const worked = new Promise((done) => { worker.port.onmessage = ({ data }) => done(data > 0 ? 'SharedWorker' : null); });
const text = async (path) => (await fetch(path)).text();
const differs = async (path, name) => (await text(path)) !== (await text(path + '?fresh=' + Math.random())) ? name : null;
addEventListener('pagehide', () => { localStorage.mark = 1; document.cookie = 'late=1; max-age=1000'; fetch('/late', { keepalive: true, method: 'POST' }); });
(async () => {
  const found = [
    ...${JSON.stringify(seenByServer)},
    ...(await Promise.all(stored())),
    ...(await framed),
    await heard,
    await worked,
    await marked('cookie', () => document.cookie.includes('mark'), () => { document.cookie = 'mark=1; max-age=1000'; }),
    window.name !== '' ? 'window.name' : null,
    opener !== null ? 'opener' : null,
    history.length > 2 ? 'history ' + history.length : null,
    globalThis.visitor !== Number(await text('/current')) ? 'cached script' : null,
    Number(await text('/moved')) !== Number(await text('/current')) ? 'cached redirect' : null,
    Number(await text('/private')) !== Number(await text('/current')) ? 'cached answer' : null,
    await (async () => { const seen = await text('/validated'); return seen === '' ? null : seen; })(),
    (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted' ? 'permission' : null,
    referrerOf(),
  ].filter(Boolean);
  window.name = 'mark';
  result.textContent = 'found: ' + found.join(', ') + '.';
})();
function referrerOf() { return document.referrer === '' ? null : 'referrer'; }
</script><iframe src="${frameUrl}"></iframe>`;

/** Returns the process ids of the renderers of a browser. */
function listRenderers(leaders: readonly number[]): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
      return leaders.includes(group) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('=renderer');
    } catch {
      return false;
    }
  });
}

test('pages that follow each other in one tab', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail}): test skipped`);

  let visitor = 0;
  const sockets = new WeakSet<Socket>();
  const socketsOfVisit = new WeakSet<Socket>();
  const text = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
  const lasting = {
    'content-type': 'text/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  const current = (headers: Record<string, string>): Answer => ({ body: String(visitor), headers });
  const elsewhere = await startLoopbackServer(
    '127.0.0.12',
    () => new Map<string, Route>([['/*', { body: frame }]]),
  );

  function seenByServer({ headers, socket }: IncomingMessage): string[] {
    const found = [
      headers.cookie === undefined ? null : `cookie header ${headers.cookie}`,
      headers['sec-ch-ua-arch'] === undefined ? null : 'client hints',
      headers.authorization === undefined ? null : 'authorization',
      sockets.has(socket) && !socketsOfVisit.has(socket) ? 'connection' : null,
    ];
    sockets.add(socket);
    return found.filter((one) => one !== null);
  }
  const page: Route = (request) => {
    visitor += 1;
    return {
      headers: {
        'set-cookie': `server=${visitor}; HttpOnly; Max-Age=1000`,
        'content-type': 'text/html',
        etag: `"${visitor}"`,
        'cache-control': 'private, max-age=0',
      },
      body: detective(elsewhere.url('/frame'), [
        ...seenByServer(request),
        ...(request.headers['if-none-match'] === undefined ? [] : ['ETag of the page']),
      ]),
    };
  };
  const routes = new Map<string, Route>([
    ['/id.js', () => ({ body: `globalThis.visitor = ${visitor};`, headers: lasting })],
    [
      '/worker.js',
      {
        body: 'let count = 0; onconnect = ({ ports: [port] }) => port.postMessage(count++);',
        headers: lasting,
      },
    ],
    ['/current', () => current(text)],
    [
      '/moved',
      () => ({
        status: 301,
        headers: { location: `/moved-to?visitor=${visitor}`, 'cache-control': 'max-age=31536000' },
      }),
    ],
    ['/moved-to', (_, url) => ({ body: url.searchParams.get('visitor') ?? '', headers: text })],
    [
      '/private',
      () =>
        current({
          'content-type': 'text/plain',
          'cache-control': 'private, max-age=31536000',
          vary: 'Accept-Language',
        }),
    ],
    [
      '/validated',
      ({ headers }) => ({
        body:
          headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined
            ? ''
            : 'validator',
        headers: {
          'content-type': 'text/plain',
          'cache-control': 'public, max-age=0',
          vary: 'Accept',
          etag: `"${visitor}"`,
          'last-modified': new Date(0).toUTCString(),
        },
      }),
    ],
    ['/late', { headers: { 'set-cookie': 'late=1; Max-Age=1000' } }],
    [
      '/login',
      ({ headers }) =>
        headers.authorization === undefined
          ? { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }
          : { body: 'in' },
    ],
    [
      '/asks',
      {
        body: '<p>found: .</p><script>const call = new XMLHttpRequest(); call.open("GET", "/login", false, "visitor", "7"); call.send(); document.querySelector("p").textContent += call.responseText;</script>',
      },
    ],
    [
      '/worker-that-stays',
      {
        body: '<p id="p"></p><script>const worker = new SharedWorker("/worker.js", { name: "lasting", extendedLifetime: true }); worker.port.onmessage = ({ data }) => { p.textContent = "found: " + data; };</script>',
      },
    ],
    ['/dialog', { body: '<p>found: .</p><script>alert(1)</script>' }],
    ['/window', { body: '<p>found: .</p><script>open("/other")</script>' }],
    [
      '/asks-in-worker',
      {
        body: `<p id="p"></p><script>const code = 'const call = new XMLHttpRequest(); call.open("GET", "ORIGIN/login", false, "visitor", "7"); call.send(); postMessage(call.responseText)';
new Worker(URL.createObjectURL(new Blob([code.replace('ORIGIN', location.origin)]))).onmessage = ({ data }) => { p.textContent = 'found: ' + data; };</script>`,
      },
    ],
    [
      '/hints',
      { body: '<p>found: .</p>', headers: { 'content-type': 'text/html', 'accept-ch': 'Sec-CH-UA-Arch' } },
    ],
    [
      '/hints-in-document',
      {
        body: '<head><meta http-equiv="accept-ch" content="Sec-CH-UA-Arch"></head><p>found: .</p><script src="/worker.js"></script>',
      },
    ],
    ['/other', { body: '<p>other</p>' }],
    [
      '/slow.js',
      { body: 'setTimeout(() => { document.querySelector("p").textContent = "found: late"; }, 220);' },
    ],
    ['/steady', { body: '<p>found: at once</p>' }],
    ['/with-slow-script', { body: '<p>found: nothing</p><script src="/slow.js"></script>' }],
    ['/favicon.ico', { status: 404 }],
    ['/*', page],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  const pool = createProcessBrowserPool({
    finder: { search: () => search, invalidate() {} },
    guard,
    log: silentLog,
  });
  t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
  const client = createBrowserClient({ pool, guard, note: '(test)' });

  function request(path: string): BrowserRequest {
    return {
      url: new URL(site.url(path)),
      headers: {},
      steps: [],
      waitMs: 0,
      settleTimeoutMs: 1_000,
      mobile: false,
      country: null,
      screenshot: null,
      network: false,
      via: null,
      accountId: 'one',
    };
  }
  async function read(path: string, options: Partial<BrowserRequest> = {}): Promise<string> {
    const answer = await client.visit({ ...request(path), ...options }, never);
    assert.equal(answer.kind, 'response');
    const html = answer.kind === 'response' ? Buffer.from(answer.body).toString() : '';
    return /found: [^<]*/.exec(html)?.[0] ?? html;
  }
  /** Returns whether the second visit took place in the process of the first one. */
  async function shareProcess(
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<boolean> {
    await first();
    const before = listRenderers(pool.pids());
    const seen = new Set<string>();
    const during = setInterval(() => {
      for (const pid of listRenderers(pool.pids())) seen.add(pid);
    }, 20);
    await second();
    clearInterval(during);
    return [...seen].every((pid) => before.includes(pid));
  }

  await t.test('the site recognises its visitor if nothing is cleared', async () => {
    const found = await pool.use({}, never, async ({ newPage }) => {
      const tab = await newPage();
      for (const path of ['/a', '/b']) {
        await tab.goto(site.url(path));
        await tab.waitForFunction('document.getElementById("result").textContent !== ""');
      }
      return String(await tab.evaluate('result.textContent'));
    });
    for (const means of [
      'cookie header',
      'cookie',
      'localStorage',
      'sessionStorage',
      'IndexedDB',
      'Cache API',
      'file system',
      'frame localStorage',
      'frame IndexedDB',
      'frame Cache API',
      'window.name',
      'history',
      'cached script',
      'cached redirect',
      'cached answer',
      'validator',
      'connection',
    ])
      assert.ok(found.includes(means), `${means} in ${found}`);
  });

  await t.test('the browser clears every storage', async () => {
    assert.equal(await pool.use({}, never, canCleanTabs), true);
  });

  await t.test('are each a first visit', async () => {
    for (let visits = 0; visits < 6; visits += 1) assert.equal(await read(`/page-${visits}`), 'found: .');
  });

  await t.test('share a process, unless the account, device, headers, login or site differs', async () => {
    const visit =
      (options: Partial<BrowserRequest> = {}) =>
      () =>
        read('/page', options);
    const shares = (options: Partial<BrowserRequest>) => shareProcess(visit(), visit(options));
    assert.equal(await shares({}), true);
    const state = { cookies: [], origins: [] };
    const url = new URL(elsewhere.url('/detective'));
    const others = [
      { accountId: 'two' },
      { mobile: true },
      { country: 'AT' },
      { headers: { cookie: 'a=b' } },
      { state },
    ];
    for (const options of others) assert.equal(await shares(options), false, JSON.stringify(options));
    assert.equal(await shares({ url }), false);
    assert.equal(await shares({ accountId: null }), false);
  });

  await t.test('do not follow a login, a dialog, a window, or a worker that stays', async () => {
    const visit = (path: string) => () => read(path);
    for (const path of [
      '/asks',
      '/asks-in-worker',
      '/hints',
      '/hints-in-document',
      '/dialog',
      '/window',
      '/worker-that-stays',
    ])
      assert.equal(await shareProcess(visit(path), visit('/page')), false, path);
    await read('/hints-in-document');
    assert.equal(await read('/page'), 'found: .');
    assert.equal(await read('/asks'), 'found: .in');
    assert.equal(await read('/worker-that-stays'), 'found: 0');
    assert.equal(await read('/worker-that-stays'), 'found: 0');
    assert.equal(await read('/page'), 'found: .');
  });

  await t.test('have their late text, whatever the pages before were like', async () => {
    const mobile = true;
    for (let visits = 0; visits < 5; visits += 1)
      assert.equal(await read('/steady', { mobile }), 'found: at once');
    for (let visits = 0; visits < 5; visits += 1)
      assert.equal(await read('/with-slow-script', { mobile }), 'found: late');
  });

  await t.test('do not follow a page that failed or was aborted', async () => {
    const abort = new AbortController();
    const aborted = async () => {
      const visit = client.visit({ ...request('/page'), waitMs: 5_000 }, abort.signal);
      setTimeout(() => abort.abort(new Error('the caller left')), 1_000);
      await assert.rejects(visit, /the caller left/);
    };
    assert.equal(await shareProcess(aborted, () => read('/page')), false);
    assert.equal(await read('/page'), 'found: .');
  });
});
