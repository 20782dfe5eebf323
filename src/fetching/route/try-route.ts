import type { ContentThreads, PageContent } from '../../domain/pages/content.ts';
import type { OcrReader } from '../../domain/pages/ocr.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { StepResults } from '../../domain/pages/page.ts';
import {
  isCookieDomain,
  type SentRequest,
  toAcceptLanguage,
  type VisitorCookie,
} from '../../domain/pages/visitor.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { BrowserResponse } from '../../web/browser/page/network/browser-request.ts';
import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { Exit } from '../../web/exits/exits.ts';
import type { HttpRequest, HttpResponse, HttpResult } from '../../web/http/http-client.ts';
import type { RenderPage } from '../browser/render-page.ts';
import {
  type Arrival,
  type BodyDigest,
  createArrivedPage,
  createFailedPage,
  createNotModifiedPage,
  type FetchedPage,
  type PageError,
  type PageProgress,
  type ReadContent,
} from '../fetched-page.ts';
import { findRefresh } from '../stages/find-refresh.ts';
import { type PoliteRequest, readRetryAfterMs } from '../stages/polite-request.ts';
import { readContent, renderedWarnings } from '../stages/read-content.ts';
import { type RobotsGate, robotsError } from '../stages/robots-gate.ts';
import type { Observed, RouteProgress } from './route-progress.ts';
import { isPassable, needsBrowser, type RouteStep } from './routes.ts';

/** Result of one route step. */
export interface RouteStepResult {
  step: RouteStep;
  /**
   * `done` ends the escalation; `hollow` is empty without its scripts; `walled` is a block that another route may
   * pass; `dead` means that the exit failed; `nothing` means that this route returned no page but another may.
   */
  verdict: 'done' | 'hollow' | 'walled' | 'dead' | 'nothing';
  /** True if the site sent any response. */
  hasArrived: boolean;
  /** Length of the text, as in {@link PageContent.textLength}. */
  length: number;
  isHollow: boolean;
  /** Error of the page, or null if it is `ok`. */
  error: PageError | null;
  /** Returns the page of this step as part of this fetch, with `error` in place of its own if given. */
  page(progress: PageProgress, error?: PageError): FetchedPage;
}

/** Text measures of a page without content. */
export const noContent = { length: 0, isHollow: false } as const;

/** Dependencies of the route steps. */
export interface RouteStepPorts {
  request: PoliteRequest;
  robots: RobotsGate;
  threads: ContentThreads;
  ocr: OcrReader;
  render: RenderPage;
  /** Stores a file for an account until `expiresAt` and returns its address. */
  storeFile(accountId: string, file: PageFile, expiresAt: Date): Promise<string>;
  clock: Clock;
  /** Milliseconds for which stored pages are kept. */
  keepPagesMs: number;
}

/** File that reading a page produced. */
export interface PageFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** Stores the files of step results and replaces them by addresses. */
async function storeStepResults(
  { screenshots, reads, returns, prints }: NonNullable<BrowserResponse['stepOutput']>,
  store: (file: PageFile) => Promise<string>,
): Promise<StepResults> {
  return {
    screenshots: await Promise.all(screenshots.map(store)),
    scrapes: reads,
    javascript_returns: returns,
    pdfs: await Promise.all(prints.map((bytes) => store({ bytes, mediaType: 'application/pdf' }))),
  };
}

/** Digests the body of a response; another thread computes it. */
async function digestOf({ body, headers }: HttpResponse): Promise<Omit<BodyDigest, 'content'>> {
  const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>);
  return { body: Buffer.from(digest).toString('hex'), contentType: headers['content-type'] ?? null };
}

function isSameBody(one: Omit<BodyDigest, 'content'>, other: BodyDigest): boolean {
  return one.body === other.body && one.contentType === other.contentType;
}

/** Maximum number of requests in one step if the site sends Retry-After. */
const maxRequests = 2;

