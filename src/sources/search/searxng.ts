import type { SearchCategory, SearchQuery } from '../../domain/search.ts';
import { localeOf } from '../../web/locale.ts';
import type { EndpointAnswer } from '../operator-endpoint.ts';
import { type Fields, rowsOf, textOf, textsOf } from './foreign-fields.ts';
import { foundResults, plainLine } from './found-result.ts';
import { queryWords } from './query-words.ts';
import { type ProtocolPage, refusal, type SearchProtocol } from './search-protocol.ts';
import type { FailedEngine, SearchOrder, SearchRefusal } from './search-provider.ts';

const categoryNames: Readonly<Record<SearchCategory, string>> = {
  web: 'general',
  news: 'news',
  images: 'images',
};
const operators = { joinsByOr: true };

const jsonIsOff = 'searxng refuses JSON: add "json" to "search.formats" in its settings.yml and restart it';
const limiterIsOn =
  'searxng refuses this machine: set "server.limiter: false" in its settings.yml, or trust this address in its limiter.toml';

/** Its languages are locales: one with a region is as near to a country as it gets. */
function localeFor({ language, country }: SearchQuery): string | null {
  if (language === null) return country === null ? null : localeOf(country).language;
  return country === null || language.includes('-') ? language : `${language}-${country}`;
}

function isHtml({ headers }: EndpointAnswer): boolean {
  return /html/.test(headers['content-type'] ?? '');
}

/** Pairs of engine and reason; newer versions may add to them. */
function failedEngines(value: unknown): FailedEngine[] {
  const pairs: unknown[] = Array.isArray(value) ? value.slice(0, 200) : [];
  return pairs.flatMap((pair) => {
    const [engine = '', reason = ''] = textsOf(pair);
    return engine === '' ? [] : { engine: plainLine(engine, 60), reason: plainLine(reason, 100) };
  });
}

function read(document: Fields, { now, query }: SearchOrder): ProtocolPage | ReturnType<typeof refusal> {
  if (!Array.isArray(document.results)) {
    return refusal('broken', 'what answers at the address of searxng is no search of it');
  }
  const results = foundResults(
    rowsOf(document.results).map((row) => ({
      url: row.url,
      title: row.title,
      snippet: row.content,
      published: row.publishedDate ?? row.pubdate,
      engines: textsOf(row.engines).length > 0 ? textsOf(row.engines) : [textOf(row.engine) || 'searxng'],
      ...(query.category === 'images' && {
        image: { url: row.img_src, thumbnail: row.thumbnail_src ?? row.thumbnail },
      }),
    })),
    now,
  );
  const failed = failedEngines(document.unresponsive_engines);
  // Without results nobody can tell what the engines that failed would have found.
  if (document.results.length === 0 && failed.length > 0) {
    const told = failed.map(({ engine, reason }) => `${engine}: ${reason}`).join('; ');
    return refusal('engines', `the engines of searxng failed (${told})`);
  }
  return { results, hasMore: results.length > 0, failedEngines: failed };
}

/** Engines that cannot do what is asked are left out without a word; when none is left, nobody looked. */
function nobodyLooked(config: Fields, { query }: SearchOrder): SearchRefusal | null {
  if (!Array.isArray(config.engines)) return null;
  const category = categoryNames[query.category];
  const enabled = rowsOf(config.engines).filter(
    ({ enabled: isOn, categories }) => isOn === true && textsOf(categories).includes(category),
  );
  if (enabled.length === 0)
    return refusal('unfit', `searxng has no engine of category ${category} switched on`);
  const keeps = enabled.some(({ time_range_support: supported }) => supported === true);
  if (query.freshness === null || keeps) return null;
  return refusal('unfit', `no engine of searxng that is switched on for ${category} can keep to a freshness`);
}

/** SearXNG, and searx before it: a metasearch that the operator runs. */
export const searxng: SearchProtocol = {
  name: 'searxng',
  publicUrl: null,
  categories: ['web', 'news', 'images'],
  mostPages: 8,
  gapMs: 0,
  operators,
  countryEffect: () => 'language',
  ignores: [],
  ask({ query, page, withOperators }) {
    return {
      method: 'GET',
      path: '/search',
      query: {
        q: queryWords(query, withOperators, operators),
        format: 'json',
        categories: categoryNames[query.category],
        language: localeFor(query),
        time_range: query.freshness,
        pageno: page,
      },
    };
  },
  read,
  explain(answer) {
    const { statusCode } = answer;
    if (statusCode === 403) return { code: 'set_up', message: `${jsonIsOff} (403)` };
    if (statusCode === 429) {
      return { code: 'rate_limited', message: `${limiterIsOn} (429)` };
    }
    if (statusCode === 200 && isHtml(answer)) {
      const message = 'searxng answered a page in place of JSON: set its base address in WEBDATA_SEARCH';
      return { code: 'set_up', message };
    }
    return null;
  },
  doubt: { request: { method: 'GET', path: '/config' }, tell: nobodyLooked },
  // Its 403 means either of two things; whether it gives pages to people tells them apart.
  diagnose: {
    request: { method: 'GET', path: '/search', query: { q: 'weather' } },
    tell({ statusCode }) {
      if (statusCode === 200) return jsonIsOff;
      return statusCode === 403 || statusCode === 429 ? limiterIsOn : null;
    },
  },
};
