import { freshnessDays, type SearchQuery } from '../../domain/search.ts';
import { type Fields, fieldsOf, rowsOf, textOf } from './foreign-fields.ts';
import { foundResults } from './found-result.ts';
import { primaryLanguage, queryWords } from './query-words.ts';
import { type ProtocolPage, refusal, type SearchProtocol } from './search-protocol.ts';
import type { SearchOrder } from './search-provider.ts';

const operators = { joinsByOr: false };
const pageSize = 20;
/** How much results of the country, and of the language, are moved up. */
const countryBoost = 10;
const languageBoost = 100;
const dayMs = 86_400_000;

/** Its `since` takes days, months and years by name, and dates. */
function sinceOf({ freshness }: SearchQuery, now: Date): string | null {
  if (freshness !== 'week') return freshness;
  const day = new Date(now.getTime() - freshnessDays.week * dayMs);
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}

function read(document: Fields, { now, page }: SearchOrder): ProtocolPage | ReturnType<typeof refusal> {
  const response = fieldsOf(document.response);
  const status = textOf(response.status);
  // Errors come with a good status as well.
  if (status !== 'OK') {
    const isKey = /key|auth|access|ip address/i.test(status);
    const hint = isKey ? ' (check its key in WEBDATA_SEARCH)' : '';
    return refusal(
      isKey ? 'refused_key' : 'broken',
      `mojeek answered ${status.slice(0, 200) || 'no status'}${hint}`,
    );
  }
  const rows = rowsOf(response.results);
  const results = foundResults(
    rows.map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.desc,
      published: row.timestamp ?? row.pdate,
      engines: ['mojeek'],
    })),
    now,
  );
  const total = Number(fieldsOf(response.head).results);
  return { results, hasMore: rows.length > 0 && (Number.isNaN(total) || page * pageSize < total) };
}

/** Mojeek, an index of its own. */
export const mojeek: SearchProtocol = {
  name: 'mojeek',
  publicUrl: 'https://www.mojeek.com',
  categories: ['web'],
  mostPages: 5,
  gapMs: 200,
  operators,
  countryEffect: () => 'bias',
  ignores: [],
  ask({ query, page, withOperators, now }, key) {
    const { country, language } = query;
    return {
      method: 'GET',
      path: '/search',
      query: {
        q: queryWords(query, withOperators, operators),
        fmt: 'json',
        api_key: key,
        t: pageSize,
        s: (page - 1) * pageSize + 1,
        since: sinceOf(query, now),
        ...(country !== null && { rb: country, rbb: countryBoost }),
        ...(language !== null && { lb: primaryLanguage(language).toUpperCase(), lbb: languageBoost }),
      },
    };
  },
  read,
};
