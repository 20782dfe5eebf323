import { type Fields, rowsOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import type { ProtocolPage, SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';
import { tavilyCountry } from './tavily-countries.ts';

const mostResults = 20;
const mostDomains = 150;

function read(document: Fields, { now, wanted }: SearchOrder): ProtocolPage {
  const results = foundResults(
    rowsOf(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.content,
      published: row.published_date,
      engines: ['tavily'],
    })),
    now,
  );
  const message = `tavily gives ${mostResults} results at most`;
  return {
    results,
    hasMore: false,
    warnings: wanted > mostResults ? [{ code: 'provider_limit', message }] : [],
  };
}

/** Tavily, a search for agents. */
export const tavily: SearchProtocol = {
  name: 'tavily',
  publicUrl: 'https://api.tavily.com',
  categories: ['web', 'news'],
  mostPages: 1,
  gapMs: 100,
  operators: null,
  // Its country belongs to the topic `general` alone, and moves results of that country up.
  countryEffect: ({ country, category }) =>
    category === 'web' && tavilyCountry(country ?? '') !== null ? 'bias' : 'ignored',
  ignores: ['language'],
  ask({ query, wanted }, key) {
    const { category, country, includeDomains, excludeDomains } = query;
    const name = country === null || category !== 'web' ? null : tavilyCountry(country);
    return {
      method: 'POST',
      path: '/search',
      headers: { authorization: `Bearer ${key}` },
      json: {
        query: query.query,
        topic: category === 'news' ? 'news' : 'general',
        max_results: Math.min(mostResults, wanted),
        country: name ?? undefined,
        time_range: query.freshness ?? undefined,
        include_domains: includeDomains.length > 0 ? includeDomains.slice(0, mostDomains) : undefined,
        exclude_domains: excludeDomains.length > 0 ? excludeDomains.slice(0, mostDomains) : undefined,
      },
    };
  },
  read,
  explain({ statusCode }) {
    if (statusCode === 432) return { code: 'quota', message: 'tavily says that its plan is used up (432)' };
    if (statusCode === 433) {
      return { code: 'quota', message: 'tavily says that the limit of pay-as-you-go is reached (433)' };
    }
    return null;
  },
};
