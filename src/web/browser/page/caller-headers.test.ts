import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { createBrowserClient } from './browser-page.ts';

const guard = createSsrfGuard({ allowNetworks: ['127.0.0.19/32', '127.0.0.20/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

test('the caller’s cookies in a browser', async (t) => {
  const found = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await found;
  if (!browser?.program) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const elsewhere = await startLoopbackServer(
    '127.0.0.20',
    () => new Map<string, Route>([['/*', { body: '<p>Elsewhere</p>' }]]),
  );
  const setting = (location: string, cookie: string): Route => ({
    status: 302,
    headers: { location, 'set-cookie': cookie },
  });
  const site = await startLoopbackServer(
    '127.0.0.19',
    () =>
      new Map<string, Route>([
        ['/enter', setting('/hall', 'ticket=7; Path=/')],
        ['/leave', setting(elsewhere.url('/outside'), 'ticket=7; Path=/')],
        [
          '/gate',
          ({ headers }) =>
            headers.cookie?.includes('passed=1')
              ? { body: '<p>Inside</p>' }
              : { status: 302, headers: { location: '/gate', 'set-cookie': 'passed=1' } },
        ],
        [
          '/script',
          {
            body: `<p id="p">Shelf</p><script>document.cookie = 'basket=3'; document.cookie = 'lang=de';
              Promise.all([fetch('/items'), fetch('${elsewhere.url('/count')}', { mode: 'no-cors' })])
                .then(() => { p.textContent = 'Shelf loaded'; });</script>`,
          },
        ],
        ['/*', { body: '<p>Something</p>' }],
      ]),
  );
  const pool = createProcessBrowserPool({
    finder: { search: () => found, invalidate() {} },
    guard,
    log: silentLog,
  });
  t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  async function visit(path: string) {
    const answer = await client.visit(
      {
        url: new URL(site.url(path)),
        headers: { Cookie: 'member=5; lang=en' },
        steps: [],
        waitMs: 0,
        settleTimeoutMs: 4_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
      },
      never,
    );
    return answer.kind === 'response' ? Buffer.from(answer.body).toString() : answer.code;
  }
  const cookies = (server: typeof site, path: string) =>
    server.received(path).map(({ headers }) => (headers.cookie ?? '').split('; ').sort().join('; '));

  await t.test('are sent beside those that a redirect sets', async () => {
    await visit('/enter');
    assert.deepEqual(cookies(site, '/enter'), ['lang=en; member=5']);
    assert.deepEqual(cookies(site, '/hall'), ['lang=en; member=5; ticket=7']);
  });

  await t.test('do not keep a site from passing a redirect to itself', async () => {
    assert.match(await visit('/gate'), /Inside/);
  });

  await t.test('are sent beside those of scripts, which are newer', async () => {
    assert.match(await visit('/script'), /Shelf loaded/);
    assert.deepEqual(cookies(site, '/items'), ['basket=3; lang=de; member=5']);
  });

  await t.test('and those of the site are not sent to other origins', async () => {
    await visit('/leave');
    assert.deepEqual(cookies(elsewhere, '/outside'), ['']);
    assert.deepEqual(cookies(elsewhere, '/count'), ['']);
  });
});
