import type { Grant, Reservations } from '../../account/reservations.ts';
import { withLinks } from '../../domain/blob-link.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { PageResult } from '../../domain/page.ts';
import type { PageCommand } from '../../domain/page-command.ts';
import { type Charge, itemPrices, routePrices } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PageCache } from '../../fetching/page-cache.ts';
import { type ReceiptSubject, type Signer, sealObservation, sealPage } from '../../fetching/receipts.ts';
import type { Estimate } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import type { CachedPage } from '../../store/cached-pages.ts';
import type { Found } from './ask-provider.ts';
import { type FindPorts, findResults } from './find-results.ts';
import { type SearchAnswer, searchAnswerSchema } from './search-answer.ts';
import type { FoundBefore, SearchCache } from './search-cache.ts';
import { type SearchCommand, searchBody, toSearchCommand } from './search-request.ts';

/** What searching needs of the other rooms. */
export interface SearchPorts extends FindPorts {
  answers: SearchCache;
  pages: PageCache;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
}

/** Longer than any request may take: what a killed process held in reserve is free again after this. */
const reservedForMs = 3 * 60_000;
/** Every operation answers within two minutes; pages that are not there by then are told of as such. */
const pagesDoneAfterMs = 105_000;
const leastPageMs = 1_000;

/** A result's page as it was read. */
interface ReadResult {
  command: PageCommand;
  fetched: FetchedPage;
}

/** What a search brought, before it is signed. */
interface Searched {
  found: Found;
  /** Where the answer is given again. */
  before: FoundBefore | null;
  /** In the order of the results; empty when they are not read. */
  read: ReadResult[];
}

function estimateOf({ limit, pageOf }: SearchCommand): Estimate {
  const search = { item: 'search', quantity: 1, credits: itemPrices.search, note: '0 when given again' };
  if (pageOf === null) return { min: 0, max: itemPrices.search, lines: [search] };
  const credits = limit * routePrices.http;
  const note = 'a result whose page arrives';
  const pages = { item: 'http', quantity: limit, credits, note };
  return { min: 0, max: itemPrices.search + credits, lines: [search, pages] };
}

