import type { ContentThreads } from '../../domain/pages/content.ts';
import type { CallTemplate } from '../../domain/pages/listing.ts';
import { defaultPageCommand, type PageCommand, withoutStoredText } from '../../domain/pages/page-command.ts';
import type { CapturedAnswer, PageFindings, RecordsJob } from '../../domain/pages/records.ts';
import type { SentRequest } from '../../domain/pages/visitor.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PagedAnswer, PageRequest } from '../paging/paging-parameters.ts';

/** Dependencies of reading listings. */
export interface ListingPorts {
  fetchPage: FetchPage;
  threads: ContentThreads;
}

/** Account, budget and page of a listing request. */
export interface ListingOptions {
  /** The requested page: URL, country and network. */
  page: PageCommand;
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
}

/** A response with its records. */
export interface RecordsPage {
  fetched: FetchedPage;
  /** Null if the page was not fetched or has another status than `ok`. */
  findings: PageFindings | null;
}

/** Creates the command for one page of a listing. */
export function pageCommand(
  url: string,
  base: Pick<PageCommand, 'country' | 'strictCountry' | 'network' | 'maxCredits'>,
): PageCommand {
  // `base` may be the complete command of another page; only these options are copied.
  const { country, strictCountry, network, maxCredits } = base;
  const copied = { country, strictCountry, network, maxCredits };
  return defaultPageCommand(url, { ...withoutStoredText, ...copied, formats: ['metadata'] });
}

/** Creates the command for replaying a call. */
export function callCommand(
  request: PageRequest,
  headers: Record<string, string>,
  base: PageCommand,
): PageCommand {
  return {
    ...pageCommand(request.url, base),
    render: 'never',
    timeoutMs: 30_000,
    headers,
    ...(request.method === 'POST' && request.body !== null && { sent: readingPost(request.body) }),
  };
}

/** Returns the request that asks a site for records with a body: a query, which may be sent twice. */
export function readingPost(body: string): SentRequest {
  return { method: 'POST', body, isRepeatable: true };
}

/** Finds the records in a fetched page; null if it has another status than `ok`, or two threads died on it. */
export async function findRecordsOn(
  ports: ListingPorts,
  fetched: FetchedPage,
  job: Pick<RecordsJob, 'fields' | 'reading' | 'pinned'> & { answers?: CapturedAnswer[] },
  signal: AbortSignal,
): Promise<PageFindings | null> {
  const { response } = fetched;
  if (response === undefined || fetched.page.status !== 'ok') return null;
  const { bytes, url, headers } = response;
  return ports.threads.findRecords({ bytes, url, headers, answers: [], ...job }, signal);
}

/**
 * Returns the page as failed if its records could not be searched: an empty result would claim that it has none. It costs
 * nothing.
 */
export function failIfUnread(fetched: FetchedPage, findings: PageFindings | null): FetchedPage {
  if (findings !== null || fetched.page.status !== 'ok') return fetched;
  const { page, observation } = fetched;
  const error = {
    code: 'document',
    message: 'The records of the page could not be searched within the limits of time and memory.',
  } as const;
  return {
    ...fetched,
    page: { ...page, status: 'failed', error },
    observation: { ...observation, status: 'failed', credits: 0, charges: [] },
  };
}

/** Fetches a page and keeps the response. */
export function fetchWithResponse(
  ports: ListingPorts,
  command: PageCommand,
  options: ListingOptions,
  budget = options.budget,
): Promise<FetchedPage> {
  const { accountId, signal } = options;
  return ports.fetchPage(command, { accountId, budget, signal, keepsResponse: true });
}

/** Returns the data of a page that determines the next page. */
export function toPagedAnswer({ fetched, findings }: RecordsPage): PagedAnswer {
  return {
    scalars: findings?.scalars ?? {},
    headers: fetched.response?.headers ?? {},
    next: findings?.next ?? null,
  };
}

/** Returns the first request of a template. */
export function toPageRequest({
  method,
  url,
  body,
}: Pick<CallTemplate, 'method' | 'url' | 'body'>): PageRequest {
  return { method, url, body };
}
