import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Dialect,
  type DialectAnswer,
  type DialectName,
  dialects,
  type IndexedPage,
  type SearchRequest,
} from './search-dialects.ts';

/** Fault of the responses. */
export type SearchTrouble =
  | 'none'
  | 'key'
  | 'rate'
  | 'quota'
  | 'server'
  | 'hang'
  | 'drop'
  | 'drop_in_body'
  | 'html'
  | 'no_json'
  | 'other_json'
  | 'huge'
  | 'redirect'
  | 'empty'
  | 'repeats'
  /** SearXNG: all engines failed, or one of them. */
  | 'engines_down'
  | 'engine_down'
  /** SearXNG: its limiter also rejects requests for pages. */
  | 'limiter';

/** Search provider on a loopback address with one dialect and configurable behaviour. */
export interface SearchServer {
  readonly url: string;
  /** All requests, oldest first. */
  readonly requests: SearchRequest[];
  /** Sets the fault of all responses, or of those after the first `afterAnswers`. */
  behave(trouble: SearchTrouble, afterAnswers?: number): void;
  /** Sets the engines that `/config` of SearXNG lists. */
  configure(engines: readonly object[]): void;
  /** Sets the pages of the index. */
  know(pages: readonly IndexedPage[]): void;
  reset(): void;
  close(): Promise<void>;
}

/** API key that the servers accept. */
export const searchKey = 'key-0123456789';

/** Returns an index of `count` pages about one word, on several hosts. */
export function pagesAbout(word: string, count: number): IndexedPage[] {
  return Array.from({ length: count }, (_, at) => ({
    url: `https://${['shop', 'blog', 'news'][at % 3]}.example.${at % 2 === 0 ? 'com' : 'org'}/${word}-${at + 1}`,
    title: `${word} ${at + 1}`,
    text: `All there is to say about ${word} & company, part ${at + 1}.`,
    ...(at === 0 && { published: '2025-11-03T00:00:00.000Z' }),
  }));
}

/** Returns whether a page contains all words; supports `site:` like most engines. */
function matches(page: IndexedPage, words: string): boolean {
  const host = new URL(page.url).hostname;
  const on = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  const places = [...words.matchAll(/(-?)site:([^\s()]+)/g)];
  const wanted = places.filter(([, sign]) => sign === '').map(([, , domain]) => domain as string);
  if (places.some(([, sign, domain]) => sign === '-' && on(domain as string))) return false;
  if (wanted.length > 0 && !wanted.some(on)) return false;
  const plain = words.replace(/[()]|-?site:[^\s()]+|\bOR\b/g, ' ');
  const text = `${page.title} ${page.text}`.toLowerCase();
  return plain.split(/\s+/).every((word) => text.includes(word.toLowerCase()));
}

async function readRequest(request: IncomingMessage): Promise<SearchRequest> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const url = new URL(request.url ?? '/', 'http://loopback');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text === '' ? {} : JSON.parse(text),
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: DialectAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Applies connection faults; returns true if no response is to be sent. */
function makeTrouble(response: ServerResponse, trouble: SearchTrouble): boolean {
  const html = '<!DOCTYPE html><title>Welcome</title><p>Search</p>';
  if (trouble === 'hang') return true;
  if (trouble === 'drop') response.destroy();
  else if (trouble === 'drop_in_body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
    response.write('{"results": [');
    setImmediate(() => response.destroy());
  } else if (trouble === 'html') send(response, { status: 200, body: html });
  else if (trouble === 'no_json') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": [{"url": ');
  } else if (trouble === 'other_json') send(response, { status: 200, body: ['hello'] });
  else if (trouble === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x": "${'y'.repeat(6_000_000)}"}`);
  } else if (trouble === 'redirect') {
    response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere?secret=1' }).end();
  } else return false;
  return true;
}

const defaultEngines: readonly object[] = ['general', 'news', 'images', 'videos', 'science'].map(
  (category) => ({
    name: `alpha ${category}`,
    enabled: true,
    categories: [category],
    time_range_support: true,
  }),
);

const refusals = ['key', 'rate', 'quota', 'server'] as const;

function withDeadEngines(answer: DialectAnswer, isAll: boolean): DialectAnswer {
  const body = answer.body as { results: unknown[] };
  const dead = [
    ['alpha', 'timeout'],
    ['beta', 'Suspended: CAPTCHA'],
  ];
  return {
    ...answer,
    body: { ...body, ...(isAll && { results: [] }), unresponsive_engines: isAll ? dead : dead.slice(1) },
  };
}

/** Starts a provider with `pages` in its index. */
export async function startSearchServer(
  name: DialectName,
  pages: readonly IndexedPage[] = pagesAbout('widget', 45),
): Promise<SearchServer> {
  const dialect: Dialect = dialects[name];
  let known = pages;
  let trouble: SearchTrouble = 'none';
  let goodAnswers = 0;
  let engines = defaultEngines;
  let requests: SearchRequest[] = [];

  function answer(requested: SearchRequest, current: SearchTrouble): DialectAnswer {
    if (name === 'searxng' && requested.path.endsWith('/config')) return { status: 200, body: { engines } };
    if (name === 'searxng' && requested.query.format !== 'json') {
      if (current === 'limiter') return { status: 429, body: 'Too Many Requests' };
      return { status: 200, body: '<!DOCTYPE html><title>searx</title>' };
    }
    const refusal = refusals.find((kind) => kind === current);
    if (refusal !== undefined || current === 'limiter') return dialect.refused(refusal ?? 'key');
    if (!dialect.takes(requested))
      return { status: 400, body: { error: 'a field that is not known', asked: requested } };
    const wanted = dialect.wanted(requested);
    if (wanted.key !== undefined && wanted.key !== searchKey) {
      const refused = dialect.refused('key');
      const text = JSON.stringify(refused.body).replace('refused', `refused ${wanted.key}`);
      return { ...refused, body: JSON.parse(text) };
    }
    const found = current === 'empty' ? [] : known.filter((page) => matches(page, wanted.words));
    const from = current === 'repeats' ? 0 : wanted.from;
    const given = found.slice(from, from + wanted.count);
    const good = dialect.results(given, requested, found.length > from + wanted.count);
    if (current === 'engines_down' || current === 'engine_down') {
      return withDeadEngines(good, current === 'engines_down');
    }
    return good;
  }

  const server = createServer(async (request, response) => {
    const requested = await readRequest(request).catch(() => null);
    if (requested === null) return;
    requests.push(requested);
    const current = requests.length > goodAnswers ? trouble : 'none';
    if (!makeTrouble(response, current)) send(response, answer(requested, current));
  });
  server.listen(0, process.platform === 'linux' ? '127.0.0.14' : '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${bound.address}:${bound.port}`,
    get requests() {
      return requests;
    },
    behave(next, afterAnswers = 0) {
      trouble = next;
      goodAnswers = requests.length + afterAnswers;
    },
    configure(next) {
      engines = next;
    },
    know(next) {
      known = next;
    },
    reset() {
      trouble = 'none';
      goodAnswers = 0;
      engines = defaultEngines;
      requests = [];
      known = pages;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
