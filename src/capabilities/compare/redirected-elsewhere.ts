import { currencyOfCountry } from '../../domain/currency.ts';
import { countryOf } from '../../extract/country-of.ts';
import { localeOf } from '../../web/locale.ts';

/** Languages of countries that have several; of the others one is known. */
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

const placeNames = new Set([
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

/** The codes of one sign, in upper case: `de-at` may be either. */
type Sign = string[];

function signOf(text: string): Sign[] {
  const found = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(text);
  if (found === null) return [];
  return [found.slice(1).flatMap((code) => (code === undefined ? [] : [code.toUpperCase()]))];
}

/** What of an address names a country: its top-level domain, first label, path and query. */
function signsOf(address: string): Sign[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const top = countryOf(address);
  const labels = url.hostname.split('.');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const asked = [...url.searchParams].flatMap(([name, value]) =>
    placeNames.has(name.toLowerCase()) ? [value] : [],
  );
  return [
    ...(top === null ? [] : [[top === 'UK' ? 'GB' : top]]),
    ...(labels.length > 2 ? signOf(labels[0] as string) : []),
    ...segments.slice(0, 2).flatMap(signOf),
    ...asked.flatMap(signOf),
  ];
}

function namesCountry(sign: Sign): boolean {
  return sign.some((code) => currencyOfCountry(code === 'UK' ? 'GB' : code) !== null);
}

function isLanguageOf(sign: Sign, country: string): boolean {
  const spoken = languages[country]?.split(' ') ?? [localeOf(country).language.split('-')[0] as string];
  return sign.length === 1 && spoken.includes((sign[0] as string).toLowerCase());
}

/**
 * The country, as its code, whose pages a visitor from `country` was sent to instead of his own, by what the address that
 * answered names and the one that was asked does not; null when there is no sign of that.
 */
export function redirectedElsewhere(asked: string, final: string, country: string): string | null {
  const before = new Set(signsOf(asked).map((sign) => sign.join('-')));
  const added = signsOf(final).filter((sign) => !before.has(sign.join('-')) && namesCountry(sign));
  const isHome = (sign: Sign) =>
    sign.some((code) => code === country || (code === 'UK' && country === 'GB')) ||
    isLanguageOf(sign, country);
  if (added.length === 0 || added.some(isHome)) return null;
  const sign = added[0] as Sign;
  return sign.findLast((code) => currencyOfCountry(code) !== null) ?? null;
}
