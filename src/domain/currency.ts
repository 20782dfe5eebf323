import { countryCurrencies } from './country-currencies.ts';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether this is a currency code of ISO 4217, in upper case. */
export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** Digits after the decimal mark of a currency (ISO 4217, as `Intl` knows them): 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigitsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** The currency that is paid with in a country (ISO 3166-1 alpha-2), or null when the country is not known. */
export function currencyOfCountry(country: string): string | null {
  return currencies.get(country) ?? null;
}

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(countryCurrencies).flatMap(([currency, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, currency]),
  ),
);
