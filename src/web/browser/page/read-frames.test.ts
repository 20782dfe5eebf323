import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import {
  type LoopbackServer,
  type Route,
  startLoopbackServer,
} from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import type { BrowserPool } from '../pool/browser-pool.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { openControlledBrowser } from '../steps/controlled-browser.ts';
import { createBrowserClient } from './browser-page.ts';

const temporary = useOwnTemporaryFolder();
const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32', '127.0.0.12/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const timetable =
  '<!doctype html><title>Timetable</title><base href="/lines/"><h2>Timetable of the night ferry</h2><a href="north">North</a><img src="/boat.png" srcset="/boat.png 1x, /boat-2.png 2x">';
const hostile = `<p>Frame before</p><script>
const odd = document.createElementNS('http://www.w3.org/1999/xhtml', 'plaintext');
odd.textContent = '</div></body>odd';
document.body.append(odd, document.createComment('--></div><p id=escaped>escaped</p>'));
document.createElement = () => { throw new Error('changed'); };
Object.getPrototypeOf(document.body).querySelectorAll = () => [];
</script><p>Frame after</p><template></div><p>in template</p></template>`;

const routes = new Map<string, Route>([
  ['/timetable', { body: timetable }],
  ['/outer', { body: '<p>Outer</p><iframe src="/timetable" width="400" height="300"></iframe>' }],
  ['/hostile', { body: hostile }],
  [
    '/refused',
    { body: '<p>Refused</p>', headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } },
  ],
  ['/late', { body: '<p>Late</p>', delayMs: 60_000 }],
  [
    '/handler',
    { body: '<p>Handler</p><img src="/none" onerror="parent.ran = true; top.document.title = \'ran\'">' },
  ],
  [
    '/frameset',
    {
      body: '<title>Set</title><frameset cols="30%,*"><frame src="/outer"><frame src="/timetable"></frameset>',
    },
  ],
  ['/page', (_, url) => ({ body: url.searchParams.get('body') ?? '' })],
]);

