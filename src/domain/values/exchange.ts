import { minorDigitsOf } from './currency.ts';
import { dayMs } from './day-ms.ts';
import { type Decimal, decimalText, divideRounded, parseDecimal } from './decimal.ts';

/** Euro exchange rates of one day, as published by a central bank. */
export interface RateTable {
  /** Publisher; `packaged` is a table of the ECB that is part of this version. */
  source: 'ecb' | 'packaged';
  /** Day of the rates, `YYYY-MM-DD`. */
  date: string;
  /** Units of a currency (ISO 4217) for one euro, as decimal strings; the euro itself is not listed. */
  perEuro: Readonly<Record<string, string>>;
}

/** An amount converted to another currency. All values are decimal strings. */
export interface ConvertedAmount {
  /** Rounded half to even to the currency's minor units. */
  amount: string;
  /** The amount before rounding, to ten digits after the point. */
  unrounded: string;
  /** Units of the new currency for one of the old, to ten digits after the point. */
  rate: string;
}

const unroundedDigits = 10;
const one: Decimal = { units: 1n, scale: 0 };

function getRate(currency: string, table: RateTable): Decimal | null {
  if (currency === 'EUR') return one;
  return Object.hasOwn(table.perEuro, currency) ? parseDecimal(table.perEuro[currency] as string) : null;
}

/**
 * Converts an amount (decimal string) exactly through the euro and rounds once at the end. Returns null if the table
 * lacks a currency, or the amount is invalid.
 */
export function convertCurrency(
  amount: string,
  from: string,
  to: string,
  table: RateTable,
): ConvertedAmount | null {
  const value = parseDecimal(amount);
  const source = from === to ? one : getRate(from, table);
  const target = from === to ? one : getRate(to, table);
  if (value === null || source === null || target === null) return null;
  const rounded = (factors: Decimal[], digits: number) => decimalText(divideRounded(factors, source, digits));
  return {
    amount: rounded([value, target], minorDigitsOf(to)),
    unrounded: rounded([value, target], unroundedDigits),
    rate: rounded([target], unroundedDigits),
  };
}

const maxAgeDays = 4;

/** Tells whether a table is older than four days, the longest regular gap between publications. */
export function isStale({ date }: RateTable, now: Date): boolean {
  return now.getTime() - Date.parse(`${date}T00:00:00Z`) >= (maxAgeDays + 1) * dayMs;
}
