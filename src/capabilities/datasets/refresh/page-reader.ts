import type { Reservations } from '../../../account/credits/reservations.ts';
import { itemPrices, routePrices } from '../../../domain/resources/rate-card.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import type { FetchPage } from '../../../fetching/page-fetcher.ts';
import { type Signer, signPage, signRequest } from '../../../fetching/receipts.ts';
import { type Budget, createReservedBudget } from '../../../fetching/route/budget.ts';
import type { TaskContext } from '../../../jobs/tasks/task-work.ts';
import { extractBody, toExtractCommand } from '../../extract/extract-request.ts';
import { pageRecords } from './page-records.ts';
import type { ReadSource, SourceRequest, SourceResult } from './read-source.ts';

/** Dependencies for reading the pages of a dataset. */
export interface ReadPagesPorts {
  /** Reads pages with the requested values. */
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** True when a model may be called, whose cost is then reserved per page. */
  hasModel: boolean;
}

/** Maximum number of concurrent pages of one refresh. */
const maxConcurrentPages = 8;
/**
 * Expiry of the reservation, in ms: longer than the maximum duration of a task, so that it frees the credits of a
 * killed process.
 */
const reservationMs = 65 * 60_000;

/** Statuses that count as read. A page that does not exist is read; one that failed is not. */
const readStatuses: readonly string[] = ['ok', 'not_found'];

/** Reads all pages concurrently; returns them in the order of the list. */
async function fetchAll(
  { source, country }: SourceRequest,
  fetchPage: FetchPage,
  budget: Budget,
  { principal: { accountId }, signal }: TaskContext,
): Promise<FetchedPage[]> {
  if (source.kind !== 'extract') return [];
  const { urls, schema } = source;
  const fetched: FetchedPage[] = new Array(urls.length);
  const remaining = urls.entries();
  const fetchNext = async () => {
    for (const [at, url] of remaining) {
      const { page } = toExtractCommand(extractBody.parse({ url, country }));
      const json = { schema, prompt: null };
      fetched[at] = await fetchPage({ ...page, json }, { accountId, budget, signal, isPatient: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrentPages, urls.length) }, fetchNext));
  return fetched;
}

function readErrorOf(fetched: readonly FetchedPage[]): SourceResult['error'] {
  const failed = fetched.filter(({ page }) => !readStatuses.includes(page.status));
  const [first] = failed;
  if (first === undefined) return null;
  const { url, error, status } = first.page;
  const reason = `${url}: ${error?.message ?? status}`;
  const message =
    failed.length === 1 ? reason : `${failed.length} pages could not be read. The first one is ${reason}`;
  return { code: error?.code ?? status, message };
}

function createBilling(
  fetched: readonly FetchedPage[],
  reservationId: string | null,
  context: TaskContext,
  { clock, signer }: ReadPagesPorts,
): SourceResult['billing'] {
  const at = clock.now();
  const receiptSubject = { requestId: context.requestId, at };
  const pages = fetched.map((one) => signPage(one, receiptSubject, signer));
  const chargedPages = fetched.filter(({ observation }) => observation.credits > 0);
  const credits = chargedPages.reduce((sum, { observation }) => sum + observation.credits, 0);
  const requestReceipt = signRequest(
    pages,
    at.getTime() - context.startedAt.getTime(),
    receiptSubject,
    signer,
  );
  const countries = new Set(pages.map(({ receipt }) => receipt.exit?.country ?? null));
  const [first] = pages;
  return {
    status: pages.some(({ status }) => status === 'ok') ? 'ok' : (first?.status ?? 'ok'),
    url: first?.url ?? null,
    country: countries.size === 1 ? ([...countries][0] ?? null) : null,
    error: pages.length === 1 ? (first?.error ?? null) : null,
    receipts: [...pages.map(({ receipt }) => receipt), requestReceipt],
    charges: credits === 0 ? [] : [{ credits, pages: chargedPages.length, note: 'dataset refresh' }],
    reservationId,
    contents: [],
  };
}

/** Creates a reader of a list of pages, each of which contains one record or a list of records. */
export function createPagesReader(ports: ReadPagesPorts): ReadSource {
  return async (request, context) => {
    const { accountId } = context.principal;
    const pages = request.source.kind === 'extract' ? request.source.urls.length : 0;
    const pageCredits = routePrices.http + (ports.hasModel ? itemPrices.ai_extraction : 0);
    const reservation = await ports.reservations.reserveUpTo({
      accountId,
      credits: pages * pageCredits,
      requestId: context.requestId,
      expiresAt: addMs(ports.clock.now(), reservationMs),
    });
    try {
      const budget = createReservedBudget(ports.reservations, reservation, accountId, reservation.credits);
      const fetched = await fetchAll(request, ports.fetchPage, budget, context);
      const error = readErrorOf(fetched);
      return {
        records: fetched.flatMap(({ page }) =>
          page.status === 'ok' ? pageRecords(page.url, page.json ?? null) : [],
        ),
        isComplete: error === null,
        error,
        recipeId: null,
        warnings: fetched.flatMap(({ page }) => page.warnings).slice(0, 20),
        billing: createBilling(fetched, reservation.reservationId, context, ports),
      };
    } catch (error) {
      await ports.reservations.release(reservation.reservationId);
      throw error;
    }
  };
}
