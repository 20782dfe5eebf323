import type { ContentThreads } from '../../domain/content.ts';
import type { CallTemplate } from '../../domain/listing.ts';
import { nothingStored, type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import type { CapturedAnswer, PageFindings, RecordsJob } from '../../domain/records.ts';
import type { PagedAnswer, PageRequest } from '../../site/paging.ts';
import type { Budget } from '../budget.ts';
import type { FetchedPage } from '../fetched-page.ts';
import type { FetchPage } from '../page-fetcher.ts';

/** What reading listings needs of the other rooms. */
export interface ListingPorts {
  fetchPage: FetchPage;
  threads: ContentThreads;
}

/** For whom a listing is read, and what that may cost. */
export interface ListingOrder {
  /** The page as it was asked for: address, country and network. */
  page: PageCommand;
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
}

/** A response and the records on it. */
export interface RecordsPage {
  fetched: FetchedPage;
  /** Null when the page did not arrive or is not what was asked for. */
  findings: PageFindings | null;
}

/** A command for one page of a listing. */
export function pageCommand(
  url: string,
  from: Pick<PageCommand, 'country' | 'strictCountry' | 'network' | 'maxCredits'>,
): PageCommand {
  // Only these: `from` may be the whole command of another page.
  const { country, strictCountry, network, maxCredits } = from;
  const wishes = { country, strictCountry, network, maxCredits };
  return usualPageCommand(url, { ...nothingStored, ...wishes, formats: ['metadata'] });
}

/** The command of a call that is sent again. */
export function callCommand(
  request: PageRequest,
  headers: Record<string, string>,
  from: PageCommand,
): PageCommand {
  return {
    ...pageCommand(request.url, from),
    render: 'never',
    timeoutMs: 30_000,
    headers,
    ...(request.method === 'POST' && request.body !== null && { question: request.body }),
  };
}

/** Looks for records on what came of a page. */
export async function recordsOn(
  ports: ListingPorts,
  fetched: FetchedPage,
  wanted: Pick<RecordsJob, 'fields' | 'reading' | 'pinned'> & { answers?: CapturedAnswer[] },
  signal: AbortSignal,
): Promise<PageFindings | null> {
  const { response } = fetched;
  if (response === undefined || fetched.page.status !== 'ok') return null;
  const { bytes, url, headers } = response;
  return ports.threads.findRecords({ bytes, url, headers, answers: [], ...wanted }, signal);
}

/** Fetches one page and keeps the response. */
export function fetchKept(
  ports: ListingPorts,
  command: PageCommand,
  order: ListingOrder,
  budget = order.budget,
): Promise<FetchedPage> {
  const { accountId, signal } = order;
  return ports.fetchPage(command, { accountId, budget, signal, keepsResponse: true });
}

/** What of a page decides where the next one is. */
export function pagedAnswer({ fetched, findings }: RecordsPage): PagedAnswer {
  return {
    scalars: findings?.scalars ?? {},
    headers: fetched.response?.headers ?? {},
    nextLink: findings?.links.next ?? null,
  };
}

/** The request that a template begins with. */
export function requestOf({ method, url, body }: Pick<CallTemplate, 'method' | 'url' | 'body'>): PageRequest {
  return { method, url, body };
}
