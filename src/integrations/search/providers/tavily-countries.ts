const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Names that differ from those of CLDR. */
const ownNames: Readonly<Record<string, string>> = {
  BA: 'bosnia and herzegovina',
  CD: 'congo',
  CG: 'congo',
  CI: 'ivory coast',
  CZ: 'czech republic',
  MM: 'myanmar',
  TR: 'turkey',
  TT: 'trinidad and tobago',
};

/** Returns Tavily's name of a country (English, lower case); null for an unknown code. */
export function findTavilyCountry(code: string): string | null {
  return ownNames[code] ?? english.of(code)?.toLowerCase() ?? null;
}
