import type { CDPSession, Page, Request } from 'playwright-core';
import { within } from './browser-process.ts';

/** Sees what an action sets off in a page. */
export interface ActivityWatch {
  /** Says that an action begins: only what starts from now on is waited for. */
  begin(): void;
  /**
   * Resolves when what the action set off is over: at once where it set off nothing, else when the document is there and
   * its requests have been answered, and after `withinMs` at the latest.
   */
  settled(withinMs: number): Promise<void>;
}

/** Requests that say something about the page; pictures, streams and beacons do not keep an action from being over. */
const waitedFor: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
const isWaitedFor = (type: string | undefined) => waitedFor.has(type?.toLowerCase() ?? '');
/** How long nothing must be under way once something was. */
const quietMs = 120;
const lookEveryMs = 20;
/** A request of a page that is there already is waited for no longer: it may be one that the site never ends. */
const requestMs = 3_000;
/** How long the page's own thread may take to come to what the action set off. */
const turnMs = 500;
/** Two turns of the page's own thread: what an action's handlers start has started by then. */
const twoTurns = 'new Promise((done) => setTimeout(() => setTimeout(() => done(true))))';
const untilIdle = 'new Promise((done) => requestIdleCallback(() => done(true), { timeout: 300 }))';

interface Frame {
  frameId: string;
}

/** Begins to watch a page, which is asked over `session`. */
export async function watchActivity(page: Page, session: CDPSession): Promise<ActivityWatch> {
  const underWay = new Map<Request | string, number>();
  let begunAt = 0;
  let changedAt = 0;
  let navigatingSince: number | null = null;
  const change = () => {
    changedAt = performance.now();
  };
  const { frameTree } = await session.send('Page.getFrameTree');
  const isMain = ({ frameId }: Frame) => frameId === frameTree.frame.id;
  const leave = () => {
    navigatingSince = performance.now();
    change();
  };
  const arrive = () => {
    navigatingSince = null;
    change();
  };
  session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (disposition === 'currentTab' && isMain({ frameId })) leave();
  });
  session.on('Page.frameStartedNavigating', (event) => {
    if (isMain(event) && !/sameDocument|historySameDocument/i.test(event.navigationType)) leave();
  });
  session.on('Page.frameStoppedLoading', (event) => {
    if (isMain(event)) arrive();
  });
  session.on('Page.domContentEventFired', arrive);
  session.on('Page.navigatedWithinDocument', (event) => {
    if (isMain(event)) arrive();
  });
  const start = (request: Request | string, type: string | undefined) => {
    if (!isWaitedFor(type)) return;
    underWay.set(request, performance.now());
    change();
  };
  const done = (request: Request | string) => {
    if (underWay.delete(request)) change();
  };
  // What the page's own process asks for is told before it answers us; the driver tells of it only later.
  session.on('Network.requestWillBeSent', ({ requestId, type }) => start(requestId, type));
  session.on('Network.loadingFinished', ({ requestId }) => done(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => done(requestId));
  await Promise.all([session.send('Page.enable'), session.send('Network.enable')]);
  // Frames of other sites run in processes of their own.
  page.on('request', (request) => start(request, request.resourceType()));
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  // A download takes the place of a document, and nothing arrives.
  page.on('download', arrive);

  const ask = (expression: string, ms: number) =>
    within(ms, session.send('Runtime.evaluate', { expression, awaitPromise: true }));

  function isBusy(now: number): boolean {
    if (navigatingSince !== null) return true;
    for (const since of underWay.values()) if (now - since < requestMs) return true;
    return changedAt >= begunAt && now - changedAt < quietMs;
  }

  return {
    begin() {
      begunAt = performance.now();
      underWay.clear();
      // One that began by itself and never came to an end is not this action's.
      navigatingSince = null;
    },
    async settled(withinMs) {
      const end = performance.now() + withinMs;
      await ask(twoTurns, Math.min(turnMs, withinMs));
      if (changedAt < begunAt) return;
      while (performance.now() < end) {
        if (!isBusy(performance.now())) {
          await ask(untilIdle, turnMs);
          if (!isBusy(performance.now())) return;
        }
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    },
  };
}
