import type { CountryEffect, SearchCategory, SearchProviderName, SearchQuery } from '../../domain/search.ts';
import type { EndpointAnswer } from '../operator-endpoint.ts';
import type { Fields } from './foreign-fields.ts';
import type { OperatorHabits } from './query-words.ts';
import type { SearchOrder, SearchPage, SearchRefusal } from './search-provider.ts';

/** A request of a protocol; paths stand below the base address. */
export interface ProtocolRequest {
  method: 'GET' | 'POST';
  path: string;
  /** Parameters; null and undefined are left out. */
  query?: Readonly<Record<string, string | number | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined fields are left out. */
  json?: Fields;
}

/** What a protocol reads out of an answer; what it leaves out is empty. */
export type ProtocolPage = Pick<SearchPage, 'results' | 'hasMore'> &
  Partial<Pick<SearchPage, 'failedEngines' | 'warnings' | 'licence' | 'pauseMs'>>;

/** How one provider is spoken to: the facts about it, what is sent and what comes back. Pure. */
export interface SearchProtocol {
  name: SearchProviderName;
  /** The public address; null where every operator has an own one. */
  publicUrl: string | null;
  categories: readonly SearchCategory[];
  mostPages: number;
  /** Milliseconds between two requests, as its usual plans allow; where one allows fewer, it says so and is obeyed. */
  gapMs: number;
  /** How words of the query say where to search; null where fields do, or nothing can. */
  operators: OperatorHabits | null;
  /** What the provider does with the country of a query that names one. */
  countryEffect(query: SearchQuery): CountryEffect;
  /** What else it cannot keep to. */
  ignores: readonly ('freshness' | 'language')[];
  ask(order: SearchOrder, key: string): ProtocolRequest;
  /** Reads a JSON object that came with a good status. */
  read(
    document: Fields,
    order: SearchOrder,
    headers: EndpointAnswer['headers'],
  ): ProtocolPage | SearchRefusal;
  /** What an answer means that the usual reading of its status would miss; null leaves it to that. */
  explain?(answer: EndpointAnswer): Omit<SearchRefusal, 'kind'> | null;
  /** What to ask when nothing was found, and what its answer says against that: null where nothing does. */
  doubt?: {
    request: ProtocolRequest;
    tell(document: Fields, order: SearchOrder): SearchRefusal | null;
  };
  /** What else to find out when a probe failed: a line that is better than the fault's own. */
  diagnose?: {
    request: ProtocolRequest;
    tell(answer: EndpointAnswer): string | null;
  };
}

/** A refusal. */
export function refusal(code: SearchRefusal['code'], message: string): SearchRefusal {
  return { kind: 'fault', code, message };
}
