import type { CDPSession, Page, Request } from 'playwright-core';
import { settlesWithin } from '../../pool/browser-process.ts';

/** Observes the requests of a page. */
export interface NetworkMonitor {
  /** Tells whether the page waits for requests. */
  isBusy(): boolean;
  /** Resolves when there were no requests for a while and the page is idle, or after `withinMs`. */
  waitUntilSettled(timeoutMs: number): Promise<void>;
}

/** Time without requests after which the network is quiet. */
const quietMs = 350;
const pollIntervalMs = 50;
/** Resolves when the page's main thread is idle, or after 500 ms. */
const waitForIdleScript = 'new Promise((done) => requestIdleCallback(() => done(true), { timeout: 500 }))';

/**
 * Starts to observe a page. The page is queried over `session`, because the driver would inject a large script first. Does
 * not wait for endless streams (EventSource) and deferred requests.
 */
export function monitorNetwork(page: Page, session: CDPSession): NetworkMonitor {
  const pendingRequests = new Set<Request>();
  let quietSince = performance.now();
  const isEndless = (request: Request) =>
    ['eventsource', 'websocket', 'ping'].includes(request.resourceType());
  page.on('request', (request) => {
    if (isEndless(request)) return;
    pendingRequests.add(request);
    quietSince = performance.now();
  });
  const done = (request: Request) => {
    pendingRequests.delete(request);
    quietSince = performance.now();
  };
  page.on('requestfinished', done);
  page.on('requestfailed', done);

  return {
    isBusy: () => pendingRequests.size > 0 || performance.now() - quietSince < quietMs,
    async waitUntilSettled(timeoutMs) {
      const end = performance.now() + timeoutMs;
      quietSince = performance.now();
      while (performance.now() < end) {
        if (pendingRequests.size > 0) quietSince = performance.now();
        if (performance.now() - quietSince >= quietMs) {
          // A script that has loaded may still be running and request the main content afterwards.
          const idle = session.send('Runtime.evaluate', {
            expression: waitForIdleScript,
            awaitPromise: true,
          });
          const isDone = await settlesWithin(end - performance.now(), idle);
          if (!isDone || (pendingRequests.size === 0 && performance.now() - quietSince >= quietMs)) return;
        }
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      }
    },
  };
}
