import { setTimeout as pause } from 'node:timers/promises';
import type { PageErrorCode } from '../../../domain/pages/outcome.ts';
import type { Attempt } from '../../../domain/resources/receipt.ts';
import { addressSecrets } from '../../../domain/secrets/mask-address.ts';
import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';
import type { Database } from '../../../store/database.ts';
import { parseRetryAfterMs } from '../../../web/http/retry-after.ts';
import { type EndpointByteResponse, openOperatorEndpoint } from '../../operator-endpoint.ts';
import { type ArchiveAccessError, type ArchiveCallOptions, createArchiveAccessError } from '../archive.ts';
import { type ArchiveLimiter, createArchiveLimiter } from './archive-limiter.ts';
import { type ArchivePoliteness, type ArchiveService, politenessOf } from './archive-politeness.ts';

/** One request to an archive. */
export interface HostRequest {
  service: ArchiveService;
  /** Path and query relative to the host's base address. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Maximum number of bytes of the response. */
  maxBytes: number;
  /** Timeout of the response in milliseconds, without the wait for a turn. */
  timeoutMs: number;
  /** Returns whether a response is a capture of the web: its status then says nothing about the archive. */
  isArchived?(answer: EndpointByteResponse): boolean;
}

/** Response of a host, except errors of the host itself, which are ArchiveFault values. */
export type HostResponse = EndpointByteResponse & { ms: number };

/** One host of an archive, with the limits of each of its services. */
export interface ArchiveHost {
  readonly base: URL;
  readonly title: string;
  /** Returns the result of the last request of this process; null before the first. */
  lastUse(): { at: Date; fault: string | null } | null;
  /** Waits for a turn, sends the request, and retries it if that may help. */
  send(request: HostRequest, callOptions: ArchiveCallOptions): Promise<HostResponse | ArchiveAccessError>;
  close(): Promise<void>;
}

/** Options of an archive host. */
export interface ArchiveHostOptions {
  /** Base address without a trailing slash. */
  base: string;
  /** Name used in messages: "the Wayback Machine". */
  title: string;
  userAgent: string;
  database: Database;
}

/** Maximum number of tries of one request. */
const maxTries = 4;
/** A dead archive costs its callers at most five seconds, once; undici checks this timeout every half second. */
const connectTimeoutMs = 4_500;
const maxRetryAfterMs = 60 * 60_000;

/** Response, or error with its consequences. */
type ExchangeResult =
  | { answer: HostResponse; failure: null }
  | {
      answer: null;
      failure: ArchiveAccessError;
      /** Milliseconds after which a retry may help; null for never. */
      retryAfterMs: number | null;
      /** Milliseconds for which all processes pause if no retry helps; null if the error is not the archive's. */
      pauseMs: number | null;
    };

/** Outcomes of attempts in receipts, which use the error codes of pages. */
const attemptCodes: Readonly<Record<ArchiveAccessError['code'], PageErrorCode>> = {
  not_archived: 'http_404',
  excluded: 'refused',
  unplayable: 'http_404',
  rate_limited: 'rate_limited',
  unreachable: 'reset',
  timeout: 'timeout',
  server_error: 'http_5xx',
  unreadable: 'document',
  too_large: 'too_large',
};

interface ServiceLimits {
  limiter: ArchiveLimiter;
  politeness: ArchivePoliteness;
}

