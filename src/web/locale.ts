import { countryLocales } from './country-locales.ts';

/** How a visitor from somewhere is set up; the same in plain requests and in the browser. */
export interface Locale {
  /** BCP 47, e.g. `de-AT`. */
  language: string;
  /** IANA name, e.g. `Europe/Vienna`. */
  timezone: string;
  /** Value of `Accept-Language` (RFC 9110 section 12.5.4). */
  acceptLanguage: string;
}

/** Where nothing is known of the country. */
const anywhere = 'en-US UTC';

/** The set-up that fits an exit in the country (ISO 3166-1 alpha-2 in upper case), or one of no country. */
export function localeOf(country: string | null): Locale {
  const row = (country === null ? null : countryLocales[country]) ?? anywhere;
  const [language = '', timezone = ''] = row.split(' ');
  const [base = ''] = language.split('-', 1);
  const second = base === 'en' ? '' : ',en;q=0.8';
  return { language, timezone, acceptLanguage: `${language},${base};q=0.9${second}` };
}
