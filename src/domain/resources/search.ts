/** Kinds of results; a provider has at least `web`. */
export const searchCategories = ['web', 'news', 'images', 'videos', 'research'] as const;

/** One of {@link searchCategories}. */
export type SearchCategory = (typeof searchCategories)[number];

/** Maximum age of results, in days. */
export const freshnessDays = { day: 1, week: 7, month: 31, year: 366 } as const;

/** One of {@link freshnessDays}. */
export type Freshness = keyof typeof freshnessDays;

/** Search providers that can be configured. */
export const searchProviderNames = [
  'searxng',
  'brave',
  'serper',
  'tavily',
  'exa',
  'mojeek',
  'kagi',
  'marginalia',
  'local',
] as const;

/** One of {@link searchProviderNames}. */
export type SearchProviderName = (typeof searchProviderNames)[number];

/**
 * How a provider applied the country: as a filter, as a preference, through its language, or not at all. None of them
 * states where the provider itself searched from.
 */
export const countryEffects = ['exact', 'bias', 'language', 'ignored'] as const;

/** One of {@link countryEffects}. */
export type CountryEffect = (typeof countryEffects)[number];

/** Options of a query that a provider may not support. */
export type OptionalFilter = 'freshness' | 'language' | 'since' | 'until';

/** A search query, independent of the provider. */
export interface SearchQuery {
  query: string;
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string | null;
  /** BCP 47. */
  language: string | null;
  freshness: Freshness | null;
  /** First and last day of publication (`YYYY-MM-DD`, UTC); absent without a limit. */
  since?: string;
  until?: string;
  /** Host names in lower case; results lie on one of them or a subdomain. */
  includeDomains: readonly string[];
  /** Host names in lower case; results lie on none of them or their subdomains. */
  excludeDomains: readonly string[];
  category: SearchCategory;
}

/** Creates a query without filters. */
export function createWebQuery(query: string): SearchQuery {
  return {
    query,
    country: null,
    language: null,
    freshness: null,
    includeDomains: [],
    excludeDomains: [],
    category: 'web',
  };
}

/** Image of a result of category `images`. Part of the API: names as on the wire. */
export interface FoundImage {
  url: string;
  thumbnail_url?: string;
  /** Pixels. */
  width?: number;
  height?: number;
}

/** One result of a provider, cleaned. Part of the API: names as on the wire. */
export interface FoundResult {
  /** Absolute, http or https. */
  url: string;
  /** Plain text. */
  title: string;
  /** Plain text. */
  snippet: string;
  /** ISO 8601; a day if the provider states an age in words. Absent if the provider does not say. */
  published_at?: string;
  /** Providers or engines that returned it. */
  engines: string[];
  image?: FoundImage;
  /** Time at which the stored page was read; only for provider `local`. */
  read_at?: string;
  /** Words of the query that the page does not contain; only for provider `local`. */
  missing_words?: string[];
}

/** Reason why a provider returned no results; the message is safe to show and contains no secret. */
export interface SearchError {
  /**
   * `refused_key` and `set_up` need a change of settings, `quota` needs more credit at the provider; the rest are
   * temporary: `rate_limited`, `timeout`, `unreachable`, `broken` (an error of the provider, or a response that is not
   * its protocol), `engines` (a metasearch whose engines failed), `refused` (only this query), `unfit` (it does not
   * support this query).
   */
  code:
    | 'refused_key'
    | 'set_up'
    | 'quota'
    | 'rate_limited'
    | 'timeout'
    | 'unreachable'
    | 'broken'
    | 'engines'
    | 'refused'
    | 'unfit';
  message: string;
  /** Milliseconds to wait before the next request, if the provider states them. */
  retryAfterMs?: number;
}
