import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { itemPrices, routePrices } from '../../domain/rate-card.ts';
import { type Budget, createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, sealPage, sealRequest } from '../../fetching/receipts.ts';
import type { TaskContext } from '../../jobs/task-work.ts';
import { extractBody, toExtractCommand } from '../extract/extract-request.ts';
import { recordsOfPage } from './page-records.ts';
import type { ReadSource, SourceOrder, SourceRun } from './read-source.ts';

/** What reading the pages of a dataset needs of the other rooms. */
export interface ReadPagesPorts {
  /** Reads pages together with the values that are wanted of them. */
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Whether a model may be called, which pages then have to be able to pay. */
  hasModel: boolean;
}

/** Pages of one refresh that are under way at once. */
const pagesAtOnce = 8;
/** Longer than a task may run: what a killed process held in reserve is free again after this. */
const reservedForMs = 65 * 60_000;

/** A page that is not there is seen; one that could not be read is not. */
const seenStatuses: readonly string[] = ['ok', 'not_found'];

/** Reads every page, a few at once, in the order of the list. */
async function fetchAll(
  { source, country }: SourceOrder,
  fetchPage: FetchPage,
  budget: Budget,
  { principal: { accountId }, signal }: TaskContext,
): Promise<FetchedPage[]> {
  if (source.kind !== 'extract') return [];
  const { urls, schema } = source;
  const fetched: FetchedPage[] = new Array(urls.length);
  const waiting = urls.entries();
  const work = async () => {
    for (const [at, url] of waiting) {
      const { page } = toExtractCommand(extractBody.parse({ url, country }));
      const json = { schema, prompt: null };
      fetched[at] = await fetchPage({ ...page, json }, { accountId, budget, signal, isPatient: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(pagesAtOnce, urls.length) }, work));
  return fetched;
}

function unread(fetched: readonly FetchedPage[]): SourceRun['error'] {
  const failed = fetched.filter(({ page }) => !seenStatuses.includes(page.status));
  const [first] = failed;
  if (first === undefined) return null;
  const { url, error, status } = first.page;
  const why = `${url}: ${error?.message ?? status}`;
  const message = failed.length === 1 ? why : `${failed.length} pages could not be read, the first: ${why}`;
  return { code: error?.code ?? status, message };
}

function billOf(
  fetched: readonly FetchedPage[],
  reservationId: string | null,
  context: TaskContext,
  { clock, signer }: ReadPagesPorts,
): SourceRun['bill'] {
  const at = clock.now();
  const subject = { requestId: context.requestId, at };
  const pages = fetched.map((one) => sealPage(one, subject, signer));
  const paid = fetched.filter(({ observation }) => observation.credits > 0);
  const credits = paid.reduce((sum, { observation }) => sum + observation.credits, 0);
  const whole = sealRequest(pages, at.getTime() - context.startedAt.getTime(), subject, signer);
  const countries = new Set(pages.map(({ receipt }) => receipt.exit?.country ?? null));
  const [first] = pages;
  return {
    status: pages.some(({ status }) => status === 'ok') ? 'ok' : (first?.status ?? 'ok'),
    url: first?.url ?? null,
    country: countries.size === 1 ? ([...countries][0] ?? null) : null,
    error: pages.length === 1 ? (first?.error ?? null) : null,
    receipts: [...pages.map(({ receipt }) => receipt), whole],
    charges: credits === 0 ? [] : [{ credits, pages: paid.length, note: 'dataset refresh' }],
    reservationId,
    contents: [],
  };
}

/** Reading the pages of a list, each of which is a record or lists some. */
export function createPagesReader(ports: ReadPagesPorts): ReadSource {
  return async (order, context) => {
    const { accountId } = context.principal;
    const pages = order.source.kind === 'extract' ? order.source.urls.length : 0;
    const pageCredits = routePrices.http + (ports.hasModel ? itemPrices.ai_extraction : 0);
    const reserved = await ports.reservations.reserveUpTo({
      accountId,
      credits: pages * pageCredits,
      requestId: context.requestId,
      expiresAt: addMs(ports.clock.now(), reservedForMs),
    });
    try {
      const budget = createReservedBudget(ports.reservations, reserved, accountId, reserved.credits);
      const fetched = await fetchAll(order, ports.fetchPage, budget, context);
      const error = unread(fetched);
      return {
        records: fetched.flatMap(({ page }) =>
          page.status === 'ok' ? recordsOfPage(page.url, page.json ?? null) : [],
        ),
        isComplete: error === null,
        error,
        recipeId: null,
        warnings: fetched.flatMap(({ page }) => page.warnings).slice(0, 20),
        bill: billOf(fetched, reserved.reservationId, context, ports),
      };
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  };
}
