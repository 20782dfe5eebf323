/** What can be searched for. */
export const searchCategories = ['web', 'news', 'images'] as const;

/** One of {@link searchCategories}. */
export type SearchCategory = (typeof searchCategories)[number];

/** How new results may be at most, and the days that each stands for. */
export const freshnessDays = { day: 1, week: 7, month: 31, year: 366 } as const;

/** One of {@link freshnessDays}. */
export type Freshness = keyof typeof freshnessDays;

/** Search providers that may be named in the settings. */
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
 * What a provider did with the country: kept to it, preferred it, took its language in place of it, or nothing. None of
 * them says where the provider itself searched from.
 */
export const countryEffects = ['exact', 'bias', 'language', 'ignored'] as const;

/** One of {@link countryEffects}. */
export type CountryEffect = (typeof countryEffects)[number];

/** What is searched for, whoever is asked. */
export interface SearchQuery {
  query: string;
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string | null;
  /** BCP 47. */
  language: string | null;
  freshness: Freshness | null;
  /** Host names in lower case; results lie on one of them or below it. */
  includeDomains: readonly string[];
  /** Host names in lower case; results lie on none of them nor below. */
  excludeDomains: readonly string[];
  category: SearchCategory;
}

/** The picture of a result of category `images`. A document: wire names. */
export interface FoundImage {
  url: string;
  thumbnail_url?: string;
  /** Pixels. */
  width?: number;
  height?: number;
}

/** One result as a provider gave it, cleaned. A document: wire names. */
export interface FoundResult {
  /** Absolute, http or https. */
  url: string;
  /** Plain text. */
  title: string;
  /** Plain text. */
  snippet: string;
  /** ISO 8601; of ages in words, the day. Absent when the provider does not say. */
  published_at?: string;
  /** Who found it. */
  engines: string[];
  image?: FoundImage;
  /** When the page was read that this is a copy of; of provider `local` alone. */
  read_at?: string;
}

/** Why a provider gave no results; the message is safe to show and holds no secret. */
export interface SearchFault {
  /**
   * `refused_key` and `set_up` need somebody to change a setting, `quota` to buy more; the rest may pass: `rate_limited`,
   * `timeout`, `unreachable`, `broken` (its own fault, or no answer of its protocol), `engines` (a metasearch whose
   * engines failed), `refused` (this query alone), `unfit` (it cannot search for such things).
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
  /** Milliseconds after which it wants to be asked again, where it says so. */
  retryAfterMs?: number;
}
