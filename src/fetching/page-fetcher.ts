import type { Clock } from '../domain/clock.ts';
import type { ContentThreads } from '../domain/content.ts';
import { browserFormats } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import { routePrices } from '../domain/rate-card.ts';
import type { Exit, Exits } from '../web/exits.ts';
import type { Guard } from '../web/guard.ts';
import type { HttpAnswer, HttpFault, HttpResponse } from '../web/http-client.ts';
import type { Budget } from './budget.ts';
import {
  type FetchedPage,
  type Progress,
  pageArrived,
  pageNotArrived,
  type Refused,
} from './fetched-page.ts';
import type { PoliteRequest } from './polite-request.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { Slots } from './slots.ts';

/** What the fetcher needs of the other rooms. */
export interface PageFetcherPorts {
  guard: Guard;
  request: PoliteRequest;
  exits: Exits;
  robots: RobotsGate;
  threads: ContentThreads;
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
    command.login !== null ||
    command.formats.some((format) => browserFormats.includes(format))
  );
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
    if (needsBrowser(command)) {
      return {
        code: 'no_browser',
        message: 'this page was asked for in a way that needs a browser, and there is none',
      };
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

  async function request(progress: Progress, url: URL, exit: Exit, signal: AbortSignal): Promise<HttpAnswer> {
    const { answer, attempt } = await ports.request({ url, headers: progress.command.headers }, exit, signal);
    progress.attempts.push(attempt);
    return answer;
  }

  async function read(progress: Progress, response: HttpResponse, signal: AbortSignal): Promise<FetchedPage> {
    const { command } = progress;
    const content = await ports.threads.process(
      {
        bytes: response.body,
        url: response.finalUrl,
        statusCode: response.statusCode,
        headers: response.headers,
        formats: command.formats,
        onlyMainContent: command.onlyMainContent,
        includeSelectors: command.includeSelectors,
        excludeSelectors: command.excludeSelectors,
        maxLength: command.maxLength,
        focus: command.focus,
      },
      signal,
    );
    const attempt = progress.attempts.at(-1);
    if (attempt !== undefined && content.error !== null) attempt.outcome = content.error.code;
    return pageArrived(progress, response, content, clock.now(), ports.keepPagesMs);
  }

  async function fetchAllowed(progress: Progress, url: URL, signal: AbortSignal): Promise<FetchedPage> {
    const asked = ports.robots.verdict(url, signal).then((verdict) => {
      progress.robots.verdict = verdict;
      return verdict;
    });
    if (progress.command.robots === 'respect' && (await asked) !== 'allowed') {
      const reason = progress.robots.verdict === 'disallowed' ? 'forbids this address' : 'could not be read';
      return notArrived(progress, { code: 'robots', message: `robots.txt ${reason}` });
    }
    const answer = await request(progress, url, progress.exit as Exit, signal);
    return answer.kind === 'fault' ? notArrived(progress, answer, answer) : read(progress, answer, signal);
  }

  async function fetchWithin(progress: Progress, url: URL, caller: AbortSignal): Promise<FetchedPage> {
    const deadline = AbortSignal.timeout(progress.command.timeoutMs);
    const signal = AbortSignal.any([caller, deadline]);
    let leave: (() => void) | null = null;
    try {
      leave = await ports.slots.take(signal);
      return await fetchAllowed(progress, url, signal);
    } catch (error) {
      if (!isTimeout(signal)) throw error;
      return notArrived(progress, { code: 'timeout', message: 'the page was not there in time' });
    } finally {
      leave?.();
    }
  }

  return async (command, { accountId, budget, signal }) => {
    const progress: Progress = {
      command,
      accountId,
      startedAt: clock.now(),
      exit: null,
      robots: { policy: command.robots, verdict: 'unknown' },
      attempts: [],
      warnings: [],
    };
    const url = parseUrl(command.url);
    const refused = refusal(progress, url, budget);
    if (refused !== null) return notArrived(progress, refused);
    return fetchWithin(progress, url as URL, signal);
  };
}

/** Whether the time is up, rather than the caller gone. */
function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
