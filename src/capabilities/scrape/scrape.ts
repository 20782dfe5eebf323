import { z } from 'zod';
import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../fetching/charged-work.ts';
import { newFetchProgress } from '../../fetching/fetch-progress.ts';
import { createFailedPage, type FetchedPage } from '../../fetching/fetched-page.ts';
import { readInRounds } from '../../fetching/read-in-rounds.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import type { PageCache } from '../../fetching/stages/page-cache.ts';
import {
  agentTimeoutMs,
  continueField,
  remainingWorkMs,
  timeOverCode,
} from '../../operations/declaration/continuation.ts';
import { estimatePages } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { pageResultSchema, warningsSchema } from '../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import { type PageResults, pageView } from '../../operations/views/page-view.ts';
import type { CachedPage } from '../../store/pages/cached-pages.ts';
import { AnswerSize, maxAnswerCharacters } from './answer-size.ts';
import { type ScrapeCommand, scrapeBody, toScrapeCommand } from './scrape-request.ts';

/** Dependencies of the scrape operation. */
export interface ScrapePorts extends ChargePorts {
  cache: PageCache;
  /** Networks for which exits exist. */
  networks: readonly Network[];
  /** Throws Failure `invalid` unless the account has the login and it belongs to the site. */
  checkLogin(accountId: string, loginId: string, url: URL | null): Promise<void>;
}

/** Response of `POST /v1/scrape`: one page, or the pages in the order of the request. */
type ScrapeResponse = PageResult | PageResults;

const scrapeResponseSchema: z.ZodType<ScrapeResponse> = z.union([
  pageResultSchema,
  withSchemaName(
    'PageResults',
    z.object({
      results: z
        .array(pageResultSchema)
        .describe('pages in the order of the request; without those that `continue` reads'),
      complete: z.boolean().describe('true if the response has a result for each page, whatever its status'),
      continue: continueField,
      warnings: warningsSchema,
      receipt: receiptSchema,
    }),
  ),
]);

/** Returns the status for the request history: `ok` if any page is. */
function combinedStatus(pages: readonly PageResult[]): string {
  return pages.some((page) => page.status === 'ok') ? 'ok' : (pages[0]?.status ?? 'ok');
}

/** A page of a call with its result. */
interface ReadPage {
  page: PageCommand;
  fetched: FetchedPage;
}

/**
 * Separates the pages that were read from those whose turn did not come before their timeout. If that is true of all,
 * they count as read, so that each call of a continued scrape returns at least one page.
 */
function separateLeft({ pages, isList }: ScrapeCommand, fetched: readonly FetchedPage[]) {
  const all = pages.map((page, at): ReadPage => ({ page, fetched: itemAt(fetched, at) }));
  const isLeft = (one: ReadPage) => one.fetched.isStarved === true;
  if (!isList || all.every(isLeft)) return { read: all, left: [] };
  return { read: all.filter((one) => !isLeft(one)), left: all.filter(isLeft).map(({ page }) => page) };
}

function timeOverWarnings(left: number, canContinue: boolean): Warning[] {
  if (left === 0) return [];
  const how = canContinue ? 'Read them with `continue`' : 'Send them again';
  const message = `${left} pages were not read before the time limit, because the site is read with few requests at once. ${how}, increase \`timeout_ms\`, or use \`?async=true\`.`;
  return [{ code: timeOverCode, message }];
}

/** Maximum number of pages that a warning names. */
const maxNamedPages = 10;

function tooLargeWarnings(left: readonly PageCommand[], canContinue: boolean): Warning[] {
  if (left.length === 0) return [];
  const named = left.slice(0, maxNamedPages).map(({ url }) => url);
  const rest = left.length > named.length ? ` and ${left.length - named.length} more` : '';
  const how = canContinue ? 'Read them with `continue`' : 'Send them again';
  const message = `${left.length} pages are left out and not charged, because a response holds at most ${maxAnswerCharacters / 1_000_000} million characters: ${named.join(', ')}${rest}. ${how}, or request fewer formats.`;
  return [{ code: 'answer_too_large', message }];
}

/** Returns the place of a page that does not fit into the response; it is left out, and free. */
function createLeftPage(page: PageCommand, accountId: string, now: Date): FetchedPage {
  const error = { code: 'too_large' as const, message: 'The page does not fit into the response.' };
  return { ...createFailedPage(newFetchProgress(page, accountId, now), error, now), isStarved: true };
}

/** Tokens of an answer beside the text of its pages. */
const frameTokens = 200;
const minPageTokens = 200;

/** Gives each page of a call an equal share of the tokens. */
function shareTokens(fields: Readonly<Record<string, unknown>>, maxTokens: number) {
  const count = Array.isArray(fields.urls) ? Math.max(1, fields.urls.length) : 1;
  return { max_tokens: Math.max(minPageTokens, Math.floor((maxTokens - frameTokens) / count)), ...fields };
}

