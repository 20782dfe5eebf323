import { createCollector } from '../../src/capabilities/collect/collector.ts';
import type { ContentThreads } from '../../src/domain/pages/content.ts';
import { createBudget } from '../../src/fetching/budget.ts';
import type { FetchedPage, FetchedResponse } from '../../src/fetching/fetched-page.ts';
import { findOnPage } from '../../src/listings/page/sources/find-on-page.ts';

/** Records of one page, as `POST /v1/collect` returns them. */
export interface CollectedPage {
  records: Readonly<Record<string, unknown>>[];
  complete: boolean;
  /** Kind and path of the source, to find errors. */
  source: string;
  /** Columns of the fields, to find errors. */
  paths: Record<string, string>;
}

const headers = { 'content-type': 'text/html; charset=utf-8' };

/** Returns a page that arrived over HTTP, or one that could not be fetched. */
function toFetched(url: string, bytes: Uint8Array | null): FetchedPage {
  const base = { url, final_url: url, metadata: {}, warnings: [], length: 0, truncated: false, title: null };
  const isFound = bytes !== null;
  const response: FetchedResponse | null = isFound
    ? { bytes, url, statusCode: 200, headers, calls: [], scrolled: null, states: [] }
    : null;
  return {
    page: { ...base, status: isFound ? 'ok' : 'failed', status_code: isFound ? 200 : 503 },
    observation: { status: isFound ? 'ok' : 'failed', route: 'http', attempts: [], charges: [], credits: 0 },
    content: null,
    validators: null,
    ...(response !== null && { response }),
  } as unknown as FetchedPage;
}

/** Collects the records of one saved page without a browser, a model and further pages. */
export async function collectPage(url: string, bytes: Uint8Array, fields: string[]): Promise<CollectedPage> {
  const threads = {
    findRecords: async (job: Parameters<ContentThreads['findRecords']>[0]) => findOnPage(job),
  } as unknown as ContentThreads;
  const collector = createCollector({
    findModel: () => null,
    now: () => new Date(),
    threads,
    fetchPage: async (command) =>
      toFetched(command.url, command.url === url && command.render !== 'always' ? bytes : null),
  });
  const { records, complete, savedSource } = await collector.collect(
    { url, fields, limit: 1000, maxPages: 1, country: null, strictCountry: false },
    {
      accountId: 'bench',
      budget: createBudget(1000),
      signal: new AbortController().signal,
      until: new Date(Date.now() + 600_000),
      mayAsk: false,
    },
  );
  const rules = Object.entries(savedSource?.source.rules ?? {});
  return {
    records,
    complete,
    source: savedSource === null ? 'none' : `${savedSource.source.kind} ${savedSource.source.recordPath}`,
    paths: Object.fromEntries(rules.map(([name, { paths }]) => [name, paths[0] ?? ''])),
  };
}
