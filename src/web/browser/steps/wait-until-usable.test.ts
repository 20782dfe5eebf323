import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { openControlledBrowser } from './controlled-browser.ts';
import { runSteps } from './page-steps.ts';
import { type ElementUse, waitUntilUsable } from './wait-until-usable.ts';

const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });
const never = new AbortController().signal;
/** A step that waits for this limit would hang the test. */
const endlessMs = 100_000_000;
const body = `<!doctype html><title>Crane</title><button id=buy>Buy</button><button id=sold disabled>Sold out</button>
  <input id=name aria-label=Name><input id=total aria-label=Total readonly value=12><a id=free href="#free">Free</a>
  <script>
    addEventListener('click', ({ target }) => { target.dataset.clicks = Number(target.dataset.clicks ?? 0) + 1; }, true);
    function cover() {
      const veil = document.body.appendChild(document.createElement('div'));
      veil.className = 'veil';
      veil.style.cssText = 'position:fixed;inset:0;background:white';
      return veil;
    }
  </script>`;

/** Opens the page in a controlled browser; null without a browser. */
async function openPage(t: TestContext) {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser: found, detail } = await search;
  if (found === null) {
    t.skip(`no browser on this machine (${detail}): test skipped`);
    return null;
  }
  const finder = { search: () => search, invalidate() {} };
  const pool = createProcessBrowserPool({ finder, guard, log: silentLog });
  t.after(() => pool.close());
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/', { body }]]));
  t.after(() => site.close());
  const options = { device: {}, via: null, state: null, canWait: false, isRecorded: false };
  const browser = await openControlledBrowser({ pool, guard }, options, never);
  t.after(() => browser.close());
  await browser.act(browserAction({ type: 'goto', url: site.url('/'), snapshot: false }));
  return { browser, page: browser.tabs.activeTab().page };
}

const quiet = { timeoutMs: endlessMs, isChosen: false, isBusy: () => false };
const clicksOf = (page: Page, id: string) => page.locator(`#${id}`).getAttribute('data-clicks');

test('an element that stays blocked is named long before the time limit', async (t) => {
  const opened = await openPage(t);
  if (opened === null) return;
  const { page } = opened;
  const wait = (id: string, use: ElementUse) => waitUntilUsable(page.locator(`#${id}`), use, quiet);
  await assert.rejects(wait('sold', 'click'), /not enabled/);
  await assert.rejects(wait('sold', 'press'), /not enabled/);
  await assert.rejects(wait('total', 'write'), /read-only/);
  assert.ok((await wait('free', 'click')) > 0);
  await page.evaluate('cover()');
  await assert.rejects(wait('buy', 'click'), /covered by <div class="veil"/);
  await assert.rejects(wait('free', 'hover'), /covered by <div class="veil"/);
  // Text is written without the pointer.
  assert.ok((await wait('name', 'write')) > 0);
  assert.equal(await clicksOf(page, 'buy'), null);
});

test('an element that becomes free or enabled is used once', async (t) => {
  const opened = await openPage(t);
  if (opened === null) return;
  const { browser, page } = opened;
  await page.evaluate('const veil = cover(); setTimeout(() => veil.remove(), 600)');
  const freed = await browser.act(browserAction({ type: 'click', target: '#buy', snapshot: false }));
  assert.equal(freed.error, null);
  assert.equal(await clicksOf(page, 'buy'), '1');
  await page.evaluate('setTimeout(() => { document.querySelector("#sold").disabled = false; }, 600)');
  const enabled = await browser.act(browserAction({ type: 'click', target: '#sold', snapshot: false }));
  assert.equal(enabled.error, null);
  assert.equal(await clicksOf(page, 'sold'), '1');
});

test('a busy page and a time limit of the caller are waited for', async (t) => {
  const opened = await openPage(t);
  if (opened === null) return;
  const { page } = opened;
  await page.evaluate('globalThis.veil = cover()');
  let looks = 0;
  const isBusy = () => {
    looks += 1;
    // Requests that end after some looks, and free the element.
    if (looks === 5) page.evaluate('veil.remove()').catch(() => {});
    return true;
  };
  assert.ok((await waitUntilUsable(page.locator('#buy'), 'click', { ...quiet, isBusy })) > 0);
  await page.evaluate('document.body.append(veil); setTimeout(() => veil.remove(), 5000)');
  assert.ok((await waitUntilUsable(page.locator('#buy'), 'click', { ...quiet, isChosen: true })) > 0);
});

test('steps of a scrape use the same rule', async (t) => {
  const opened = await openPage(t);
  if (opened === null) return;
  const { page } = opened;
  await page.evaluate('cover()');
  const click = { type: 'click', selector: '#buy', timeoutMs: null } as const;
  const step = { text: null, key: null, ms: null, direction: null, amount: null, ...click };
  await assert.rejects(
    runSteps({ page, activity: { isBusy: () => false } }, [step], []),
    /Step 1 \(click "#buy"\): the element is covered by <div class="veil"/,
  );
});
