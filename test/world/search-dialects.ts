import type { IncomingHttpHeaders } from 'node:http';

/** Page in the index. */
export interface IndexedPage {
  url: string;
  title: string;
  text: string;
  published?: string;
}

/** Request as it was received. */
export interface SearchRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent
  body: any;
}

/** Query parsed from a request of some dialect. */
export interface Wanted {
  words: string;
  from: number;
  count: number;
  key: string | undefined;
}

/** Response in some dialect. */
export interface DialectAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** API of one provider: its path, its parameters and its responses. */
export interface Dialect {
  /** Returns whether the provider accepts a request; others are rejected like the provider's validation does. */
  takes(request: SearchRequest): boolean;
  wanted(request: SearchRequest): Wanted;
  results(pages: readonly IndexedPage[], request: SearchRequest, hasMore: boolean): DialectAnswer;
  refused(kind: 'key' | 'rate' | 'quota' | 'server'): DialectAnswer;
}

function error(status: number, body: unknown, headers?: Record<string, string>): DialectAnswer {
  return { status, body, ...(headers !== undefined && { headers }) };
}

const onlyKnown = (given: Record<string, unknown>, known: string) =>
  Object.keys(given).every((name) => known.split(' ').includes(name));

const searxng: Dialect = {
  takes: ({ method, path, query }) =>
    method === 'GET' &&
    path.endsWith('/search') &&
    onlyKnown(query, 'q format categories language time_range pageno'),
  wanted: ({ query }) => ({
    words: query.q ?? '',
    from: (Number(query.pageno ?? 1) - 1) * 10,
    count: 10,
    key: undefined,
  }),
  results: (pages, { query }) => ({
    status: 200,
    body: {
      query: query.q,
      number_of_results: 0,
      results: pages.map(({ url, title, text, published }, at) => ({
        url,
        title,
        content: text,
        engine: 'alpha',
        engines: ['alpha', 'beta'],
        parsed_url: ['https', new URL(url).hostname, '/', '', '', ''],
        positions: [at + 1],
        score: 1,
        category: query.categories,
        publishedDate: published ?? null,
        ...(query.categories === 'images' && { img_src: `${url}.png`, thumbnail_src: `${url}-small.png` }),
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    },
  }),
  refused: (kind) => error({ key: 403, rate: 429, quota: 403, server: 500 }[kind], '<h1>no</h1>'),
};

const brave: Dialect = {
  takes: ({ method, path, query: { country, count, offset, freshness, q = '' } }) =>
    method === 'GET' &&
    /^\/res\/v1\/(web|news|images|videos)\/search$/.test(path) &&
    /^(ALL|[A-Z]{2})$/.test(country ?? 'US') &&
    Number(count ?? 20) <= (path.includes('images') ? 200 : 20) &&
    Number(offset ?? 0) <= 9 &&
    /^(p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/.test(freshness ?? 'pd') &&
    q.length <= 400 &&
    q.split(/\s+/).length <= 50,
  wanted: ({ query, headers }) => ({
    words: query.q ?? '',
    from: Number(query.offset ?? 0) * Number(query.count ?? 20),
    count: Number(query.count ?? 20),
    key: headers['x-subscription-token'] as string | undefined,
  }),
  results(pages, { path, query }, hasMore) {
    const headers = { 'x-ratelimit-limit': '20, 15000', 'x-ratelimit-remaining': '19, 14523' };
    const original = { original: query.q, more_results_available: hasMore };
    const rows = pages.map(({ url, title, text, published }) => ({
      title: `<strong>${title}</strong>`,
      url,
      description: text.replace('&', '&amp;'),
      ...(published !== undefined && { page_age: published.slice(0, 19), age: '3 years ago' }),
      ...(path.includes('images') && {
        properties: { url: `${url}.png`, width: 640, height: 480 },
        thumbnail: { src: `${url}-small.png` },
      }),
    }));
    if (path.includes('/web/')) {
      return {
        status: 200,
        headers,
        body: { type: 'search', query: original, web: { results: rows }, mixed: {} },
      };
    }
    return { status: 200, headers, body: { type: 'news', query: original, results: rows } };
  },
  refused: (kind) => {
    const status = { key: 422, rate: 429, quota: 402, server: 503 }[kind];
    const code = { key: 'SUBSCRIPTION_TOKEN_INVALID', rate: 'RATE_LIMITED', quota: 'QUOTA', server: 'DOWN' }[
      kind
    ];
    const body = { type: 'ErrorResponse', error: { status, code, detail: `not now: ${code}`, meta: {} } };
    return error(status, body, kind === 'rate' ? { 'x-ratelimit-reset': '7, 1419704' } : {});
  },
};

const serper: Dialect = {
  takes: ({ method, path, body }) =>
    method === 'POST' &&
    /^\/(search|news|images|videos|scholar)$/.test(path) &&
    onlyKnown(body, path === '/scholar' ? 'q gl hl num page' : 'q gl hl num page tbs'),
  wanted: ({ body, headers }) => ({
    words: body.q,
    from: (body.page - 1) * body.num,
    count: body.num,
    key: headers['x-api-key'] as string | undefined,
  }),
  results(pages, { path, body }) {
    const rows = pages.map(({ url, title, text, published }, at) => ({
      title,
      link: url,
      snippet: text,
      position: at + 1,
      ...(published !== undefined && (path === '/scholar' ? { year: 2025 } : { date: 'Nov 3, 2025' })),
      ...(path === '/images' && { imageUrl: `${url}.png`, imageWidth: 640, imageHeight: 480 }),
    }));
    const list = path === '/search' || path === '/scholar' ? 'organic' : path.slice(1);
    return { status: 200, body: { searchParameters: body, [list]: rows, credits: 1 } };
  },
  refused: (kind) => {
    const status = { key: 403, rate: 429, quota: 400, server: 500 }[kind];
    const message = { key: 'Unauthorized.', rate: 'Slow down', quota: 'Not enough credits', server: 'x' }[
      kind
    ];
    return error(status, { message, statusCode: status });
  },
};

const tavily: Dialect = {
  takes: ({ method, path, body }) =>
    method === 'POST' &&
    path === '/search' &&
    onlyKnown(
      body,
      'query topic max_results country time_range start_date end_date include_domains exclude_domains',
    ) &&
    body.max_results <= 20 &&
    (body.country === undefined || (body.topic === 'general' && /^[a-z ]+$/.test(body.country))),
  wanted: ({ body, headers }) => ({
    words: body.query,
    from: 0,
    count: body.max_results,
    key: headers.authorization?.replace('Bearer ', ''),
  }),
  results: (pages, { body }) => ({
    status: 200,
    body: {
      query: body.query,
      answer: null,
      images: [],
      results: pages.map(({ url, title, text, published }) => ({
        title,
        url,
        content: text,
        score: 0.9,
        ...(published !== undefined && { published_date: new Date(published).toUTCString() }),
      })),
      response_time: 0.5,
      request_id: 'r1',
    },
  }),
  refused: (kind) => {
    const status = { key: 401, rate: 429, quota: 432, server: 500 }[kind];
    return error(
      status,
      { detail: { error: `refused: ${kind}` } },
      kind === 'rate' ? { 'retry-after': '7' } : {},
    );
  },
};

const exa: Dialect = {
  takes: ({ method, path, body }) =>
    method === 'POST' &&
    path === '/search' &&
    onlyKnown(
      body,
      'query type numResults category userLocation startPublishedDate endPublishedDate includeDomains excludeDomains contents',
    ) &&
    /^(news|research paper)$/.test(body.category ?? 'news') &&
    body.numResults <= 100,
  wanted: ({ body, headers }) => ({
    words: body.query,
    from: 0,
    count: body.numResults,
    key: headers['x-api-key'] as string | undefined,
  }),
  results: (pages) => ({
    status: 200,
    body: {
      requestId: 'r1',
      results: pages.map(({ url, title, text, published }) => ({
        id: url,
        url,
        title,
        score: 0.3,
        publishedDate: published,
        author: null,
        highlights: [text],
      })),
      costDollars: { total: 0.005 },
    },
  }),
  refused: (kind) => {
    const status = { key: 401, rate: 429, quota: 402, server: 502 }[kind];
    return error(status, { requestId: 'r1', error: `refused: ${kind}`, tag: kind.toUpperCase() });
  },
};

const mojeek: Dialect = {
  takes: ({ method, path, query }) =>
    method === 'GET' &&
    path === '/search' &&
    query.fmt === 'json' &&
    onlyKnown(query, 'q fmt api_key t s since rb rbb lb lbb') &&
    /^(day|month|year|\d{8})$/.test(query.since ?? 'day'),
  wanted: ({ query }) => ({
    words: query.q ?? '',
    from: Number(query.s ?? 1) - 1,
    count: Number(query.t ?? 10),
    key: query.api_key,
  }),
  results: (pages, { query }, hasMore) => ({
    status: 200,
    body: {
      response: {
        status: 'OK',
        head: {
          query: query.q,
          start: Number(query.s),
          return: pages.length,
          results: Number(query.s) - 1 + pages.length + (hasMore ? 1 : 0),
        },
        results: pages.map(({ url, title, text, published }) => ({
          url,
          title,
          desc: text,
          ...(published !== undefined && { timestamp: Date.parse(published) / 1_000 }),
        })),
      },
    },
  }),
  refused: (kind) => {
    if (kind === 'key')
      return { status: 200, body: { response: { status: 'ERROR Access denied: bad api_key' } } };
    return error({ rate: 429, quota: 402, server: 500 }[kind], { response: { status: `ERROR ${kind}` } });
  },
};

const kagi: Dialect = {
  takes: ({ method, path, query, body }) =>
    path === '/api/v1/search' &&
    (method === 'GET' ? onlyKnown(query, 'q limit') : onlyKnown(body, 'query workflow limit filters lens')),
  wanted: ({ method, query, body, headers }) => ({
    words: (method === 'GET' ? query.q : body.query) ?? '',
    from: 0,
    count: Number(method === 'GET' ? query.limit : body.limit),
    key: headers.authorization?.replace('Bearer ', ''),
  }),
  results(pages, { method, body }) {
    const rows = pages.map(({ url, title, text, published }, at) => ({
      url,
      title,
      snippet: `<b>${title}</b> ${text}`,
      ...(method === 'GET' && { t: 0, rank: at + 1 }),
      ...(published !== undefined && { [method === 'GET' ? 'published' : 'time']: published }),
      ...(method === 'POST' && { image: { url: `${url}.png`, width: 640, height: 480 } }),
    }));
    const meta = { id: 'k1', node: 'test', ms: 3, api_balance: 1.5 };
    if (method === 'GET') {
      return { status: 200, body: { meta, data: [...rows, { t: 1, list: ['related words'] }], error: null } };
    }
    const list = { search: 'search', news: 'news', images: 'image', videos: 'video' }[
      body.workflow as string
    ] as string;
    return { status: 200, body: { meta, data: { [list]: rows, related_search: [{ title: 'related' }] } } };
  },
  refused: (kind) => {
    if (kind === 'rate')
      return error(429, { error: [{ code: 'rate', message: 'slow down' }] }, { 'retry-after': '7' });
    if (kind === 'server') return error(500, { error: [{ code: 0, msg: 'Internal error' }] });
    const code = kind === 'key' ? 2 : 101;
    return { status: 200, body: { meta: {}, data: null, error: [{ code, msg: 'refused', ref: null }] } };
  },
};

const marginalia: Dialect = {
  takes: ({ method, path, query }) =>
    method === 'GET' && path === '/search' && onlyKnown(query, 'query count page'),
  wanted: ({ query, headers }) => ({
    words: query.query ?? '',
    from: (Number(query.page ?? 1) - 1) * Number(query.count ?? 20),
    count: Number(query.count ?? 20),
    key: headers['api-key'] as string | undefined,
  }),
  results: (pages, { query }) => ({
    status: 200,
    body: {
      license: 'CC-BY-NC-SA 4.0',
      query: query.query,
      results: pages.map(({ url, title, text }) => ({ url, title, description: text, quality: 4 })),
    },
  }),
  refused: (kind) => error({ key: 401, rate: 503, quota: 402, server: 500 }[kind], 'no'),
};

/** All providers with an HTTP API. */
export const dialects = { searxng, brave, serper, tavily, exa, mojeek, kagi, marginalia } as const;

/** Name of one of {@link dialects}. */
export type DialectName = keyof typeof dialects;
