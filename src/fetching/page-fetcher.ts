import { addMs, type Clock } from '../domain/clock.ts';
import type { ContentThreads } from '../domain/content.ts';
import type { ExtractJob } from '../domain/extraction.ts';
import type { PageErrorCode, Warning } from '../domain/outcome.ts';
import { browserFormats } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import { routePrices } from '../domain/rate-card.ts';
import type { Slots } from '../domain/slots.ts';
import type { Validators } from '../store/cached-pages.ts';
import type { BrowserResponse, Screenshot } from '../web/browser/browser-request.ts';
import type { Exit, Exits } from '../web/exits/exits.ts';
import type { Guard } from '../web/guard.ts';
import type { HttpAnswer, HttpFault, HttpResponse } from '../web/http-client.ts';
import type { Budget } from './budget.ts';
import {
  type Arrival,
  type FetchedPage,
  type Progress,
  pageArrived,
  pageNotArrived,
  pageNotModified,
  plainArrival,
  type Refused,
} from './fetched-page.ts';
import { createPageDeadline, type PageDeadline } from './page-deadline.ts';
import { askedWaitMs, type Manners, type PoliteRequest, plainManners } from './polite-request.ts';
import { readContent } from './read-content.ts';
import type { RenderMemory } from './render-memory.ts';
import type { RenderPage } from './render-page.ts';
import { type RobotsGate, robotsRefusal } from './robots-gate.ts';

/** What the fetcher needs of the other rooms. */
export interface PageFetcherPorts {
  guard: Guard;
  request: PoliteRequest;
  exits: Exits;
  robots: RobotsGate;
  threads: ContentThreads;
  render: RenderPage;
  memory: RenderMemory;
  /** Stores a picture for an account until `expiresAt` and gives the address that it can be read at. */
  storeScreenshot(accountId: string, screenshot: Screenshot, expiresAt: Date): Promise<string>;
  slots: Slots;
  clock: Clock;
  /** Milliseconds that stored pages are kept. */
  keepPagesMs: number;
}

/** For whom a page is read, and what that may cost. */
export interface FetchOrder {
  accountId: string;
  budget: Budget;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
  /** True where the wait for the site's leave does not count as time of the page: nobody waits for it. */
  isPatient?: boolean;
  /** What is to be found on the page that answered at this address; absent for content alone. */
  prepareExtract?(finalUrl: string): Promise<ExtractJob>;
  /** What the site is asked to compare with what it has now: when nothing changed, it need not send it again. */
  validators?: Validators;
}

/** Asks for a page only if it changed (RFC 9110 section 13.1). */
function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

/** Reads one page. Never throws for what the page or its site does; rejects when `signal` says stop. */
export type FetchPage = (command: PageCommand, order: FetchOrder) => Promise<FetchedPage>;

/** Whether something was asked that only a browser can do; such options are never silently ignored. */
function needsBrowser(command: PageCommand): boolean {
  return (
    command.render === 'always' ||
    command.steps.length > 0 ||
    command.waitMs > 0 ||
    command.mobile ||
    command.screenshot !== null ||
    command.formats.some((format) => browserFormats.includes(format))
  );
}

/** Requests for one page at most, where the site asks to come again later. */
const mostRequests = 2;
/** Time that must be left for the page once the wait is over. */
const fewestMs = 1_000;
/** A site that asks for a longer wait is left alone. */
const longestWaitMs = 10 * 60_000;

/** Walls that a browser may pass: the others stand before everybody who comes from here. */
const walls: ReadonlySet<PageErrorCode> = new Set(['challenge', 'captcha', 'refused']);

/** The same, with how its site is treated meanwhile. */
interface FetchProgress extends Progress {
  manners: Manners;
  deadline: PageDeadline;
  /** Headers that make the request conditional. */
  conditions: Record<string, string>;
}

function comeLater(waitMs: number): Warning {
  const seconds = Math.ceil(waitMs / 1_000);
  return { code: 'retry_after', message: `The site asks to be left alone for ${seconds} seconds.` };
}

function notRendered({ page }: FetchedPage): Warning {
  const reason = page.error?.message ?? 'the browser brought nothing';
  return { code: 'not_rendered', message: `The page seems to need a browser: ${reason}` };
}

function parseUrl(text: string): URL | null {
  const trimmed = text.trim();
  return URL.canParse(trimmed) ? new URL(trimmed) : null;
}

