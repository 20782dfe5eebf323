import { createFetchWithExtraction } from '../../capabilities/extract/fetch-with-extraction.ts';
import type { ValueFinderPorts } from '../../capabilities/extract/value-finder.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import { chooseLogin } from '../../fetching/browser/page-logins.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import { createPageFetcher } from '../../fetching/page-fetcher.ts';
import { createPageCache, type PageCache } from '../../fetching/stages/page-cache.ts';
import type { AppContext } from '../app-context.ts';
import type { Crashes } from '../crashes.ts';
import { countPages } from '../metrics.ts';
import type { Fetching } from './fetching.ts';
import { indexForSearch } from './search.ts';

/** Takes a fetcher and returns one that does something before or after it. */
type Stage = (next: FetchPage) => FetchPage;

/** The entries into the pipeline. */
export interface PagePipeline {
  /** From stage 3: a page that a command reads without `json` values. */
  fetchPage: FetchPage;
  /** From stage 2: a page with its `json` values. */
  fetchPageWithValues: FetchPage;
  /** From stage 1: a page that may come from the cache. */
  cache: PageCache;
  /** Stage 2 on any fetcher, such as the page that an open browser shows. */
  addValues: Stage;
}

/** Dependencies of the pipeline. */
export interface PagePipelineParts {
  fetching: Fetching;
  crashes: Pick<Crashes, 'guard'>;
  values: ValueFinderPorts;
  /** Maximum number of pages in stage 6 at once. */
  maxPages: number;
  /** Called when a page for which no caller waits begins to wait for a pause that its origin requested. */
  onPatientWait?: (origin: string, ms: number) => void;
}

/** Applies the stages, the first one outermost. */
function pipe(fetchPage: FetchPage, stages: readonly Stage[]): FetchPage {
  return stages.reduceRight((next, stage) => stage(next), fetchPage);
}

/**
 * Composes the stages that a page passes. In order:
 *
 * 0. Login (`fetching/browser/page-logins.ts`): chooses a saved login of the site, if the account uses one for such operations.
 * 1. Cache (`fetching/stages/page-cache.ts`): returns a stored result, or makes the request conditional.
 * 2. Values (`capabilities/extract/fetch-with-extraction.ts`): finds the values of the `json` format in the response.
 * 3. Crash guard (`fetching/stages/crash-guard.ts`): rejects pages that crashed this service.
 * 4. Search index (`capabilities/search/fetch-with-indexing.ts`): indexes the page for the provider `local`.
 * 5. Metrics (`app/metrics.ts`): counts the page by status and route.
 * 6. Page fetcher (`fetching/page-fetcher.ts`): checks the URL with the SSRF guard, opens the login, waits for a slot.
 * 7. Route escalation (`fetching/route/route-escalation.ts`): tries routes in order of price until one delivers the page.
 *    For each route:
 *    1. robots.txt (`fetching/stages/robots-gate.ts`),
 *    2. politeness and the request (`fetching/stages/polite-request.ts`), or a browser (`fetching/browser/render-page.ts`),
 *       both behind the SSRF guard,
 *    3. content (`fetching/stages/read-content.ts`): reads the page in a content thread.
 *
 * Callers sign the result (`fetching/receipts.ts`), because one receipt may cover several pages.
 */
export function composePagePipeline(app: AppContext, parts: PagePipelineParts): PagePipeline {
  const { fetching, crashes, values, maxPages, onPatientWait } = parts;
  const { settings, database, clock } = app;
  const pageFetcher = createPageFetcher({
    ...fetching,
    slots: createSemaphore(maxPages),
    ...(onPatientWait !== undefined && { onPatientWait }),
  });
  const fetchPage = pipe(pageFetcher, [
    crashes.guard,
    (next) => indexForSearch(next, app, fetching.threads),
    (next) => countPages(next, app),
    app.decorateFetcher,
  ]);
  const withLogin: Stage = (next) => async (command, request) =>
    next(await chooseLogin(fetching.logins, command, request), request);
  const addValues: Stage = (next) => createFetchWithExtraction({ fetchPage: next, clock, ...values });
  const fetchPageWithValues = withLogin(addValues(fetchPage));
  const cache = createPageCache({
    fetchPage: fetchPageWithValues,
    database,
    clock,
    isAllowed: (url) => fetching.guard.check(url).allowed,
    keepPagesMs: settings.keep.pages,
  });
  const read = withLogin(cache.read);
  return { fetchPage: withLogin(fetchPage), fetchPageWithValues, cache: { ...cache, read }, addValues };
}
