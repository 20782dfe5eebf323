import type { Page } from 'playwright-core';
import { openCleanTab } from './clean-tab.ts';
import type { GuardedContext } from './open-guarded-context.ts';

/** Names that never resolve (RFC 6761, section 6.4): of a site, and of a frame of another site in its page. */
const siteUrl = 'https://site.invalid/';
const frameUrl = 'https://frame.invalid/';
const timeoutMs = 5_000;
/** Title of a page that found nothing. */
const nothing = 'stored:';

/** Leaves a mark in each storage, and returns the storages that already had one. */
const markStorages = `async () => {
  const stored = [];
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
    if (storage.getItem('mark') !== null) stored.push(name);
    storage.setItem('mark', '1');
  }
  if ((await indexedDB.databases()).length > 0) stored.push('IndexedDB');
  await new Promise((done, fail) => { const opening = indexedDB.open('mark'); opening.onsuccess = done; opening.onerror = fail; });
  if ((await caches.keys()).length > 0) stored.push('Cache API');
  await caches.open('mark');
  if (document.cookie !== '') stored.push('cookies');
  document.cookie = 'mark=1; max-age=1000';
  return stored;
}`;
const frameHtml = `<script>(${markStorages})().then((stored) => parent.postMessage(stored, '*'), (error) => parent.postMessage([String(error)], '*'));</script>`;
const siteHtml = `<script>addEventListener('message', async ({ data }) => { document.title = '${nothing} ' + [...await (${markStorages})(), ...data]; });</script><iframe src="${frameUrl}"></iframe>`;

async function readTitle(page: Page): Promise<string> {
  await page.goto(siteUrl, { timeout: timeoutMs });
  await page.waitForFunction('document.title !== ""', null, { timeout: timeoutMs });
  return page.title();
}

/**
 * Returns true if a browser empties every storage, also of frames of other sites: which data a command clears depends on the
 * version of the browser. Uses the context, and contacts nothing.
 */
export async function canCleanTabs(place: GuardedContext): Promise<boolean> {
  await place.context.route('**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: route.request().url() === frameUrl ? frameHtml : siteHtml,
    }),
  );
  const page = await place.newPage();
  const first = await readTitle(page);
  const second = await readTitle(page);
  const next = await readTitle(await openCleanTab(place));
  // A probe that finds nothing in a tab that was not cleaned would prove nothing.
  return first === nothing && second.startsWith(`${nothing} localStorage,`) && next === nothing;
}
