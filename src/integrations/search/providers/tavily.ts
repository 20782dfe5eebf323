import type { ProtocolPage, SearchProtocol } from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults } from '../search-result.ts';
import { type Fields, toRows } from '../untrusted-fields.ts';
import { findTavilyCountry } from './tavily-countries.ts';

const maxResults = 20;
const maxDomains = 150;

function parsePage(document: Fields, { now, wanted }: SearchRequest): ProtocolPage {
  const results = parseResults(
    toRows(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.content,
      published: row.published_date,
      engines: ['tavily'],
    })),
    now,
  );
  const message = `tavily returns at most ${maxResults} results.`;
  return {
    kind: 'page',
    results,
    hasMore: false,
    warnings: wanted > maxResults ? [{ code: 'provider_limit', message }] : [],
  };
}

/** Protocol of Tavily, a search for agents. */
export const tavily: SearchProtocol = {
  name: 'tavily',
  publicUrl: 'https://api.tavily.com',
  categories: ['web', 'news'],
  maxPages: 1,
  intervalMs: 100,
  operators: null,
  // Tavily supports countries only for the topic `general`, as a ranking boost.
  countryEffect: ({ country, category }) =>
    category === 'web' && findTavilyCountry(country ?? '') !== null ? 'bias' : 'ignored',
  ignores: ['language'],
  createRequest({ query, wanted }, key) {
    const { category, country, includeDomains, excludeDomains } = query;
    const name = country === null || category !== 'web' ? null : findTavilyCountry(country);
    return {
      method: 'POST',
      path: '/search',
      headers: { authorization: `Bearer ${key}` },
      json: {
        query: query.query,
        topic: category === 'news' ? 'news' : 'general',
        max_results: Math.min(maxResults, wanted),
        country: name ?? undefined,
        time_range: query.freshness ?? undefined,
        start_date: query.since,
        end_date: query.until,
        include_domains: includeDomains.length > 0 ? includeDomains.slice(0, maxDomains) : undefined,
        exclude_domains: excludeDomains.length > 0 ? excludeDomains.slice(0, maxDomains) : undefined,
      },
    };
  },
  parsePage,
  explain({ statusCode }) {
    if (statusCode === 432)
      return { code: 'quota', message: 'tavily reports that the plan of the account is used up (432).' };
    if (statusCode === 433) {
      return { code: 'quota', message: 'tavily reports that the pay-as-you-go limit is reached (433).' };
    }
    return null;
  },
};
