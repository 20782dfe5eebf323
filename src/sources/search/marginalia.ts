import { type Fields, rowsOf } from './foreign-fields.ts';
import { foundResults, plainLine } from './found-result.ts';
import { queryWords } from './query-words.ts';
import { type ProtocolPage, refusal, type SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const operators = { joinsByOr: false };
const pageSize = 20;

function read(document: Fields, { now }: SearchOrder): ProtocolPage | ReturnType<typeof refusal> {
  if (!Array.isArray(document.results)) return refusal('broken', 'marginalia answered no list of results');
  const results = foundResults(
    rowsOf(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.description,
      engines: ['marginalia'],
    })),
    now,
  );
  const licence = plainLine(document.license, 300);
  return {
    results,
    hasMore: document.results.length >= pageSize,
    ...(licence !== '' && { licence }),
  };
}

/** Marginalia, an index of the small web. */
export const marginalia: SearchProtocol = {
  name: 'marginalia',
  publicUrl: 'https://api2.marginalia-search.com',
  categories: ['web'],
  mostPages: 5,
  gapMs: 1_000,
  operators,
  countryEffect: () => 'ignored',
  ignores: ['freshness', 'language'],
  ask({ query, page, withOperators }, key) {
    return {
      method: 'GET',
      path: '/search',
      headers: { 'api-key': key },
      query: { query: queryWords(query, withOperators, operators), count: pageSize, page },
    };
  },
  read,
  explain({ statusCode }) {
    // Its way of saying that the public key is used by too many.
    if (statusCode !== 503) return null;
    return { code: 'rate_limited', message: 'marginalia is asked too often with this key (503)' };
  },
};
