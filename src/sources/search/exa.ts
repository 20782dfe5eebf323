import { freshnessDays, type SearchQuery } from '../../domain/search.ts';
import { type Fields, rowsOf, textOf, textsOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import type { ProtocolPage, SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const dayMs = 86_400_000;
const mostResults = 100;
const mostDomains = 500;
const longestText = 500;

function earliestOf({ freshness }: SearchQuery, now: Date): string | undefined {
  if (freshness === null) return undefined;
  return new Date(now.getTime() - freshnessDays[freshness] * dayMs).toISOString();
}

function read(document: Fields, { now }: SearchOrder): ProtocolPage {
  const results = foundResults(
    rowsOf(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: textsOf(row.highlights).join(' … ') || textOf(row.text).slice(0, longestText),
      published: row.publishedDate,
      engines: ['exa'],
    })),
    now,
  );
  return { results, hasMore: false };
}

/** Exa, a search by meaning. */
export const exa: SearchProtocol = {
  name: 'exa',
  publicUrl: 'https://api.exa.ai',
  categories: ['web', 'news'],
  mostPages: 1,
  gapMs: 100,
  operators: null,
  countryEffect: () => 'bias',
  ignores: ['language'],
  ask({ query, wanted, now }, key) {
    const { includeDomains, excludeDomains, category, country } = query;
    return {
      method: 'POST',
      path: '/search',
      headers: { 'x-api-key': key },
      json: {
        query: query.query,
        type: 'auto',
        numResults: Math.min(mostResults, wanted),
        category: category === 'news' ? 'news' : undefined,
        userLocation: country ?? undefined,
        startPublishedDate: earliestOf(query, now),
        includeDomains: includeDomains.length > 0 ? includeDomains.slice(0, mostDomains) : undefined,
        excludeDomains: excludeDomains.length > 0 ? excludeDomains.slice(0, mostDomains) : undefined,
        contents: { highlights: true },
      },
    };
  },
  read,
};
