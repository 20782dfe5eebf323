import { freshnessDays, type SearchCategory, type SearchQuery } from '../../../domain/resources/search.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import type { ProtocolPage, SearchProtocol } from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults } from '../search-result.ts';
import { type Fields, toRows, toText, toTexts } from '../untrusted-fields.ts';

const categoryNames: Partial<Record<SearchCategory, string>> = { news: 'news', research: 'research paper' };
const maxResults = 100;
const maxDomains = 500;
const maxTextLength = 500;

function findEarliestDate({ freshness, since }: SearchQuery, now: Date): string | undefined {
  if (freshness === null) return since === undefined ? undefined : `${since}T00:00:00.000Z`;
  return new Date(now.getTime() - freshnessDays[freshness] * dayMs).toISOString();
}

function parsePage(document: Fields, { now }: SearchRequest): ProtocolPage {
  const results = parseResults(
    toRows(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: toTexts(row.highlights).join(' … ') || toText(row.text).slice(0, maxTextLength),
      published: row.publishedDate,
      engines: ['exa'],
    })),
    now,
  );
  return { kind: 'page', results, hasMore: false };
}

/** Protocol of Exa, a semantic search. */
export const exa: SearchProtocol = {
  name: 'exa',
  publicUrl: 'https://api.exa.ai',
  categories: ['web', 'news', 'research'],
  maxPages: 1,
  intervalMs: 100,
  operators: null,
  countryEffect: () => 'bias',
  ignores: ['language'],
  createRequest({ query, wanted, now }, key) {
    const { includeDomains, excludeDomains, category, country } = query;
    return {
      method: 'POST',
      path: '/search',
      headers: { 'x-api-key': key },
      json: {
        query: query.query,
        type: 'auto',
        numResults: Math.min(maxResults, wanted),
        category: categoryNames[category],
        userLocation: country ?? undefined,
        startPublishedDate: findEarliestDate(query, now),
        endPublishedDate: query.until === undefined ? undefined : `${query.until}T23:59:59.999Z`,
        includeDomains: includeDomains.length > 0 ? includeDomains.slice(0, maxDomains) : undefined,
        excludeDomains: excludeDomains.length > 0 ? excludeDomains.slice(0, maxDomains) : undefined,
        contents: { highlights: true },
      },
    };
  },
  parsePage,
};
