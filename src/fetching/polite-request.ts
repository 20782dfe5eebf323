import type { Clock } from '../domain/clock.ts';
import type { Network } from '../domain/exit.ts';
import type { Route } from '../domain/rate-card.ts';
import type { Attempt } from '../domain/receipt.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from '../web/http-client.ts';
import { localeOf } from '../web/locale.ts';
import type { Admission, Politeness, SiteFeedback } from '../web/politeness.ts';
import { retryAfterMs } from '../web/retry-after.ts';

/** What came of one request, and its line in the receipt. */
export interface Requested {
  answer: HttpAnswer;
  attempt: Attempt;
}

/** How a site is to be treated. */
export interface Manners {
  /** Milliseconds that robots.txt asks to leave between two starts, where that is to be kept; else null. */
  crawlDelayMs: number | null;
  /** Called with the wait for the site's leave, where that is not to count as time of the page. */
  waiting?<Leave>(leave: Promise<Leave>): Promise<Leave>;
}

/** Nothing but what every site is due. */
export const plainManners: Manners = { crawlDelayMs: null };

/** Asks for one address when its site may be asked. What the site does is a value; rejects when `signal` says stop. */
export type PoliteRequest = (
  request: HttpRequest,
  exit: Exit,
  signal: AbortSignal,
  manners?: Manners,
) => Promise<Requested>;

/** Milliseconds that an answer asks to wait before the next try, or null (RFC 6585 section 4, RFC 9110 section 15.6.4). */
export function askedWaitMs(answer: HttpAnswer, now: Date): number | null {
  if (answer.kind === 'fault' || (answer.statusCode !== 429 && answer.statusCode !== 503)) return null;
  return retryAfterMs(answer.headers['retry-after'], now);
}

/** How long the site asks to be left alone (RFC 9110 section 10.2.3). */
export function feedbackOf(answer: HttpAnswer | null, crawlDelayMs: number | null, now: Date): SiteFeedback {
  const feedback: SiteFeedback = crawlDelayMs === null ? {} : { crawlDelayMs };
  const wait = answer === null ? null : askedWaitMs(answer, now);
  return wait === null ? feedback : { ...feedback, retryAfterMs: wait };
}

/** What a plain request is called by the network it leaves through. */
const plainRoutes: Readonly<Record<Network, Route>> = {
  service: 'http',
  residential: 'residential',
  unblock: 'unblock',
};

/** Waits for the leave of the site. */
export function leaveOf(
  politeness: Politeness,
  url: URL,
  exit: Exit,
  signal: AbortSignal,
  { waiting }: Manners,
): Promise<Admission> {
  const leave = politeness.admit(url, exit.id, signal);
  return waiting === undefined ? leave : waiting(leave);
}

/** Composes the client with politeness. */
export function createPoliteRequest(http: HttpClient, politeness: Politeness, clock: Clock): PoliteRequest {
  return async (request, exit, signal, manners = plainManners) => {
    const admission = await leaveOf(politeness, request.url, exit, signal, manners);
    let answer: HttpAnswer | null = null;
    try {
      const { language } = localeOf(exit.report.country);
      answer = await http.get({ acceptLanguage: language, ...request, via: exit.upstream }, signal);
    } finally {
      admission.done(feedbackOf(answer, manners.crawlDelayMs, clock.now()));
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
