import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blobPath } from '../domain/blob-link.ts';
import { Failure } from '../domain/failure.ts';
import { createRenderMemory } from '../fetching/render-memory.ts';
import { createRenderer } from '../fetching/render-page.ts';
import type { PageFile } from '../fetching/try-rung.ts';
import { userAgent } from '../fetching/user-agent.ts';
import type { Check } from '../operations/check.ts';
import { insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import { type BrowserFinder, createBrowserFinder } from '../web/browser/browser-finder.ts';
import { createBrowserClient } from '../web/browser/browser-page.ts';
import { createBrowserPool } from '../web/browser/browser-pool.ts';
import { openControlledBrowser } from '../web/browser/controlled-browser.ts';
import { controlledDevice, type DeviceWish } from '../web/browser/device.ts';
import type { Guard } from '../web/guard.ts';
import type { Politeness } from '../web/politeness.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

const checkedWithinMs = 2_000;
const finders = new WeakMap<Footing, BrowserFinder>();

/** Who knows what browser this process may use. */
function browserFinder(footing: Footing): BrowserFinder {
  const known = finders.get(footing);
  if (known !== undefined) return known;
  const { browser: configured, guardListen: guardPlace } = footing.settings;
  const finder = createBrowserFinder({
    configured,
    guardPlace,
    unpackInto: join(footing.directory.path, 'browser'),
    onSearch: ({ browser, detail, rejected }) =>
      footing.log.info({ found: browser !== null, detail, rejected }, 'browser looked for'),
  });
  finders.set(footing, finder);
  return finder;
}

/** The browser as health shows it, which does not wait while one is unpacked or tried. */
export async function browserCheck(footing: Footing): Promise<Check> {
  const late = delay(checkedWithinMs, null, { ref: false });
  const found = await Promise.race([browserTrial(footing), late]);
  return found ?? { status: 'degraded', detail: 'being looked for' };
}

/** The browser as doctor shows it. */
export async function browserTrial(footing: Footing): Promise<Check> {
  const { browser, detail } = await browserFinder(footing).search();
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
  const finder = browserFinder(footing);
  stack.defer(() => finder.close());
  const pool = createBrowserPool({ finder, guard, log });
  stack.defer(() => pool.close());
  // The browser says what it is itself; this says who sends it.
  const note = userAgent(version, settings.contact).replace(/^\S+ /, '');
  const client = createBrowserClient({ pool, guard, note });

  async function storeFile(accountId: string, { bytes, mediaType }: PageFile, expiresAt: Date) {
    const now = clock.now();
    const stored = await storeBytes(database, blobs, bytes, now);
    const blob = { accountId, ...stored, mediaType, filename: null, createdAt: now, expiresAt };
    const blobId = await insertBlob(database, blob);
    return blobPath(blobId);
  }

  return {
    render: createRenderer({ client, pool, politeness, clock }),
    memory: createRenderMemory(clock),
    /** Browsers that callers act in. */
    control: {
      openBrowser: (options: Parameters<typeof openControlledBrowser>[1], signal: AbortSignal) =>
        openControlledBrowser({ pool, guard }, options, signal),
      async device(wish: DeviceWish) {
        const { browser, detail } = await pool.search();
        if (browser === null) throw new Failure('unavailable', `there is no browser: ${detail}`);
        return controlledDevice(wish, browser.userAgent, note);
      },
    },
    /** Browsers that run. */
    browsers: () => pool.pids().length,
    storeFile,
  };
}
