import { adviseOn, codesOfBrowser } from '../domain/pages/page-advice.ts';
import type { PageCommand } from '../domain/pages/page-command.ts';
import { currentActivity, type QueuedResource } from '../domain/system/activity.ts';
import type { Clock } from '../domain/system/clock.ts';
import type { Semaphore } from '../domain/system/semaphore.ts';
import { parseAbsoluteUrl } from '../domain/values/absolute-url.ts';
import type { Validators } from '../store/pages/cached-pages.ts';
import type { Guard } from '../web/guard/ssrf-guard.ts';
import { openLogin, type PageLogins } from './browser/page-logins.ts';
import { newFetchProgress } from './fetch-progress.ts';
import type { FetchPage, FetchRequest } from './fetch-request.ts';
import { createFailedPage, type FetchedPage, type PageError } from './fetched-page.ts';
import { createPageDeadline, isTimeout } from './page-deadline.ts';
import { readSentFile } from './read-sent-file.ts';
import {
  createRouteEscalation,
  type EscalationRequest,
  type RouteEscalationPorts,
} from './route/route-escalation.ts';
import type { RouteProgress } from './route/route-progress.ts';
import { needsBrowser } from './route/routes.ts';
import { createRouteStepRunner, type RouteStepPorts } from './route/try-route.ts';
import { defaultPoliteness, maxPatientPauseMs, type RequestPoliteness } from './stages/polite-request.ts';

/** Dependencies of the page fetcher. */
export interface PageFetcherPorts extends Omit<RouteEscalationPorts, 'tryRouteStep'>, RouteStepPorts {
  guard: Guard;
  slots: Semaphore;
  logins: PageLogins;
  clock: Clock;
  /** Returns whether a browser is available. */
  hasBrowser(): Promise<boolean>;
  /** Called when a page for which no caller waits begins to wait for a pause that its origin requested. */
  onPatientWait?(origin: string, ms: number): void;
}

/** Minimum time that must remain for a page after a pause that its site requested. */
const minRemainingMs = 1_000;
/** Maximum time for which a page waits for the renewal of its login if no caller waits for it. */
const maxPatientRenewalMs = 5 * 60_000;
/** Share of its timeout that a page needs after its turn has come. */
const minTimeShare = 0.25;

/** Headers of a conditional request (RFC 9110 section 13.1). */
function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function describeUrlError(text: string): string {
  return text.includes('\ufffd')
    ? 'The URL contains U+FFFD: a character was lost in decoding. Correct it, or write %EF%BF%BD if it is intended.'
    : 'The URL is not absolute. Write the whole URL, such as https://example.com/page.';
}

/** What a page waits for in a queue, in words. */
const queueTexts: Readonly<Record<QueuedResource, string>> = {
  site: 'the limits on requests to its site (`WEBDATA_POLITENESS`), which earlier requests use',
  slot: 'a place among the pages that the service fetches at once',
  content_thread: 'a content thread, because the threads of the service read earlier pages',
  browser: 'a place in the browser, because the service renders earlier pages',
};

function createTimeoutError(waitedFor: QueuedResource | null): PageError {
  const message =
    waitedFor === null
      ? 'The page did not arrive within the timeout. Increase `timeout` or try again later.'
      : `The page waited until its timeout for ${queueTexts[waitedFor]}. Increase \`timeout\` or try again later.`;
  return { code: 'timeout', message };
}

/** Returns the login of a page that the site no longer accepts; null if it accepts it, or none was used. */
function findExpiredLogin({ login }: PageCommand, { page, loginSavedAt }: FetchedPage) {
  const asksForLogin = page.error?.code === 'login_required';
  if (login === null || loginSavedAt === undefined || !asksForLogin) return null;
  return { loginId: login, savedAt: loginSavedAt };
}

/**
 * Creates a page fetcher: it checks the URL, waits for a slot, tries routes in order of price and records the
 * observation.
 */
