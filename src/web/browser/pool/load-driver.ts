import type { BrowserType } from 'playwright-core';
import { loadOnDemand } from '../../../domain/system/load-on-demand.ts';
import { once } from '../../../domain/values/once.ts';
import { registerSnapshotEngine } from '../steps/snapshot-engine.ts';

/**
 * Loads the driver of browsers, which takes one second and 40 MB, with the engine for snapshots. The engine is added before there is
 * a browser, because the driver sends it to every open context: that fails if one of these is just being closed, and misses those
 * that are just being opened. Throws if the package cannot be read, for example without free descriptors; the next call tries again.
 */
export const loadDriver = once((): Promise<BrowserType> => {
  const { chromium, selectors } = loadOnDemand('playwright-core');
  return registerSnapshotEngine(selectors).then(() => chromium);
});
