import { countryLocales } from './country-locales.ts';

/** How a visitor from somewhere is set up; the same in plain requests and in the browser. */
export interface Locale {
  /** BCP 47, e.g. `de-AT`; alone it is what `Accept-Language` says, as browsers that are set to one language do. */
  language: string;
  /** IANA name, e.g. `Europe/Vienna`. */
  timezone: string;
}

/** Where nothing is known of the country. */
const anywhere = 'en-US UTC';

/** The set-up that fits an exit in the country (ISO 3166-1 alpha-2 in upper case), or one of no country. */
export function localeOf(country: string | null): Locale {
  const row = (country === null ? null : countryLocales[country]) ?? anywhere;
  const [language = '', timezone = ''] = row.split(' ');
  return { language, timezone };
}