/** Creates the client of one host; nothing is sent before the first request. */
export function createArchiveHost(options: ArchiveHostOptions): ArchiveHost {
  const base = new URL(options.base);
  const { title } = options;
  const endpoint = openOperatorEndpoint({
    origin: base.origin,
    name: title,
    connections: 8,
    maxBodyBytes: 1_000_000,
    connectWithinMs: connectTimeoutMs,
    secrets: addressSecrets(options.base),
  });
  const prefix = removeTrailingSlashes(base.pathname);
  const limiters = new Map<ArchiveService, ServiceLimits>();
  let lastUse: ReturnType<ArchiveHost['lastUse']> = null;

  function limiterOf(service: ArchiveService) {
    const existing = limiters.get(service);
    if (existing !== undefined) return existing;
    const politeness = politenessOf(base, service);
    const limiter = createArchiveLimiter({
      database: options.database,
      lane: `${base.host} ${service}`,
      politeness,
    });
    const created: ServiceLimits = { limiter, politeness };
    limiters.set(service, created);
    return created;
  }

  /**
   * Sends one request and measures its time. An expired timeout is an error value; an abort by the caller is thrown.
   */
  async function exchange(request: HostRequest, signal: AbortSignal): Promise<ExchangeResult> {
    const { politeness } = limiterOf(request.service);
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const headers = { 'user-agent': options.userAgent, accept: '*/*', ...request.headers };
    const endpointRequest = { method: 'GET' as const, path: `${prefix}${request.path}`, headers, body: null };
    try {
      const within = AbortSignal.any([signal, deadline]);
      const answer = await endpoint.fetch(endpointRequest, within, request.maxBytes);
      if (answer.kind === 'answer') {
        return await evaluate({ ...answer, ms: Math.round(performance.now() - startedAt) }, request);
      }
      if (answer.code === 'too_large') {
        const failure = createArchiveAccessError(
          'too_large',
          `The response of ${title} exceeds ${request.maxBytes} bytes.`,
        );
        return { answer: null, failure, retryAfterMs: null, pauseMs: null };
      }
      // A kept-alive connection may close just as it is used; a failed connection attempt is not retried.
      const isConnectionReset = /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(answer.reason ?? '');
      const failure = createArchiveAccessError('unreachable', answer.message);
      return {
        answer: null,
        failure,
        retryAfterMs: isConnectionReset ? politeness.retryMs : null,
        pauseMs: politeness.pauseMs,
      };
    } catch (error) {
      if (signal.aborted || !deadline.aborted) throw error;
      const failure = createArchiveAccessError(
        'timeout',
        `${title} did not answer within the timeout. Try again later.`,
      );
      return { answer: null, failure, retryAfterMs: null, pauseMs: politeness.pauseMs / 2 };
    }
  }

  /** Derives the state of the archive from a response. */
  async function evaluate(answer: HostResponse, request: HostRequest): Promise<ExchangeResult> {
    const { limiter, politeness } = limiterOf(request.service);
    const { statusCode } = answer;
    if (request.isArchived?.(answer) === true) return { answer, failure: null };
    const retryWaitMs = parseRetryAfterMs(answer.headers['retry-after'], new Date());
    if (statusCode === 429 || (statusCode === 503 && retryWaitMs !== null)) {
      const reason = `${title} reports too many requests.`;
      await limiter.pauseFor(Math.min(retryWaitMs ?? politeness.rateLimitPauseMs, maxRetryAfterMs), reason);
      // If it stated a pause, the next turn waits for it, provided it is short.
      const retryAfterMs = retryWaitMs === null ? null : 0;
      return {
        answer: null,
        failure: createArchiveAccessError('rate_limited', reason),
        retryAfterMs,
        pauseMs: null,
      };
    }
    if (statusCode >= 500) {
      const code = statusCode === 503 ? 'rate_limited' : 'server_error';
      const failure = createArchiveAccessError(code, `${title} answered ${statusCode}.`);
      return { answer: null, failure, retryAfterMs: politeness.retryMs, pauseMs: politeness.pauseMs / 2 };
    }
    return { answer, failure: null };
  }

  /** A single slow response may be an exception; after the second one all processes pause. */
  async function pauseAfterFailure(
    result: ExchangeResult & { answer: null },
    service: ArchiveService,
    isRecovering: boolean,
  ) {
    const { limiter } = limiterOf(service);
    const isFirstSlow = result.failure.code === 'timeout' && !isRecovering;
    if (result.pauseMs !== null)
      await limiter.pauseAfterFailure(isFirstSlow ? 0 : result.pauseMs, result.failure.message);
    return result.failure;
  }

  return {
    base,
    title,
    lastUse: () => lastUse,
    async send(request, callOptions) {
      const { signal, note } = callOptions;
      const { limiter } = limiterOf(request.service);
      const deadlineAt = performance.now() + callOptions.withinMs;
      const remainingMs = () => deadlineAt - performance.now();
      let last: ArchiveAccessError | null = null;
      for (let tries = 1; ; tries += 1) {
        const permit = await limiter.acquire(Math.max(0, remainingMs()), signal);
        if (permit.kind !== 'turn') return last ?? createLimitError(title, permit);
        const startedAt = performance.now();
        const timeoutMs = Math.max(1, Math.round(Math.min(request.timeoutMs, remainingMs())));
        const result = await exchange({ ...request, timeoutMs }, signal).finally(() => permit.release());
        note(createAttempt(result, Math.round(performance.now() - startedAt)));
        // A response that is too large is an answer of the archive.
        const failure = result.failure?.code === 'too_large' ? null : result.failure;
        lastUse = { at: new Date(), fault: failure?.message ?? null };
        if (result.answer !== null) {
          if (permit.isRecovering) await limiter.resetFailures();
          return result.answer;
        }
        last = result.failure;
        const waitMs = result.retryAfterMs === null ? null : result.retryAfterMs * 2 ** (tries - 1);
        if (waitMs === null || tries === maxTries || waitMs > remainingMs()) {
          return pauseAfterFailure(result, request.service, permit.isRecovering);
        }
        // The wait rejects only when the signal aborts, whose reason is thrown.
        await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
    close: () => endpoint.close(),
  };
}

function createLimitError(
  title: string,
  permit: { kind: 'resting' | 'busy'; reason: string; waitMs: number },
): ArchiveAccessError {
  const seconds = Math.ceil(permit.waitMs / 1_000);
  if (permit.kind === 'busy') {
    return createArchiveAccessError(
      'rate_limited',
      `The request limit of ${title} is used up. Try again in ${seconds} s.`,
    );
  }
  const code = /too many requests|answered 503/.test(permit.reason) ? 'rate_limited' : 'unreachable';
  return createArchiveAccessError(code, `Requests to ${title} are paused for ${seconds} s: ${permit.reason}`);
}

function createAttempt({ answer, failure }: ExchangeResult, ms: number): Attempt {
  return {
    route: 'archive',
    exit_country: null,
    outcome: failure === null ? 'ok' : attemptCodes[failure.code],
    status_code: answer?.statusCode ?? null,
    ms,
    bytes: answer?.bytes.byteLength ?? 0,
  };
}
