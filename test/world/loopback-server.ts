import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestUrl } from './request-url.ts';

/** What a path answers. */
export interface Answer {
  /** 200 if not given. */
  status?: number;
  /** An empty value keeps a header from being sent. */
  headers?: Record<string, string>;
  /** Text is sent as UTF-8; an HTML type is assumed when the headers name none. */
  body?: string | Uint8Array;
  /** Milliseconds before the first byte. */
  delayMs?: number;
}

/** An answer, or what makes one of the request; `count` is how often the path was asked, this time included, `body` what was posted. */
export type Route = Answer | ((request: IncomingMessage, url: URL, count: number, body: string) => Answer);

/** Routes by path, or by a path's beginning when the key ends in an asterisk. */
export type Routes = ReadonlyMap<string, Route>;

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** A server on a loopback address of its own that remembers what it was asked. */
export interface LoopbackServer {
  /** `http://ADDRESS:PORT`. */
  readonly origin: string;
  readonly address: string;
  readonly port: number;
  /** The absolute address of a path. */
  url(path: string): string;
  /** How often a path (without query) was asked. */
  requests(path: string): number;
  /** The requests for a path (without query), oldest first; every request when no path is given. */
  received(path?: string): ReceivedRequest[];
  /** Requests of any kind. */
  readonly hits: number;
  /** Forgets what was asked. */
  reset(): void;
  close(): Promise<void>;
}

/** Requests that are remembered whole; older ones are only counted. */
const maxRemembered = 5000;

/** Starts a server; `makeRoutes` is given its origin, so that pages can hold absolute addresses. */
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
    const body = request.method === 'POST' ? await bodyOf(request) : '';
    const answer = typeof route === 'function' ? route(request, url, count, body) : route;
    if (answer.delayMs === undefined) return send(request, response, answer);
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(request, response, answer);
    }, answer.delayMs);
    timers.add(timer);
  });
  const bound = await listen(server, address);
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

/** What was posted; empty when it broke off. */
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

/** Only Linux gives every address of 127.0.0.0/8; elsewhere all servers share the usual one. */
async function listen(server: Server, address: string): Promise<{ address: string; port: number }> {
  try {
    server.listen(0, address);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw error;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return server.address() as AddressInfo;
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
