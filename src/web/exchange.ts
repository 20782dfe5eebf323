import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { BodyCollector, type BodyOutcome } from './body-collector.ts';
import type { CarriedDispatch, Carrier } from './connections.ts';
import { parseContentEncodings } from './content-encodings.ts';
import { faultOf, networkFault } from './failure-codes.ts';
import type { Fault } from './http-answer.ts';
import { wasStreamReset } from './http2-streams.ts';
import { redirectLocation } from './redirects.ts';

/** One request to one address, without following anything. */
export interface ExchangeRequest {
  url: URL;
  method: 'GET' | 'HEAD' | 'POST';
  body?: string;
  headers: Record<string, string>;
  /** Most bytes of body after decoding. */
  maxBytes: number;
}

interface Observed {
  headers: IncomingHttpHeaders;
  wireBytes: number;
  remoteAddress: string | null;
}

/** A response that arrived whole; the body of a redirect is left empty, as nobody reads it. */
export interface ExchangeResponse extends Observed {
  statusCode: number;
  /** Where it redirects to, or null. */
  location: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** A request that brought no whole response. */
export interface ExchangeFault extends Observed {
  /** The status, when that much had arrived. */
  statusCode: number | null;
  fault: Fault;
}

/** What one address answered. */
export type ExchangeResult = ExchangeResponse | ExchangeFault;

/** A redirect's body is read to its end only to keep the connection, so not for long. */
const redirectBodyBytes = 64 * 1024;
const redirectBodyMs = 2_000;
/** A kept connection may have been closed by the site just as we used it; a fresh one may not. */
const mostTries = 3;

const bodyFaults = {
  too_large: 'The response is larger than allowed.',
  encoding: 'The body of the response could not be decoded.',
} as const;

/**
 * Sends one request and resolves with what came of it; never rejects for what the network does. When `signal` aborts,
 * it resolves with `null` at once and gives the connection up.
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
  readonly #onAbort = () => this.#stop();
  #tries = 0;
  #carrier: Carrier | null = null;
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
      this.#stop();
      return;
    }
    this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#dispatch();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) {
      controller.abort(new Error('the request was given up'));
      return;
    }
    const carrier = this.#carrier;
    if (carrier === null) return;
    carrier.uses += 1;
    this.#wasReused = carrier.uses > 1;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#isSettled || statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
    this.#location = redirectLocation(statusCode, headers.location);
    if (this.#location !== null) {
      this.#drainRedirect();
      return;
    }
    const declared = Number([headers['content-length']].flat()[0]);
    if (this.#hasBody() && declared > this.#request.maxBytes) {
      this.#fail({ code: 'too_large', message: bodyFaults.too_large });
      return;
    }
    this.#collect([headers['content-encoding'] ?? ''].flat().join(','));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#drainTimer !== null) {
      this.#wireBytes += chunk.length;
      if (this.#wireBytes > redirectBodyBytes) this.#giveUp();
      return;
    }
    if (this.#isSettled) return;
    this.#wireBytes += chunk.length;
    if (this.#collector?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#endDrain();
    if (wasStreamReset(this.#headers)) this.#settleFault(networkFault('reset'));
    else this.#collector?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#endDrain();
    if (this.#isSettled) return;
    const fault = faultOf(error);
    if (fault.code === 'reset' && this.#wasReused && this.#statusCode === null && this.#tries < mostTries) {
      this.#dispatch();
      return;
    }
    this.#settleFault(fault);
  }

  #dispatch(): void {
    this.#tries += 1;
    this.#controller = null;
    this.#wasReused = false;
    const { url, method, headers, body } = this.#request;
    const options: CarriedDispatch = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      ...(body !== undefined && { body }),
      onCarrier: (carrier) => {
        this.#carrier = carrier;
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
      this.#fail({ code: 'encoding', message: bodyFaults.encoding });
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
    else this.#fail({ code: outcome.fault, message: bodyFaults[outcome.fault] });
  }

  #drainRedirect(): void {
    this.#drainTimer = setTimeout(() => this.#giveUp(), redirectBodyMs);
    this.#drainTimer.unref();
    this.#settleBody(new Uint8Array(0));
  }

  #endDrain(): void {
    if (this.#drainTimer !== null) clearTimeout(this.#drainTimer);
    this.#drainTimer = null;
  }

  #fail(fault: Fault): void {
    this.#settleFault(fault);
    this.#giveUp();
  }

  #stop(): void {
    if (this.#isSettled) return;
    this.#settle(null);
    this.#giveUp();
  }

  /** Leaves the response unread, which costs an HTTP/1.1 connection. */
  #giveUp(): void {
    this.#endDrain();
    this.#controller?.abort(new Error('the rest of the response is not wanted'));
  }

  #settleBody(body: Uint8Array<ArrayBuffer>): void {
    this.#settle({
      ...this.#observed(),
      statusCode: this.#statusCode ?? 0,
      location: this.#location,
      body,
    });
  }

  #settleFault(fault: Fault): void {
    this.#settle({ ...this.#observed(), statusCode: this.#statusCode, fault });
  }

  #observed(): Observed {
    return {
      headers: this.#headers,
      wireBytes: this.#wireBytes,
      remoteAddress: this.#carrier?.remoteAddress ?? null,
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

/** The fault of a request whose time is over. */
export const timeoutFault: Fault = networkFault('timeout');
