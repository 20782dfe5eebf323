import { addMs, type Clock } from '../domain/clock.ts';
import type { ContentThreads, PageContent } from '../domain/content.ts';
import type { PageErrorCode, Warning } from '../domain/outcome.ts';
import type { StepResults } from '../domain/page.ts';
import type { BrowserResponse } from '../web/browser/browser-request.ts';
import type { Exit } from '../web/exits/exits.ts';
import type { HttpAnswer, HttpResponse } from '../web/http-client.ts';
import type { FetchProgress } from './fetch-progress.ts';
import {
  type Arrival,
  type FetchedPage,
  pageArrived,
  pageNotArrived,
  pageNotModified,
  type ReadContent,
} from './fetched-page.ts';
import { askedWaitMs, type PoliteRequest } from './polite-request.ts';
import { readContent } from './read-content.ts';
import type { RenderPage } from './render-page.ts';
import { isPassable, type Rung } from './rungs.ts';

/** What came of one way of getting a page. */
export interface Tried {
  rung: Rung;
  /**
   * `done` ends the climb; `hollow` says nothing without its scripts; `walled` is a wall that a dearer route may pass;
   * `dead` means that the exit failed, `nothing` that this way brought no page though another may.
   */
  verdict: 'done' | 'hollow' | 'walled' | 'dead' | 'nothing';
  /** Whether anything came of the site. */
  hasArrived: boolean;
  /** Code points of what it says, and whether it seems to say it only when its scripts run. */
  length: number;
  isHollow: boolean;
  /** Why it is not `ok`, or null. */
  error: { code: PageErrorCode; message: string } | null;
  /** The page as this way brought it, with `error` in place of its own where one is given. */
  page(error?: { code: PageErrorCode; message: string }): FetchedPage;
}

/** Of a page that brought no content. */
export const nothingSaid = { length: 0, isHollow: false } as const;

/** What trying needs of the other rooms. */
export interface RungPorts {
  request: PoliteRequest;
  threads: ContentThreads;
  render: RenderPage;
  /** Stores a file for an account until `expiresAt` and gives the address that it can be read at. */
  storeFile(accountId: string, file: PageFile, expiresAt: Date): Promise<string>;
  clock: Clock;
  /** Milliseconds that stored pages are kept. */
  keepPagesMs: number;
}

/** A file that reading a page brought. */
export interface PageFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** What steps gave, with its files as addresses. */
async function storedResults(
  { pictures, reads, returns, prints }: NonNullable<BrowserResponse['given']>,
  store: (file: PageFile) => Promise<string>,
): Promise<StepResults> {
  return {
    screenshots: await Promise.all(pictures.map(store)),
    scrapes: reads,
    javascript_returns: returns,
    pdfs: await Promise.all(prints.map((bytes) => store({ bytes, mediaType: 'application/pdf' }))),
  };
}

/** Requests of one rung at most, where the site asks to come again later. */
const mostRequests = 2;
/** Time that must be left for the page once the wait is over. */
const fewestMs = 1_000;
/** A site that asks for a longer wait is left alone. */
const longestWaitMs = 10 * 60_000;

function comeLater(waitMs: number): Warning {
  const seconds = Math.ceil(waitMs / 1_000);
  return { code: 'retry_after', message: `The site asks to be left alone for ${seconds} seconds.` };
}

/** Tries one rung through one exit. Never rejects for what the page does; rejects when `signal` says stop. */
export type TryRung = (
  progress: FetchProgress,
  url: URL,
  rung: Rung,
  exit: Exit,
  signal: AbortSignal,
) => Promise<Tried>;

