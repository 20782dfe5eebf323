import { freshnessDays, type SearchQuery } from '../../../domain/resources/search.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { createQueryText, primaryLanguage } from '../query-text.ts';
import { createSearchError, type ProtocolPage, type SearchProtocol } from '../search-protocol.ts';
import type { SearchRequest } from '../search-provider.ts';
import { parseResults } from '../search-result.ts';
import { type Fields, toFields, toRows, toText } from '../untrusted-fields.ts';

const operators = { joinsByOr: false };
const pageSize = 20;
/** Ranking boost of results of the country, and of the language. */
const countryBoost = 10;
const languageBoost = 100;

/** Returns the `since` parameter, which accepts day, month and year by name, and dates. */
function createSince({ freshness, since }: SearchQuery, now: Date): string | null {
  if (since !== undefined) return since.replaceAll('-', '');
  if (freshness !== 'week') return freshness;
  const day = new Date(now.getTime() - freshnessDays.week * dayMs);
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}

function parsePage(
  document: Fields,
  { now, page }: SearchRequest,
): ProtocolPage | ReturnType<typeof createSearchError> {
  const response = toFields(document.response);
  const status = toText(response.status);
  // Mojeek also reports errors with status 200.
  if (status !== 'OK') {
    const isKeyError = /key|auth|access|ip address/i.test(status);
    const hint = isKeyError ? ' (check its key in WEBDATA_SEARCH)' : '';
    return createSearchError(
      isKeyError ? 'refused_key' : 'broken',
      `mojeek answered: ${status.slice(0, 200) || 'no status'}${hint}`,
    );
  }
  const rows = toRows(response.results);
  const results = parseResults(
    rows.map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.desc,
      published: row.timestamp ?? row.pdate,
      engines: ['mojeek'],
    })),
    now,
  );
  const total = Number(toFields(response.head).results);
  return {
    kind: 'page',
    results,
    hasMore: rows.length > 0 && (Number.isNaN(total) || page * pageSize < total),
  };
}

/** Protocol of Mojeek, which has its own index. */
export const mojeek: SearchProtocol = {
  name: 'mojeek',
  publicUrl: 'https://www.mojeek.com',
  categories: ['web'],
  maxPages: 5,
  intervalMs: 200,
  operators,
  countryEffect: () => 'bias',
  ignores: ['until'],
  createRequest({ query, page, withOperators, now }, key) {
    const { country, language } = query;
    return {
      method: 'GET',
      path: '/search',
      query: {
        q: createQueryText(query, withOperators, operators),
        fmt: 'json',
        api_key: key,
        t: pageSize,
        s: (page - 1) * pageSize + 1,
        since: createSince(query, now),
        ...(country !== null && { rb: country, rbb: countryBoost }),
        ...(language !== null && { lb: primaryLanguage(language).toUpperCase(), lbb: languageBoost }),
      },
    };
  },
  parsePage,
};
