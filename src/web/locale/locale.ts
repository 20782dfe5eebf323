import { countryLocales } from './country-locales.ts';

/** Locale of a client, used for plain requests and in the browser. */
export interface Locale {
  /** BCP 47 language tag, for example `de-AT`; used alone as `Accept-Language`, like in browsers with one language. */
  language: string;
  /** IANA time zone name, for example `Europe/Vienna`. */
  timezone: string;
}

/** Default for unknown countries. */
const defaultEntry = 'en-US UTC';

/** Returns the locale of an exit's country (ISO 3166-1 alpha-2 in upper case), or the default for null. */
export function getLocale(country: string | null): Locale {
  const entry = (country === null ? null : countryLocales[country]) ?? defaultEntry;
  const [language = '', timezone = ''] = entry.split(' ');
  return { language, timezone };
}
