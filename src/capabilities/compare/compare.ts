import { addExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { Failure } from '../../domain/system/failure.ts';
import { notConfigured } from '../../domain/system/not-configured.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { isStale, type RateTable } from '../../domain/values/exchange.ts';
import { type ChargedWork, runCharged } from '../../fetching/charged-work.ts';
import { mostExpensiveRoute } from '../../fetching/route/routes.ts';
import { agentTimeoutMs, timeOverCode } from '../../operations/declaration/continuation.ts';
import { type Estimate, estimatePages } from '../../operations/declaration/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/declaration/operation.ts';
import {
  type CompareCommand,
  type CountryPage,
  compareBody,
  type StoredRow,
  toCompareCommand,
} from './compare-request.ts';
import { type CompareResponse, type CompareRow, compareResponseSchema } from './compare-response.ts';
import { comparisonView } from './comparison-text.ts';
import { type CountryReaderPorts, createCountryReader } from './country-reader.ts';
import { type EvaluatedRows, evaluateRows, type UncomparedRow } from './evaluate-rows.ts';
import { type CountryResult, createUncomparedRow } from './uncompared-row.ts';

/** Dependencies of the compare operation. */
export interface ComparePorts extends CountryReaderPorts {
  /** Networks for which exits exist. */
  networks: readonly Network[];
}

/** Returns the error for a comparison without any readable page; `invalid` if no URL is valid. */
function noRowsError(results: readonly CountryResult[]): Failure {
  if (results.every(({ fetched }) => fetched.page.status === 'invalid')) {
    const errors = results.map(({ countryPage, fetched: { page } }) => ({
      pointer: countryPage.pointer,
      detail: page.error?.message ?? 'Must be a valid URL.',
    }));
    const distinctErrors = errors.filter(
      ({ pointer }, at) => errors.findIndex((one) => one.pointer === pointer) === at,
    );
    return new Failure('invalid', `${distinctErrors[0]?.pointer}: ${distinctErrors[0]?.detail}`, {
      errors: distinctErrors,
    });
  }
  const reasons = results.map(({ countryPage, fetched: { page } }) => {
    const reason = page.error === undefined ? '' : ` (${page.error.code}: ${page.error.message})`;
    return `${countryPage.country} ${page.status}${reason}`;
  });
  if (results.every(({ fetched }) => fetched.page.error?.code === 'not_configured')) {
    return notConfigured(
      'exits',
      `No exit is configured in ${results.map(({ countryPage }) => countryPage.country).join(', ')}.`,
    );
  }
  return new Failure('unavailable', `No country could be read: ${reasons.join('; ').slice(0, 2_000)}`);
}

function ratesWarning(table: RateTable, stale: boolean): Warning[] {
  if (!stale) return [];
  const origin =
    table.source === 'packaged' ? 'is packaged with this version' : 'is the newest one available';
  return [
    { code: 'stale_rates', message: `The exchange rates are from ${table.date}; this table ${origin}.` },
  ];
}

/**
 * Separates the countries that were read from those whose turn did not come before the time limit. If that is true of
 * all, they count as read, so that each call of a continued comparison adds at least one row.
 */
function separateLeft(results: readonly CountryResult[]) {
  const isLeft = ({ fetched }: CountryResult) => fetched.isStarved === true;
  if (results.every(isLeft)) return { read: results, left: [] };
  const left = results.filter(isLeft).map(({ countryPage }) => countryPage);
  return { read: results.filter((one) => !isLeft(one)), left };
}

function timeOverWarnings(left: readonly CountryPage[]): Warning[] {
  if (left.length === 0) return [];
  const countries = left.map(({ country }) => country).join(', ');
  const message = `The page was not read from ${countries} before the time limit. Read on with \`continue\`, or use \`?async=true\`.`;
  return [{ code: timeOverCode, message }];
}

function createRow(
  { isPriceUsable: _, ...uncomparedRow }: UncomparedRow,
  evaluation: EvaluatedRows['evaluations'][number],
  receipt: Receipt,
): CompareRow {
  return { ...uncomparedRow, ...evaluation, receipt };
}

function estimateOf({ pages, schema }: CompareCommand, { findModel, networks }: ComparePorts): Estimate {
  const estimate = estimatePages(pages.map(({ page }) => mostExpensiveRoute(page, networks)));
  if (schema === null || findModel() === null) return estimate;
  const line = {
    item: 'ai_extraction',
    quantity: pages.length,
    credits: pages.length * itemPrices.ai_extraction,
    note: 'only for pages for which a model was called and returned a value',
  };
  return { min: 0, max: estimate.max + line.credits, lines: [...estimate.lines, line] };
}

/** Compares a page and its price across countries. */
export function compareOperation(ports: ComparePorts): Operation {
  const readCountries = createCountryReader(ports);

  /** Returns the rows of this call and of earlier ones, in the order of the countries. */
  function createRows(
    { countries, rows, baseCurrency, schema }: CompareCommand,
    results: readonly CountryResult[],
    table: RateTable,
    receipts: readonly Receipt[],
  ): StoredRow[] {
    const newRows = results.map(
      (read, at): StoredRow => ({
        row: createUncomparedRow(read, baseCurrency, table, schema !== null),
        digest: read.fetched.observation.content_sha256,
        receipt: itemAt(receipts, at),
      }),
    );
    const positionOf = ({ row }: StoredRow) => countries.indexOf(row.country);
    return [...rows, ...newRows].sort((one, other) => positionOf(one) - positionOf(other));
  }

  async function toOutcome(
    command: CompareCommand,
    { read, left }: ReturnType<typeof separateLeft>,
    table: RateTable,
    charged: ChargedWork,
    context: OperationContext,
  ): Promise<Outcome<CompareResponse>> {
    // A row states more than its page, and changes with the other rows: the receipt of the response covers it.
    const receipts = read.map(({ fetched }) => charged.signObservation(fetched.observation));
    const rows = createRows(command, read, table, receipts);
    const evaluated = evaluateRows(
      rows.map(({ row }) => row),
      rows.map(({ digest }) => digest),
    );
    const stale = isStale(table, ports.clock.now());
    const token =
      left.length === 0 ? null : await context.saveContinuation({ ...command, pages: left, rows });
    const result = {
      rows: rows.map((one, at) => createRow(one.row, itemAt(evaluated.evaluations, at), one.receipt)),
      complete: left.length === 0,
      ...(token !== null && { continue: token }),
      base_currency: command.baseCurrency,
      rates: { source: table.source, date: table.date, stale },
      cheapest: evaluated.cheapest,
      dearest: evaluated.dearest,
      same_product: evaluated.same_product,
      spread: evaluated.spread,
      warnings: addExitWarnings(
        [...timeOverWarnings(left), ...evaluated.warnings, ...ratesWarning(table, stale)],
        rows.map(({ row }) => row),
      ),
    };
    const url = command.pages[0]?.page.url ?? null;
    return charged.deliver(result, { pages: receipts, status: 'ok', url, country: null });
  }

  async function run(command: CompareCommand, context: OperationContext): Promise<Outcome<CompareResponse>> {
    const price = { credits: command.pages.length * routePrices.http, note: 'compare' };
    return runCharged(ports, context, price, async (charged) => {
      const [results, table] = await readCountries(command, charged, context);
      const separated = separateLeft(results);
      const statuses = [
        ...results.map(({ fetched }) => fetched.page.status),
        ...command.rows.map(({ row }) => row.status),
      ];
      // Without credits, the rows say what was not read.
      const hasRows = statuses.some((status) => status === 'ok' || status === 'budget_exhausted');
      if (!hasRows && separated.left.length === 0) throw noRowsError(results);
      return toOutcome(command, separated, table, charged, context);
    });
  }

  return defineOperation({
    name: 'compare',
    title: 'Compare a page across countries',
    description:
      'Reads a product or page from several countries in parallel, each through an exit in that country. Every row has the price on the page, converted with the reference rates of the European Central Bank, and states whether it is the same product (by GTIN, manufacturer and shop numbers, then by brand, model and variant). `cheapest` and `dearest` consider only rows with a verified exit, an unambiguous price and the same product. Rows that could not be read state their error; if no row could be read, the response is 503. Countries that were not read before the time limit are left to `continue`.',
    price:
      '1 credit per row with a page, more for more expensive routes, and 5 more if a model returned a value of `schema`; rows that could not be read are free',
    method: 'POST',
    path: '/v1/compare',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    errors: ['unavailable', 'not_configured'],
    agent: { defaults: { timeout_ms: agentTimeoutMs } },
    continues: true,
    limitsTime: true,
    input: { body: compareBody },
    toCommand: ({ body }) => toCompareCommand(body),
    output: compareResponseSchema,
    view: comparisonView,
    background: 'compare',
    estimate: (command) => estimateOf(command, ports),
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
