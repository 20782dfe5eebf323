import type { Grant, Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { isStale, type RateTable } from '../../domain/exchange.ts';
import type { Network } from '../../domain/exit.ts';
import type { ExtractJob, JsonSchema } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import type { Warning } from '../../domain/outcome.ts';
import { routePrices } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type ReceiptSubject, type Signer, sealPage, sealRequest } from '../../fetching/receipts.ts';
import { dearestRoute } from '../../fetching/rungs.ts';
import { estimatePages } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import type { Rates } from '../../sources/rates/rates.ts';
import type { ExtractCommand } from '../extract/extract-request.ts';
import { createValueFinder, type ValueFinderPorts } from '../extract/value-finder.ts';
import { type CompareAnswer, type CompareRow, compareAnswerSchema } from './compare-answer.ts';
import { type CompareCommand, type CountryPage, compareBody, toCompareCommand } from './compare-request.ts';
import { type Judged, judgeRows, type OwnRow } from './judge-rows.ts';
import { type CountryRead, ownRow } from './own-row.ts';

/** What comparing needs of the other rooms. */
export interface ComparePorts extends Pick<ValueFinderPorts, 'layouts'> {
  fetchPage: FetchPage;
  rates: Rates;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Networks that there are exits of. */
  networks: readonly Network[];
}

/** How long after its time what a killed process held in reserve is free again. */
const reservedBeyondMs = 60_000;
const noFields: JsonSchema = { type: 'object', properties: {} };

/** The values of the caller's schema, by rules and learned selectors alone: no model is asked here. */
function extractCommandOf({ page }: CountryPage, schema: JsonSchema): ExtractCommand {
  return { page, schema, prompt: null, learns: true };
}

/** Why not one country could be read, each with its reason. */
function nothingRead(reads: readonly CountryRead[]): Failure {
  const reasons = reads.map(({ asked, fetched: { page } }) => {
    const why = page.error === undefined ? '' : ` (${page.error.code}: ${page.error.message})`;
    return `${asked.country} ${page.status}${why}`;
  });
  return new Failure('unavailable', `no country could be read: ${reasons.join('; ').slice(0, 2_000)}`);
}

function ratesWarning(table: RateTable, stale: boolean): Warning[] {
  if (!stale) return [];
  const whence = table.source === 'packaged' ? 'came with this version' : 'is the newest that could be had';
  return [{ code: 'stale_rates', message: `The table of exchange rates is of ${table.date}; it ${whence}.` }];
}

function chargesOf(reads: readonly CountryRead[]): Outcome['charges'] {
  const paid = reads.filter(({ fetched }) => fetched.observation.credits > 0);
  const credits = paid.reduce((sum, { fetched }) => sum + fetched.observation.credits, 0);
  return credits === 0 ? [] : [{ credits, pages: paid.length, note: 'compare' }];
}

function rowOf(
  { isSound: _, ...own }: OwnRow,
  standing: Judged['standings'][number],
  receipt: Receipt,
): CompareRow {
  return { ...own, ...standing, receipt };
}

