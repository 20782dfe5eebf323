import { type ChainCookies, createChainCookies } from './chain-cookies.ts';
import type { ExchangeRequest, ExchangeResult } from './exchange.ts';
import type { Fault, HttpFault, HttpRequest, HttpResponse, Redirect } from './http-answer.ts';
import { redirectTarget } from './redirects.ts';
import { type ClientHeaders, composeHeaders } from './request-headers.ts';

/** One page's way through its redirects: where it stands, what it may send there and what it has seen. */
export interface RedirectChain {
  /** The address to be asked next. */
  readonly url: URL;
  nextRequest(): ExchangeRequest;
  /** Takes down what an address answered. */
  observe(result: ExchangeResult): void;
  /** Goes on to a `Location`; returns why not when there is no going on. */
  follow(location: string): Fault | null;
  response(body: Uint8Array<ArrayBuffer>): HttpResponse;
  fault(fault: Fault): HttpFault;
}

const defaultMaxBytes = 20_000_000;
const defaultRedirectLimit = 10;

const redirectFaults = {
  limit: 'The site redirects too many times.',
  loop: 'The site redirects in a circle.',
  question: 'The site redirects what was posted.',
  target: 'The site redirects to something that is no address.',
} as const;

/**
 * The chain that begins at the asked address. The caller's headers go to hops of the asked origin only, also when the
 * chain leaves it and comes back. Cookies that the site sets on the way are sent as RFC 6265 says and forgotten with
 * the chain.
 */
export function createRedirectChain(request: HttpRequest, client: ClientHeaders): RedirectChain {
  const startedAt = performance.now();
  const askedOrigin = request.url.origin;
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  const ours = { ...client, acceptLanguage: request.acceptLanguage ?? client.acceptLanguage };
  const redirects: Redirect[] = [];
  const visited = new Set<string>();
  let url = request.url;
  let cookies: ChainCookies | null = null;
  let answered: { url: URL; result: ExchangeResult } | null = null;
  let wireBytes = 0;

  const sentCookies = () => cookies?.cookiesFor(url) ?? null;
  const elapsed = () => Math.round(performance.now() - startedAt);

  /** A site may send one back to where one was once it has set a cookie, so the cookies are part of the place. */
  const place = () => JSON.stringify([url.href, ...(sentCookies() ?? [])]);

  const takeCookies = (from: URL, setCookies: string | readonly string[] | undefined) => {
    if (setCookies === undefined) return;
    cookies ??= createChainCookies();
    cookies.store(from, [setCookies].flat(), new Date());
  };

  return {
    get url() {
      return url;
    },
    nextRequest: () => ({
      url,
      method: request.method ?? 'GET',
      ...(request.body !== undefined && { body: request.body }),
      headers: composeHeaders(ours, request.headers, url.origin === askedOrigin, sentCookies()),
      maxBytes,
    }),
    observe(result) {
      wireBytes += result.wireBytes;
      if (result.statusCode !== null) answered = { url, result };
    },
    follow(location) {
      if (request.method === 'POST') return redirectFault('question');
      if (redirects.length >= (request.redirectLimit ?? defaultRedirectLimit)) return redirectFault('limit');
      const target = redirectTarget(location, url);
      if (target === null) return redirectFault('target');
      if (redirects.length === 0) visited.add(place());
      redirects.push({ url: url.href, statusCode: answered?.result.statusCode ?? 0 });
      takeCookies(url, answered?.result.headers['set-cookie']);
      url = target;
      const here = place();
      if (visited.has(here)) return redirectFault('loop');
      visited.add(here);
      return null;
    },
    response: (body) => ({
      kind: 'response',
      finalUrl: url.href,
      statusCode: answered?.result.statusCode ?? 0,
      headers: joinHeaders(answered?.result.headers ?? {}),
      body,
      wireBytes,
      redirects,
      remoteAddress: answered?.result.remoteAddress ?? null,
      ms: elapsed(),
    }),
    fault: ({ code, message }) => ({
      kind: 'fault',
      code,
      message,
      finalUrl: answered?.url.href ?? null,
      statusCode: answered?.result.statusCode ?? null,
      wireBytes,
      redirects,
      ms: elapsed(),
    }),
  };
}

function redirectFault(reason: keyof typeof redirectFaults): Fault {
  return { code: 'redirects', message: redirectFaults[reason] };
}

/** Repeated headers joined as RFC 9110 section 5.2 does. */
function joinHeaders(headers: ExchangeResult['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === '__proto__') continue;
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
