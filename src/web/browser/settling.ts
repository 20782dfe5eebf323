import type { CDPSession, Page, Request } from 'playwright-core';
import { within } from './browser-process.ts';

/** Watches the requests of a page. */
export interface NetworkWatch {
  /** Resolves when nothing was asked for a moment and the page is idle, or after `withinMs`, whichever comes first. */
  settled(withinMs: number): Promise<void>;
}

/** How long nothing must be under way. */
const quietMs = 350;
const lookEveryMs = 50;
/** Answers once the page's own thread has nothing to do, or at least a moment for it. */
const untilIdle = 'new Promise((done) => requestIdleCallback(() => done(true), { timeout: 500 }))';

/**
 * Begins to watch a page, which is asked over `session`: the driver's own way would have it read a large script first. Streams that never end (EventSource) are not waited for, nor is what was put off. */
export function watchNetwork(page: Page, session: CDPSession): NetworkWatch {
  const underWay = new Set<Request>();
  let quietSince = performance.now();
  const isEndless = (request: Request) =>
    ['eventsource', 'websocket', 'ping'].includes(request.resourceType());
  page.on('request', (request) => {
    if (isEndless(request)) return;
    underWay.add(request);
    quietSince = performance.now();
  });
  const done = (request: Request) => {
    underWay.delete(request);
    quietSince = performance.now();
  };
  page.on('requestfinished', done);
  page.on('requestfailed', done);

  return {
    async settled(withinMs) {
      const end = performance.now() + withinMs;
      quietSince = performance.now();
      while (performance.now() < end) {
        if (underWay.size > 0) quietSince = performance.now();
        if (performance.now() - quietSince >= quietMs) {
          // A script that has arrived may still be running, and only then asks for what the page is about.
          const idle = session.send('Runtime.evaluate', { expression: untilIdle, awaitPromise: true });
          const isDone = await within(end - performance.now(), idle);
          if (!isDone || (underWay.size === 0 && performance.now() - quietSince >= quietMs)) return;
        }
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    },
  };
}
