import { freshnessDays, type SearchCategory, type SearchQuery } from '../../../domain/resources/search.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import {
  createSearchError,
  type ProtocolPage,
  type ProtocolRequest,
  type SearchProtocol,
} from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults } from '../search-result.ts';
import { type Fields, toFields, toRows } from '../untrusted-fields.ts';

const workflows: Partial<Record<SearchCategory, string>> = {
  web: 'search',
  news: 'news',
  images: 'images',
  videos: 'videos',
};
const lists: Partial<Record<SearchCategory, readonly string[]>> = {
  web: ['search'],
  news: ['news', 'interesting_news'],
  images: ['image', 'images'],
  videos: ['video', 'videos'],
};
const maxResults = 100;
/** Kind of search results in a list that also contains related searches. */
const searchResultKind = 0;
const unauthorizedCode = 2;
const billingCodes = [100, 101];

function createFilters({ country, freshness, since, until }: SearchQuery, now: Date): Fields | undefined {
  if (country === null && freshness === null && since === undefined && until === undefined) return undefined;
  const earliest = freshness === null ? null : new Date(now.getTime() - freshnessDays[freshness] * dayMs);
  const after = earliest?.toISOString().slice(0, 10) ?? since;
  return { region: country ?? undefined, after, before: until };
}

function createLens({ includeDomains, excludeDomains }: SearchQuery): Fields | undefined {
  if (includeDomains.length + excludeDomains.length === 0) return undefined;
  return {
    sites_included: includeDomains.length > 0 ? includeDomains : undefined,
    sites_excluded: excludeDomains.length > 0 ? excludeDomains : undefined,
  };
}

/** Plain queries use the GET form, which accounts of every age support. */
function createRequest({ query, wanted, now }: SearchRequest, key: string): ProtocolRequest {
  const headers = { authorization: `Bearer ${key}` };
  const limit = Math.min(maxResults, wanted);
  const [filters, lens] = [createFilters(query, now), createLens(query)];
  if (filters === undefined && lens === undefined && query.category === 'web') {
    return { method: 'GET', path: '/api/v1/search', headers, query: { q: query.query, limit } };
  }
  const workflow = workflows[query.category];
  const json = { query: query.query, workflow, limit, filters, lens };
  return { method: 'POST', path: '/api/v1/search', headers, json };
}

/** Reads one list of results marked by kind, or one list per kind. */
function findRows(data: unknown, category: SearchCategory): Fields[] {
  if (Array.isArray(data)) return toRows(data).filter(({ t = searchResultKind }) => t === searchResultKind);
  const groups = toFields(data);
  return (lists[category] ?? []).flatMap((name) => toRows(groups[name]));
}

function parsePage(
  document: Fields,
  { query, now }: SearchRequest,
): ProtocolPage | ReturnType<typeof createSearchError> {
  const [error] = toRows(document.error);
  if (error !== undefined) {
    const message = `kagi answered: ${String(error.msg ?? error.message ?? error.code).slice(0, 200)}`;
    if (error.code === unauthorizedCode)
      return createSearchError('refused_key', `${message} (check its key in WEBDATA_SEARCH)`);
    return createSearchError(billingCodes.includes(error.code as number) ? 'quota' : 'refused', message);
  }
  if (typeof document.data !== 'object')
    return createSearchError('broken', 'kagi returned no list of results. Try again later.');
  const results = parseResults(
    findRows(document.data, query.category).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.snippet,
      published: row.published ?? row.time,
      engines: ['kagi'],
      ...(query.category === 'images' && { image: toFields(row.image) as { url: unknown } }),
    })),
    now,
  );
  return { kind: 'page', results, hasMore: false };
}

/** Protocol of the Kagi Search API, version 1. */
export const kagi: SearchProtocol = {
  name: 'kagi',
  publicUrl: 'https://kagi.com',
  categories: ['web', 'news', 'images', 'videos'],
  maxPages: 1,
  intervalMs: 100,
  operators: null,
  countryEffect: () => 'bias',
  ignores: ['language'],
  createRequest,
  parsePage,
};