export function createPageFetcher(ports: PageFetcherPorts): FetchPage {
  const { clock } = ports;
  const escalateRoutes = createRouteEscalation({ ...ports, tryRouteStep: createRouteStepRunner(ports) });

  /** Returns the error that prevents any request, or null. */
  function findPageError(command: PageCommand, url: URL | null): PageError | null {
    if (url === null) return { code: 'url', message: describeUrlError(command.url) };
    const verdict = ports.guard.check(url);
    if (!verdict.allowed) return { code: verdict.code, message: verdict.message };
    if (command.render === 'never' && needsBrowser(command)) {
      return {
        code: 'no_browser',
        message: 'The requested options need a browser, and `render` is `never`. Set `render` to `auto`.',
      };
    }
    return null;
  }

  async function fetchBeforeDeadline({
    progress,
    url,
    budget,
    signal: caller,
  }: EscalationRequest): Promise<FetchedPage> {
    const signal = AbortSignal.any([caller, progress.deadline.signal]);
    const pageFetch = escalateRoutes({ progress, url, budget, signal });
    let release: (() => void) | null = null;
    try {
      release = await ports.slots.acquire(signal);
      return await pageFetch.run();
    } catch (error) {
      if (!isTimeout(signal)) throw error;
      const waitedFor = currentActivity()?.waitsFor ?? null;
      const failed = createFailedPage(pageFetch.progress, createTimeoutError(waitedFor), clock.now());
      return waitedFor === null ? failed : { ...failed, isStarved: true };
    } finally {
      release?.();
      progress.deadline.end();
    }
  }

  /** Adds the next step to the error of a page. */
  async function withAdvice(command: PageCommand, fetched: FetchedPage): Promise<FetchedPage> {
    const { page, observation } = fetched;
    const { error } = page;
    if (error === undefined) return fetched;
    const states = ports.exits.networkStates();
    const instance = {
      hasBrowser: codesOfBrowser.has(error.code) && (await ports.hasBrowser()),
      networks: states.map(({ network, countries }) => ({
        network,
        countries: countries.map(({ country }) => country),
      })),
    };
    const { attempts } = observation;
    const advice = adviseOn(error.code, { asked: command, attempts, instance });
    return advice === null ? fetched : { ...fetched, page: { ...page, error: { ...error, advice } } };
  }

  async function fetchPage(command: PageCommand, request: FetchRequest): Promise<FetchedPage> {
    const { accountId, budget, signal, isPatient = false, validators, prepareExtract } = request;
    const progress = newFetchProgress(command, accountId, clock.now());
    const url = parseAbsoluteUrl(command.url);
    const pageError = findPageError(command, url);
    if (pageError !== null) return createFailedPage(progress, pageError, clock.now());
    const deadline = createPageDeadline(command.timeoutMs);
    /** Milliseconds that remained when the site admitted the page. */
    let remainingMs = 0;
    const politeness: RequestPoliteness = {
      ...defaultPoliteness,
      ...(isPatient && { waiting: (release) => deadline.pauseDuring(release) }),
      pauseLimits: isPatient
        ? { maxPauseMs: () => maxPatientPauseMs, onPaused: ports.onPatientWait }
        : { maxPauseMs: () => deadline.getRemainingMs() - minRemainingMs },
      onAdmitted() {
        remainingMs ||= deadline.getRemainingMs();
      },
    };
    const conditional = validators === undefined ? {} : conditionalHeaders(validators);
    const login = await openLogin(ports.logins, command, accountId, url as URL);
    if (login !== null && 'code' in login) return createFailedPage(progress, login, clock.now());
    const routeProgress: RouteProgress = {
      ...progress,
      politeness,
      deadline,
      conditionalHeaders: conditional,
      ...(request.knownBody !== undefined && { knownBody: request.knownBody }),
      loginState: login?.state ?? null,
      ...(prepareExtract !== undefined && { prepareExtract }),
      ...(request.keepsResponse === true && { keepsResponse: true }),
    };
    const escalated = { progress: routeProgress, url: url as URL, budget, signal };
    const fetched = await fetchBeforeDeadline(escalated);
    if (fetched.page.error?.code === 'timeout' && remainingMs < command.timeoutMs * minTimeShare)
      return { ...fetched, isStarved: true };
    return login === null ? fetched : { ...fetched, loginSavedAt: login.savedAt };
  }

  /** Fetches a page; if it asks for a login despite the saved one, repeats it once after the login was renewed. */
  async function fetchWithRenewal(command: PageCommand, request: FetchRequest): Promise<FetchedPage> {
    const { accountId, isPatient, signal: caller } = request;
    const startedAt = performance.now();
    const fetched = await fetchPage(command, request);
    const expired = request.judgesLogin === true ? null : findExpiredLogin(command, fetched);
    if (expired === null) return fetched;
    const passedMs = () => Math.round(performance.now() - startedAt);
    const maxWaitMs = isPatient === true ? maxPatientRenewalMs : command.timeoutMs - passedMs();
    const signal = AbortSignal.any([caller, AbortSignal.timeout(Math.max(0, maxWaitMs - minRemainingMs))]);
    if (!(await ports.logins.renew(accountId, expired, signal))) return fetched;
    const remainingMs = isPatient === true ? command.timeoutMs : command.timeoutMs - passedMs();
    const repeated = await fetchPage({ ...command, timeoutMs: Math.max(1, remainingMs) }, request);
    const stillExpired = findExpiredLogin(command, repeated);
    if (stillExpired !== null) await ports.logins.expire(accountId, stillExpired);
    return repeated;
  }

  return async (command, request) =>
    request.file === undefined
      ? withAdvice(command, await fetchWithRenewal(command, request))
      : readSentFile(ports, command, request.file, request);
}
