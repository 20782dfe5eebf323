import type { Availability } from '../../domain/pages/offer.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import {
  compareDecimals,
  type Decimal,
  decimalText,
  divideRounded,
  parseDecimal,
} from '../../domain/values/decimal.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { CompareRow, Sameness, Spread } from './compare-response.ts';
import { compareProducts, type ProductView } from './offer/compare-products.ts';

/** A row before its comparison with the others. */
export type UncomparedRow = Omit<
  CompareRow,
  'same_product' | 'same_product_basis' | 'comparable' | 'receipt'
> & {
  /** True if the row by itself allows a comparison of its price. */
  isPriceUsable: boolean;
};

/** Result of comparing the rows. */
export interface EvaluatedRows {
  /** In the order of the rows. */
  evaluations: Pick<CompareRow, 'same_product' | 'same_product_basis' | 'comparable'>[];
  same_product: Sameness;
  cheapest: string | null;
  dearest: string | null;
  spread: Spread | null;
  warnings: Warning[];
}

interface RowEvaluation {
  same: Sameness;
  basis: string | null;
}

function productOf(row: UncomparedRow): ProductView | null {
  return row.status === 'ok' && row.product !== null && row.name !== null
    ? { name: row.name, identity: row.product }
    : null;
}

/**
 * Selects the product that most rows are about (the first one if there are several) and returns the relation of
 * each row to it. A single row is the same as nothing.
 */
function evaluateSameness(rows: readonly UncomparedRow[]): RowEvaluation[] {
  const products = rows.map(productOf);
  const compareRows = (one: number, other: number) =>
    compareProducts(products[one] as ProductView, products[other] as ProductView);
  const present = products.flatMap((product, at) => (product === null ? [] : [at]));
  const countSame = (at: number) =>
    present.filter((other) => other !== at && compareRows(at, other).same === 'same').length;
  const reference = present.toSorted((one, other) => countSame(other) - countSame(one))[0];
  const unknown: RowEvaluation = { same: 'unknown', basis: null };
  if (reference === undefined) return rows.map(() => unknown);
  const evaluations = rows.map((_, at): RowEvaluation => {
    if (products[at] === null || at === reference) return unknown;
    return compareRows(reference, at);
  });
  // If any row could be compared with the reference row, the reference row itself counts as `same`.
  const decisive =
    evaluations.find(({ same }) => same === 'same') ?? evaluations.find(({ same }) => same === 'different');
  if (decisive !== undefined)
    evaluations[reference] = { same: 'same', basis: decisive.same === 'same' ? decisive.basis : null };
  return evaluations;
}

/** Returns `same` if all rows that were read are the same product, `different` if one is not. */
function combinedSameness(rows: readonly UncomparedRow[], evaluations: readonly RowEvaluation[]): Sameness {
  const read = evaluations.filter((_, at) => rows[at]?.status === 'ok').map(({ same }) => same);
  if (read.includes('different')) return 'different';
  return read.length > 1 && read.every((same) => same === 'same') ? 'same' : 'unknown';
}

const unavailableStates: ReadonlySet<Availability> = new Set(['out_of_stock', 'discontinued']);

interface PricedRow {
  row: UncomparedRow;
  amount: Decimal;
}

/** Sorts rows by price; rows with equal prices by their number of warnings. */
function sortByPrice(rows: readonly UncomparedRow[]): PricedRow[] {
  return rows
    .flatMap((row) => {
      const amount = parseDecimal(row.price_detail?.amount_base ?? '');
      return amount === null ? [] : [{ row, amount }];
    })
    .toSorted(
      (one, other) =>
        compareDecimals(one.amount, other.amount) || one.row.warnings.length - other.row.warnings.length,
    );
}

function computeSpread(lowest: PricedRow, highest: PricedRow): Spread {
  const difference = (highest.row.price_base ?? 0) - (lowest.row.price_base ?? 0);
  const hundred: Decimal = { units: 100n, scale: 0 };
  const ratio =
    lowest.amount.units === 0n ? null : divideRounded([highest.amount, hundred], lowest.amount, 1);
  return {
    amount: Number(difference.toFixed(4)),
    percent: ratio === null ? 0 : Number((Number(decimalText(ratio)) - 100).toFixed(1)),
  };
}

function createTaxWarning(rows: readonly UncomparedRow[]): Warning[] {
  const includesTax = (row: UncomparedRow) => row.tax_included ?? row.tax_usually_included;
  const countriesWhere = (isIncluded: boolean) =>
    rows.filter((row) => includesTax(row) === isIncluded).map(({ country }) => country);
  const [included, excluded] = [countriesWhere(true), countriesWhere(false)];
  if (included.length === 0 || excluded.length === 0) return [];
  const message = `Prices of ${excluded.join(', ')} seem to exclude tax and prices of ${included.join(', ')} seem to include it, so that they are not directly comparable.`;
  return [{ code: 'tax_differs', message }];
}

function createSamePageWarning(
  rows: readonly UncomparedRow[],
  digests: readonly (string | null)[],
): Warning[] {
  const read = digests.filter((_, at) => rows[at]?.status === 'ok');
  if (read.length < 2 || read[0] === null || read.some((digest) => digest !== read[0])) return [];
  return [
    {
      code: 'same_page',
      message:
        'The site returned an identical page for every country, so that it may not depend on the country of the visitor.',
    },
  ];
}

/** Compares the rows with each other; `digests` are the digests of their pages, in the same order. */
export function evaluateRows(
  rows: readonly UncomparedRow[],
  digests: readonly (string | null)[],
): EvaluatedRows {
  const evaluations = evaluateSameness(rows).map(({ same, basis }, at) => {
    const row = itemAt(rows, at);
    const isUnavailable = row.availability !== null && unavailableStates.has(row.availability);
    return {
      same_product: same,
      same_product_basis: basis,
      comparable: row.isPriceUsable && same === 'same' && !isUnavailable,
    };
  });
  const comparable = rows.filter((_, at) => evaluations[at]?.comparable === true);
  const sortedRows = sortByPrice(comparable);
  const lowest = sortedRows[0];
  const last = sortedRows.at(-1);
  const highest =
    last === undefined
      ? undefined
      : sortedRows.find(({ amount }) => compareDecimals(amount, last.amount) === 0);
  const fewWarnings: Warning[] =
    sortedRows.length > 1
      ? []
      : [
          {
            code: 'few_comparable',
            message: 'Fewer than two rows are comparable. See the warnings of each row.',
          },
        ];
  return {
    evaluations,
    same_product: combinedSameness(
      rows,
      evaluations.map(({ same_product: same, same_product_basis: basis }) => ({ same, basis })),
    ),
    cheapest: lowest?.row.country ?? null,
    dearest: highest?.row.country ?? null,
    spread: lowest === undefined || highest === undefined ? null : computeSpread(lowest, highest),
    warnings: [...fewWarnings, ...createTaxWarning(comparable), ...createSamePageWarning(rows, digests)],
  };
}
