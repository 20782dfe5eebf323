import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { GuardedContext } from './open-guarded-context.ts';

/** Maximum memory of JavaScript objects in bytes, including those of former pages that were not collected yet. */
const maxHeapBytes = 300 * 2 ** 20;
/** Origin that matches every origin, including partitioned ones. */
const everyOrigin = '*';

/**
 * Replaces the page of a context by an empty one that knows nothing of it, in the same process: compiled code stays, and
 * nothing that a site can store. Network, history, window name, opener and session storage end with the former page.
 * Afterwards the proxy rejects requests until it is resumed. Rejects if something is left.
 */
export async function openCleanTab({ context, proxy, newPage }: GuardedContext): Promise<Page> {
  const former = context.pages();
  // The former page keeps the process alive until the next one is open.
  const page = await newPage();
  proxy.pause();
  await Promise.all(former.map((one) => one.close()));
  const session = await context.newCDPSession(page);
  await Promise.all([context.clearCookies(), context.clearPermissions(), clearStorage(session)]);
  await verifyClean(context, session);
  await session.detach();
  return page;
}

async function clearStorage(session: CDPSession): Promise<void> {
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin: everyOrigin, storageTypes: 'all' }),
    session.send('Network.clearBrowserCache'),
    // Disabling the cache empties the cache of the renderer, which would answer without the one of the browser.
    session.send('Network.setCacheDisabled', { cacheDisabled: true }),
  ]);
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
}

/** Rejects if the former page left cookies, workers or too much memory. */
async function verifyClean(context: BrowserContext, session: CDPSession): Promise<void> {
  const [cookies, { targetInfos }, { targetInfo }, heap] = await Promise.all([
    context.cookies(),
    session.send('Target.getTargets'),
    session.send('Target.getTargetInfo'),
    session.send('Runtime.getHeapUsage'),
  ]);
  const others = targetInfos.filter(
    ({ browserContextId, targetId }) =>
      browserContextId === targetInfo.browserContextId && targetId !== targetInfo.targetId,
  );
  if (cookies.length > 0) throw new Error('cookies are left');
  if (others.length > 0) throw new Error(`a ${others[0]?.type} is left`);
  if (heap.totalSize > maxHeapBytes) throw new Error('the page uses too much memory');
}
