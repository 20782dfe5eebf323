import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blobPath } from '../../domain/pages/blob-link.ts';
import { createRenderer } from '../../fetching/browser/render-page.ts';
import type { PageFile } from '../../fetching/route/try-route.ts';
import { createRenderMemory } from '../../fetching/stages/render-memory.ts';
import { userAgent } from '../../fetching/user-agent.ts';
import type { Check } from '../../operations/check.ts';
import { insertBlob, storeBytes } from '../../store/blobs/stored-blobs.ts';
import { type BrowserFinder, createBrowserFinder } from '../../web/browser/find/browser-finder.ts';
import { findTrustGap } from '../../web/browser/find/certificate-store.ts';
import { noBrowserFailure } from '../../web/browser/find/find-browser.ts';
import { isRemote } from '../../web/browser/find/remote-browser.ts';
import { createBrowserClient } from '../../web/browser/page/browser-page.ts';
import { createControlledDevice, type DeviceOptions } from '../../web/browser/page/device.ts';
import { createProcessBrowserPool } from '../../web/browser/pool/process-browser-pool.ts';
import { openControlledBrowser } from '../../web/browser/steps/controlled-browser.ts';
import type { Guard } from '../../web/guard/ssrf-guard.ts';
import type { Politeness } from '../../web/politeness/politeness.ts';
import type { AppContext } from '../app-context.ts';
import { version } from '../commands/version.ts';

const checkTimeoutMs = 2_000;
const finders = new WeakMap<AppContext, BrowserFinder>();
/** Processes whose last search found no browser. */
const withoutBrowser = new WeakSet<AppContext>();

/** Tells whether this process is known to have no browser: by its settings, or by the last search. */
export function lacksBrowser(app: AppContext): boolean {
  return app.settings.browser === 'none' || withoutBrowser.has(app);
}

/** Returns the finder of the browser of this process. */
function browserFinder(app: AppContext): BrowserFinder {
  const known = finders.get(app);
  if (known !== undefined) return known;
  const { browser: configured, guardListen: guardPlace } = app.settings;
  const finder = createBrowserFinder({
    configured,
    guardListenAddress: guardPlace,
    unpackFolder: join(app.directory.path, 'browser'),
    trustedCertificates: app.settings.trustedCertificates,
    onSearch({ browser, detail, rejected }) {
      if (browser === null) withoutBrowser.add(app);
      else withoutBrowser.delete(app);
      app.log.info(
        { found: browser !== null, detail, rejected },
        browser === null ? 'no browser found' : 'browser found',
      );
    },
  });
  finders.set(app, finder);
  return finder;
}

/** Health check of the browser. Does not wait while a browser is unpacked or tested. */
export async function browserCheck(app: AppContext): Promise<Check> {
  const late = delay(checkTimeoutMs, null, { ref: false });
  const found = await Promise.race([browserDoctorCheck(app), late]);
  // The first seconds of a service are no reason for concern, unless a setting asks for a browser.
  const status = app.settings.browser === null ? 'unreachable' : 'degraded';
  return found ?? { status, detail: 'the search for a browser is still running' };
}

/** Doctor check of the browser. */
export async function browserDoctorCheck(app: AppContext): Promise<Check> {
  const { browser, detail } = await browserFinder(app).search();
  const { browser: configured } = app.settings;
  if (browser !== null) return { status: 'ok', detail };
  const isMissed = configured !== null && configured !== 'none';
  return { status: isMissed ? 'unavailable' : 'not_configured', detail };
}

/** Opens the parts that read pages in a browser; the stack ends the browsers. */
export function composeBrowser(
  app: AppContext,
  guard: Guard,
  politeness: Politeness,
  stack: AsyncDisposableStack,
) {
  const { settings, database, blobs, clock, log } = app;
  const finder = browserFinder(app);
  stack.defer(() => finder.close());
  const { browser: configured, trustedCertificates } = settings;
  const gap = findTrustGap(configured !== null && isRemote(configured) ? null : (configured ?? ''));
  if (trustedCertificates.length > 0 && configured !== 'none' && gap !== null)
    log.warn({ certificates: trustedCertificates.length }, `the browser: ${gap}`);
  const pool = createProcessBrowserPool({ finder, guard, log });
  stack.defer(() => pool.close());
  // Added to the User-Agent of the browser, to name this service.
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
    /** Opens browsers that callers control. */
    control: {
      openBrowser: (options: Parameters<typeof openControlledBrowser>[1], signal: AbortSignal) =>
        openControlledBrowser({ pool, guard }, options, signal),
      async device(deviceOptions: DeviceOptions) {
        const search = await pool.search();
        const { browser } = search;
        if (browser === null) throw noBrowserFailure(search);
        return createControlledDevice(deviceOptions, browser.userAgent, note);
      },
    },
    hasBrowser: async () => (await pool.search()).browser !== null,
    /** Number of running browsers. */
    browsers: () => pool.pids().length,
    storeFile,
  };
}
