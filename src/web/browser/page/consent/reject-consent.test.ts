import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../../test/own-temporary-folder.ts';
import { type Route, startLoopbackServer } from '../../../../../test/world/loopback-server.ts';
import { silentLog } from '../../../../domain/system/log.ts';
import { createSsrfGuard } from '../../../guard/ssrf-guard.ts';
import { findBrowser } from '../../find/find-browser.ts';
import { createProcessBrowserPool } from '../../pool/process-browser-pool.ts';
import { createBrowserClient } from '../browser-page.ts';

useOwnTemporaryFolder();
const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });

const article = '<main><h1>Harbour</h1><p>The old crane lifts again.</p></main><p id="choice">no answer</p>';
/** Answers a banner by writing down which button was pressed. */
const choose = (choice: string) =>
  `document.getElementById('choice').textContent = 'answer: ${choice}'; this.closest('[data-banner]').remove()`;
const button = (choice: string, id = choice, text = choice) =>
  `<button id="${id}" onclick="${choose(choice)}">${text}</button>`;
const fixed =
  'style="position: fixed; bottom: 0; left: 0; right: 0; height: 200px; background: white; z-index: 99"';
const page = (banner: string): Route => ({
  body: `<!doctype html><html lang="en"><title>Harbour</title><body>${article}${banner}</body></html>`,
});

const routes = new Map<string, Route>([
  [
    '/known-program',
    page(
      `<div id="onetrust-consent-sdk" data-banner ${fixed}><div id="onetrust-banner-sdk">We use cookies. ${button('accept', 'onetrust-accept-btn-handler')}${button('reject', 'onetrust-reject-all-handler')}</div></div>`,
    ),
  ],
  [
    '/own-banner',
    page(
      `<div data-banner role="dialog" ${fixed}><p>We use cookies and similar technologies to personalise content and analyse our traffic. You can accept or reject them.</p>${button('accept', 'a', 'Accept all')}${button('reject', 'b', 'Reject all')}</div>`,
    ),
  ],
  [
    '/accept-only',
    page(
      `<div data-banner role="dialog" ${fixed}><p>We use cookies and similar technologies to personalise content and analyse our traffic.</p>${button('accept', 'a', 'Accept all')}</div>`,
    ),
  ],
  ['/no-banner', page('')],
]);

test('a request for consent', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  const pool = createProcessBrowserPool({
    finder: { search: () => search, invalidate() {} },
    guard,
    log: silentLog,
  });
  t.after(() => Promise.all([pool.close(), site.close()]));
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  async function read(path: string, consent: 'reject' | null = 'reject') {
    const answer = await client.visit(
      {
        url: new URL(site.url(path)),
        headers: {},
        steps: [],
        waitMs: 0,
        settleTimeoutMs: 2_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
        ...(consent !== null && { consent }),
      },
      new AbortController().signal,
    );
    assert.ok(answer.kind === 'response');
    const html = Buffer.from(answer.body).toString();
    return {
      choice: /id="choice">([^<]*)/.exec(html)?.[1],
      hasBanner: html.includes('data-banner='),
      warnings: answer.warnings.filter(({ code }) => code === 'consent').map(({ message }) => message),
    };
  }

  await t.test('of a known program is rejected, and a warning states it', async () => {
    const { choice, hasBanner, warnings } = await read('/known-program');
    assert.deepEqual([choice, hasBanner], ['answer: reject', false]);
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /^The page asks for consent \(.*onetrust.*\); it was rejected with one click\.$/i,
    );
  });

  await t.test('of the site itself is rejected by the words of its buttons', async () => {
    const { choice, warnings } = await read('/own-banner');
    assert.equal(choice, 'answer: reject');
    assert.match(warnings[0] ?? '', /^The page asks for consent; it was rejected/);
  });

  await t.test('is never accepted', async () => {
    const { choice, hasBanner } = await read('/accept-only');
    assert.deepEqual([choice, hasBanner], ['no answer', true]);
  });

  await t.test(
    'is left alone if the caller does not ask, and pages without one have no warning',
    async () => {
      assert.equal((await read('/known-program', null)).choice, 'no answer');
      assert.deepEqual(await read('/no-banner'), { choice: 'no answer', hasBanner: false, warnings: [] });
    },
  );
});
