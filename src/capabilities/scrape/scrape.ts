import { z } from 'zod';
import type { Grant, Reservations } from '../../account/reservations.ts';
import { withLinks } from '../../domain/blob-link.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Network } from '../../domain/exit.ts';
import type { PageResult } from '../../domain/page.ts';
import { routePrices } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PageCache } from '../../fetching/page-cache.ts';
import { type Signer, sealPage, sealRequest } from '../../fetching/receipts.ts';
import { dearestRoute } from '../../fetching/rungs.ts';
import { estimatePages } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import { pageResultSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import type { CachedPage } from '../../store/cached-pages.ts';
import { type ScrapeCommand, scrapeBody, toScrapeCommand } from './scrape-request.ts';

/** What scraping needs of the other rooms. */
export interface ScrapePorts {
  cache: PageCache;
  /** Networks that there are exits of. */
  networks: readonly Network[];
  /** Throws Failure `invalid` unless the account has the login, and it is of the site. */
  checkLogin(accountId: string, loginId: string, url: URL | null): Promise<void>;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
}

/** What `POST /v1/scrape` answers: one page, or the pages in the order asked. */
type ScrapeAnswer = PageResult | { results: PageResult[]; receipt: Receipt };

const scrapeAnswerSchema: z.ZodType<ScrapeAnswer> = z.union([
  pageResultSchema,
  named('PageResults', z.object({ results: z.array(pageResultSchema), receipt: receiptSchema })),
]);

/** How long after its time what a killed process held in reserve is free again. */
const reservedBeyondMs = 60_000;

/** All pages of one country, or null. */
function countryOf(pages: readonly PageResult[]): string | null {
  const countries = new Set(pages.map((page) => page.receipt.exit?.country ?? null));
  return countries.size === 1 ? ([...countries][0] ?? null) : null;
}

/** The history's status of many pages: `ok` when any is. */
function statusOfMany(pages: readonly PageResult[]): string {
  return pages.some((page) => page.status === 'ok') ? 'ok' : (pages[0]?.status ?? 'ok');
}

function billOf(fetched: readonly FetchedPage[]): Outcome['charges'] {
  const paid = fetched.filter((one) => one.observation.credits > 0);
  const credits = paid.reduce((sum, one) => sum + one.observation.credits, 0);
  return credits === 0 ? [] : [{ credits, pages: paid.length, note: 'scrape' }];
}

/** Reading one page, or up to 100 in parallel. */
export function scrapeOperation(ports: ScrapePorts): Operation {
  const { clock, signer } = ports;

  async function fetchAll(
    command: ScrapeCommand,
    granted: Grant,
    context: OperationContext,
  ): Promise<FetchedPage[]> {
    const { accountId } = context.principal;
    const budget = createReservedBudget(ports.reservations, granted, accountId, granted.credits);
    return Promise.all(
      command.pages.map((page) => ports.cache.read(page, { accountId, budget, signal: context.signal })),
    );
  }

  /** What may be given again of the results. */
  async function toBeKept(
    command: ScrapeCommand,
    fetched: readonly FetchedPage[],
    pages: readonly PageResult[],
  ): Promise<CachedPage[]> {
    const entries = await Promise.all(
      command.pages.map((page, at) =>
        ports.cache.entryOf(page, fetched[at] as FetchedPage, (pages[at] as PageResult).receipt),
      ),
    );
    return entries.filter((entry) => entry !== null);
  }

  async function toOutcome(
    command: ScrapeCommand,
    fetched: FetchedPage[],
    reservationId: string | null,
    context: OperationContext,
  ): Promise<Outcome<ScrapeAnswer>> {
    const now = clock.now();
    const subject = { requestId: context.requestId, at: now };
    const pages = fetched.map((one) => withLinks(sealPage(one, subject, signer), context.baseUrl));
    const receipts = pages.map((page) => page.receipt);
    const first = pages[0] as PageResult;
    let value: ScrapeAnswer = first;
    if (command.many) {
      const receipt = sealRequest(pages, now.getTime() - context.startedAt.getTime(), subject, signer);
      receipts.push(receipt);
      value = { results: pages, receipt };
    }
    return {
      answer: { kind: 'json', value },
      status: command.many ? statusOfMany(pages) : first.status,
      url: first.url,
      country: countryOf(pages),
      error: command.many ? null : (first.error ?? null),
      receipts,
      charges: billOf(fetched),
      reservationId,
      contents: fetched.flatMap((one) => one.content ?? []),
      cached: await toBeKept(command, fetched, pages),
    };
  }

  async function run(command: ScrapeCommand, context: OperationContext): Promise<Outcome<ScrapeAnswer>> {
    const { accountId } = context.principal;
    for (const { login, url } of command.pages) {
      if (login !== null) await ports.checkLogin(accountId, login, URL.parse(url.trim()));
    }
    const reserved = await ports.reservations.reserveUpTo({
      accountId,
      credits: command.pages.length * routePrices.http,
      requestId: context.requestId,
      expiresAt: addMs(context.workUntil, reservedBeyondMs),
    });
    try {
      const fetched = await fetchAll(command, reserved, context);
      return await toOutcome(command, fetched, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'scrape',
    title: 'Read pages',
    description:
      'Reads one page (`url`) or up to 100 in parallel (`urls`, answered in the order asked; one bad page never fails the others). What became of a page is its `status`, never an HTTP error. Long pages come with a `ref` for GET /v1/read.',
    price:
      '1 credit a page that arrived; 0 for a page that could not be loaded or passed, or is given again (`max_age`)',
    method: 'POST',
    path: '/v1/scrape',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {
      description:
        'Reads one page (`url`) or up to 100 in parallel (`urls`, answered in the order asked; one bad page never fails the others). What became of a page is its `status`, never an error of the call. Of a long page the first `max_length` code points are given, with a `ref` for the tool read. Screenshots come as resource links.',
      hidden: ['actions'],
      // Most clients give up on a call after a minute.
      defaults: { timeout_ms: 45_000 },
    },
    input: { body: scrapeBody },
    toCommand: ({ body }) => toScrapeCommand(body),
    output: scrapeAnswerSchema,
    background: 'scrape',
    estimate: ({ pages }) => estimatePages(pages.map((page) => dearestRoute(page, ports.networks))),
    example: { body: { url: 'https://example.com/', formats: ['markdown', 'links'] } },
    run,
  });
}