/** Composes the reading of one page: judge, choose an exit, fetch politely, turn into content, observe. */
export function createPageFetcher(ports: PageFetcherPorts): FetchPage {
  const { clock } = ports;
  const notArrived = (progress: Progress, refused: Refused, reached?: HttpFault) =>
    pageNotArrived(progress, refused, clock.now(), reached);

  /** What stands in the way before anything is contacted. */
  function refusal(progress: Progress, url: URL | null, budget: Budget): Refused | null {
    const { command } = progress;
    if (url === null) return { code: 'url', message: 'this is not an absolute address' };
    const verdict = ports.guard.judge(url);
    if (!verdict.allowed) return { code: verdict.code, message: verdict.message };
    if (command.login !== null) {
      return { code: 'no_browser', message: 'this version opens no pages with saved logins' };
    }
    if (command.render === 'never' && needsBrowser(command)) {
      return { code: 'no_browser', message: 'what was asked needs a browser, and render is never' };
    }
    if (command.maxCredits !== null && command.maxCredits < routePrices.http) {
      return { code: 'max_credits', message: `the cheapest route costs ${routePrices.http}` };
    }
    const choice = ports.exits.choose(command);
    if (choice.exit === null) return { code: choice.code, message: choice.message };
    if (!budget.take(routePrices.http)) {
      return { code: 'account_credits', message: 'the account has no credits left for this page' };
    }
    progress.exit = choice.exit;
    progress.warnings.push(...choice.warnings);
    return null;
  }

  async function request(
    progress: FetchProgress,
    url: URL,
    exit: Exit,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { command, manners, deadline } = progress;
    for (let requests = 1; ; requests += 1) {
      const { answer, attempt } = await ports.request(
        { url, headers: { ...progress.conditions, ...command.headers } },
        exit,
        signal,
        manners,
      );
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

  const contentOf = (progress: Progress, response: HttpResponse, signal: AbortSignal) =>
    readContent(ports.threads, progress, response, signal);

  async function arrivalOf(progress: Progress, response: BrowserResponse): Promise<Arrival> {
    const { screenshot, network, warnings } = response;
    progress.warnings.push(...warnings);
    if (screenshot === null) return { route: 'browser', screenshot: null, network };
    const expiresAt = addMs(clock.now(), ports.keepPagesMs);
    const address = await ports.storeScreenshot(progress.accountId, screenshot, expiresAt);
    return { route: 'browser', screenshot: address, network };
  }

  /** The page as a browser shows it. */
  async function fetchRendered(progress: FetchProgress, url: URL, signal: AbortSignal): Promise<FetchedPage> {
    const { answer, attempt } = await ports.render(
      progress.command,
      url,
      progress.exit as Exit,
      signal,
      progress.manners,
    );
    if (attempt !== null) progress.attempts.push(attempt);
    if (answer.kind === 'none') return notArrived(progress, answer);
    if (answer.kind === 'fault') return notArrived(progress, answer, answer);
    const content = await contentOf(progress, answer, signal);
    const arrival = await arrivalOf(progress, answer);
    return pageArrived(progress, answer, content, clock.now(), ports.keepPagesMs, arrival);
  }

  /** The cheapest way that works: plain, and in a browser when the page says nothing without it, or a wall stands there. */
  async function fetchByLadder(progress: FetchProgress, url: URL, signal: AbortSignal): Promise<FetchedPage> {
    let mayRender = progress.command.render === 'auto';
    if (mayRender && ports.memory.prefersBrowser(url)) {
      const rendered = await fetchRendered(progress, url, signal);
      if (rendered.page.status === 'ok') return rendered;
      mayRender = false;
    }
    const answer = await request(progress, url, progress.exit as Exit, signal);
    if (answer.kind === 'fault') return notArrived(progress, answer, answer);
    if (answer.statusCode === 304 && Object.keys(progress.conditions).length > 0) {
      return pageNotModified(progress, answer, clock.now());
    }
    const content = await contentOf(progress, answer, signal);
    const asItCame = () =>
      pageArrived(progress, answer, content, clock.now(), ports.keepPagesMs, plainArrival);
    const isWall = content.error !== null && walls.has(content.error.code);
    const isHollow = content.needsBrowser && content.error === null;
    if (!mayRender || !(isHollow || isWall)) {
      if (mayRender && content.error === null) ports.memory.learn(url, false);
      return asItCame();
    }
    const rendered = await fetchRendered(progress, url, signal).catch((error: unknown) => {
      if (!isTimeout(signal)) throw error;
      return notArrived(progress, { code: 'timeout', message: 'it was not rendered in time' });
    });
    if (rendered.page.status === 'ok') {
      ports.memory.learn(url, true);
      return rendered;
    }
    if (isHollow) progress.warnings.push(notRendered(rendered));
    // Behind the wall may lie a page that is not there.
    return isWall && rendered.page.status === 'not_found' ? rendered : asItCame();
  }

  async function fetchAllowed(progress: FetchProgress, url: URL, signal: AbortSignal): Promise<FetchedPage> {
    const asked = ports.robots.consult(url, signal).then((answer) => {
      progress.robots.verdict = answer.verdict;
      return answer;
    });
    if (progress.command.robots === 'respect') {
      const answer = await asked;
      const refused = robotsRefusal(answer);
      if (refused !== null) return notArrived(progress, refused);
      progress.manners = { ...progress.manners, crawlDelayMs: answer.crawlDelayMs };
    }
    return needsBrowser(progress.command)
      ? fetchRendered(progress, url, signal)
      : fetchByLadder(progress, url, signal);
  }

  async function fetchWithin(progress: FetchProgress, url: URL, caller: AbortSignal): Promise<FetchedPage> {
    const signal = AbortSignal.any([caller, progress.deadline.signal]);
    let leave: (() => void) | null = null;
    try {
      leave = await ports.slots.take(signal);
      return await fetchAllowed(progress, url, signal);
    } catch (error) {
      if (!isTimeout(signal)) throw error;
      return notArrived(progress, { code: 'timeout', message: 'the page was not there in time' });
    } finally {
      leave?.();
      progress.deadline.end();
    }
  }

  return async (command, { accountId, budget, signal, isPatient = false, validators, prepareExtract }) => {
    const deadline = createPageDeadline(command.timeoutMs);
    const manners: Manners = isPatient
      ? { ...plainManners, waiting: (leave) => deadline.without(leave) }
      : plainManners;
    const progress: FetchProgress = {
      command,
      accountId,
      startedAt: clock.now(),
      exit: null,
      robots: { policy: command.robots, verdict: 'unknown' },
      attempts: [],
      warnings: [],
      manners,
      deadline,
      ...(prepareExtract !== undefined && { prepareExtract }),
      conditions: validators === undefined ? {} : conditionalHeaders(validators),
    };
    const url = parseUrl(command.url);
    const refused = refusal(progress, url, budget);
    if (refused !== null) {
      deadline.end();
      return notArrived(progress, refused);
    }
    return fetchWithin(progress, url as URL, signal);
  };
}

/** Whether the time is up, rather than the caller gone. */
function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