/** Writes a wrapper that starts the browser with site isolation, which full browsers enable by default. */
async function createIsolatingBrowser(executable: string): Promise<string> {
  const program = join(temporary, 'isolating-browser');
  await writeFile(program, `#!/bin/sh\nexec ${executable} --site-per-process "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

interface World {
  pool: BrowserPool;
  site: LoopbackServer;
  elsewhere: LoopbackServer;
}

async function startWorld(t: TestContext, isIsolating: boolean): Promise<World | null> {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (!browser?.program) {
    t.skip(`no browser on this machine (${detail}): test skipped`);
    return null;
  }
  const { executable } = browser.program;
  const search = findBrowser(isIsolating ? await createIsolatingBrowser(executable) : executable);
  const elsewhere = await startLoopbackServer('127.0.0.12', () => routes);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  const pool = createProcessBrowserPool({
    finder: { search: () => search, invalidate() {} },
    guard,
    log: silentLog,
  });
  t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
  return { pool, site, elsewhere };
}

function pageWith(site: LoopbackServer, body: string): string {
  return site.url(
    `/page?body=${encodeURIComponent(`<!doctype html><title>Page</title><h1>Ferries</h1>${body}`)}`,
  );
}

async function readUrl({ pool }: World, url: string): Promise<{ html: string; warnings: string[] }> {
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  const answer = await client.visit(
    {
      url: new URL(url),
      headers: {},
      steps: [],
      waitMs: 0,
      settleTimeoutMs: 3_000,
      mobile: false,
      country: null,
      screenshot: null,
      network: false,
      via: null,
    },
    never,
  );
  assert.ok(answer.kind === 'response');
  return {
    html: Buffer.from(answer.body).toString(),
    warnings: answer.warnings.map(({ code, message }) => `${code}: ${message}`),
  };
}

for (const isIsolating of [false, true]) {
  const processes = isIsolating ? 'in processes of their own' : 'in the process of the page';
  test(`frames of another origin ${processes}`, async (t) => {
    const world = await startWorld(t, isIsolating);
    if (world === null) return;
    const { site, elsewhere } = world;
    const frame = (url: string, size: string) => `<iframe src="${url}" style="${size}"></iframe>`;

    await t.test('are part of the page if they are large', async () => {
      const { html, warnings } = await readUrl(
        world,
        pageWith(site, frame(elsewhere.url('/outer'), 'width:900px;height:700px')),
      );
      assert.match(html, /<p>Outer<\/p>/);
      assert.match(html, /Timetable of the night ferry/);
      assert.ok(html.includes(`href="${elsewhere.url('/lines/north')}"`));
      assert.ok(
        html.includes(`srcset="${elsewhere.url('/boat.png')} 1x, ${elsewhere.url('/boat-2.png')} 2x"`),
      );
      assert.ok(html.includes(`data-frame-url="${elsewhere.url('/outer')}"`));
      assert.deepEqual(warnings, []);
    });

    await t.test('are not part of the page if they are small', async () => {
      const { html, warnings } = await readUrl(
        world,
        pageWith(site, frame(elsewhere.url('/timetable'), 'width:300px;height:250px')),
      );
      assert.doesNotMatch(html, /night ferry/);
      assert.deepEqual(warnings, []);
    });

    await t.test('cannot leave their element or run in the page', async () => {
      const body = `${frame(elsewhere.url('/hostile'), 'width:900px;height:700px')}${frame(elsewhere.url('/handler'), 'width:900px;height:700px')}<p id="after">After</p>`;
      const { html } = await readUrl(world, pageWith(site, body));
      assert.match(html, /<title>Page<\/title>/);
      assert.match(html, /Frame before/);
      assert.doesNotMatch(html, /<plaintext|id="?escaped|<script|in template/);
      assert.ok(html.indexOf('id="after"') > html.indexOf('Frame before'));
    });

    await t.test('are named in a warning if they cannot be read', async () => {
      const refused = elsewhere.url('/refused');
      const { html, warnings } = await readUrl(
        world,
        pageWith(site, `<p>Still here</p>${frame(refused, 'width:900px;height:700px')}`),
      );
      assert.match(html, /Still here/);
      assert.doesNotMatch(html, /<p>Refused/);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.startsWith('frames_not_read: ') && warnings[0].includes(refused));
    });
  });
}

test('frames of the same origin', async (t) => {
  const world = await startWorld(t, true);
  if (world === null) return;
  const { site, pool } = world;

  await t.test(
    'are part of the page at any size, also nested, inline, lazy and in shadow roots',
    async () => {
      const { html, warnings } = await readUrl(
        world,
        pageWith(
          site,
          `<iframe src="/outer" width="300" height="200"></iframe><iframe srcdoc="<p>Written inline</p>"></iframe>
<div style="height:9000px"></div><iframe loading="lazy" src="/page?body=Lazy+text"></iframe>
<div id="host"></div><script>
host.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p><iframe src="/page?body=Frame+in+the+shadow"></iframe>';
</script>`,
        ),
      );
      for (const text of [
        '<p>Outer</p>',
        'Timetable of the night ferry',
        '<p>Written inline</p>',
        'Lazy text',
        '<p>In the shadow</p>',
        'Frame in the shadow',
      ])
        assert.ok(html.includes(text), text);
      assert.deepEqual(warnings, []);
    },
  );

  await t.test('are left out if they are hidden', async () => {
    const hidden = ['display:none', 'visibility:hidden', 'width:1px;height:1px', 'opacity:0'];
    const body = hidden.map((style) => `<iframe src="/timetable" style="${style}"></iframe>`).join('');
    const { html, warnings } = await readUrl(world, pageWith(site, body));
    assert.doesNotMatch(html, /night ferry/);
    assert.deepEqual(warnings, []);
  });

  await t.test('that do not respond are named, and the page is read', async () => {
    const { html, warnings } = await readUrl(world, pageWith(site, '<iframe src="/late"></iframe>'));
    assert.match(html, /<h1>Ferries<\/h1>/);
    assert.equal(warnings.length, 1);
    assert.ok(warnings[0]?.includes(site.url('/late')));
  });

  await t.test('of a frameset are the body of the page', async () => {
    const { html } = await readUrl(world, site.url('/frameset'));
    assert.match(html, /<title>Set<\/title>/);
    assert.match(html, /<body><div[^>]*>.*<p>Outer<\/p>.*Timetable of the night ferry.*<\/div><\/body>/s);
  });

  await t.test('are part of what a session reads, and stay in its page', async () => {
    const browser = await openControlledBrowser(
      { pool, guard },
      { device: {}, via: null, state: null, canWait: false, isRecorded: false },
      never,
    );
    try {
      const url = pageWith(site, '<iframe src="/timetable"></iframe><my-note></my-note>');
      assert.equal((await browser.act(browserAction({ type: 'goto', url, snapshot: false }))).error, null);
      for (let i = 0; i < 2; i++) assert.match((await browser.html()).html, /Timetable of the night ferry/);
      const text = 'document.querySelector("iframe").contentDocument.querySelector("h2").textContent';
      const { value } = await browser.act(browserAction({ type: 'evaluate', text, snapshot: false }));
      assert.equal(value, 'Timetable of the night ferry');
    } finally {
      await browser.close();
    }
  });
});
