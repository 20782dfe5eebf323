import type { SearchQuery } from '../../domain/resources/search.ts';
import { itemAt } from '../../domain/values/elements.ts';

/** Search operators that a provider supports. */
export interface OperatorSupport {
  /** True if several `site:` operators can be joined by OR; otherwise only one domain is possible. */
  joinsByOr: boolean;
}

/** Maximum number of domains in a query; results are filtered by all of them afterwards. */
const maxDomains = 10;

/** Returns the operators that restrict a query to its domains; empty if they cannot be expressed. */
function createSiteOperators(
  { includeDomains, excludeDomains }: SearchQuery,
  { joinsByOr }: OperatorSupport,
): string[] {
  const excluded = excludeDomains.slice(0, maxDomains).map((domain) => `-site:${domain}`);
  const [first] = includeDomains;
  if (first === undefined) return excluded;
  if (includeDomains.length === 1) return [`site:${first}`, ...excluded];
  if (!joinsByOr || includeDomains.length > maxDomains) return excluded;
  return [`(${includeDomains.map((domain) => `site:${domain}`).join(' OR ')})`, ...excluded];
}

/** Returns the words to send: those of the query, with `site:` operators if supported. */
export function createQueryText(
  query: SearchQuery,
  withOperators: boolean,
  support: OperatorSupport,
): string {
  return withOperators ? [query.query, ...createSiteOperators(query, support)].join(' ') : query.query;
}

/** Returns whether {@link createQueryText} adds operators. */
export function hasSiteOperators(query: SearchQuery, support: OperatorSupport): boolean {
  return createSiteOperators(query, support).length > 0;
}

/** Returns the primary language of a BCP 47 tag, in lower case. */
export function primaryLanguage(tag: string): string {
  return itemAt(tag.split('-'), 0).toLowerCase();
}
