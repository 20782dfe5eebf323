import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { openControlledBrowser } from './controlled-browser.ts';
import { snapshotSelector } from './snapshot-engine.ts';

const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const rows = Array.from(
  { length: 300 },
  (_, index) => `<div class=row><a href="#${index}">Item ${index}</a> <button>Add ${index}</button></div>`,
).join('');
const pages = new Map([
  [
    '/rows',
    {
      body: `<!doctype html><title>Rows</title><style>.row { height: 40px }</style><main><h1>Rows</h1>loose text ${rows}</main>
        <script>addEventListener('click', ({ target }) => { document.title = target.textContent; })</script>`,
    },
  ],
  [
    '/fields',
    {
      body: `<!doctype html><title>Fields</title><form><label for=a>First</label><input id=a><label>Second <input name=b></label>
        <label for=c>Third</label><label for=c>and more</label><select id=c><option>One<option>Two</select>
        <label><button>Inside</button> label</label><input type=hidden id=d><label for=d>Hidden</label><textarea aria-label=Own></textarea>
        <label>Box <input type=checkbox checked></label></form><div id=host></div>
        <script>
          const root = document.querySelector('#host').attachShadow({ mode: 'open' });
          root.innerHTML = '<label for=a>Shadow</label><input id=a><section><h2>In shadow</h2></section>';
        </script>`,
    },
  ],
]);

async function openBrowser(t: TestContext, maxSnapshotElements: number) {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser: found, detail } = await search;
  if (found === null) {
    t.skip(`no browser on this machine (${detail}): test skipped`);
    return null;
  }
  const finder = { search: () => search, invalidate() {} };
  const pool = createProcessBrowserPool({ finder, guard, log: silentLog });
  t.after(() => pool.close());
  const site = await startLoopbackServer('127.0.0.11', () => pages);
  t.after(() => site.close());
  const options = { device: {}, via: null, state: null, canWait: false, isRecorded: false };
  const browser = await openControlledBrowser({ pool, guard }, { ...options, maxSnapshotElements }, never);
  t.after(() => browser.close());
  const open = (path: string) =>
    browser.act(browserAction({ type: 'goto', url: site.url(path), snapshot: false }));
  const snapshot = () =>
    browser.snapshot({ maxLength: 100_000, onlyChanges: false, region: null, details: false });
  return { browser, open, snapshot };
}

test('a page with more elements than a snapshot reads is shown in part, which can be used', async (t) => {
  const opened = await openBrowser(t, 100);
  if (opened === null) return;
  const { browser, open, snapshot } = opened;
  await open('/rows');
  const top = await snapshot();
  assert.equal(top.complete, false);
  assert.match(top.text, /heading 1 "Rows"/);
  assert.match(top.text, /loose text/);
  assert.match(top.text, /button "Add 5"/);
  assert.doesNotMatch(top.text, /Add 200/);
  const { number } = top.elements.find(({ name }) => name === 'Add 5') ?? { number: 0 };
  const clicked = await browser.act(browserAction({ type: 'click', target: number, snapshot: false }));
  assert.equal(clicked.error, null);
  assert.equal((await browser.view()).title, 'Add 5');
  await browser.act(browserAction({ type: 'evaluate', text: 'scrollTo(0, 8000)', snapshot: false }));
  const middle = await snapshot();
  assert.equal(middle.complete, false);
  assert.match(middle.text, /button "Add 205"/);
  assert.doesNotMatch(middle.text, /Add 5"/);
});

test('a page within the limit is complete', async (t) => {
  const opened = await openBrowser(t, 1_000);
  if (opened === null) return;
  await opened.open('/rows');
  const { text, complete } = await opened.snapshot();
  assert.equal(complete, true);
  assert.match(text, /Add 299/);
});

test('fields have the names that the driver gives them', async (t) => {
  const opened = await openBrowser(t, 1_000);
  if (opened === null) return;
  await opened.open('/fields');
  const { page } = opened.browser.tabs.activeTab();
  // Before the engine is used in this document, the driver reads the labels itself.
  const expected = await page.ariaSnapshotJSON({ mode: 'ai' });
  assert.match(JSON.stringify(expected), /Third and more/);
  assert.deepEqual(await page.locator(snapshotSelector(1_000)).ariaSnapshotJSON({ mode: 'ai' }), expected);
  // Labels that change are read again.
  await page.evaluate(`document.querySelector('label').textContent = 'Changed'`);
  const changed = JSON.stringify(
    await page.locator(snapshotSelector(1_000)).ariaSnapshotJSON({ mode: 'ai' }),
  );
  assert.match(changed, /Changed/);
});
