import type { TestContext } from 'node:test';
import { silentLog } from '../../src/domain/system/log.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import type { BrowserPool } from '../../src/web/browser/pool/browser-pool.ts';
import { createProcessBrowserPool } from '../../src/web/browser/pool/process-browser-pool.ts';
import { createSsrfGuard } from '../../src/web/guard/ssrf-guard.ts';

/** Guard that lets browsers of a test reach the sites at 127.0.0.11. */
export const siteGuard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });

/** Starts browsers, which end with the test. Without a browser on this machine, the test is skipped and the result null. */
export async function startBrowserPool(t: TestContext): Promise<BrowserPool | null> {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) {
    t.skip(`no browser on this machine (${detail}): test skipped`);
    return null;
  }
  const finder = { search: () => search, invalidate() {} };
  const pool = createProcessBrowserPool({ finder, guard: siteGuard, log: silentLog });
  t.after(() => pool.close());
  return pool;
}
