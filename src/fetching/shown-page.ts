import type { Clock } from '../domain/clock.ts';
import type { ContentThreads } from '../domain/content.ts';
import type { Exit } from '../web/exits/exits.ts';
import { newProgress } from './fetch-progress.ts';
import { pageArrived } from './fetched-page.ts';
import type { FetchPage } from './page-fetcher.ts';
import { readContent } from './read-content.ts';

/** A document as a browser shows it. */
export interface ShownPage {
  html: string;
  url: string;
  exit: Exit;
}

/** What reading it needs of the other rooms. */
export interface ShownPagePorts {
  threads: ContentThreads;
  clock: Clock;
  /** Milliseconds that stored pages are kept. */
  keepPagesMs: number;
}

/** Reads a document that is there already as a page that arrived: nothing is contacted, and nobody is charged a route. */
export function createShownReader({
  threads,
  clock,
  keepPagesMs,
}: ShownPagePorts): (shown: ShownPage) => FetchPage {
  return ({ html, url, exit }) =>
    async (command, { accountId, signal, prepareExtract }) => {
      const progress = {
        ...newProgress(command, accountId, clock.now()),
        exit,
        ...(prepareExtract !== undefined && { prepareExtract }),
      };
      const body = new Uint8Array(Buffer.from(html));
      const response = {
        kind: 'response' as const,
        finalUrl: url,
        statusCode: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body,
        wireBytes: 0,
        redirects: [],
        remoteAddress: null,
        ms: 0,
      };
      const content = await readContent(threads, progress, response, signal);
      const route = exit.network === 'service' ? ('browser' as const) : ('residential_browser' as const);
      const arrived = pageArrived(progress, response, content, clock.now(), keepPagesMs, {
        route,
        screenshot: null,
        network: null,
      });
      // Whoever holds the browser pays for its time.
      return { ...arrived, observation: { ...arrived.observation, credits: 0, charges: [] } };
    };
}
