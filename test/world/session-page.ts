import type { TestContext } from 'node:test';
import { browserAction } from '../../src/domain/pages/browser-action.ts';
import {
  type ControlledBrowser,
  openControlledBrowser,
} from '../../src/web/browser/steps/controlled-browser.ts';
import { siteGuard, startBrowserPool } from './browser-pool.ts';
import { type Route, startLoopbackServer } from './loopback-server.ts';

/** An open page of a browser session. */
export interface SessionPage {
  act: ControlledBrowser['act'];
  /** Takes a snapshot, and returns its text. */
  show(details?: boolean, region?: string | number | null): Promise<string>;
}

/**
 * Opens a page with this body, whose site also has `files`, in a browser that records. Without a browser on this machine, the test is
 * skipped and the result null.
 */
export async function openSessionPage(
  t: TestContext,
  body: string,
  files: readonly [path: string, file: Route][] = [],
): Promise<SessionPage | null> {
  const pool = await startBrowserPool(t);
  if (pool === null) return null;
  const site = await startLoopbackServer(
    '127.0.0.11',
    () => new Map([['/', { body: `<!doctype html>${body}` }], ...files]),
  );
  const options = { device: {}, via: null, state: null, canWait: false, isRecorded: true };
  const never = new AbortController().signal;
  const browser = await openControlledBrowser({ pool, guard: siteGuard }, options, never);
  t.after(async () => {
    await browser.close();
    await site.close();
  });
  await browser.act(browserAction({ type: 'goto', url: site.url('/') }));
  return {
    act: browser.act,
    async show(details = false, region = null) {
      const snapshot = await browser.snapshot({ maxLength: 50_000, onlyChanges: false, region, details });
      return snapshot.text;
    },
  };
}
