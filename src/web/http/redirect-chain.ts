import { maxPageBytes } from '../../domain/pages/max-page-bytes.ts';
import type { ExchangeRequest, ExchangeResult } from './http-exchange.ts';
import type {
  FetchError,
  HttpErrorResult,
  HttpMethod,
  HttpRequest,
  HttpResponse,
  Redirect,
} from './http-result.ts';
import { createRedirectCookies, type RedirectCookies } from './redirect-cookies.ts';
import { resolveRedirect } from './redirects.ts';
import { type ClientHeaders, composeHeaders } from './request-headers.ts';

/** State of a page's redirects: the current URL, the next request and the results so far. */
export interface RedirectChain {
  /** URL of the next request. */
  readonly url: URL;
  nextRequest(): ExchangeRequest;
  /** Records a result. */
  observe(result: ExchangeResult): void;
  /** Follows a `Location`; returns an error if that is not possible. */
  follow(location: string): FetchError | null;
  response(body: Uint8Array<ArrayBuffer>): HttpResponse;
  error(error: FetchError): HttpErrorResult;
}

const defaultRedirectLimit = 10;

const redirectErrorMessages = {
  limit: 'The site redirects too many times.',
  loop: 'The site redirects in a loop.',
  resend: 'The site redirects the request with its body to another origin, which is not followed.',
  target: 'The site redirects to an invalid URL.',
} as const;

/**
 * Creates the chain of a request. The caller's headers are sent only to the requested origin, also when the chain leaves it
 * and returns. Cookies that the site sets are sent according to RFC 6265 and discarded with the chain.
 */
export function createRedirectChain(request: HttpRequest, client: ClientHeaders): RedirectChain {
  const startedAt = performance.now();
  const requestedOrigin = request.url.origin;
  const maxBytes = request.maxBytes ?? maxPageBytes;
  const clientHeaders = { ...client, acceptLanguage: request.acceptLanguage ?? client.acceptLanguage };
  const redirects: Redirect[] = [];
  const visited = new Set<string>();
  let url = request.url;
  let cookies: RedirectCookies | null = null;
  let lastResponse: { url: URL; result: ExchangeResult } | null = null;
  let wireBytes = 0;
  let method = request.method ?? 'GET';
  let { body } = request;

  const getCookies = () => cookies?.cookiesFor(url) ?? null;
  const getElapsedMs = () => Math.round(performance.now() - startedAt);

  /**
   * Identifies a step of the chain. A site may redirect back to the same URL after setting a cookie, so cookies are
   * included.
   */
  const getStepKey = () => JSON.stringify([url.href, getCookies()]);

  const storeCookies = (from: URL, setCookies: string | readonly string[] | undefined) => {
    if (setCookies === undefined) return;
    cookies ??= createRedirectCookies();
    cookies.store(from, [setCookies].flat(), new Date());
  };

  storeCookies(url, request.cookies);

  return {
    get url() {
      return url;
    },
    nextRequest: () => ({
      url,
      method,
      ...(body !== undefined && { body }),
      isRepeatable: request.isRepeatable ?? true,
      headers: composeHeaders(clientHeaders, request.headers, url.origin === requestedOrigin, getCookies()),
      maxBytes,
    }),
    observe(result) {
      wireBytes += result.wireBytes;
      if (result.statusCode !== null) lastResponse = { url, result };
    },
    follow(location) {
      if (redirects.length >= (request.redirectLimit ?? defaultRedirectLimit))
        return createRedirectError('limit');
      const target = resolveRedirect(location, url);
      if (target === null) return createRedirectError('target');
      if (becomesGet(method, lastResponse?.result.statusCode ?? 0)) {
        method = 'GET';
        body = undefined;
      } else if (body !== undefined && target.origin !== requestedOrigin)
        return createRedirectError('resend');
      if (redirects.length === 0) visited.add(getStepKey());
      redirects.push({ url: url.href, statusCode: lastResponse?.result.statusCode ?? 0 });
      storeCookies(url, lastResponse?.result.headers['set-cookie']);
      url = target;
      const stepKey = getStepKey();
      if (visited.has(stepKey)) return createRedirectError('loop');
      visited.add(stepKey);
      return null;
    },
    response: (received) => ({
      kind: 'response',
      finalUrl: url.href,
      statusCode: lastResponse?.result.statusCode ?? 0,
      headers: joinHeaders(lastResponse?.result.headers ?? {}),
      body: received,
      wireBytes,
      redirects: [...redirects],
      remoteAddress: lastResponse?.result.remoteAddress ?? null,
      ms: getElapsedMs(),
    }),
    error: ({ code, message }) => ({
      kind: 'fault',
      code,
      message,
      finalUrl: lastResponse?.url.href ?? null,
      statusCode: lastResponse?.result.statusCode ?? null,
      wireBytes,
      redirects,
      ms: getElapsedMs(),
    }),
  };
}

/** Returns true if a redirect is followed with GET and without a body (RFC 9110, sections 15.4.2 to 15.4.4, as browsers do). */
function becomesGet(method: HttpMethod, status: number): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return status === 303 || status < 300 || (method === 'POST' && (status === 301 || status === 302));
}

function createRedirectError(reason: keyof typeof redirectErrorMessages): FetchError {
  return { code: 'redirects', message: redirectErrorMessages[reason] };
}

/** Joins repeated headers according to RFC 9110 section 5.2. */
function joinHeaders(headers: ExchangeResult['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === '__proto__') continue;
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
