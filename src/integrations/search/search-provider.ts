import type { Warning } from '../../domain/pages/outcome.ts';
import type {
  CountryEffect,
  FoundResult,
  OptionalFilter,
  SearchCategory,
  SearchError,
  SearchProviderName,
  SearchQuery,
} from '../../domain/resources/search.ts';

/** Request for one page of results. */
export interface SearchRequest {
  query: SearchQuery;
  /** Number of the page, from 1. */
  page: number;
  /** Total number of requested results, including previous pages: 1 to 200. */
  wanted: number;
  /** False if operators such as `site:` returned nothing and the query is tried without them. */
  withOperators: boolean;
  accountId: string;
  now: Date;
}

/** Engine of a metasearch that did not answer. */
export interface FailedEngine {
  engine: string;
  reason: string;
}

/** One page of results. */
export interface SearchPage {
  kind: 'page';
  results: FoundResult[];
  /** True if the next page may have more results. */
  hasMore: boolean;
  failedEngines: FailedEngine[];
  warnings: Warning[];
  /** Licence of the data, if the provider states one. */
  licence?: string;
  /** Milliseconds until the next request, if the provider asked for a pause. */
  pauseMs?: number;
}

/** Error of a provider, as opposed to an empty page. */
export interface SearchErrorReply extends SearchError {
  kind: 'fault';
}

/** Response of a provider to a page request. */
export type SearchReply = SearchPage | SearchErrorReply;

/** Provider of search results. */
export interface SearchProvider {
  readonly name: SearchProviderName;
  /** Identifies a provider with its configuration over all processes; contains no secret. */
  readonly id: string;
  readonly categories: readonly SearchCategory[];
  /** Maximum number of pages for one query. */
  readonly maxPages: number;
  /** Minimum milliseconds between two requests of all processes. */
  readonly intervalMs: number;
  /** Returns the effect of a query's country on the results. */
  countryEffect(query: SearchQuery): CountryEffect;
  /** Returns other options of the query that the provider ignores. */
  ignores(query: SearchQuery): readonly OptionalFilter[];
  /** Returns whether it restricts the query with operators in its text. */
  usesOperators(query: SearchQuery): boolean;
  /** Requests one page. Errors of the provider are values; rejects only when `signal` aborts, with its reason. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchReply>;
  /** Sends a test query; `detail` states in one line whether the provider works and which setting to change. */
  probe(signal: AbortSignal): Promise<{ works: boolean; detail: string }>;
  /** Closes all connections. */
  close(): Promise<void>;
}
