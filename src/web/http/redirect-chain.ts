import { maxPageBytes } from '../../domain/pages/max-page-bytes.ts';
import type { ExchangeRequest, ExchangeResult } from './http-exchange.ts';
import type { FetchError, HttpErrorResult, HttpRequest, HttpResponse, Redirect } from './http-result.ts';
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
  question: 'The site redirects a POST request, which is not followed.',
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

  return {
    get url() {
      return url;
    },
    nextRequest: () => ({
      url,
      method: request.method ?? 'GET',
      ...(request.body !== undefined && { body: request.body }),
      headers: composeHeaders(clientHeaders, request.headers, url.origin === requestedOrigin, getCookies()),
      maxBytes,
    }),
    observe(result) {
      wireBytes += result.wireBytes;
      if (result.statusCode !== null) lastResponse = { url, result };
    },
    follow(location) {
      if (request.method === 'POST') return createRedirectError('question');
      if (redirects.length >= (request.redirectLimit ?? defaultRedirectLimit))
        return createRedirectError('limit');
      const target = resolveRedirect(location, url);
      if (target === null) return createRedirectError('target');
      if (redirects.length === 0) visited.add(getStepKey());
      redirects.push({ url: url.href, statusCode: lastResponse?.result.statusCode ?? 0 });
      storeCookies(url, lastResponse?.result.headers['set-cookie']);
      url = target;
      const stepKey = getStepKey();
      if (visited.has(stepKey)) return createRedirectError('loop');
      visited.add(stepKey);
      return null;
    },
    response: (body) => ({
      kind: 'response',
      finalUrl: url.href,
      statusCode: lastResponse?.result.statusCode ?? 0,
      headers: joinHeaders(lastResponse?.result.headers ?? {}),
      body,
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