/** Composes a plain request, a browser and the reading of what they bring. */
export function createRungTrial(ports: RungPorts): TryRung {
  const { clock } = ports;

  function verdictOf(content: PageContent, isRendered: boolean): Tried['verdict'] {
    if (content.error !== null) return isPassable(content.error.code) ? 'walled' : 'done';
    return content.needsBrowser && !isRendered ? 'hollow' : 'done';
  }

  function arrived(
    progress: FetchProgress,
    rung: Rung,
    response: HttpResponse,
    content: ReadContent,
    arrival: Arrival,
  ): Tried {
    return {
      rung,
      verdict: verdictOf(content, rung.isRendered),
      hasArrived: true,
      length: content.length,
      isHollow: content.needsBrowser,
      error: content.error,
      page: (error) =>
        pageArrived(
          progress,
          response,
          error === undefined ? content : { ...content, error },
          clock.now(),
          ports.keepPagesMs,
          arrival,
        ),
    };
  }

  /** Asks, and once more where the site asks to come again later and there is time for that. */
  async function request(
    progress: FetchProgress,
    url: URL,
    exit: Exit,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { command, manners, deadline, conditions } = progress;
    for (let requests = 1; ; requests += 1) {
      const asked = {
        url,
        headers: { ...conditions, ...command.headers },
        ...(command.question !== undefined && { method: 'POST' as const, body: command.question }),
      };
      const { answer, attempt } = await ports.request(asked, exit, signal, manners);
      progress.attempts.push(attempt);
      const wait = askedWaitMs(answer, clock.now());
      if (wait === null) return answer;
      const mostMs = manners.waiting === undefined ? deadline.leftMs() - fewestMs : longestWaitMs;
      if (requests === mostRequests || wait > mostMs) {
        progress.warnings.push(comeLater(wait));
        return answer;
      }
      attempt.outcome = answer.statusCode === 429 ? 'rate_limited' : 'http_5xx';
    }
  }

  async function tryPlain(
    progress: FetchProgress,
    url: URL,
    rung: Rung,
    exit: Exit,
    signal: AbortSignal,
  ): Promise<Tried> {
    const answer = await request(progress, url, exit, signal);
    if (answer.kind === 'fault') {
      return {
        rung,
        verdict: answer.code === 'no_exit' ? 'dead' : 'done',
        hasArrived: answer.statusCode !== null,
        ...nothingSaid,
        error: answer,
        page: (error) => pageNotArrived(progress, error ?? answer, clock.now(), answer),
      };
    }
    if (answer.statusCode === 304 && Object.keys(progress.conditions).length > 0) {
      return {
        rung,
        verdict: 'done',
        hasArrived: true,
        ...nothingSaid,
        error: null,
        page: () => pageNotModified(progress, answer, clock.now(), rung.route),
      };
    }
    const content = await readContent(ports.threads, progress, answer, signal);
    return arrived(progress, rung, answer, content, { route: rung.route, screenshot: null, network: null });
  }

  async function arrivalOf(progress: FetchProgress, rung: Rung, response: BrowserResponse): Promise<Arrival> {
    const { screenshot, network, given } = response;
    const expiresAt = addMs(clock.now(), ports.keepPagesMs);
    const store = (file: PageFile) => ports.storeFile(progress.accountId, file, expiresAt);
    return {
      route: rung.route,
      screenshot: screenshot === null ? null : await store(screenshot),
      network,
      captured: response.captured,
      ...(given !== null && { actions: await storedResults(given, store) }),
    };
  }

  async function tryRendered(
    progress: FetchProgress,
    url: URL,
    rung: Rung,
    exit: Exit,
    signal: AbortSignal,
  ): Promise<Tried> {
    const { answer, attempt } = await ports.render(
      progress.command,
      url,
      exit,
      signal,
      progress.manners,
      progress.loginState,
    );
    if (attempt !== null) progress.attempts.push(attempt);
    if (answer.kind !== 'response') {
      const reached = answer.kind === 'fault' ? answer : undefined;
      const verdict = answer.kind === 'none' ? 'nothing' : answer.code === 'no_exit' ? 'dead' : 'done';
      return {
        rung,
        verdict,
        hasArrived: (reached?.statusCode ?? null) !== null,
        ...nothingSaid,
        error: answer,
        page: (error) => pageNotArrived(progress, error ?? answer, clock.now(), reached),
      };
    }
    const content = await readContent(ports.threads, progress, answer, signal);
    const arrival = await arrivalOf(progress, rung, answer);
    const tried = arrived(progress, rung, answer, content, arrival);
    return {
      ...tried,
      page(error) {
        const fetched = tried.page(error);
        const warnings = [...fetched.page.warnings, ...answer.warnings];
        return { ...fetched, page: { ...fetched.page, warnings } };
      },
    };
  }

  return (progress, url, rung, exit, signal) =>
    (rung.isRendered ? tryRendered : tryPlain)(progress, url, rung, exit, signal);
}
