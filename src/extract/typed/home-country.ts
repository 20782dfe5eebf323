const regionPart = /^[A-Za-z]{2}$/;

/** Returns the region of a language tag (BCP 47) in capitals, or null: GB of `en-GB`. */
export function regionOf(language: string | null): string | null {
  const region = language?.split('-').find((part, index) => index > 0 && regionPart.test(part));
  return region?.toUpperCase() ?? null;
}

/** Returns the base of a language tag in lower case, or null. */
export function baseLanguageOf(language: string | null): string | null {
  return language?.split(/[-_]/)[0]?.toLowerCase() ?? null;
}

function maximized(tag: string, options: Intl.LocaleOptions = {}): Intl.Locale | null {
  try {
    return new Intl.Locale(tag, options).maximize();
  } catch {
    return null;
  }
}

/** Returns the country in which most speakers of a language live, from `Intl`; null for English, which sites of all countries use. */
function likelyCountryOf(base: string | null): string | null {
  return base === null || base === 'en' ? null : (maximized(base)?.region ?? null);
}

/** Returns true if most people in a country speak a language, from `Intl`. */
export function isSpokenIn(country: string, base: string): boolean {
  return maximized('und', { region: country })?.language === base;
}

/**
 * Returns the country (ISO 3166-1 alpha-2) whose notation the texts of a page have: the region of its language, the country of
 * its site if the language is the one of that country, or else the country of the language. Null if none is known.
 */
export function homeCountryOf(language: string | null, country: string | null): string | null {
  const region = regionOf(language);
  if (region !== null) return region;
  const base = baseLanguageOf(language);
  if (base !== null && country !== null && isSpokenIn(country, base)) return country;
  return likelyCountryOf(base);
}

/** Returns the country whose money a page probably counts in: the region of its language, its site's, or the language's. */
export function moneyCountryOf(language: string | null, country: string | null): string | null {
  return regionOf(language) ?? country ?? likelyCountryOf(baseLanguageOf(language));
}
