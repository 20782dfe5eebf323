import { blobPath } from '../domain/blob-link.ts';
import { createRenderMemory } from '../fetching/render-memory.ts';
import { createRenderer } from '../fetching/render-page.ts';
import { userAgent } from '../fetching/user-agent.ts';
import type { Check } from '../operations/check.ts';
import { insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import { createBrowserClient } from '../web/browser/browser-page.ts';
import { createBrowserPool } from '../web/browser/browser-pool.ts';
import type { Screenshot } from '../web/browser/browser-request.ts';
import { type BrowserSearch, findBrowser } from '../web/browser/find-browser.ts';
import type { Guard } from '../web/guard.ts';
import type { Politeness } from '../web/politeness.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

const searches = new WeakMap<Footing, Promise<BrowserSearch>>();

/** What browser this process may use; searched for when first asked, and then known. */
export function browserSearch(footing: Footing): Promise<BrowserSearch> {
  const known = searches.get(footing);
  if (known !== undefined) return known;
  const search = findBrowser(footing.settings.browser);
  searches.set(footing, search);
  search.then(({ browser, detail, rejected }) => {
    footing.log.info({ found: browser !== null, detail, rejected }, 'browser looked for');
  });
  return search;
}

/** The browser as health and doctor show it. */
export async function browserCheck(footing: Footing): Promise<Check> {
  const { browser, detail } = await browserSearch(footing);
  const { browser: configured } = footing.settings;
  if (browser !== null) return { status: 'ok', detail };
  const isMissed = configured !== null && configured !== 'none';
  return { status: isMissed ? 'unavailable' : 'not_configured', detail };
}

/** What reading pages in a browser takes; browsers end with the stack. */
export function composeBrowser(
  footing: Footing,
  guard: Guard,
  politeness: Politeness,
  stack: AsyncDisposableStack,
) {
  const { settings, database, blobs, clock, log } = footing;
  const pool = createBrowserPool({ search: () => browserSearch(footing), guard, log });
  stack.defer(() => pool.close());
  // The browser says what it is itself; this says who sends it.
  const note = userAgent(version, settings.contact).replace(/^\S+ /, '');
  const client = createBrowserClient({ pool, guard, note });

  async function storeScreenshot(accountId: string, { bytes, mediaType }: Screenshot, expiresAt: Date) {
    const now = clock.now();
    const stored = await storeBytes(database, blobs, bytes, now);
    const blob = { accountId, ...stored, mediaType, filename: null, createdAt: now, expiresAt };
    const blobId = await insertBlob(database, blob);
    return blobPath(blobId);
  }

  return {
    render: createRenderer({ client, pool, politeness, clock }),
    memory: createRenderMemory(clock),
    /** Browsers that run. */
    browsers: () => pool.pids().length,
    storeScreenshot,
  };
}
