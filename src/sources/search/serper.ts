import type { Freshness, SearchCategory } from '../../domain/search.ts';
import { type Fields, rowsOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import { primaryLanguage, queryWords } from './query-words.ts';
import type { ProtocolPage, SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const freshness: Readonly<Record<Freshness, string>> = { day: 'd', week: 'w', month: 'm', year: 'y' };
const operators = { joinsByOr: true };
const paths: Readonly<Record<SearchCategory, string>> = { web: '/search', news: '/news', images: '/images' };
const lists: Readonly<Record<SearchCategory, string>> = { web: 'organic', news: 'news', images: 'images' };
/** More at once cost more. */
const pageSize = 10;

/** Google's languages are those of ISO 639-1, but for a few that depend on the region. */
function languageOf(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  const lower = tag.toLowerCase();
  return /^(zh|pt)-/.test(lower) ? lower : primaryLanguage(tag);
}

function read(document: Fields, { query, now }: SearchOrder): ProtocolPage {
  const rows = rowsOf(document[lists[query.category]]);
  const results = foundResults(
    rows.map((row) => ({
      url: row.link,
      title: row.title,
      snippet: row.snippet,
      published: row.date,
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
  return { results, hasMore: rows.length > 0 };
}

/** Serper, which gives results of Google. */
export const serper: SearchProtocol = {
  name: 'serper',
  publicUrl: 'https://google.serper.dev',
  categories: ['web', 'news', 'images'],
  mostPages: 10,
  gapMs: 20,
  operators,
  countryEffect: () => 'bias',
  ignores: [],
  ask({ query, page, withOperators }, key) {
    return {
      method: 'POST',
      path: paths[query.category],
      headers: { 'x-api-key': key },
      json: {
        q: queryWords(query, withOperators, operators),
        gl: query.country?.toLowerCase(),
        hl: languageOf(query.language),
        num: pageSize,
        page,
        tbs: query.freshness === null ? undefined : `qdr:${freshness[query.freshness]}`,
      },
    };
  },
  read,
  explain({ statusCode, text }) {
    // Running out of credits is a bad request there.
    if (statusCode !== 400 || !/credit/i.test(text)) return null;
    return { code: 'quota', message: 'serper says that the credits of its account are used up' };
  },
};
