import type { PartialReservation, Reservations } from '../../account/credits/reservations.ts';
import { withAbsoluteLinks } from '../../domain/pages/blob-link.ts';
import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { type Charge, itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import type { Receipt, UnsignedReceipt } from '../../domain/resources/receipt.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import {
  createReceipt,
  type ReceiptSubject,
  type Signer,
  signPage,
  signResult,
} from '../../fetching/receipts.ts';
import { createReservedBudget } from '../../fetching/route/budget.ts';
import type { PageCache } from '../../fetching/stages/page-cache.ts';
import type { Estimate } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import type { CachedPage } from '../../store/pages/cached-pages.ts';
import { type FindResultsPorts, findResults } from './find-results.ts';
import type { SearchOutcome } from './query-provider.ts';
import type { CachedSearch, SearchCache } from './search-cache.ts';
import { type SearchCommand, searchBody, toSearchCommand } from './search-request.ts';
import { type SearchResponse, searchResponseSchema } from './search-response.ts';
import { searchView } from './search-view.ts';

/** Dependencies of the search operation. */
export interface SearchPorts extends FindResultsPorts {
  searchCache: SearchCache;
  pages: PageCache;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
}

/**
 * Lifetime of a reservation; longer than any request, so that credits reserved by a killed process are released.
 */
const reservationMs = 3 * 60_000;
/**
 * Time after which unread result pages are returned as such, because every operation responds within two minutes.
 */
const pagesTimeoutMs = 105_000;
const minPageMs = 1_000;

/** A result page that was read. */
interface ReadResult {
  command: PageCommand;
  fetched: FetchedPage;
}

/** Results of one category before they are signed. */
interface SearchRun {
  command: SearchCommand;
  outcome: SearchOutcome;
  /** Cached search, if the results are served from the cache. */
  cachedSearch: CachedSearch | null;
  /** Pages in the order of the results; empty if they are not read. */
  readPages: ReadResult[];
}

function estimateOf({ limit, createPageCommand }: SearchCommand): Estimate {
  const search = {
    item: 'search',
    quantity: 1,
    credits: itemPrices.search,
    note: 'free if served from the cache',
  };
  if (createPageCommand === null) return { min: 0, max: itemPrices.search, lines: [search] };
  const credits = limit * routePrices.http;
  const note = 'per result whose page is delivered';
  const pages = { item: 'http', quantity: limit, credits, note };
  return { min: 0, max: itemPrices.search + credits, lines: [search, pages] };
}

function sumCharges(charges: readonly Charge[]): Charge[] {
  const totals = new Map<Charge['item'], number>();
  for (const { item, credits } of charges) totals.set(item, (totals.get(item) ?? 0) + credits);
  return [...totals].map(([item, credits]) => ({ item, credits }));
}

