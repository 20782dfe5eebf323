import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page, Request } from 'playwright-core';
import { settlesWithin } from '../../pool/browser-process.ts';
import type { SettlePace } from './settle-pace.ts';

/** Observes the requests of a page. */
export interface NetworkMonitor {
  /** Tells whether the page waits for requests. */
  isBusy(): boolean;
  /** Resolves when there were no requests for a while and the page is idle, or after `withinMs`. */
  waitUntilSettled(timeoutMs: number): Promise<void>;
  /** The same for a new document: with a shorter while if `pace` allows, which learns from the document otherwise. */
  waitUntilLoaded(timeoutMs: number, pace: SettlePace): Promise<void>;
}

/** Time without requests after which the network is quiet. */
const quietMs = 350;
/** The same for pages of a site whose pages do not change afterwards. */
const shortQuietMs = 120;
const pollIntervalMs = 25;
/** Resolves when the page's main thread is idle, or after 500 ms. */
const waitForIdleScript = 'new Promise((done) => requestIdleCallback(() => done(true), { timeout: 500 }))';
/** Maximum time to measure a page. */
const maxMeasureMs = 500;
/** Sizes of a page, one of which changes with its text. */
const measureScript =
  '[location.href, document.getElementsByTagName("*").length, document.documentElement.textContent.length].join(" ")';

/**
 * Starts to observe a page. The page is queried over `session`, because the driver would inject a large script first. Does
 * not wait for endless streams (EventSource) and deferred requests.
 */
export function monitorNetwork(page: Page, session: CDPSession): NetworkMonitor {
  const pendingRequests = new Set<Request>();
  let quietSince = performance.now();
  const scripts = new Set<string>();
  let requests = 0;
  const isEndless = (request: Request) =>
    ['eventsource', 'websocket', 'ping'].includes(request.resourceType());
  page.on('request', (request) => {
    if (isEndless(request)) return;
    requests += 1;
    if (request.resourceType() === 'script') scripts.add(request.url());
    pendingRequests.add(request);
    quietSince = performance.now();
  });
  const done = (request: Request) => {
    pendingRequests.delete(request);
    quietSince = performance.now();
  };
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  const isQuietFor = (ms: number) => pendingRequests.size === 0 && performance.now() - quietSince >= ms;

  /** Waits until there were no requests for `ms` and the page is idle. Returns false if `end` comes first. */
  async function waitForQuiet(ms: number, end: number): Promise<boolean> {
    while (performance.now() < end) {
      if (pendingRequests.size > 0) quietSince = performance.now();
      if (isQuietFor(ms)) {
        // A script that has loaded may still be running and request the main content afterwards.
        const idle = session.send('Runtime.evaluate', {
          expression: waitForIdleScript,
          awaitPromise: true,
        });
        if (!(await settlesWithin(end - performance.now(), idle))) return false;
        if (isQuietFor(ms)) return true;
      }
      await delay(pollIntervalMs);
    }
    return false;
  }

  /** Returns the sizes of the page and the number of its requests; null if it does not answer. */
  async function measure(): Promise<string | null> {
    // Measuring fails if the document is replaced, which counts as a change.
    const evaluation = session.send('Runtime.evaluate', { expression: measureScript }).catch(() => null);
    if (!(await settlesWithin(maxMeasureMs, evaluation))) return null;
    const sizes: unknown = (await evaluation)?.result.value;
    return typeof sizes === 'string' ? `${requests} ${sizes}` : null;
  }

  return {
    isBusy: () => !isQuietFor(quietMs),
    async waitUntilSettled(timeoutMs) {
      quietSince = performance.now();
      await waitForQuiet(quietMs, performance.now() + timeoutMs);
    },
    async waitUntilLoaded(timeoutMs, pace) {
      const end = performance.now() + timeoutMs;
      quietSince = performance.now();
      if (!(await waitForQuiet(shortQuietMs, end))) return pace.note(scripts, false);
      if (pace.isFast(scripts)) return;
      const early = await measure();
      const isSettled = await waitForQuiet(quietMs, end);
      pace.note(scripts, isSettled && early !== null && early === (await measure()));
    },
  };
}
