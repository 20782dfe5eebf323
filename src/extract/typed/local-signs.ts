import { currencyOfCountry } from '../../domain/values/currency.ts';
import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { baseLanguageOf, moneyCountryOf } from './home-country.ts';

/** A sign of a currency in letters that counts beside a number, on the pages of a country only. */
export interface LocalSign {
  sign: string;
  currency: string;
  pattern: RegExp;
}

/** Signs that `Intl` does not know for the language in which they are written, by country. */
const writtenSigns: Readonly<Record<string, readonly [sign: string, currency: string][]>> = {
  ET: [['Br', 'ETB']],
  HR: [['kn', 'HRK']],
};
/** Signs and codes that count on every page are no local ones. */
const letters = /^[\p{L}\p{M}][\p{L}\p{M} ]*\.?$/u;
const maxCached = 500;

/** Returns the expression of a sign beside a number. A single letter counts only on the side where the language writes it. */
function patternOf(sign: string, isBefore: boolean): RegExp {
  const text = escapeRegExp(sign.replace(/\.$/, ''));
  const before = `(?<![\\p{L}\\p{M}])${text}\\.?(?=\\s?\\d)`;
  const behind = `(?<=\\d\\s?)${text}(?![\\p{L}\\p{M}])\\.?`;
  const isLetter = sign.replace(/\.$/, '').length === 1;
  const source = isLetter ? (isBefore ? before : behind) : `${before}|${behind}`;
  return new RegExp(source, 'gu');
}

function signsOf(base: string, country: string): LocalSign[] {
  const currency = currencyOfCountry(country);
  const signs = new Map<string, LocalSign>();
  for (const [sign, code] of writtenSigns[country] ?? [])
    signs.set(sign, { sign, currency: code, pattern: patternOf(sign, true) });
  if (currency === null) return [...signs.values()];
  for (const currencyDisplay of ['narrowSymbol', 'symbol'] as const) {
    const format: Intl.NumberFormat = new Intl.NumberFormat(`${base}-${country}`, {
      style: 'currency',
      currency,
      currencyDisplay,
    });
    const parts = format.formatToParts(1);
    const at = parts.findIndex(({ type }) => type === 'currency');
    const sign = normalizeDigits(parts[at]?.value ?? '').trim();
    if (!letters.test(sign) || sign === currency) continue;
    const isBefore = at < parts.findIndex(({ type }) => type === 'integer');
    signs.set(sign, { sign, currency, pattern: patternOf(sign, isBefore) });
  }
  return [...signs.values()];
}

/** Returns the signs of a language and a country: `bs-BA`. */
const signsIn = memoize((locale): readonly LocalSign[] => {
  const [base = '', country = ''] = locale.split('-');
  try {
    return signsOf(base, country);
  } catch {
    // A language that no standard knows has no signs of its own.
    return [];
  }
}, maxCached);

/**
 * Returns the signs in letters that pages of a language and a country write beside amounts, from `Intl`, such as `KM` in Bosnia
 * and `R` in South Africa; empty if the country is unknown.
 */
export function localSignsOf(language: string | null, country: string | null): readonly LocalSign[] {
  const home = moneyCountryOf(language, country);
  return home === null ? [] : signsIn(`${baseLanguageOf(language) ?? 'und'}-${home}`);
}
