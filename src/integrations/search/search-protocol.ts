import type {
  CountryEffect,
  OptionalFilter,
  SearchCategory,
  SearchProviderName,
  SearchQuery,
} from '../../domain/resources/search.ts';
import type { EndpointResponse } from '../operator-endpoint.ts';
import type { OperatorSupport } from './query-text.ts';
import type { SearchErrorReply, SearchPage, SearchRequest } from './search-provider.ts';
import type { Fields } from './untrusted-fields.ts';

/** Request of a protocol; its path is relative to the base address. */
export interface ProtocolRequest {
  method: 'GET' | 'POST';
  path: string;
  /** Query parameters; null and undefined are left out. */
  query?: Readonly<Record<string, string | number | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Body sent as JSON; undefined fields are left out. */
  json?: Fields;
}

/** Page that a protocol parses from a response; missing fields count as empty. */
export type ProtocolPage = Pick<SearchPage, 'kind' | 'results' | 'hasMore'> &
  Partial<Pick<SearchPage, 'failedEngines' | 'warnings' | 'licence' | 'pauseMs'>>;

/** Pure description of a provider's API: its properties, its requests and its responses. */
export interface SearchProtocol {
  name: SearchProviderName;
  /** Public address; null if every operator has its own. */
  publicUrl: string | null;
  categories: readonly SearchCategory[];
  maxPages: number;
  /**
   * Minimum milliseconds between two requests under common plans; stricter limits that the provider reports are
   * respected.
   */
  intervalMs: number;
  /** Search operators in the query text; null if the API uses fields or has no such restriction. */
  operators: OperatorSupport | null;
  /** Returns the effect of a query's country on the results. */
  countryEffect(query: SearchQuery): CountryEffect;
  /** Other options that the provider ignores, or a function if that depends on the category. */
  ignores: readonly OptionalFilter[] | ((category: SearchCategory) => readonly OptionalFilter[]);
  createRequest(request: SearchRequest, key: string): ProtocolRequest;
  /** Parses the JSON object of a successful response. */
  parsePage(
    document: Fields,
    request: SearchRequest,
    headers: EndpointResponse['headers'],
  ): ProtocolPage | SearchErrorReply;
  /** Returns the error of a response whose status alone would be misleading; null otherwise. */
  explain?(answer: EndpointResponse): Omit<SearchErrorReply, 'kind'> | null;
  /** Request that explains an empty result, and the parser of its response: null if the result is really empty. */
  doubt?: {
    request: ProtocolRequest;
    interpret(document: Fields, request: SearchRequest): SearchErrorReply | null;
  };
  /** Request after a failed probe, and the parser of its response: a more specific message than the error's own. */
  diagnose?: {
    request: ProtocolRequest;
    interpret(answer: EndpointResponse): string | null;
  };
}

/** Creates a search error. */
export function createSearchError(code: SearchErrorReply['code'], message: string): SearchErrorReply {
  return { kind: 'fault', code, message };
}