/** Comparing what a page says and asks in several countries. */
export function compareOperation(ports: ComparePorts): Operation {
  const { clock, signer, rates } = ports;
  const values = createValueFinder({ layouts: ports.layouts, model: null });

  async function readCountry(
    asked: CountryPage,
    schema: JsonSchema | null,
    order: { accountId: string; budget: ReturnType<typeof createReservedBudget>; signal: AbortSignal },
  ): Promise<CountryRead> {
    const { country, page } = asked;
    const command = schema === null ? null : extractCommandOf(asked, schema);
    const jobOf = command === null ? null : values.jobMaker(command, order.accountId, false);
    const prepareExtract = async (finalUrl: string): Promise<ExtractJob> => {
      const plain = {
        schema: noFields,
        prompt: null,
        layouts: [],
        learns: false,
        blockTokens: 0,
        taught: [],
      };
      return { ...((await jobOf?.(finalUrl)) ?? plain), offer: { country } };
    };
    const fetched = await ports.fetchPage(page, { ...order, prepareExtract });
    const found = command === null ? null : await values.find(command, fetched, false, order);
    return { asked, fetched, found };
  }

  async function readAll(
    command: CompareCommand,
    granted: Grant,
    { principal: { accountId }, signal }: OperationContext,
  ): Promise<[CountryRead[], RateTable]> {
    const budget = createReservedBudget(ports.reservations, granted, accountId, granted.credits);
    const order = { accountId, budget, signal };
    return Promise.all([
      Promise.all(command.pages.map((page) => readCountry(page, command.schema, order))),
      rates.latest(signal),
    ]);
  }

  function answerOf(
    command: CompareCommand,
    reads: readonly CountryRead[],
    table: RateTable,
    subject: ReceiptSubject,
    ms: number,
  ): CompareAnswer {
    const own = reads.map((read) => ownRow(read, command.baseCurrency, table, command.schema !== null));
    const judged = judgeRows(
      own,
      reads.map(({ fetched }) => fetched.observation.content_sha256),
    );
    const pages = reads.map(({ fetched }) => sealPage(fetched, subject, signer));
    const stale = isStale(table, subject.at);
    return {
      rows: own.map((row, at) =>
        rowOf(
          row,
          judged.standings[at] as Judged['standings'][number],
          (pages[at] as { receipt: Receipt }).receipt,
        ),
      ),
      base_currency: command.baseCurrency,
      rates: { source: table.source, date: table.date, stale },
      cheapest: judged.cheapest,
      dearest: judged.dearest,
      same_product: judged.same_product,
      spread: judged.spread,
      warnings: [...judged.warnings, ...ratesWarning(table, stale)],
      receipt: sealRequest(pages, ms, subject, signer),
    };
  }

  async function run(command: CompareCommand, context: OperationContext): Promise<Outcome<CompareAnswer>> {
    const reserved = await ports.reservations.reserveUpTo({
      accountId: context.principal.accountId,
      credits: command.pages.length * routePrices.http,
      requestId: context.requestId,
      expiresAt: addMs(context.workUntil, reservedBeyondMs),
    });
    try {
      const [reads, table] = await readAll(command, reserved, context);
      if (reads.every(({ fetched }) => fetched.page.status !== 'ok')) throw nothingRead(reads);
      const at = clock.now();
      const ms = Math.max(0, at.getTime() - context.startedAt.getTime());
      const value = answerOf(command, reads, table, { requestId: context.requestId, at }, ms);
      return {
        answer: { kind: 'json', value },
        status: 'ok',
        url: command.pages[0]?.page.url ?? null,
        country: null,
        error: null,
        receipts: [...value.rows.map(({ receipt }) => receipt), value.receipt],
        charges: chargesOf(reads),
        reservationId: reserved.reservationId,
        contents: [],
      };
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'compare',
    title: 'Compare a page across countries',
    description:
      'Reads a product or page from several countries, each through an exit that was seen there, in parallel. Every row has the price as the page asks it, converted with the reference rates of the European Central Bank, and says whether it is the same product (by GTIN, maker’s and shop’s numbers, then brand, model and variant). `cheapest` and `dearest` are chosen only among rows with a verified exit, an unambiguous price and the same product. A row that could not be read stays with its reason; when none could, the answer is 503.',
    price: '1 credit a row whose page arrived, more by dearer routes; 0 for a row that could not be read',
    method: 'POST',
    path: '/v1/compare',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    refuses: ['unavailable'],
    agent: {},
    input: { body: compareBody },
    toCommand: ({ body }) => toCompareCommand(body),
    output: compareAnswerSchema,
    background: 'compare',
    estimate: ({ pages }) => estimatePages(pages.map(({ page }) => dearestRoute(page, ports.networks))),
    example: {
      body: {
        url: 'https://example.com/product',
        countries: ['DE', 'US'],
        base_currency: 'EUR',
        strict_country: false,
      },
    },
    run,
  });
}
