import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { ReceiptFacts } from '../../fetching/receipts.ts';
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
export interface SearchPorts extends FindResultsPorts, ChargePorts {
  searchCache: SearchCache;
  pages: PageCache;
}

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

/** Returns what the receipt of the request states beside the sums over its pages: the searches. */
function createFacts(runs: readonly SearchRun[], pages: readonly PageResult[]): Partial<ReceiptFacts> {
  const searches = runs.filter(({ cachedSearch }) => cachedSearch === null);
  const cachedSearch = runs.length === 1 ? (runs[0]?.cachedSearch ?? null) : null;
  return {
    status: 'ok',
    status_code: null,
    derived_from: cachedSearch?.receipt.id ?? null,
    route: searches.length === 0 ? 'cache' : 'none',
    charges: [
      ...searches.map(() => ({ item: 'search' as const, credits: itemPrices.search })),
      ...pages.flatMap(({ receipt }) => receipt.charges),
    ],
    ...(cachedSearch !== null && { fetched_at: cachedSearch.receipt.fetched_at }),
  };
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
      rank: (command.offset ?? 0) + at + 1,
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
    next_offset: outcome.nextOffset ?? null,
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
  const { clock } = ports;

  async function readResults(
    command: SearchCommand,
    outcome: SearchOutcome,
    charged: ChargedWork,
    credits: number,
    { startedAt }: OperationContext,
  ): Promise<ReadResult[]> {
    const { createPageCommand } = command;
    if (createPageCommand === null) return [];
    const request = { ...charged.request, budget: charged.budgetOf(credits) };
    const spentMs = clock.now().getTime() - startedAt.getTime();
    const remainingMs = Math.max(minPageMs, pagesTimeoutMs - spentMs);
    return Promise.all(
      outcome.results.map(async ({ url }) => {
        const fullCommand = createPageCommand(url);
        const page = { ...fullCommand, timeoutMs: Math.min(fullCommand.timeoutMs, remainingMs) };
        const fetched = await ports.pages.read(page, request);
        return { command: page, fetched };
      }),
    );
  }

  async function runSearch(
    command: SearchCommand,
    charged: ChargedWork,
    credits: number,
    context: OperationContext,
  ): Promise<SearchRun> {
    const { accountId, signal } = charged.request;
    const cachedSearch = await ports.searchCache.find(command, accountId, clock.now());
    const outcome = cachedSearch?.outcome ?? (await findResults(command, ports, accountId, signal));
    const remainingCredits = credits - (cachedSearch === null ? itemPrices.search : 0);
    return {
      command,
      outcome,
      cachedSearch,
      readPages: await readResults(command, outcome, charged, remainingCredits, context),
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
    charged: ChargedWork,
    { baseUrl }: OperationContext,
  ): Promise<Outcome<SearchResponse>> {
    const sign = ({ readPages }: SearchRun) =>
      charged.signPages(
        readPages.map(({ fetched }) => fetched),
        baseUrl,
      );
    const pages = await Promise.all(runs.map(sign));
    const isRead = runs.some(({ command }) => command.createPageCommand !== null);
    const outcome = await charged.deliver(createResponse(runs, pages), {
      ...(isRead && { pages: pages.flat().map(({ receipt }) => receipt) }),
      facts: createFacts(runs, pages.flat()),
      charges: createCharges(runs),
      // The country from which the provider searched is unknown.
      country: null,
      contents: runs.flatMap(({ readPages }) => readPages.flatMap(({ fetched }) => fetched.content ?? [])),
    });
    const { receipt } = outcome.answer.value;
    const cached = await Promise.all(
      runs.map((one, at) => createCacheEntries(one, pages[at] ?? [], receipt)),
    );
    return { ...outcome, cached: cached.flat() };
  }

  /** Searches all categories at the same time, each with its part of the credits. */
  async function runAll(
    commands: readonly [SearchCommand, ...SearchCommand[]],
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<[SearchRun, ...SearchRun[]]> {
    let remaining = charged.credits - commands.length * itemPrices.search;
    const started = commands.map((command) => {
      const forPages = Math.min(remaining, minCreditsOf(command) - itemPrices.search);
      remaining -= forPages;
      return runSearch(command, charged, forPages + itemPrices.search, context);
    });
    return (await Promise.all(started)) as [SearchRun, ...SearchRun[]];
  }

  async function run(command: SearchCommand, context: OperationContext): Promise<Outcome<SearchResponse>> {
    const commands = splitCategories(command);
    const searches = commands.length * itemPrices.search;
    const credits = commands.reduce((sum, one) => sum + minCreditsOf(one), 0);
    return runCharged(ports, context, { credits, note: 'search' }, async (charged) => {
      charged.require(
        searches,
        `The account does not have the ${searches} credits that this search costs. Add credits and try again.`,
      );
      return toOutcome(await runAll(commands, charged, context), charged, context);
    });
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
