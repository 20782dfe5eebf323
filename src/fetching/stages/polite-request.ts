import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import type { Route } from '../../domain/resources/rate-card.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { beginWait } from '../../domain/system/activity.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Exit } from '../../web/exits/exits.ts';
import type { HttpClient, HttpErrorResult, HttpRequest, HttpResult } from '../../web/http/http-client.ts';
import { parseRetryAfterMs } from '../../web/http/retry-after.ts';
import { getLocale } from '../../web/locale/locale.ts';
import type { Admission, Politeness, SiteFeedback } from '../../web/politeness/politeness.ts';
import { type PauseLimits, SitePausedError } from '../../web/politeness/site-pauses.ts';

/** Response of one request, and its line in the receipt; null if nothing was sent, because the site asked for a pause. */
export interface RequestResult {
  answer: HttpResult;
  attempt: Attempt | null;
}

/** Politeness rules of one page fetch. */
export interface RequestPoliteness {
  /** Crawl-delay of robots.txt in milliseconds if it applies, else null. */
  crawlDelayMs: number | null;
  /** Wraps the wait for the site's admission, so that it does not count towards the page's timeout. */
  waiting?<Leave>(leave: Promise<Leave>): Promise<Leave>;
  /** Called when the site has admitted a request. */
  onAdmitted?(): void;
  /** What happens if the origin has asked for a pause. Default: the request waits for its end. */
  pauseLimits?: PauseLimits;
}

/** Longest pause of its origin that a request waits for if no caller waits for it. */
export const maxPatientPauseMs = 10 * 60_000;

/** Politeness without a crawl delay. */
export const defaultPoliteness: RequestPoliteness = { crawlDelayMs: null };

/** Sends a request after its site admits it. Errors of the site are values; rejects when `signal` aborts. */
export type PoliteRequest = (
  request: HttpRequest,
  exit: Exit,
  signal: AbortSignal,
  requestPoliteness?: RequestPoliteness,
) => Promise<RequestResult>;

/**
 * Returns the Retry-After wait of a response in milliseconds, or null (RFC 6585 section 4, RFC 9110 section 15.6.4).
 */
export function readRetryAfterMs(answer: HttpResult, now: Date): number | null {
  if (answer.kind === 'fault' || (answer.statusCode !== 429 && answer.statusCode !== 503)) return null;
  return parseRetryAfterMs(answer.headers['retry-after'], now);
}

/** Returns the pauses that the site requested (RFC 9110 section 10.2.3). */
export function createFeedback(
  answer: HttpResult | null,
  crawlDelayMs: number | null,
  now: Date,
): SiteFeedback {
  const feedback: SiteFeedback = crawlDelayMs === null ? {} : { crawlDelayMs };
  const waitMs = answer === null ? null : readRetryAfterMs(answer, now);
  if (answer === null || answer.finalUrl === null || waitMs === null) return feedback;
  return { ...feedback, retryAfterMs: waitMs, pausedUrl: new URL(answer.finalUrl) };
}

/** Routes of plain requests by network. */
const plainRoutes: Readonly<Record<Network, Route>> = {
  service: 'http',
  residential: 'residential',
  unblock: 'unblock',
};

/** Creates the line of an attempt in the receipt. */
export function createAttempt(
  route: Route,
  exit: Exit,
  answer: Pick<HttpResult, 'statusCode' | 'ms' | 'wireBytes'> & { code?: PageErrorCode },
): Attempt {
  return {
    route,
    exit_country: exit.report.country,
    outcome: answer.code ?? 'ok',
    status_code: answer.statusCode,
    ms: answer.ms,
    bytes: answer.wireBytes,
  };
}

/** Permission to send a request, or the result of one that the site's pause prevents. */
export type AdmittedRequest =
  | { kind: 'admitted'; admission: Admission }
  | { kind: 'paused'; result: HttpErrorResult };

/** Waits until the site admits a request; returns an error if it asked for a longer pause than the request waits for. */
export async function admitRequest(
  politeness: Politeness,
  url: URL,
  exit: Exit,
  signal: AbortSignal,
  { waiting, onAdmitted, pauseLimits }: RequestPoliteness,
): Promise<AdmittedRequest> {
  const endWait = beginWait('site');
  const leave = politeness.admit(url, exit.id, signal, pauseLimits);
  try {
    const admission = await (waiting === undefined ? leave : waiting(leave));
    endWait();
    onAdmitted?.();
    return { kind: 'admitted', admission };
  } catch (error) {
    if (error instanceof SitePausedError) return { kind: 'paused', result: createPausedResult(error) };
    throw error;
  }
}

function createPausedResult({ message }: SitePausedError): HttpErrorResult {
  return {
    kind: 'fault',
    code: 'rate_limited',
    message,
    finalUrl: null,
    statusCode: null,
    wireBytes: 0,
    redirects: [],
    ms: 0,
  };
}

/** Creates a client that respects politeness limits. */
export function createPoliteRequest(http: HttpClient, politeness: Politeness, clock: Clock): PoliteRequest {
  return async (request, exit, signal, requestPoliteness = defaultPoliteness) => {
    const admitted = await admitRequest(politeness, request.url, exit, signal, requestPoliteness);
    if (admitted.kind === 'paused') return { answer: admitted.result, attempt: null };
    let answer: HttpResult | null = null;
    try {
      const { language } = getLocale(exit.report.country);
      answer = await http.get({ acceptLanguage: language, ...request, via: exit.upstream }, signal);
    } finally {
      admitted.admission.done(createFeedback(answer, requestPoliteness.crawlDelayMs, clock.now()));
    }
    return { answer, attempt: createAttempt(plainRoutes[exit.network], exit, answer) };
  };
}
