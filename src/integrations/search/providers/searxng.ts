import { type SearchCategory, type SearchQuery, searchCategories } from '../../../domain/resources/search.ts';
import { getLocale } from '../../../web/locale/locale.ts';
import type { EndpointResponse } from '../../operator-endpoint.ts';
import { createQueryText } from '../query-text.ts';
import { createSearchError, type ProtocolPage, type SearchProtocol } from '../search-protocol.ts';
import type { FailedEngine, SearchErrorReply, SearchRequest } from '../search-provider.ts';
import { parseResults, toPlainLine } from '../search-result.ts';
import { type Fields, toRows, toText, toTexts } from '../untrusted-fields.ts';

const categoryNames: Readonly<Record<SearchCategory, string>> = {
  web: 'general',
  news: 'news',
  images: 'images',
  videos: 'videos',
  research: 'science',
};
const operators = { joinsByOr: true };

const jsonDisabledMessage =
  'searxng rejects JSON requests. Add "json" to "search.formats" in its settings.yml and restart it.';
const limiterEnabledMessage =
  'searxng rejects requests of this machine. Set "server.limiter: false" in its settings.yml, or trust this address in its limiter.toml.';

/** Returns the locale to search in: SearXNG has no country parameter, but its languages may have a region. */
function createLocale({ language, country }: SearchQuery): string | null {
  if (language === null) return country === null ? null : getLocale(country).language;
  return country === null || language.includes('-') ? language : `${language}-${country}`;
}

function isHtml({ headers }: EndpointResponse): boolean {
  return /html/.test(headers['content-type'] ?? '');
}

/** Parses pairs of engine and reason; newer versions may add elements. */
function parseFailedEngines(value: unknown): FailedEngine[] {
  const pairs: unknown[] = Array.isArray(value) ? value.slice(0, 200) : [];
  return pairs.flatMap((pair) => {
    const [engine = '', reason = ''] = toTexts(pair);
    return engine === '' ? [] : { engine: toPlainLine(engine, 60), reason: toPlainLine(reason, 100) };
  });
}

function parsePage(
  document: Fields,
  { now, query }: SearchRequest,
): ProtocolPage | ReturnType<typeof createSearchError> {
  if (!Array.isArray(document.results)) {
    return createSearchError(
      'broken',
      'The server at the URL of SearXNG did not return search results. Correct its URL in WEBDATA_SEARCH.',
    );
  }
  const results = parseResults(
    toRows(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.content,
      published: row.publishedDate ?? row.pubdate,
      engines: toTexts(row.engines).length > 0 ? toTexts(row.engines) : [toText(row.engine) || 'searxng'],
      ...(query.category === 'images' && {
        image: { url: row.img_src, thumbnail: row.thumbnail_src ?? row.thumbnail },
      }),
    })),
    now,
  );
  const failed = parseFailedEngines(document.unresponsive_engines);
  // An empty list is not reliable if engines failed.
  if (document.results.length === 0 && failed.length > 0) {
    const reasons = failed.map(({ engine, reason }) => `${engine}: ${reason}`).join('; ');
    return createSearchError('engines', `The engines of SearXNG failed (${reasons}).`);
  }
  return { kind: 'page', results, hasMore: results.length > 0, failedEngines: failed };
}

/** SearXNG silently skips engines that do not support the query; if none is left, the result says nothing. */
function explainEmptyResult(config: Fields, { query }: SearchRequest): SearchErrorReply | null {
  if (!Array.isArray(config.engines)) return null;
  const category = categoryNames[query.category];
  const enabled = toRows(config.engines).filter(
    ({ enabled: isOn, categories }) => isOn === true && toTexts(categories).includes(category),
  );
  if (enabled.length === 0)
    return createSearchError(
      'unfit',
      `searxng has no enabled engine of category ${category}. Enable one in its settings.yml.`,
    );
  const supportsFreshness = enabled.some(({ time_range_support: supported }) => supported === true);
  if (query.freshness === null || supportsFreshness) return null;
  return createSearchError(
    'unfit',
    `No enabled engine of SearXNG for ${category} supports a time range. Leave out \`freshness\`.`,
  );
}

/** Protocol of SearXNG and its predecessor searx, a metasearch that the operator runs. */
export const searxng: SearchProtocol = {
  name: 'searxng',
  publicUrl: null,
  categories: searchCategories,
  maxPages: 8,
  intervalMs: 0,
  operators,
  countryEffect: () => 'language',
  // Its engines know only periods that end today.
  ignores: ['since', 'until'],
  createRequest({ query, page, withOperators }) {
    return {
      method: 'GET',
      path: '/search',
      query: {
        q: createQueryText(query, withOperators, operators),
        format: 'json',
        categories: categoryNames[query.category],
        language: createLocale(query),
        time_range: query.freshness,
        pageno: page,
      },
    };
  },
  parsePage,
  explain(answer) {
    const { statusCode } = answer;
    if (statusCode === 403) return { code: 'set_up', message: `${jsonDisabledMessage} (403)` };
    if (statusCode === 429) {
      return { code: 'rate_limited', message: `${limiterEnabledMessage} (429)` };
    }
    if (statusCode === 200 && isHtml(answer)) {
      const message =
        'searxng answered with an HTML page instead of JSON. Set its base URL in WEBDATA_SEARCH.';
      return { code: 'set_up', message };
    }
    return null;
  },
  doubt: { request: { method: 'GET', path: '/config' }, interpret: explainEmptyResult },
  // A 403 has two possible causes; a request for HTML distinguishes them.
  diagnose: {
    request: { method: 'GET', path: '/search', query: { q: 'weather' } },
    interpret({ statusCode }) {
      if (statusCode === 200) return jsonDisabledMessage;
      return statusCode === 403 || statusCode === 429 ? limiterEnabledMessage : null;
    },
  },
};
