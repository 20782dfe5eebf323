import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { BodyCollector, type BodyOutcome } from './body/body-collector.ts';
import { parseContentEncodings } from './body/content-encodings.ts';
import type { ConnectionDispatch, ConnectionState } from './connections/connections.ts';
import { wasStreamReset } from './connections/http2-streams.ts';
import { networkError, toPageError } from './error-codes.ts';
import type { FetchError, HttpMethod } from './http-result.ts';
import { getRedirectLocation } from './redirects.ts';

/** One request to one URL, without redirects. */
export interface ExchangeRequest {
  url: URL;
  method: HttpMethod;
  body?: string;
  /** False if it must not be sent again on another connection. */
  isRepeatable: boolean;
  headers: Record<string, string>;
  /** Maximum bytes of the body after decoding. */
  maxBytes: number;
}

interface ExchangeInfo {
  headers: IncomingHttpHeaders;
  wireBytes: number;
  remoteAddress: string | null;
}

/** A complete response; the body of a redirect is empty. */
export interface ExchangeResponse extends ExchangeInfo {
  statusCode: number;
  /** Target of a redirect, or null. */
  location: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** A request without a complete response. */
export interface ExchangeError extends ExchangeInfo {
  /** Status, if it was received. */
  statusCode: number | null;
  fault: FetchError;
}

/** Result of one request. */
export type ExchangeResult = ExchangeResponse | ExchangeError;

/** Limits for reading the body of a redirect, which only serves to keep the connection. */
const redirectBodyBytes = 64 * 1024;
const redirectBodyMs = 2_000;
/** Maximum attempts: the site may close a kept-alive connection at the moment of its use. */
const maxAttempts = 3;

const bodyErrorMessages = {
  too_large: 'The response is larger than the size limit.',
  encoding: 'The body of the response could not be decoded.',
} as const;

/**
 * Sends one request and resolves with its result; never rejects for network errors. When `signal` aborts, resolves with
 * `null` at once and abandons the connection.
 */
export function exchange(
  agent: Agent,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeResult | null> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(agent, request, signal, resolve);
    handler.start();
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #agent: Agent;
  readonly #request: ExchangeRequest;
  readonly #signal: AbortSignal;
  readonly #resolve: (result: ExchangeResult | null) => void;
  readonly #onAbort = () => this.#abort();
  #attempts = 0;
  #connection: ConnectionState | null = null;
  #wasReused = false;
  #controller: Dispatcher.DispatchController | null = null;
  #collector: BodyCollector | null = null;
  #statusCode: number | null = null;
  #location: string | null = null;
  #headers: IncomingHttpHeaders = {};
  #wireBytes = 0;
  #isSettled = false;
  #drainTimer: NodeJS.Timeout | null = null;

  constructor(
    agent: Agent,
    request: ExchangeRequest,
    signal: AbortSignal,
    resolve: (result: ExchangeResult | null) => void,
  ) {
    this.#agent = agent;
    this.#request = request;
    this.#signal = signal;
    this.#resolve = resolve;
  }

  start(): void {
    if (this.#signal.aborted) {
      this.#abort();
      return;
    }
    this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#dispatch();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) {
      controller.abort(new Error('the request was abandoned'));
      return;
    }
    const connection = this.#connection;
    if (connection === null) return;
    connection.uses += 1;
    this.#wasReused = connection.uses > 1;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#isSettled || statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
    this.#location = getRedirectLocation(statusCode, headers.location);
    if (this.#location !== null) {
      this.#drainRedirect();
      return;
    }
    const declared = Number([headers['content-length']].flat()[0]);
    if (this.#hasBody() && declared > this.#request.maxBytes) {
      this.#failAndAbandon({ code: 'too_large', message: bodyErrorMessages.too_large });
      return;
    }
    this.#collect([headers['content-encoding'] ?? ''].flat().join(','));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#drainTimer !== null) {
      this.#wireBytes += chunk.length;
      if (this.#wireBytes > redirectBodyBytes) this.#abandon();
      return;
    }
    if (this.#isSettled) return;
    this.#wireBytes += chunk.length;
    if (this.#collector?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#endDrain();
    if (wasStreamReset(this.#headers)) this.#settleError(networkError('reset'));
    else this.#collector?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#endDrain();
    if (this.#isSettled) return;
    const fault = toPageError(error);
    if (
      fault.code === 'reset' &&
      this.#wasReused &&
      this.#request.isRepeatable &&
      this.#statusCode === null &&
      this.#attempts < maxAttempts
    ) {
      this.#dispatch();
      return;
    }
    this.#settleError(fault);
  }

  #dispatch(): void {
    this.#attempts += 1;
    this.#controller = null;
    this.#wasReused = false;
    const { url, method, headers, body } = this.#request;
    const options: ConnectionDispatch = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      ...(body !== undefined && { body }),
      onConnection: (connection) => {
        this.#connection = connection;
      },
    };
    this.#agent.dispatch(options, this);
  }

  #hasBody(): boolean {
    return this.#request.method !== 'HEAD' && this.#statusCode !== 204 && this.#statusCode !== 304;
  }

  #collect(contentEncoding: string): void {
    const encodings = parseContentEncodings(contentEncoding);
    if (encodings === null) {
      this.#failAndAbandon({ code: 'encoding', message: bodyErrorMessages.encoding });
      return;
    }
    this.#collector = new BodyCollector({
      encodings,
      maxBytes: this.#request.maxBytes,
      onOutcome: (outcome) => this.#finish(outcome),
      onDrain: () => this.#controller?.resume(),
    });
  }

  #finish(outcome: BodyOutcome): void {
    if ('body' in outcome) this.#settleBody(outcome.body);
    else this.#failAndAbandon({ code: outcome.fault, message: bodyErrorMessages[outcome.fault] });
  }

  #drainRedirect(): void {
    this.#drainTimer = setTimeout(() => this.#abandon(), redirectBodyMs);
    this.#drainTimer.unref();
    this.#settleBody(new Uint8Array(0));
  }

  #endDrain(): void {
    if (this.#drainTimer !== null) clearTimeout(this.#drainTimer);
    this.#drainTimer = null;
  }

  #failAndAbandon(fault: FetchError): void {
    this.#settleError(fault);
    this.#abandon();
  }

  #abort(): void {
    if (this.#isSettled) return;
    this.#settle(null);
    this.#abandon();
  }

  /** Abandons the response, which closes an HTTP/1.1 connection. */
  #abandon(): void {
    this.#endDrain();
    this.#controller?.abort(new Error('the rest of the response is not needed'));
  }

  #settleBody(body: Uint8Array<ArrayBuffer>): void {
    this.#settle({
      ...this.#getInfo(),
      statusCode: this.#statusCode ?? 0,
      location: this.#location,
      body,
    });
  }

  #settleError(fault: FetchError): void {
    this.#settle({ ...this.#getInfo(), statusCode: this.#statusCode, fault });
  }

  #getInfo(): ExchangeInfo {
    return {
      headers: this.#headers,
      wireBytes: this.#wireBytes,
      remoteAddress: this.#connection?.remoteAddress ?? null,
    };
  }

  #settle(result: ExchangeResult | null): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#collector?.destroy();
    this.#resolve(result);
  }
}

/** Error of a request that exceeded its deadline. */
export const timeoutError: FetchError = networkError('timeout');
