import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAlone } from './listen-alone.ts';
import { requestUrl } from './request-url.ts';

/** Response of a path. */
export interface Answer {
  /** Default: 200. */
  status?: number;
  /** An empty value omits the header. */
  headers?: Record<string, string>;
  /** Text is sent as UTF-8. Default content type: HTML. */
  body?: string | Uint8Array;
  /** Delay of the first byte in milliseconds. */
  delayMs?: number;
  /** The response is sent when this promise has resolved. */
  heldUntil?: Promise<unknown>;
}

/**
 * Response, or a function that creates one. `count` is the number of requests for the path, including this one;
 * `body` is the request body.
 */
export type Route = Answer | ((request: IncomingMessage, url: URL, count: number, body: string) => Answer);

/** Routes by path; a key that ends in an asterisk matches a path prefix. */
export type Routes = ReadonlyMap<string, Route>;

/** Request as it was received. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** Server on its own loopback address that records its requests. */
export interface LoopbackServer {
  /** `http://ADDRESS:PORT`. */
  readonly origin: string;
  readonly address: string;
  readonly port: number;
  /** Returns the absolute URL of a path. */
  url(path: string): string;
  /** Returns the number of requests for a path without its query. */
  requests(path: string): number;
  /** Returns the requests for a path without its query, oldest first. Default: all requests. */
  received(path?: string): ReceivedRequest[];
  /** Number of requests of any kind. */
  readonly hits: number;
  /** Deletes the recorded requests. */
  reset(): void;
  close(): Promise<void>;
}

/** Maximum number of requests recorded completely; older ones are only counted. */
const maxRemembered = 5000;

/** Starts a server; `makeRoutes` receives its origin, so that pages can contain absolute URLs. */
export async function startLoopbackServer(
  address: string,
  makeRoutes: (origin: string) => Routes,
): Promise<LoopbackServer> {
  const seen = createMemory();
  const timers = new Set<NodeJS.Timeout>();
  let routes: Routes = new Map();
  const server = createServer({ keepAliveTimeout: 30_000 }, async (request, response) => {
    const url = requestUrl(request);
    const count = seen.note(request, url.pathname);
    const route = routeOf(routes, url.pathname) ?? notFound;
    const body = request.method !== 'GET' ? await bodyOf(request) : '';
    const answer = typeof route === 'function' ? route(request, url, count, body) : route;
    await answer.heldUntil;
    if (answer.delayMs === undefined) return send(request, response, answer);
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(request, response, answer);
    }, answer.delayMs);
    timers.add(timer);
  });
  const bound = await listenAlone(server, address);
  const origin = `http://${bound.address}:${bound.port}`;
  routes = makeRoutes(origin);
  return {
    origin,
    address: bound.address,
    port: bound.port,
    url: (path) => new URL(path, origin).href,
    requests: seen.requests,
    received: seen.received,
    get hits() {
      return seen.hits();
    },
    reset: seen.reset,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns the request body; empty if it was aborted. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
  } catch {
    return '';
  }
  return body;
}

function createMemory() {
  let counts = new Map<string, number>();
  let remembered: ReceivedRequest[] = [];
  return {
    note(request: IncomingMessage, path: string): number {
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      remembered.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
      if (remembered.length > maxRemembered) remembered = remembered.slice(-maxRemembered / 2);
      return count;
    },
    requests: (path: string) => counts.get(path) ?? 0,
    received: (path?: string) =>
      remembered.filter((request) => path === undefined || request.path.split('?')[0] === path),
    hits: () => counts.values().reduce((sum, count) => sum + count, 0),
    reset() {
      counts = new Map();
      remembered = [];
    },
  };
}

function routeOf(routes: Routes, path: string): Route | undefined {
  const exact = routes.get(path);
  if (exact !== undefined) return exact;
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
    const beginning = routes.get(`${path.slice(0, slash + 1)}*`);
    if (beginning !== undefined || slash === 0) return beginning;
  }
  return undefined;
}

const notFound: Answer = {
  status: 404,
  body: '<!DOCTYPE html><html lang="en"><title>Not found</title><h1>Not found</h1><p>There is no such page.</p></html>',
};

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : (answer.body ?? new Uint8Array());
  const isNamed = Object.keys(answer.headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
  const headers = {
    ...(isNamed || body.length === 0 ? {} : { 'content-type': 'text/html; charset=utf-8' }),
    'content-length': String(body.length),
    ...answer.headers,
  };
  const sent = Object.entries(headers).filter(([, value]) => value !== '');
  response.writeHead(answer.status ?? 200, Object.fromEntries(sent));
  response.end(request.method === 'HEAD' ? undefined : body);
}
