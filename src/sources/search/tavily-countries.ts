const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Names that Tavily writes otherwise than CLDR does. */
const others: Readonly<Record<string, string>> = {
  BA: 'bosnia and herzegovina',
  CD: 'congo',
  CG: 'congo',
  CI: 'ivory coast',
  CZ: 'czech republic',
  MM: 'myanmar',
  TR: 'turkey',
  TT: 'trinidad and tobago',
};

/** The name that Tavily calls a country by (in English, lower case); null for a code that is no country. */
export function tavilyCountry(code: string): string | null {
  return others[code] ?? english.of(code)?.toLowerCase() ?? null;
}
