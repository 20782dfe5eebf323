import { currencyOfCountry } from '../../domain/values/currency.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { countryOf } from '../../extract/words/country-of.ts';
import { getLocale } from '../../web/locale/locale.ts';

/** Languages of countries with several languages; for others the main language is known. */
const languages: Readonly<Record<string, string>> = {
  BE: 'nl fr de',
  CA: 'en fr',
  CH: 'de fr it',
  CY: 'el tr en',
  ES: 'es ca eu gl',
  FI: 'fi sv',
  HK: 'zh en',
  IE: 'en ga',
  IL: 'he ar',
  IN: 'en hi',
  LU: 'fr de lb',
  MA: 'ar fr',
  MT: 'en mt',
  SG: 'en zh',
  ZA: 'en af',
};

const countryParameters = new Set([
  'country',
  'region',
  'market',
  'gl',
  'store',
  'shipto',
  'ship_to',
  'cc',
  'location',
]);

/** Country or language codes of one part of a URL, in upper case: `de-at` can be either. */
type RegionCodes = string[];

function parseCodes(text: string): RegionCodes[] {
  const found = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(text);
  if (found === null) return [];
  return [found.slice(1).flatMap((code) => (code === undefined ? [] : [code.toUpperCase()]))];
}

/** Returns the parts of a URL that can name a country: top-level domain, first label, path and query. */
function findCodes(address: string): RegionCodes[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const top = countryOf(address);
  const labels = url.hostname.split('.');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const queryValues = [...url.searchParams].flatMap(([name, value]) =>
    countryParameters.has(name.toLowerCase()) ? [value] : [],
  );
  return [
    ...(top === null ? [] : [[top === 'UK' ? 'GB' : top]]),
    ...(labels.length > 2 ? parseCodes(itemAt(labels, 0)) : []),
    ...segments.slice(0, 2).flatMap(parseCodes),
    ...queryValues.flatMap(parseCodes),
  ];
}

function hasCountry(codes: RegionCodes): boolean {
  return codes.some((code) => currencyOfCountry(code === 'UK' ? 'GB' : code) !== null);
}

function isLanguageOf(codes: RegionCodes, country: string): boolean {
  const countryLanguages = languages[country]?.split(' ') ?? [
    itemAt(getLocale(country).language.split('-'), 0),
  ];
  return codes.length === 1 && countryLanguages.includes(itemAt(codes, 0).toLowerCase());
}

/**
 * Returns the code of the country to whose pages a visitor from `country` was redirected, by codes that only the
 * final URL contains; null if there is no sign of that.
 */
export function findRedirectCountry(requestedUrl: string, finalUrl: string, country: string): string | null {
  const requestedCodes = new Set(findCodes(requestedUrl).map((codes) => codes.join('-')));
  const addedCodes = findCodes(finalUrl).filter(
    (codes) => !requestedCodes.has(codes.join('-')) && hasCountry(codes),
  );
  const matchesVisitor = (codes: RegionCodes) =>
    codes.some((code) => code === country || (code === 'UK' && country === 'GB')) ||
    isLanguageOf(codes, country);
  if (addedCodes.length === 0 || addedCodes.some(matchesVisitor)) return null;
  const codes = itemAt(addedCodes, 0);
  return codes.findLast((code) => currencyOfCountry(code) !== null) ?? null;
}
