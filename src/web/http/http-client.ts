import type { Guard } from '../guard/ssrf-guard.ts';
import { getLocale } from '../locale/locale.ts';
import { createConnectionPools } from './connections/connection-pools.ts';
import type { ConnectionOptions } from './connections/connections.ts';
import { exchange, timeoutError } from './http-exchange.ts';
import type { FetchError, HttpRequest, HttpResponse, HttpResult, RefreshTarget } from './http-result.ts';
import { createRedirectChain, type RedirectChain } from './redirect-chain.ts';

export type { HttpErrorResult, HttpRequest, HttpResponse, HttpResult } from './http-result.ts';

/** Options of a client. Timeouts apply in addition to the total deadline of each request. */
export interface HttpClientOptions {
  guard: Guard;
  /** Default `User-Agent` header. */
  userAgent: string;
  /** Default `Accept-Language` header. */
  acceptLanguage?: string;
  /** Maximum connections to one origin. Default: 16. */
  connections?: number;
  /** Default: 10 s. */
  connectTimeoutMs?: number;
  /** Default: 30 s. */
  headersTimeoutMs?: number;
  /** Maximum pause within a body. Default: 30 s. */
  bodyTimeoutMs?: number;
  /** Certificates in PEM that are trusted in addition to the default ones. */
  trustedCertificates?: readonly string[];
  /** False for a separate HTTP/1.1 connection per request. Default: true. */
  keepAlive?: boolean;
}

/** Client that reads pages over HTTP/1.1 and HTTP/2 through the guard. */
export interface HttpClient {
  /**
   * Requests one page and follows its redirects. Errors of the site or the network, and a `TimeoutError` of `signal`, are
   * returned. Rejects only with another reason of `signal`, or with a Failure of kind `invalid` for an invalid header of
   * the caller.
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpResult>;
  /** Closes all connections; running requests end with an error. */
  close(): Promise<void>;
}

/** Creates a client with its own connection pools. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { guard } = options;
  const pools = createConnectionPools(connectionOptions(options));
  const clientHeaders = {
    userAgent: options.userAgent,
    acceptLanguage: options.acceptLanguage ?? getLocale(null).language,
  };

  return {
    async get(request, signal) {
      const chain = createRedirectChain(request, clientHeaders);
      const via = request.via ?? null;
      for (;;) {
        const verdict = guard.check(chain.url);
        if (!verdict.allowed) return chain.error(verdict);
        const { agent, hasChanged } = pools.poolFor(chain.url, via);
        const exchanged = await exchange(agent, chain.nextRequest(), signal);
        if (exchanged === null) return chain.error(toDeadlineError(signal));
        if ('fault' in exchanged && hasChanged()) continue;
        const result = via === null ? exchanged : pools.adjustProxyResult(exchanged);
        chain.observe(result);
        if ('fault' in result) return chain.error(result.fault);
        if (result.location !== null) {
          const redirectError = chain.follow(result.location);
          if (redirectError !== null) return chain.error(redirectError);
          continue;
        }
        const response = chain.response(result.body);
        const end = await followRefresh(chain, request, response, signal);
        if (end !== null) return end;
      }
    },
    close: () => pools.close(),
  };
}

/**
 * Follows the refresh of a response; returns the result of the chain if it ends here. A page that can be read while it waits
 * is the result if its refresh leads back or too far: pages that show each other in turns have content.
 */
async function followRefresh(
  chain: RedirectChain,
  request: HttpRequest,
  response: HttpResponse,
  signal: AbortSignal,
): Promise<HttpResult | null> {
  if (request.findRefresh === undefined) return response;
  const found = await findInTime(request.findRefresh(response, signal), signal);
  if (found === null) return response;
  if ('code' in found) return chain.error(found);
  const refreshError = chain.follow(found.url.href);
  if (refreshError === null) return null;
  return found.isInstant ? chain.error(refreshError) : response;
}

async function findInTime(
  found: Promise<RefreshTarget | FetchError | null>,
  signal: AbortSignal,
): Promise<RefreshTarget | FetchError | null> {
  try {
    return await found;
  } catch (error) {
    if (!signal.aborted) throw error;
    return toDeadlineError(signal);
  }
}

function connectionOptions(options: HttpClientOptions): ConnectionOptions {
  return {
    guard: options.guard,
    connections: options.connections ?? 16,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    headersTimeoutMs: options.headersTimeoutMs ?? 30_000,
    bodyTimeoutMs: options.bodyTimeoutMs ?? 30_000,
    trustedCertificates: options.trustedCertificates ?? [],
    keepAlive: options.keepAlive ?? true,
  };
}

/** Returns the error of a deadline; throws the reason of a cancellation. */
function toDeadlineError(signal: AbortSignal): FetchError {
  const { reason } = signal;
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return timeoutError;
  throw reason;
}
