import type { Freshness, SearchCategory } from '../../domain/search.ts';
import { braveCountries, braveLanguages } from './brave-places.ts';
import { type Fields, fieldsOf, rowsOf, textsOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import { primaryLanguage, queryWords } from './query-words.ts';
import type { ProtocolPage, SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const freshness: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };
const operators = { joinsByOr: true };
const paths: Readonly<Record<SearchCategory, string>> = {
  web: '/res/v1/web/search',
  news: '/res/v1/news/search',
  images: '/res/v1/images/search',
};
/** Longer queries are refused. */
const longestQuery = 400;
const mostWords = 50;
const pageSize = 20;
const mostImages = 100;

/** The query as far as it is taken: whole words. */
function cut(words: string): string {
  const kept = words.split(/\s+/).slice(0, mostWords).join(' ');
  if (kept.length <= longestQuery) return kept;
  const end = kept.lastIndexOf(' ', longestQuery);
  return kept.slice(0, end > 0 ? end : longestQuery).toWellFormed();
}

/** Its language codes are its own; a country makes the difference for some. */
function languageOf(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  return braveLanguages[tag.toLowerCase()] ?? braveLanguages[primaryLanguage(tag)];
}

function rowsIn(document: Fields, category: SearchCategory): Fields[] {
  return rowsOf(category === 'web' ? fieldsOf(document.web).results : document.results);
}

function imageOf(row: Fields) {
  const { url, width, height } = fieldsOf(row.properties);
  return { url, thumbnail: fieldsOf(row.thumbnail).src, width, height };
}

/** Limits come in pairs, a second and a month: what is left of the first, and when it begins anew. */
function pauseOf(headers: Readonly<Record<string, string | undefined>>): number | null {
  const first = (name: string) => Number.parseFloat(headers[name]?.split(',')[0] ?? '');
  const seconds = first('x-ratelimit-reset');
  return first('x-ratelimit-remaining') === 0 && seconds > 0 && seconds <= 60 ? seconds * 1_000 : null;
}

function read(
  document: Fields,
  { query, page, now, withOperators }: SearchOrder,
  headers: Readonly<Record<string, string | undefined>>,
): ProtocolPage {
  const { category } = query;
  const rows = rowsIn(document, category);
  const results = foundResults(
    rows.map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.description ?? textsOf(row.extra_snippets)[0],
      published: row.page_age ?? row.age,
      engines: ['brave'],
      ...(category === 'images' && { image: imageOf(row) }),
    })),
    now,
  );
  const more = fieldsOf(document.query).more_results_available;
  const words = queryWords(query, withOperators, operators);
  const pauseMs = pauseOf(headers);
  const message = `brave takes ${longestQuery} characters and ${mostWords} words: the rest of the query was left out`;
  return {
    results,
    hasMore: category !== 'images' && (typeof more === 'boolean' ? more : rows.length >= pageSize),
    warnings:
      page === 1 && cut(words) !== words.split(/\s+/).join(' ') ? [{ code: 'query_cut', message }] : [],
    ...(pauseMs !== null && { pauseMs }),
  };
}

/** Brave Search API. */
export const brave: SearchProtocol = {
  name: 'brave',
  publicUrl: 'https://api.search.brave.com',
  categories: ['web', 'news', 'images'],
  mostPages: 10,
  gapMs: 50,
  operators,
  countryEffect: ({ country, language }) => {
    if (braveCountries.has(country ?? '')) return 'bias';
    return languageOf(language) === undefined ? 'ignored' : 'language';
  },
  ignores: [],
  ask({ query, page, wanted, withOperators }, key) {
    const { category, country } = query;
    const isImages = category === 'images';
    return {
      method: 'GET',
      path: paths[category],
      headers: { 'x-subscription-token': key },
      query: {
        q: cut(queryWords(query, withOperators, operators)),
        // Unless told, it takes everybody for somebody in the United States.
        country: braveCountries.has(country ?? '') ? country : 'ALL',
        search_lang: languageOf(query.language),
        count: isImages ? Math.min(mostImages, wanted) : pageSize,
        ...(!isImages && {
          // The number of a page, not of a result.
          offset: page - 1,
          freshness: query.freshness === null ? null : freshness[query.freshness],
          text_decorations: 'false',
        }),
      },
    };
  },
  read,
  explain({ statusCode, text }) {
    if (statusCode !== 422 || !/SUBSCRIPTION_TOKEN/.test(text)) return null;
    return { code: 'refused_key', message: 'brave refused the key: check it in WEBDATA_SEARCH' };
  },
};