/** Reads one page, or up to 100 in parallel. */
export function scrapeOperation(ports: ScrapePorts): Operation {
  const { clock } = ports;

  async function fetchAll(
    command: ScrapeCommand,
    { request }: ChargedWork,
    size: AnswerSize,
    context: OperationContext,
  ): Promise<FetchedPage[]> {
    const { accountId } = context.principal;
    const remaining = () => remainingWorkMs(context, clock);
    /** Ends the reading of pages that no longer fit, so that they take no memory. */
    const full = new AbortController();
    const signal = AbortSignal.any([context.signal, full.signal]);
    const leave = (page: PageCommand) => {
      size.leave(page);
      return createLeftPage(page, accountId, clock.now());
    };
    return readInRounds(command.pages, {
      async read(page) {
        if (size.isFull) return leave(page);
        const timeoutMs = Math.max(1, Math.min(page.timeoutMs, remaining()));
        try {
          const fetched = await ports.cache.read({ ...page, timeoutMs }, { ...request, signal });
          if (fetched.isStarved !== true && !size.add(fetched)) return leave(page);
          if (size.isFull) full.abort();
          return fetched;
        } catch (error) {
          if (full.signal.aborted && !context.signal.aborted) return leave(page);
          throw error;
        }
      },
      isStarved: ({ isStarved }) => isStarved === true,
      // A job waits for a slow site; a direct call returns what is done by then.
      hasTime: () => context.origin === 'job' && remaining() > 0 && size.left.size === 0,
    });
  }

  /** Returns the results that may be served from the cache later. */
  async function createCacheEntries(
    read: readonly ReadPage[],
    pages: readonly PageResult[],
  ): Promise<CachedPage[]> {
    const entries = await Promise.all(
      read.map(({ page, fetched }, at) => ports.cache.createEntry(page, fetched, itemAt(pages, at).receipt)),
    );
    return entries.filter((entry) => entry !== null);
  }

  async function toOutcome(
    command: ScrapeCommand,
    { read, left }: ReturnType<typeof separateLeft>,
    size: AnswerSize,
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<Outcome<ScrapeResponse>> {
    const token = left.length === 0 ? null : await context.saveContinuation({ pages: left, isList: true });
    const fetched = read.map((one) => one.fetched);
    const pages = await charged.signPages(fetched, context.baseUrl);
    const receipts = pages.map((page) => page.receipt);
    const first = itemAt(pages, 0);
    const report = {
      url: first.url,
      contents: fetched.flatMap((one) => one.content ?? []),
      cached: await createCacheEntries(read, pages),
    };
    if (!command.isList) {
      const billing = charged.bill({ ...report, error: first.error ?? null }, first.receipt);
      return { answer: { kind: 'json', value: first }, ...billing };
    }
    const isTooLarge = (page: PageCommand) => size.left.has(page);
    const list = {
      results: pages,
      complete: left.length === 0,
      ...(token !== null && { continue: token }),
      warnings: addExitWarnings(
        [
          ...timeOverWarnings(left.filter((page) => !isTooLarge(page)).length, token !== null),
          ...tooLargeWarnings(left.filter(isTooLarge), token !== null),
        ],
        pages,
      ),
    };
    return charged.deliver(list, { ...report, pages: receipts, status: combinedStatus(pages) });
  }

  async function run(command: ScrapeCommand, context: OperationContext): Promise<Outcome<ScrapeResponse>> {
    const { accountId } = context.principal;
    for (const { login, url } of command.pages) {
      if (login !== null) await ports.checkLogin(accountId, login, parseAbsoluteUrl(url));
    }
    const price = { credits: command.pages.length * routePrices.http, note: 'scrape' };
    return runCharged(ports, context, price, async (charged) => {
      const size = new AnswerSize();
      const fetched = await fetchAll(command, charged, size, context);
      return toOutcome(command, separateLeft(command, fetched), size, charged, context);
    });
  }

  return defineOperation({
    name: 'scrape',
    title: 'Read pages',
    description:
      'Reads one page (`url`) or up to 100 in parallel (`urls`, returned in the order of the request; a failed page does not affect the others). Pages of `urls` whose turn does not come before `timeout_ms`, or that do not fit into 16 million characters, are left out and free: the response then has `complete: false` and a `continue` token. The outcome of a page is its `status`, not an HTTP error. Long pages have a `ref` for GET /v1/read.',
    price:
      '1 credit per page on the own network. A page that loads with an error status (404, 500) costs its route, one that could not be loaded or stood behind a wall costs nothing. A page from the cache (`max_age`) is free.',
    method: 'POST',
    path: '/v1/scrape',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {
      bound: shareTokens,
      hidden: ['actions'],
      defaults: { timeout_ms: agentTimeoutMs },
    },
    input: { body: scrapeBody },
    toCommand: ({ body }) => toScrapeCommand(body),
    output: scrapeResponseSchema,
    view: pageView,
    background: 'scrape',
    continues: true,
    estimate: ({ pages }) => estimatePages(pages.map((page) => mostExpensiveRoute(page, ports.networks))),
    example: { body: { url: 'https://example.com/', formats: ['markdown', 'links'] } },
    run,
  });
}
