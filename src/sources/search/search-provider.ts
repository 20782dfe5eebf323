import type { Warning } from '../../domain/outcome.ts';
import type {
  CountryEffect,
  FoundResult,
  SearchCategory,
  SearchFault,
  SearchProviderName,
  SearchQuery,
} from '../../domain/search.ts';

/** One page of results that is asked for. */
export interface SearchOrder {
  query: SearchQuery;
  /** From 1. */
  page: number;
  /** Results wanted in all, the pages before this one included: 1 to 100. */
  wanted: number;
  /** False when words such as `site:` led to nothing and the query is tried without them. */
  withOperators: boolean;
  accountId: string;
  now: Date;
}

/** An engine of a metasearch that did not answer. */
export interface FailedEngine {
  engine: string;
  reason: string;
}

/** One page of results, as far as the provider has any. */
export interface SearchPage {
  kind: 'page';
  results: FoundResult[];
  /** Whether the next page may hold more. */
  hasMore: boolean;
  failedEngines: FailedEngine[];
  warnings: Warning[];
  /** Under which the provider lets its data be used, where it says so. */
  licence?: string;
  /** Milliseconds that it wants to be left alone, where it says so. */
  pauseMs?: number;
}

/** No results, for a reason; never the same as an empty page. */
export interface SearchRefusal extends SearchFault {
  kind: 'fault';
}

/** What came of asking a provider for a page. */
export type SearchReply = SearchPage | SearchRefusal;

/** How results are found, whoever finds them. */
export interface SearchProvider {
  readonly name: SearchProviderName;
  /** Tells two set-ups of one provider apart, over all processes; holds no secret. */
  readonly id: string;
  readonly categories: readonly SearchCategory[];
  /** Pages worth asking for one query. */
  readonly mostPages: number;
  /** Milliseconds between two requests, all processes together. */
  readonly gapMs: number;
  /** What it does with the country of a query that names one. */
  countryEffect(query: SearchQuery): CountryEffect;
  /** What else of the query it cannot keep to. */
  ignores(query: SearchQuery): readonly ('freshness' | 'language')[];
  /** Whether it says where to search in the words of the query. */
  usesOperators(query: SearchQuery): boolean;
  /** Asks for one page. What the provider does is a value; rejects only when `signal` aborts, with its reason. */
  search(order: SearchOrder, signal: AbortSignal): Promise<SearchReply>;
  /** Asks for real and tells, in a line, whether it works and which setting to change. */
  probe(signal: AbortSignal): Promise<{ works: boolean; detail: string }>;
  /** Lets go of connections. */
  close(): Promise<void>;
}
