import type { Clock } from '../domain/clock.ts';
import type { Network } from '../domain/exit.ts';
import type { Route } from '../domain/rate-card.ts';
import type { Attempt } from '../domain/receipt.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from '../web/http-client.ts';
import type { Politeness, SiteFeedback } from '../web/politeness.ts';
import { retryAfterMs } from '../web/retry-after.ts';

/** What came of one request, and its line in the receipt. */
export interface Requested {
  answer: HttpAnswer;
  attempt: Attempt;
}

/**
 * Asks for one address when its site may be asked. What the site does is a value; rejects when `signal` says stop.
 * `crawlDelayMs` is what robots.txt asks to leave between two starts, where that is to be kept.
 */
export type PoliteRequest = (
  request: HttpRequest,
  exit: Exit,
  signal: AbortSignal,
  crawlDelayMs?: number | null,
) => Promise<Requested>;

/** How long the site asks to be left alone (RFC 9110 section 10.2.3). */
export function feedbackOf(answer: HttpAnswer | null, crawlDelayMs: number | null, now: Date): SiteFeedback {
  const feedback: SiteFeedback = crawlDelayMs === null ? {} : { crawlDelayMs };
  if (answer === null || answer.kind === 'fault') return feedback;
  if (answer.statusCode !== 429 && answer.statusCode !== 503) return feedback;
  const wait = retryAfterMs(answer.headers['retry-after'], now);
  return wait === null ? feedback : { ...feedback, retryAfterMs: wait };
}

/** What a plain request is called by the network it leaves through. */
const plainRoutes: Readonly<Record<Network, Route>> = {
  service: 'http',
  residential: 'residential',
  unblock: 'unblock',
};

/** Composes the client with politeness. */
export function createPoliteRequest(http: HttpClient, politeness: Politeness, clock: Clock): PoliteRequest {
  return async (request, exit, signal, crawlDelayMs = null) => {
    const admission = await politeness.admit(request.url, exit.id, signal);
    let answer: HttpAnswer | null = null;
    try {
      answer = await http.get({ ...request, via: exit.upstream }, signal);
    } finally {
      admission.done(feedbackOf(answer, crawlDelayMs, clock.now()));
    }
    const attempt: Attempt = {
      route: plainRoutes[exit.network],
      exit_country: exit.report.country,
      outcome: answer.kind === 'fault' ? answer.code : 'ok',
      status_code: answer.statusCode,
      ms: answer.ms,
      bytes: answer.wireBytes,
    };
    return { answer, attempt };
  };
}