/** Creates the receipt of the request: its searches, and the identifiers of the receipts of its pages. */
function createRequestReceipt(
  runs: readonly SearchRun[],
  pages: readonly PageResult[] | null,
  startedAt: Date,
  subject: ReceiptSubject,
  signer: Signer,
): UnsignedReceipt {
  const searchCharges = runs
    .filter(({ cachedSearch }) => cachedSearch === null)
    .map((): Charge => ({ item: 'search', credits: itemPrices.search }));
  const isFromCache = searchCharges.length === 0;
  const cachedSearch = runs.length === 1 ? (runs[0]?.cachedSearch ?? null) : null;
  const receipts = (pages ?? []).map(({ receipt }) => receipt);
  const charges = sumCharges([...searchCharges, ...receipts.flatMap((receipt) => receipt.charges)]);
  return createReceipt(
    {
      url: null,
      final_url: null,
      status: 'ok',
      status_code: null,
      derived_from: cachedSearch?.receipt.id ?? null,
      route: isFromCache ? 'cache' : 'none',
      exit: null,
      credits: charges.reduce((sum, { credits }) => sum + credits, 0),
      charges,
      attempts: [],
      fetched_at: cachedSearch?.receipt.fetched_at ?? subject.at.toISOString(),
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

/** Returns the results of one category with the pages that were read of them. */
function rankResults(
  { command, outcome }: SearchRun,
  pages: readonly PageResult[],
  hasCategories: boolean,
): SearchResponse['results'] {
  return outcome.results.map((result, at) => {
    const page = pages[at];
    const { category } = command.query;
    return {
      rank: at + 1,
      ...result,
      ...(hasCategories && { category }),
      ...(page !== undefined && { page }),
    };
  });
}

function createResponse(
  runs: readonly [SearchRun, ...SearchRun[]],
  pages: readonly (readonly PageResult[])[],
): Omit<SearchResponse, 'receipt'> {
  const [{ command, outcome, cachedSearch }] = runs;
  return {
    status: 'ok',
    query: command.query.query,
    results: runs.flatMap((one, at) => rankResults(one, pages[at] ?? [], runs.length > 1)),
    provider: outcome.provider,
    country_applied: outcome.countryEffect,
    complete: runs.every((one) => one.outcome.isComplete),
    ...(cachedSearch !== null && { cached_at: cachedSearch.receipt.fetched_at }),
    ...(outcome.licence !== null && { licence: outcome.licence }),
    warnings: addExitWarnings(
      runs.flatMap((one) => one.outcome.warnings),
      pages.flat(),
    ),
  };
}

function createCharges(runs: readonly SearchRun[]): Outcome['charges'] {
  const charged = runs
    .flatMap(({ readPages }) => readPages)
    .filter(({ fetched }) => fetched.observation.credits > 0);
  const credits = charged.reduce((sum, { fetched }) => sum + fetched.observation.credits, 0);
  const searches = runs.filter(({ cachedSearch }) => cachedSearch === null);
  return [
    ...searches.map(() => ({ credits: itemPrices.search, pages: null, note: 'search' })),
    ...(credits > 0 ? [{ credits, pages: charged.length, note: 'search results' }] : []),
  ];
}

/** Returns one command for each category. Pictures are not read as pages. */
function splitCategories({
  moreCategories = [],
  ...command
}: SearchCommand): [SearchCommand, ...SearchCommand[]] {
  const others = moreCategories.map((category) => ({
    ...command,
    query: { ...command.query, category },
    ...(category === 'images' && { createPageCommand: null }),
  }));
  return [command, ...others];
}

/** Returns the credits of a search whose pages all cost the lowest price. */
function minCreditsOf({ createPageCommand, limit }: SearchCommand): number {
  return itemPrices.search + (createPageCommand === null ? 0 : limit * routePrices.http);
}

/** Tokens of the list of results, which precedes their pages. */
const listTokens = 1_500;
const defaultLimit = 10;
const minPageTokens = 200;

/** Gives each page that the search reads an equal share of the tokens. */
function shareTokens(fields: Readonly<Record<string, unknown>>, maxTokens: number) {
  const { scrape, limit } = fields;
  if (!isObject(scrape)) return fields;
  const count = typeof limit === 'number' && limit > 0 ? limit : defaultLimit;
  const share = Math.max(minPageTokens, Math.floor((maxTokens - listTokens) / count));
  return { ...fields, scrape: { max_tokens: share, ...scrape } };
}

/** Searches the web and optionally reads the results. */
export function searchOperation(ports: SearchPorts): Operation {
  const { clock, signer } = ports;

  async function readResults(
    command: SearchCommand,
    outcome: SearchOutcome,
    reservationId: string | null,
    credits: number,
    context: OperationContext,
  ): Promise<ReadResult[]> {
    const { createPageCommand } = command;
    if (createPageCommand === null) return [];
    const { accountId } = context.principal;
    const budget = createReservedBudget(ports.reservations, { reservationId, credits }, accountId, credits);
    const spentMs = clock.now().getTime() - context.startedAt.getTime();
    const remainingMs = Math.max(minPageMs, pagesTimeoutMs - spentMs);
    return Promise.all(
      outcome.results.map(async ({ url }) => {
        const fullCommand = createPageCommand(url);
        const page = { ...fullCommand, timeoutMs: Math.min(fullCommand.timeoutMs, remainingMs) };
        const fetched = await ports.pages.read(page, { accountId, budget, signal: context.signal });
        return { command: page, fetched };
      }),
    );
  }

  async function runSearch(
    command: SearchCommand,
    { reservationId }: PartialReservation,
    credits: number,
    context: OperationContext,
  ): Promise<SearchRun> {
    const { accountId } = context.principal;
    const cachedSearch = await ports.searchCache.find(command, accountId, clock.now());
    const outcome = cachedSearch?.outcome ?? (await findResults(command, ports, accountId, context.signal));
    const remainingCredits = credits - (cachedSearch === null ? itemPrices.search : 0);
    return {
      command,
      outcome,
      cachedSearch,
      readPages: await readResults(command, outcome, reservationId, remainingCredits, context),
    };
  }

  async function createCacheEntries(
    { command, outcome, cachedSearch, readPages }: SearchRun,
    pages: readonly PageResult[],
    receipt: Receipt,
  ): Promise<CachedPage[]> {
    const entries = await Promise.all([
      cachedSearch === null ? ports.searchCache.createEntry(command, outcome, receipt, clock.now()) : null,
      ...readPages.map((one, at) =>
        ports.pages.createEntry(one.command, one.fetched, pages[at]?.receipt ?? receipt),
      ),
    ]);
    return entries.filter((entry) => entry !== null);
  }

  async function toOutcome(
    runs: readonly [SearchRun, ...SearchRun[]],
    { reservationId }: PartialReservation,
    context: OperationContext,
  ): Promise<Outcome<SearchResponse>> {
    const subject = { requestId: context.requestId, at: clock.now() };
    const sign = async ({ fetched }: ReadResult) =>
      withAbsoluteLinks(await signPage(fetched, subject, signer), context.baseUrl);
    const pages = await Promise.all(runs.map(({ readPages }) => Promise.all(readPages.map(sign))));
    const isRead = runs.some(({ command }) => command.createPageCommand !== null);
    const signed = isRead ? pages.flat() : null;
    const unsigned = createRequestReceipt(runs, signed, context.startedAt, subject, signer);
    const value: SearchResponse = await signResult(createResponse(runs, pages), unsigned, signer);
    const { receipt } = value;
    const cached = await Promise.all(
      runs.map((one, at) => createCacheEntries(one, pages[at] ?? [], receipt)),
    );
    return {
      answer: { kind: 'json', value },
      status: 'ok',
      url: null,
      // The country from which the provider searched is unknown.
      country: null,
      error: null,
      receipts: [...pages.flat().map((page) => page.receipt), receipt],
      charges: createCharges(runs),
      reservationId,
      contents: runs.flatMap(({ readPages }) => readPages.flatMap(({ fetched }) => fetched.content ?? [])),
      cached: cached.flat(),
    };
  }

  /** Searches all categories at the same time, each with its part of the credits. */
  async function runAll(
    commands: readonly [SearchCommand, ...SearchCommand[]],
    grant: PartialReservation,
    context: OperationContext,
  ): Promise<[SearchRun, ...SearchRun[]]> {
    let remaining = grant.credits - commands.length * itemPrices.search;
    const started = commands.map((command) => {
      const forPages = Math.min(remaining, minCreditsOf(command) - itemPrices.search);
      remaining -= forPages;
      return runSearch(command, grant, forPages + itemPrices.search, context);
    });
    return (await Promise.all(started)) as [SearchRun, ...SearchRun[]];
  }

  async function run(command: SearchCommand, context: OperationContext): Promise<Outcome<SearchResponse>> {
    const commands = splitCategories(command);
    const searches = commands.length * itemPrices.search;
    const grant = await ports.reservations.reserveUpTo({
      accountId: context.principal.accountId,
      credits: commands.reduce((sum, one) => sum + minCreditsOf(one), 0),
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservationMs),
    });
    try {
      if (grant.credits < searches) {
        throw new Failure(
          'insufficient_credits',
          `The account does not have the ${searches} credits that this search costs. Add credits and try again.`,
        );
      }
      return await toOutcome(await runAll(commands, grant, context), grant, context);
    } catch (error) {
      await ports.reservations.release(grant.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'search',
    title: 'Search the web',
    description:
      'Searches the web with the configured providers, in order, and optionally reads every result (`scrape`). Failed providers are skipped and listed in `warnings`; if all fail, the response is 503 with their errors, so that an empty list always means that nothing was found. `country` is a preference; `country_applied` states its effect.',
    price:
      '1 credit per search; free if it fails or is served from the cache (`max_age`); with `scrape`, also the price of each delivered page',
    method: 'POST',
    path: '/v1/search',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { bound: shareTokens },
    errors: ['insufficient_credits', 'not_configured'],
    input: { body: searchBody },
    toCommand: ({ body }) => toSearchCommand(body),
    output: searchResponseSchema,
    view: searchView,
    estimate: estimateOf,
    example: { body: { query: 'typed web data for agents', limit: 5, country: 'DE' } },
    run,
  });
}
