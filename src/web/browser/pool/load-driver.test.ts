import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../find/find-browser.ts';
import { documentSelector } from '../steps/snapshot-engine.ts';

test('a document that is open before any session or step can be shown', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const running = await browser.start();
  t.after(() => running.end());
  const context = await running.browser.newContext();
  const page = await context.newPage();
  assert.equal(await page.locator(documentSelector).count(), 1);
});
