import type { CDPSession, Page, Request } from 'playwright-core';
import { settlesWithin } from '../../pool/browser-process.ts';

/** Observes the effects of an action on a page. */
export interface ActivityMonitor {
  /** Starts an action: only effects from now on are awaited. */
  startAction(): void;
  /** Tells whether the page loads or waits for requests. */
  isBusy(): boolean;
  /**
   * Resolves when the effects of the action have ended: at once if there are none, or else when the document is loaded and
   * its requests are answered; after `withinMs` at the latest.
   */
  waitUntilSettled(timeoutMs: number): Promise<void>;
}

/** Types of requests that are awaited; images, media streams and beacons do not delay the end of an action. */
const awaitedTypes: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
const isAwaited = (type: string | undefined) => awaitedTypes.has(type?.toLowerCase() ?? '');
/** Time without activity after which the page is settled. */
const quietMs = 120;
const pollIntervalMs = 20;
/** Maximum wait for a request of a loaded page; it may never end. */
const maxRequestWaitMs = 3_000;
/** Maximum wait for the page's main thread to reach the effects of the action. */
const maxTurnMs = 500;
/** Two turns of the page's event loop, after which the handlers of the action have started their effects. */
const twoTurns = 'new Promise((done) => setTimeout(() => setTimeout(() => done(true))))';
const untilIdle = 'new Promise((done) => requestIdleCallback(() => done(true), { timeout: 300 }))';

interface Frame {
  frameId: string;
}

/** Starts to observe a page, which is controlled over `session`. */
export async function monitorActivity(page: Page, session: CDPSession): Promise<ActivityMonitor> {
  const pendingRequests = new Map<Request | string, number>();
  let startedAt = 0;
  let changedAt = 0;
  let navigatingSince: number | null = null;
  const recordChange = () => {
    changedAt = performance.now();
  };
  const { frameTree } = await session.send('Page.getFrameTree');
  const isMainFrame = ({ frameId }: Frame) => frameId === frameTree.frame.id;
  const startNavigation = () => {
    navigatingSince = performance.now();
    recordChange();
  };
  const endNavigation = () => {
    navigatingSince = null;
    recordChange();
  };
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (disposition === 'currentTab' && isMainFrame({ frameId })) startNavigation();
  });
  session.on('Page.frameStartedNavigating', (event) => {
    if (isMainFrame(event) && !/sameDocument|historySameDocument/i.test(event.navigationType))
      startNavigation();
  });
  session.on('Page.frameStoppedLoading', (event) => {
    if (isMainFrame(event)) endNavigation();
  });
  session.on('Page.domContentEventFired', endNavigation);
  session.on('Page.navigatedWithinDocument', (event) => {
    if (isMainFrame(event)) endNavigation();
  });
  const start = (request: Request | string, type: string | undefined) => {
    if (!isAwaited(type)) return;
    pendingRequests.set(request, performance.now());
    recordChange();
  };
  const done = (request: Request | string) => {
    if (pendingRequests.delete(request)) recordChange();
  };
  // CDP reports requests of the page's process before its reply to us; the driver reports them only later.
  session.on('Network.requestWillBeSent', ({ requestId, type }) => start(requestId, type));
  session.on('Network.loadingFinished', ({ requestId }) => done(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => done(requestId));
  await Promise.all([session.send('Page.enable'), session.send('Network.enable')]);
  // Frames of other sites run in other processes, which CDP does not report here.
  page.on('request', (request) => start(request, request.resourceType()));
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  // A download replaces the navigation, and no document arrives.
  page.on('download', endNavigation);

  const evaluate = (expression: string, ms: number) =>
    settlesWithin(ms, session.send('Runtime.evaluate', { expression, awaitPromise: true }));

  function isBusy(now = performance.now()): boolean {
    if (navigatingSince !== null) return true;
    for (const since of pendingRequests.values()) if (now - since < maxRequestWaitMs) return true;
    return changedAt >= startedAt && now - changedAt < quietMs;
  }

  return {
    isBusy: () => isBusy(),
    startAction() {
      startedAt = performance.now();
      pendingRequests.clear();
      // A navigation that began before the action does not belong to it.
      navigatingSince = null;
    },
    async waitUntilSettled(timeoutMs) {
      const end = performance.now() + timeoutMs;
      await evaluate(twoTurns, Math.min(maxTurnMs, timeoutMs));
      if (changedAt < startedAt) return;
      while (performance.now() < end) {
        if (!isBusy()) {
          await evaluate(untilIdle, maxTurnMs);
          if (!isBusy()) return;
        }
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      }
    },
  };
}
