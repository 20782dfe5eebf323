import { compareDecimals, type Decimal, decimalText, parseDecimal, quotient } from '../../domain/decimal.ts';
import type { Availability } from '../../domain/offer.ts';
import type { Warning } from '../../domain/outcome.ts';
import { likenessOf, type ProductSeen } from '../../extract/offer/same-product.ts';
import type { CompareRow, Sameness, Spread } from './compare-answer.ts';

/** A row before it is known how it stands to the others. */
export type OwnRow = Omit<CompareRow, 'same_product' | 'same_product_basis' | 'comparable' | 'receipt'> & {
  /** Whether nothing about the row itself speaks against comparing its price. */
  isSound: boolean;
};

/** What is known of the rows together. */
export interface Judged {
  /** In the order of the rows. */
  standings: Pick<CompareRow, 'same_product' | 'same_product_basis' | 'comparable'>[];
  same_product: Sameness;
  cheapest: string | null;
  dearest: string | null;
  spread: Spread | null;
  warnings: Warning[];
}

interface Standing {
  same: Sameness;
  basis: string | null;
}

function productOf(row: OwnRow): ProductSeen | null {
  return row.status === 'ok' && row.product !== null && row.name !== null
    ? { name: row.name, identity: row.product }
    : null;
}

/**
 * Which rows are about one product: those that the most others are found to be the same as, the first asked where several
 * are. A row alone is the same as nothing.
 */
function standingsOf(rows: readonly OwnRow[]): Standing[] {
  const products = rows.map(productOf);
  const like = (one: number, other: number) =>
    likenessOf(products[one] as ProductSeen, products[other] as ProductSeen);
  const present = products.flatMap((product, at) => (product === null ? [] : [at]));
  const followers = (at: number) =>
    present.filter((other) => other !== at && like(at, other).same === 'same').length;
  const reference = present.toSorted((one, other) => followers(other) - followers(one))[0];
  const nothing: Standing = { same: 'unknown', basis: null };
  if (reference === undefined) return rows.map(() => nothing);
  const standings = rows.map((_, at): Standing => {
    if (products[at] === null || at === reference) return nothing;
    return like(reference, at);
  });
  // The row that others are held against is the product itself, once one of them tells anything.
  const telling =
    standings.find(({ same }) => same === 'same') ?? standings.find(({ same }) => same === 'different');
  if (telling !== undefined)
    standings[reference] = { same: 'same', basis: telling.same === 'same' ? telling.basis : null };
  return standings;
}

/** `same` when all rows that were read are, `different` when one is not. */
function together(rows: readonly OwnRow[], standings: readonly Standing[]): Sameness {
  const read = standings.filter((_, at) => rows[at]?.status === 'ok').map(({ same }) => same);
  if (read.includes('different')) return 'different';
  return read.length > 1 && read.every((same) => same === 'same') ? 'same' : 'unknown';
}

const goneFor: ReadonlySet<Availability> = new Set(['out_of_stock', 'discontinued']);

interface Priced {
  row: OwnRow;
  amount: Decimal;
}

/** From the cheapest to the dearest; of equal ones first that of which nothing is to be warned. */
function priced(rows: readonly OwnRow[]): Priced[] {
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

function spreadOf(lowest: Priced, highest: Priced): Spread {
  const apart = (highest.row.price_base ?? 0) - (lowest.row.price_base ?? 0);
  const hundred: Decimal = { units: 100n, scale: 0 };
  const times = lowest.amount.units === 0n ? null : quotient([highest.amount, hundred], lowest.amount, 1);
  return {
    amount: Number(apart.toFixed(4)),
    percent: times === null ? 0 : Number((Number(decimalText(times)) - 100).toFixed(1)),
  };
}

function taxWarning(rows: readonly OwnRow[]): Warning[] {
  const held = (row: OwnRow) => row.tax_included ?? row.tax_usually_included;
  const named = (isIncluded: boolean) =>
    rows.filter((row) => held(row) === isIncluded).map(({ country }) => country);
  const [included, excluded] = [named(true), named(false)];
  if (included.length === 0 || excluded.length === 0) return [];
  const message = `Prices of ${excluded.join(', ')} seem to be without tax, those of ${included.join(', ')} with it: they are not of a kind.`;
  return [{ code: 'tax_differs', message }];
}

function samePageWarning(rows: readonly OwnRow[], digests: readonly (string | null)[]): Warning[] {
  const read = digests.filter((_, at) => rows[at]?.status === 'ok');
  if (read.length < 2 || read[0] === null || read.some((digest) => digest !== read[0])) return [];
  return [
    {
      code: 'same_page',
      message:
        'The very same page was given to every country: nothing shows that the site minds where visitors are.',
    },
  ];
}

/** Holds the rows against each other; `digests` are of their bodies, in the same order. */
export function judgeRows(rows: readonly OwnRow[], digests: readonly (string | null)[]): Judged {
  const standings = standingsOf(rows).map(({ same, basis }, at) => {
    const row = rows[at] as OwnRow;
    const isGone = row.availability !== null && goneFor.has(row.availability);
    return {
      same_product: same,
      same_product_basis: basis,
      comparable: row.isSound && same === 'same' && !isGone,
    };
  });
  const comparable = rows.filter((_, at) => standings[at]?.comparable === true);
  const order = priced(comparable);
  const lowest = order[0];
  const top = order.at(-1);
  const highest =
    top === undefined ? undefined : order.find(({ amount }) => compareDecimals(amount, top.amount) === 0);
  const few: Warning[] =
    order.length > 1
      ? []
      : [
          {
            code: 'few_comparable',
            message: 'Fewer than two rows could be compared: each row says why not.',
          },
        ];
  return {
    standings,
    same_product: together(
      rows,
      standings.map(({ same_product: same, same_product_basis: basis }) => ({ same, basis })),
    ),
    cheapest: lowest?.row.country ?? null,
    dearest: highest?.row.country ?? null,
    spread: lowest === undefined || highest === undefined ? null : spreadOf(lowest, highest),
    warnings: [...few, ...taxWarning(comparable), ...samePageWarning(rows, digests)],
  };
}
