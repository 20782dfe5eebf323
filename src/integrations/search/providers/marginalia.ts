import { createQueryText } from '../query-text.ts';
import { createSearchError, type ProtocolPage, type SearchProtocol } from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults, toPlainLine } from '../search-result.ts';
import { type Fields, toRows } from '../untrusted-fields.ts';

const operators = { joinsByOr: false };
const pageSize = 20;

function parsePage(
  document: Fields,
  { now }: SearchRequest,
): ProtocolPage | ReturnType<typeof createSearchError> {
  if (!Array.isArray(document.results))
    return createSearchError('broken', 'marginalia returned no list of results. Try again later.');
  const results = parseResults(
    toRows(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.description,
      engines: ['marginalia'],
    })),
    now,
  );
  const licence = toPlainLine(document.license, 300);
  return {
    kind: 'page',
    results,
    hasMore: document.results.length >= pageSize,
    ...(licence !== '' && { licence }),
  };
}

/** Protocol of Marginalia, an index of small websites. */
export const marginalia: SearchProtocol = {
  name: 'marginalia',
  publicUrl: 'https://api2.marginalia-search.com',
  categories: ['web'],
  maxPages: 5,
  intervalMs: 1_000,
  operators,
  countryEffect: () => 'ignored',
  ignores: ['freshness', 'language', 'since', 'until'],
  createRequest({ query, page, withOperators }, key) {
    return {
      method: 'GET',
      path: '/search',
      headers: { 'api-key': key },
      query: { query: createQueryText(query, withOperators, operators), count: pageSize, page },
    };
  },
  parsePage,
  explain({ statusCode }) {
    // Marginalia answers 503 if too many clients use the public key.
    if (statusCode !== 503) return null;
    return {
      code: 'rate_limited',
      message: 'marginalia reports too many requests with this key (503). Set an own key in WEBDATA_SEARCH.',
    };
  },
};
