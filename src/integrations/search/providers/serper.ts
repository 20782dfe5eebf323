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
import { type Fields, toRows } from '../untrusted-fields.ts';

const freshness: Readonly<Record<Freshness, string>> = { day: 'd', week: 'w', month: 'm', year: 'y' };
const operators = { joinsByOr: true };
const paths: Readonly<Record<SearchCategory, string>> = {
  web: '/search',
  news: '/news',
  images: '/images',
  videos: '/videos',
  research: '/scholar',
};
const lists: Readonly<Record<SearchCategory, string>> = {
  web: 'organic',
  news: 'news',
  images: 'images',
  videos: 'videos',
  research: 'organic',
};
/** Larger pages cost more. */
const pageSize = 10;

/** Returns a day as Google writes it: month, day, year. */
function toGoogleDay(day: string | undefined): string {
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  return day === undefined ? '' : `${month}/${date}/${year}`;
}

/** Returns Google's filter by time. */
function createPeriod({ freshness: period, since, until }: SearchQuery): string | undefined {
  if (period !== null) return `qdr:${freshness[period]}`;
  if (since === undefined && until === undefined) return undefined;
  return `cdr:1,cd_min:${toGoogleDay(since)},cd_max:${toGoogleDay(until)}`;
}

/** Returns Google's language code: ISO 639-1, except for a few that depend on the region. */
function findLanguageCode(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  const lower = tag.toLowerCase();
  return /^(zh|pt)-/.test(lower) ? lower : primaryLanguage(tag);
}

function parsePage(document: Fields, { query, now }: SearchRequest): ProtocolPage {
  const rows = toRows(document[lists[query.category]]);
  const results = parseResults(
    rows.map((row) => ({
      url: row.link,
      title: row.title,
      snippet: row.snippet,
      published: row.date ?? row.year,
      engines: ['google'],
      ...(query.category === 'images' && {
        image: {
          url: row.imageUrl,
          thumbnail: row.thumbnailUrl,
          width: row.imageWidth,
          height: row.imageHeight,
        },
      }),
    })),
    now,
  );
  return { kind: 'page', results, hasMore: rows.length > 0 };
}

/** Protocol of Serper, which returns results of Google. */
export const serper: SearchProtocol = {
  name: 'serper',
  publicUrl: 'https://google.serper.dev',
  categories: searchCategories,
  maxPages: 10,
  intervalMs: 20,
  operators,
  countryEffect: () => 'bias',
  // Google Scholar has another filter by time, which Serper does not pass on.
  ignores: (category) => (category === 'research' ? ['freshness', 'since', 'until'] : []),
  createRequest({ query, page, withOperators }, key) {
    return {
      method: 'POST',
      path: paths[query.category],
      headers: { 'x-api-key': key },
      json: {
        q: createQueryText(query, withOperators, operators),
        gl: query.country?.toLowerCase(),
        hl: findLanguageCode(query.language),
        num: pageSize,
        page,
        tbs: query.category === 'research' ? undefined : createPeriod(query),
      },
    };
  },
  parsePage,
  explain({ statusCode, text }) {
    // Serper reports used-up credits as a bad request.
    if (statusCode !== 400 || !/credit/i.test(text)) return null;
    return {
      code: 'quota',
      message: 'serper reports that the credits of the account are used up. Add credits there.',
    };
  },
};
