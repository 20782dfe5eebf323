import { minorDigitsOf } from './currency.ts';
import { type Decimal, decimalText, parseDecimal, quotient } from './decimal.ts';

/** What one euro is worth on a day, as a central bank publishes it. */
export interface RateTable {
  /** Who published it; `packaged` is a table of the ECB that came with this version. */
  source: 'ecb' | 'packaged';
  /** Day of the rates, `YYYY-MM-DD`. */
  date: string;
  /** Units of a currency (ISO 4217) for one euro, as decimal strings; the euro itself is not listed. */
  perEuro: Readonly<Record<string, string>>;
}

/** An amount in another currency. All are decimal strings. */
export interface Exchanged {
  /** Rounded half to even to the currency's minor units. */
  amount: string;
  /** The same before that, to ten digits after the point. */
  unrounded: string;
  /** Units of the new currency for one of the old, to ten digits after the point. */
  rate: string;
}

const fineDigits = 10;
const one: Decimal = { units: 1n, scale: 0 };

function perEuroOf(currency: string, table: RateTable): Decimal | null {
  if (currency === 'EUR') return one;
  return Object.hasOwn(table.perEuro, currency) ? parseDecimal(table.perEuro[currency] as string) : null;
}

/**
 * Converts an amount (decimal string) through the euro, exactly, and rounds only at the end; null when the table lacks one
 * of the two currencies, or the amount is none.
 */
export function exchange(amount: string, from: string, to: string, table: RateTable): Exchanged | null {
  const value = parseDecimal(amount);
  const source = from === to ? one : perEuroOf(from, table);
  const target = from === to ? one : perEuroOf(to, table);
  if (value === null || source === null || target === null) return null;
  const rounded = (factors: Decimal[], digits: number) => decimalText(quotient(factors, source, digits));
  return {
    amount: rounded([value, target], minorDigitsOf(to)),
    unrounded: rounded([value, target], fineDigits),
    rate: rounded([target], fineDigits),
  };
}

const oldAfterDays = 4;
const dayMs = 86_400_000;

/** Whether a table is older than four days: over a long weekend rates stand still, longer than that they are behind. */
export function isStale({ date }: RateTable, now: Date): boolean {
  return now.getTime() - Date.parse(`${date}T00:00:00Z`) >= (oldAfterDays + 1) * dayMs;
}
