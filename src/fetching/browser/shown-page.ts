import type { ContentThreads } from '../../domain/pages/content.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Exit } from '../../web/exits/exits.ts';
import { newFetchProgress } from '../fetch-progress.ts';
import type { FetchPage } from '../fetch-request.ts';
import { createArrivedPage } from '../fetched-page.ts';
import { readContent, renderedWarnings } from '../stages/read-content.ts';

/** Document that a browser currently shows. */
export interface ShownPage {
  html: string;
  url: string;
  exit: Exit;
  /** Warnings of the browser about the document. */
  warnings: readonly Warning[];
}

/** Dependencies of the reader of shown pages. */
export interface ShownPagePorts {
  threads: ContentThreads;
  clock: Clock;
  /** Milliseconds for which stored pages are kept. */
  keepPagesMs: number;
}

/** Creates a reader that treats an existing document as a fetched page: it contacts nothing and charges no route. */
export function createShownReader({
  threads,
  clock,
  keepPagesMs,
}: ShownPagePorts): (shownPage: ShownPage) => FetchPage {
  return ({ html, url, exit, warnings }) =>
    async (command, { accountId, signal, prepareExtract }) => {
      const progress = {
        ...newFetchProgress(command, accountId, clock.now()),
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
      const read = await readContent({ threads }, progress, response, signal);
      const content = { ...read, warnings: [...renderedWarnings(read.warnings), ...warnings] };
      const route = exit.network === 'service' ? ('browser' as const) : ('residential_browser' as const);
      const result = createArrivedPage(progress, response, content, clock.now(), keepPagesMs, {
        route,
        screenshot: null,
        network: null,
      });
      // The holder of the browser pays for its time.
      return { ...result, observation: { ...result.observation, credits: 0, charges: [] } };
    };
}
