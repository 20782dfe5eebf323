import type { Page, Request } from 'playwright-core';

/** Watches the requests of a page. */
export interface NetworkWatch {
  /** Resolves when nothing was asked for a moment, or after `withinMs`, whichever comes first. */
  settled(withinMs: number): Promise<void>;
}

/** How long nothing must be under way. */
const quietMs = 350;
const lookEveryMs = 50;

/** Begins to watch; streams that never end (EventSource) are not waited for, nor is what was put off. */
export function watchNetwork(page: Page): NetworkWatch {
  const underWay = new Set<Request>();
  let quietSince = performance.now();
  const isEndless = (request: Request) =>
    ['eventsource', 'websocket', 'ping'].includes(request.resourceType());
  page.on('request', (request) => {
    if (!isEndless(request)) underWay.add(request);
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
        if (performance.now() - quietSince >= quietMs) return;
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    },
  };
}