/** Writes a cookie as the value of `Set-Cookie`; `domain` is null for the host alone. */
function setCookie({ name, value, domain, path }: VisitorCookie, isSecure: boolean): string {
  const parts = [`${name}=${value}`, `Path=${path}`, domain === null ? [] : `Domain=${domain}`];
  return [...parts.flat(), ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** Returns the cookies of a saved login that the host of `url` may get. */
function loginCookies(loginState: SavedState | null, { hostname }: URL): string[] {
  return (loginState?.cookies ?? []).flatMap((cookie) => {
    const isForHost = !cookie.domain.startsWith('.');
    if (isForHost ? cookie.domain !== hostname : !isCookieDomain(hostname, cookie)) return [];
    return setCookie({ ...cookie, domain: isForHost ? null : cookie.domain }, cookie.secure);
  });
}

/** Returns the cookies and the language that a request brings along. */
function visitorRequest({ command, loginState }: RouteProgress, url: URL): Partial<HttpRequest> {
  const { cookies: own = [], languages = [] } = command.visitor ?? {};
  const cookies = [
    ...loginCookies(loginState, url),
    ...own.filter((cookie) => isCookieDomain(url.hostname, cookie)).map((cookie) => setCookie(cookie, false)),
  ];
  return {
    ...(cookies.length > 0 && { cookies }),
    ...(languages.length > 0 && { acceptLanguage: toAcceptLanguage(languages) }),
  };
}

/**
 * Tells whether a page that the browser cannot display is a file that a plain request with the cookies of the login returns:
 * nothing but the login needs the browser.
 */
function isFileOfLogin({ command }: RouteProgress, error: PageError): boolean {
  return error.code === 'document' && command.login !== null && !needsBrowser({ ...command, login: null });
}

function sentRequest({ method, body, isRepeatable }: SentRequest): Partial<HttpRequest> {
  return { method, isRepeatable, ...(body !== null && { body }) };
}

function createRetryAfterWarning(waitMs: number): Warning {
  const seconds = Math.ceil(waitMs / 1_000);
  return {
    code: 'retry_after',
    message: `The site asks for a pause of ${seconds} seconds (Retry-After). Try again after that.`,
  };
}

/** One step through one exit. */
export interface StepRequest {
  progress: RouteProgress;
  url: URL;
  step: RouteStep;
  exit: Exit;
  signal: AbortSignal;
  /** Takes what a request observed before the step ends, so that it is not lost if the step is aborted. */
  record(observed: Observed): void;
}

/** Runs one step. Never rejects for errors of the page; rejects when `signal` aborts. */
export type TryRouteStep = (request: StepRequest) => Promise<RouteStepResult>;

/** Creates the function that runs steps, from the plain request, the browser and the content threads. */
export function createRouteStepRunner(ports: RouteStepPorts): TryRouteStep {
  const { clock } = ports;

  function verdictOf(content: PageContent, isRendered: boolean): RouteStepResult['verdict'] {
    if (content.error !== null) return isPassable(content.error.code) ? 'walled' : 'done';
    return content.needsBrowser && !isRendered ? 'hollow' : 'done';
  }

  function createResult(
    step: RouteStep,
    response: HttpResponse,
    content: ReadContent,
    arrival: Arrival,
  ): RouteStepResult {
    const shown = step.isRendered ? { ...content, warnings: renderedWarnings(content.warnings) } : content;
    return {
      step,
      verdict: verdictOf(content, step.isRendered),
      hasArrived: true,
      length: content.textLength,
      isHollow: content.needsBrowser,
      error: content.error,
      page: (fetch, error) =>
        createArrivedPage(
          fetch,
          response,
          error === undefined ? shown : { ...shown, error },
          clock.now(),
          ports.keepPagesMs,
          arrival,
        ),
    };
  }

  /** Requests the page, and once more after Retry-After if there is enough time. */
  async function request({ progress, url, exit, signal, record }: StepRequest): Promise<HttpResult> {
    const { command, politeness, conditionalHeaders } = progress;
    const targetError = async (target: URL) =>
      command.robots === 'respect'
        ? robotsError(await ports.robots.check(target, signal, exit.upstream))
        : null;
    const maxTries = command.sent?.isRepeatable === false ? 1 : maxRequests;
    for (let requests = 1; ; requests += 1) {
      const httpRequest = {
        url,
        headers: { ...conditionalHeaders, ...command.headers },
        ...visitorRequest(progress, url),
        ...(command.sent === undefined
          ? {
              findRefresh: (response: HttpResponse, abort: AbortSignal) =>
                findRefresh(response, abort, { threads: ports.threads, targetError }),
            }
          : sentRequest(command.sent)),
      };
      const { answer, attempt } = await ports.request(httpRequest, exit, signal, politeness);
      const waitMs = attempt === null ? null : readRetryAfterMs(answer, clock.now());
      const maxPauseMs = politeness.pauseLimits?.maxPauseMs?.() ?? 0;
      if (attempt === null || waitMs === null || requests === maxTries || waitMs > maxPauseMs) {
        record({ attempt, warnings: waitMs === null ? [] : [createRetryAfterWarning(waitMs)] });
        return answer;
      }
      const outcome = answer.statusCode === 429 ? 'rate_limited' : 'http_5xx';
      record({ attempt: { ...attempt, outcome }, warnings: [] });
    }
  }

  async function tryPlain(stepRequest: StepRequest): Promise<RouteStepResult> {
    const { progress, step, signal } = stepRequest;
    const answer = await request(stepRequest);
    if (answer.kind === 'fault') {
      return {
        step,
        verdict: answer.code === 'no_exit' ? 'dead' : 'done',
        hasArrived: answer.statusCode !== null,
        ...noContent,
        error: answer,
        page: (fetch, error) => createFailedPage(fetch, error ?? answer, clock.now(), answer),
      };
    }
    const { knownBody, conditionalHeaders } = progress;
    const hasDigest = knownBody !== undefined && answer.statusCode === 200;
    const bodyDigest = hasDigest ? await digestOf(answer) : undefined;
    const isKnown = bodyDigest !== undefined && knownBody != null && isSameBody(bodyDigest, knownBody);
    const contentSha256 = isKnown ? knownBody.content : null;
    if (isKnown || (answer.statusCode === 304 && Object.keys(conditionalHeaders).length > 0)) {
      return {
        step,
        verdict: 'done',
        hasArrived: true,
        ...noContent,
        error: null,
        page: (fetch) =>
          createNotModifiedPage(fetch, answer, clock.now(), { route: step.route, contentSha256 }),
      };
    }
    const content = await readContent(ports, progress, answer, signal);
    return createResult(step, answer, content, {
      route: step.route,
      screenshot: null,
      network: null,
      bodyDigest,
    });
  }

  async function createArrival(
    accountId: string,
    step: RouteStep,
    response: BrowserResponse,
  ): Promise<Arrival> {
    const { screenshot, network, stepOutput } = response;
    const expiresAt = addMs(clock.now(), ports.keepPagesMs);
    const store = (file: PageFile) => ports.storeFile(accountId, file, expiresAt);
    return {
      route: step.route,
      screenshot: screenshot === null ? null : await store(screenshot),
      network,
      captured: response.captured,
      scrolled: response.scrolled,
      states: response.states,
      ...(stepOutput !== null && { actions: await storeStepResults(stepOutput, store) }),
    };
  }

  async function tryRendered(stepRequest: StepRequest): Promise<RouteStepResult> {
    const { progress, url, step, exit, signal, record } = stepRequest;
    const { command, politeness, loginState: state, accountId } = progress;
    const { answer, attempt } = await ports.render({
      command,
      url,
      exit,
      signal,
      politeness,
      state,
      accountId,
    });
    record({ attempt, warnings: [] });
    if (answer.kind !== 'response') {
      if (answer.kind === 'fault' && isFileOfLogin(progress, answer)) return tryPlain(stepRequest);
      const fault = answer.kind === 'fault' ? answer : undefined;
      const verdict = answer.kind === 'none' ? 'nothing' : answer.code === 'no_exit' ? 'dead' : 'done';
      return {
        step,
        verdict,
        hasArrived: (fault?.statusCode ?? null) !== null,
        ...noContent,
        error: answer,
        page: (fetch, error) => createFailedPage(fetch, error ?? answer, clock.now(), fault),
      };
    }
    const content = await readContent(ports, progress, answer, signal);
    const arrival = await createArrival(progress.accountId, step, answer);
    const result = createResult(step, answer, content, arrival);
    return {
      ...result,
      page(fetch, error) {
        const fetched = result.page(fetch, error);
        const warnings = [...fetched.page.warnings, ...answer.warnings];
        return { ...fetched, page: { ...fetched.page, warnings } };
      },
    };
  }

  return (request) => (request.step.isRendered ? tryRendered : tryPlain)(request);
}