function summed(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

/** The receipt of the whole request: the search and, by their ids, the pages that were read. */
function requestReceipt(
  { before }: Searched,
  pages: readonly PageResult[] | null,
  startedAt: Date,
  subject: ReceiptSubject,
  signer: Signer,
): Receipt {
  const own: Charge[] = before === null ? [{ item: 'search', credits: itemPrices.search }] : [];
  const receipts = (pages ?? []).map(({ receipt }) => receipt);
  const charges = summed([...own, ...receipts.flatMap((receipt) => receipt.charges)]);
  return sealObservation(
    {
      url: null,
      final_url: null,
      status: 'ok',
      status_code: null,
      derived_from: before?.receipt.id ?? null,
      route: before === null ? 'none' : 'cache',
      exit: null,
      credits: charges.reduce((sum, { credits }) => sum + credits, 0),
      charges,
      attempts: [],
      fetched_at: before?.receipt.fetched_at ?? subject.at.toISOString(),
      ms: Math.max(0, subject.at.getTime() - startedAt.getTime()),
      bytes: receipts.reduce((sum, { bytes }) => sum + bytes, 0),
      content_sha256: null,
      robots: null,
      ...(pages !== null && { pages: receipts.map(({ id }) => id) }),
    },
    subject,
    signer,
  );
}

function answerOf(
  command: SearchCommand,
  { found, before }: Searched,
  pages: readonly PageResult[] | null,
  receipt: Receipt,
): SearchAnswer {
  return {
    status: 'ok',
    query: command.query.query,
    results: found.results.map((result, at) => {
      const page = pages?.[at];
      return { rank: at + 1, ...result, ...(page !== undefined && { page }) };
    }),
    provider: found.provider,
    country_applied: found.countryEffect,
    complete: found.isComplete,
    ...(before !== null && { cached_at: before.receipt.fetched_at }),
    ...(found.licence !== null && { licence: found.licence }),
    warnings: found.warnings,
    receipt,
  };
}

function chargesOf({ before, read }: Searched): Outcome['charges'] {
  const paid = read.filter(({ fetched }) => fetched.observation.credits > 0);
  const credits = paid.reduce((sum, { fetched }) => sum + fetched.observation.credits, 0);
  return [
    ...(before === null ? [{ credits: itemPrices.search, pages: null, note: 'search' }] : []),
    ...(credits > 0 ? [{ credits, pages: paid.length, note: 'search results' }] : []),
  ];
}

/** Searching the web, and reading what is found. */
export function searchOperation(ports: SearchPorts): Operation {
  const { clock, signer } = ports;

  async function readResults(
    command: SearchCommand,
    found: Found,
    { reservationId }: Grant,
    credits: number,
    context: OperationContext,
  ): Promise<ReadResult[]> {
    const { pageOf } = command;
    if (pageOf === null) return [];
    const { accountId } = context.principal;
    const budget = createReservedBudget(ports.reservations, { reservationId, credits }, accountId, credits);
    const spentMs = clock.now().getTime() - context.startedAt.getTime();
    const leftMs = Math.max(leastPageMs, pagesDoneAfterMs - spentMs);
    return Promise.all(
      found.results.map(async ({ url }) => {
        const whole = pageOf(url);
        const page = { ...whole, timeoutMs: Math.min(whole.timeoutMs, leftMs) };
        const fetched = await ports.pages.read(page, { accountId, budget, signal: context.signal });
        return { command: page, fetched };
      }),
    );
  }

  async function searchWithin(
    command: SearchCommand,
    granted: Grant,
    context: OperationContext,
  ): Promise<Searched> {
    const { accountId } = context.principal;
    const before = await ports.answers.find(command, accountId, clock.now());
    const found = before?.found ?? (await findResults(command, ports, accountId, context.signal));
    const left = granted.credits - (before === null ? itemPrices.search : 0);
    return { found, before, read: await readResults(command, found, granted, left, context) };
  }

  async function toBeKept(
    command: SearchCommand,
    { found, before, read }: Searched,
    pages: readonly PageResult[],
    receipt: Receipt,
  ): Promise<CachedPage[]> {
    const entries = await Promise.all([
      before === null ? ports.answers.entryOf(command, found, receipt, clock.now()) : null,
      ...read.map((one, at) => ports.pages.entryOf(one.command, one.fetched, pages[at]?.receipt ?? receipt)),
    ]);
    return entries.filter((entry) => entry !== null);
  }

  async function toOutcome(
    command: SearchCommand,
    searched: Searched,
    { reservationId }: Grant,
    context: OperationContext,
  ): Promise<Outcome<SearchAnswer>> {
    const subject = { requestId: context.requestId, at: clock.now() };
    const pages =
      command.pageOf === null
        ? null
        : searched.read.map(({ fetched }) => withLinks(sealPage(fetched, subject, signer), context.baseUrl));
    const receipt = requestReceipt(searched, pages, context.startedAt, subject, signer);
    return {
      answer: { kind: 'json', value: answerOf(command, searched, pages, receipt) },
      status: 'ok',
      url: null,
      // Where the provider searched from is not known.
      country: null,
      error: null,
      receipts: [...(pages ?? []).map((page) => page.receipt), receipt],
      charges: chargesOf(searched),
      reservationId,
      contents: searched.read.flatMap(({ fetched }) => fetched.content ?? []),
      cached: await toBeKept(command, searched, pages ?? [], receipt),
    };
  }

  async function run(command: SearchCommand, context: OperationContext): Promise<Outcome<SearchAnswer>> {
    const pages = command.pageOf === null ? 0 : command.limit * routePrices.http;
    const granted = await ports.reservations.reserveUpTo({
      accountId: context.principal.accountId,
      credits: itemPrices.search + pages,
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    if (granted.credits < itemPrices.search) {
      throw new Failure('insufficient_credits', 'the account has no credits left for a search');
    }
    try {
      return await toOutcome(command, await searchWithin(command, granted, context), granted, context);
    } catch (error) {
      await ports.reservations.release(granted.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'search',
    title: 'Search the web',
    description:
      'Searches the web through the providers that the operator set up, in their order, and can read every result (`scrape`). A provider that fails is passed over and named in `warnings`; when all fail the answer is 503 with each one’s reason, so that an empty list always means that nothing was found. `country` is a preference of the provider: `country_applied` says what became of it.',
    price:
      '1 credit, 0 when it fails or is given again (`max_age`); with `scrape`, each page that arrives at its route',
    method: 'POST',
    path: '/v1/search',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    refuses: ['insufficient_credits'],
    input: { body: searchBody },
    toCommand: ({ body }) => toSearchCommand(body),
    output: searchAnswerSchema,
    estimate: estimateOf,
    example: { body: { query: 'typed web data for agents', limit: 5, country: 'DE' } },
    run,
  });
}
