import { isCurrency } from '../../domain/values/currency.ts';

/** Codes that are words of names: `price_all`, `price_top`. */
const plainWords = new Set(['all', 'top']);

/** Returns the currency (ISO 4217) at the end of a field's name, which says in which one the amount is asked: `price_eur`; or null. */
export function namedCurrency(words: readonly string[]): string | null {
  const last = words.at(-1) ?? '';
  const code = last.toUpperCase();
  return words.length > 1 && last.length === 3 && !plainWords.has(last) && isCurrency(code) ? code : null;
}
