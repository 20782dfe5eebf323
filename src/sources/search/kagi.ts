import { freshnessDays, type SearchCategory, type SearchQuery } from '../../domain/search.ts';
import { type Fields, fieldsOf, rowsOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import { type ProtocolPage, type ProtocolRequest, refusal, type SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const workflows: Readonly<Record<SearchCategory, string>> = { web: 'search', news: 'news', images: 'images' };
const lists: Readonly<Record<SearchCategory, readonly string[]>> = {
  web: ['search'],
  news: ['news', 'interesting_news'],
  images: ['image', 'images'],
};
const dayMs = 86_400_000;
const mostResults = 100;
/** Of results among related searches and the like, where they come in one list. */
const resultKind = 0;
const unauthorized = 2;
const billing = [100, 101];

function filtersOf({ country, freshness }: SearchQuery, now: Date): Fields | undefined {
  if (country === null && freshness === null) return undefined;
  const after = freshness === null ? null : new Date(now.getTime() - freshnessDays[freshness] * dayMs);
  return { region: country ?? undefined, after: after?.toISOString().slice(0, 10) };
}

function lensOf({ includeDomains, excludeDomains }: SearchQuery): Fields | undefined {
  if (includeDomains.length + excludeDomains.length === 0) return undefined;
  return {
    sites_included: includeDomains.length > 0 ? includeDomains : undefined,
    sites_excluded: excludeDomains.length > 0 ? excludeDomains : undefined,
  };
}

/** Plain queries are asked in the short form, which accounts of every age have. */
function ask({ query, wanted, now }: SearchOrder, key: string): ProtocolRequest {
  const headers = { authorization: `Bearer ${key}` };
  const limit = Math.min(mostResults, wanted);
  const [filters, lens] = [filtersOf(query, now), lensOf(query)];
  if (filters === undefined && lens === undefined && query.category === 'web') {
    return { method: 'GET', path: '/api/v1/search', headers, query: { q: query.query, limit } };
  }
  const workflow = workflows[query.category];
  const json = { query: query.query, workflow, limit, filters, lens };
  return { method: 'POST', path: '/api/v1/search', headers, json };
}

/** One list of results marked by kind, or a list for each kind. */
function rowsIn(data: unknown, category: SearchCategory): Fields[] {
  if (Array.isArray(data)) return rowsOf(data).filter(({ t = resultKind }) => t === resultKind);
  const groups = fieldsOf(data);
  return lists[category].flatMap((name) => rowsOf(groups[name]));
}

function read(document: Fields, { query, now }: SearchOrder): ProtocolPage | ReturnType<typeof refusal> {
  const [error] = rowsOf(document.error);
  if (error !== undefined) {
    const told = `kagi answered ${String(error.msg ?? error.message ?? error.code).slice(0, 200)}`;
    if (error.code === unauthorized)
      return refusal('refused_key', `${told} (check its key in WEBDATA_SEARCH)`);
    return refusal(billing.includes(error.code as number) ? 'quota' : 'refused', told);
  }
  if (typeof document.data !== 'object') return refusal('broken', 'kagi answered no list of results');
  const results = foundResults(
    rowsIn(document.data, query.category).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.snippet,
      published: row.published ?? row.time,
      engines: ['kagi'],
      ...(query.category === 'images' && { image: fieldsOf(row.image) as { url: unknown } }),
    })),
    now,
  );
  return { results, hasMore: false };
}

/** Kagi Search API, version 1. */
export const kagi: SearchProtocol = {
  name: 'kagi',
  publicUrl: 'https://kagi.com',
  categories: ['web', 'news', 'images'],
  mostPages: 1,
  gapMs: 100,
  operators: null,
  countryEffect: () => 'bias',
  ignores: ['language'],
  ask,
  read,
};
