import type { ConnectionOptions } from './connections.ts';
import { exchange, timeoutFault } from './exchange.ts';
import type { Guard } from './guard.ts';
import type { Fault, HttpAnswer, HttpRequest } from './http-answer.ts';
import { localeOf } from './locale.ts';
import { createPassages } from './passages.ts';
import { createRedirectChain } from './redirect-chain.ts';

export type { HttpAnswer, HttpFault, HttpRequest, HttpResponse, Redirect } from './http-answer.ts';

/** What a client is made of. Time-outs stand beside the total deadline that each request brings. */
export interface HttpClientOptions {
  guard: Guard;
  /** Sent as `User-Agent` unless the caller gives another. */
  userAgent: string;
  /** Sent as `Accept-Language` unless the request says otherwise. */
  acceptLanguage?: string;
  /** Connections to one origin at once; 16 when left out. */
  connections?: number;
  /** 10 s when left out. */
  connectTimeoutMs?: number;
  /** 30 s when left out. */
  headersTimeoutMs?: number;
  /** Longest pause within a body; 30 s when left out. */
  bodyTimeoutMs?: number;
  /** Certificates in PEM that are trusted beside the usual authorities. */
  trustedCertificates?: readonly string[];
  /** False for a connection of its own to each request, over HTTP/1.1; true when left out. */
  keepAlive?: boolean;
}

/** Reads pages over HTTP/1.1 and HTTP/2 through the guard. */
export interface HttpClient {
  /**
   * Asks for one page and follows its redirects. What the site or the network does is a value; the promise rejects only
   * when `signal` aborts for another reason than its time (`TimeoutError`), and then with that reason, or with a
   * `Failure` of kind `invalid` for a header of the caller that HTTP cannot carry.
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Drops every connection; requests under way end as faults. */
  close(): Promise<void>;
}

/** A client with its own pools of connections. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { guard } = options;
  const passages = createPassages(connectionOptions(options));
  const clientHeaders = {
    userAgent: options.userAgent,
    acceptLanguage: options.acceptLanguage ?? localeOf(null).language,
  };

  return {
    async get(request, signal) {
      const chain = createRedirectChain(request, clientHeaders);
      const via = request.via ?? null;
      for (;;) {
        const verdict = guard.judge(chain.url);
        if (!verdict.allowed) return chain.fault(verdict);
        const { agent, hasChanged } = passages.passageTo(chain.url, via);
        const answered = await exchange(agent, chain.nextRequest(), signal);
        if (answered === null) return chain.fault(deadlineOf(signal));
        if ('fault' in answered && hasChanged()) continue;
        const result = via === null ? answered : passages.through(answered);
        chain.observe(result);
        if ('fault' in result) return chain.fault(result.fault);
        if (result.location === null) return chain.response(result.body);
        const fault = chain.follow(result.location);
        if (fault !== null) return chain.fault(fault);
      }
    },
    close: () => passages.close(),
  };
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

/** The fault of a deadline; a cancellation is thrown on. */
function deadlineOf(signal: AbortSignal): Fault {
  const { reason } = signal;
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return timeoutFault;
  throw reason;
}
