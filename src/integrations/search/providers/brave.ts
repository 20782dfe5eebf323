import {
  type Freshness,
  type SearchCategory,
  type SearchQuery,
  searchCategories,
} from '../../../domain/resources/search.ts';
import { createQueryText, primaryLanguage } from '../query-text.ts';
import type { ProtocolPage, SearchProtocol } from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults } from '../search-result.ts';
import { type Fields, toFields, toRows, toTexts } from '../untrusted-fields.ts';
import { braveCountries, braveLanguages } from './brave-codes.ts';

const freshness: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };
const operators = { joinsByOr: true };
const paths = {
  web: '/res/v1/web/search',
  news: '/res/v1/news/search',
  images: '/res/v1/images/search',
  videos: '/res/v1/videos/search',
} as const satisfies Partial<Record<SearchCategory, string>>;

function hasPath(category: SearchCategory): category is keyof typeof paths {
  return category in paths;
}
/** Brave rejects longer queries. */
const maxQueryLength = 400;
const maxWords = 50;
const pageSize = 20;
const maxImages = 100;
/** Before every page of the web. */
const firstDay = '1990-01-01';

/** Truncates a query to whole words within the limits. */
function truncateQuery(words: string): string {
  const truncated = words.split(/\s+/).slice(0, maxWords).join(' ');
  if (truncated.length <= maxQueryLength) return truncated;
  const end = truncated.lastIndexOf(' ', maxQueryLength);
  return truncated.slice(0, end > 0 ? end : maxQueryLength).toWellFormed();
}

/** Returns a period by name, or as two days. */
function createFreshness({ freshness: period, since, until }: SearchQuery, now: Date): string | null {
  if (period !== null) return freshness[period];
  if (since === undefined && until === undefined) return null;
  return `${since ?? firstDay}to${until ?? now.toISOString().slice(0, 10)}`;
}

/** Returns Brave's own language code, which depends on the country for some languages. */
function findLanguageCode(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  return braveLanguages[tag.toLowerCase()] ?? braveLanguages[primaryLanguage(tag)];
}

function findRows(document: Fields, category: SearchCategory): Fields[] {
  return toRows(category === 'web' ? toFields(document.web).results : document.results);
}

function parseImage(row: Fields) {
  const { url, width, height } = toFields(row.properties);
  return { url, thumbnail: toFields(row.thumbnail).src, width, height };
}

/** Returns the pause until the per-second limit resets; headers list a limit per second and one per month. */
function parsePauseMs(headers: Readonly<Record<string, string | undefined>>): number | null {
  const first = (name: string) => Number.parseFloat(headers[name]?.split(',')[0] ?? '');
  const seconds = first('x-ratelimit-reset');
  return first('x-ratelimit-remaining') === 0 && seconds > 0 && seconds <= 60 ? seconds * 1_000 : null;
}

function parsePage(
  document: Fields,
  { query, page, now, withOperators }: SearchRequest,
  headers: Readonly<Record<string, string | undefined>>,
): ProtocolPage {
  const { category } = query;
  const rows = findRows(document, category);
  const results = parseResults(
    rows.map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.description ?? toTexts(row.extra_snippets)[0],
      published: row.page_age ?? row.age,
      engines: ['brave'],
      ...(category === 'images' && { image: parseImage(row) }),
    })),
    now,
  );
  const more = toFields(document.query).more_results_available;
  const words = createQueryText(query, withOperators, operators);
  const pauseMs = parsePauseMs(headers);
  const message = `brave accepts at most ${maxQueryLength} characters and ${maxWords} words. The rest of the query was ignored.`;
  return {
    kind: 'page',
    results,
    hasMore: category !== 'images' && (typeof more === 'boolean' ? more : rows.length >= pageSize),
    warnings:
      page === 1 && truncateQuery(words) !== words.split(/\s+/).join(' ')
        ? [{ code: 'query_cut', message }]
        : [],
    ...(pauseMs !== null && { pauseMs }),
  };
}

/** Protocol of the Brave Search API. */
export const brave: SearchProtocol = {
  name: 'brave',
  publicUrl: 'https://api.search.brave.com',
  categories: searchCategories.filter(hasPath),
  maxPages: 10,
  intervalMs: 50,
  operators,
  countryEffect: ({ country, language }) => {
    if (braveCountries.has(country ?? '')) return 'bias';
    return findLanguageCode(language) === undefined ? 'ignored' : 'language';
  },
  // Its image search has no filter by date.
  ignores: (category) => (category === 'images' ? ['freshness', 'since', 'until'] : []),
  createRequest({ query, page, wanted, withOperators, now }, key) {
    const { category, country } = query;
    const isImages = category === 'images';
    return {
      method: 'GET',
      path: paths[hasPath(category) ? category : 'web'],
      headers: { 'x-subscription-token': key },
      query: {
        q: truncateQuery(createQueryText(query, withOperators, operators)),
        // Without a country, Brave assumes the United States.
        country: braveCountries.has(country ?? '') ? country : 'ALL',
        search_lang: findLanguageCode(query.language),
        count: isImages ? Math.min(maxImages, wanted) : pageSize,
        ...(!isImages && {
          // Number of a page, not of a result.
          offset: page - 1,
          freshness: createFreshness(query, now),
          text_decorations: 'false',
        }),
      },
    };
  },
  parsePage,
  explain({ statusCode, text }) {
    if (statusCode !== 422 || !/SUBSCRIPTION_TOKEN/.test(text)) return null;
    return { code: 'refused_key', message: 'brave rejected the API key. Check it in WEBDATA_SEARCH.' };
  },
};
