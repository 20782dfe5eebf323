import type { SearchQuery } from '../../domain/search.ts';

/** How a provider's words of a query say where to search. */
export interface OperatorHabits {
  /** Whether several places can be joined by OR; without it, only one place is named. */
  joinsByOr: boolean;
}

/** Domains that are named in a query at most; results are filtered by all of them afterwards. */
const mostNamed = 10;

/** What to add to a query so that it searches the domains asked; empty when that cannot be said in words. */
function placesOf({ includeDomains, excludeDomains }: SearchQuery, { joinsByOr }: OperatorHabits): string[] {
  const excluded = excludeDomains.slice(0, mostNamed).map((domain) => `-site:${domain}`);
  const [first] = includeDomains;
  if (first === undefined) return excluded;
  if (includeDomains.length === 1) return [`site:${first}`, ...excluded];
  if (!joinsByOr || includeDomains.length > mostNamed) return excluded;
  return [`(${includeDomains.map((domain) => `site:${domain}`).join(' OR ')})`, ...excluded];
}

/** The words to send: those of the query, with `site:` for the domains asked where that can be said. */
export function queryWords(query: SearchQuery, withOperators: boolean, habits: OperatorHabits): string {
  return withOperators ? [query.query, ...placesOf(query, habits)].join(' ') : query.query;
}

/** Whether {@link queryWords} adds anything. */
export function namesPlaces(query: SearchQuery, habits: OperatorHabits): boolean {
  return placesOf(query, habits).length > 0;
}

/** The language of a BCP 47 tag alone, in lower case. */
export function primaryLanguage(tag: string): string {
  return (tag.split('-')[0] as string).toLowerCase();
}
