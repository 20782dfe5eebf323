import { nameWords } from './field-name.ts';
import { formatNumber } from './format.ts';

const centFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** How an amount of money is written. */
export interface Money {
  /** Code of ISO 4217, or the sign that the page shows; null if it is not known. */
  currency: string | null;
  /** True to show two decimals: the amount has some, or another one of its column. */
  hasCents: boolean;
}

/** Formats an amount of money, such as `€19.90`: the currency is a code of ISO 4217, or the sign that a page shows. */
export function formatMoney(value: number, currency: string): string {
  if (/^[$€£¥]$/.test(currency)) return `${currency}${centFormat.format(value)}`;
  if (!/^[A-Z]{3}$/.test(currency)) return `${centFormat.format(value)} ${currency}`;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
}

/** Formats an amount of money whose currency may not be known: 19.9 is `19.90`, and 15 is `15`. */
export function formatAmount(value: number, { currency, hasCents }: Money): string {
  if (currency !== null) return formatMoney(value, currency);
  return hasCents || !Number.isInteger(value) ? centFormat.format(value) : formatNumber(value);
}

const moneyName = /\b(?:price|cost|amount|fee|salary|rent|total|was)\b/;
const currencyName = /\bcurrency$/;

/** Returns true for the name of a field with an amount of money. */
export function isMoney(name: string): boolean {
  return moneyName.test(nameWords(name)) && !isCurrency(name);
}

/** Returns true for the name of a field with a currency. */
export function isCurrency(name: string): boolean {
  return currencyName.test(nameWords(name));
}

/** Returns true if one of the values has decimals. */
export function haveCents(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'number' && !Number.isInteger(value));
}

/**
 * Returns how a field is written that is an amount of money; null for other fields. The record states the currency in a field of
 * its own. `hasCents` is true if a value of its column has decimals.
 */
export function moneyOf(
  name: string,
  data: Record<string, unknown>,
  hasCents = haveCents([data[name]]),
): Money | null {
  if (!isMoney(name)) return null;
  const found = Object.entries(data).find(([other]) => isCurrency(other))?.[1];
  const currency = typeof found === 'string' && found !== '' ? found : null;
  return { currency, hasCents };
}

const maxStatedLength = 24;
const maxDecimals = 3;

/** Returns the text of a page that states a number, such as `60.50` for 60.5; null if the text says more or something else. */
export function statedNumber(value: number, text: string): string | null {
  const stated = text.trim();
  if (stated.length > maxStatedLength || !/^\D{0,3}\d[\d.,'’ \u00a0\u202f]*\D{0,3}$/.test(stated))
    return null;
  const digits = Number(stated.replaceAll(/\D/g, ''));
  const isSame = Array.from({ length: maxDecimals + 1 }, (_, at) => digits / 10 ** at).includes(
    Math.abs(value),
  );
  return isSame ? stated : null;
}
