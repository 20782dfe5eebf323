import { countryCurrencies } from './country-currencies.ts';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Tells whether the text is an ISO 4217 currency code in upper case. */
export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** Returns the minor unit digits of a currency (ISO 4217, from `Intl`): 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigitsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** Returns the currency of a country (ISO 3166-1 alpha-2), or null for an unknown country. */
export function currencyOfCountry(country: string): string | null {
  return currencies.get(country) ?? null;
}

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(countryCurrencies).flatMap(([currency, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, currency]),
  ),
);
