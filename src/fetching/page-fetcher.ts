import type { Clock } from '../domain/clock.ts';
import type { ExtractJob } from '../domain/extraction.ts';
import type { PageCommand } from '../domain/page-command.ts';
import type { Slots } from '../domain/slots.ts';
import type { Validators } from '../store/cached-pages.ts';
import type { Guard } from '../web/guard.ts';
import type { Budget } from './budget.ts';
import { type FetchProgress, newProgress } from './fetch-progress.ts';
import { type FetchedPage, pageNotArrived, type Refused } from './fetched-page.ts';
import { createPageDeadline } from './page-deadline.ts';
import { openLogin, type PageLogins } from './page-logins.ts';
import { type Manners, plainManners } from './polite-request.ts';
import { createRouteLadder, isTimeout, type LadderPorts } from './route-ladder.ts';
import { needsBrowser } from './rungs.ts';
import { createRungTrial, type RungPorts } from './try-rung.ts';

/** What the fetcher needs of the other rooms. */
export interface PageFetcherPorts extends Omit<LadderPorts, 'tryRung'>, RungPorts {
  guard: Guard;
  slots: Slots;
  logins: PageLogins;
  clock: Clock;
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
  /** Whether the response is wanted beside the page. */
  keepsResponse?: boolean;
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

function parseUrl(text: string): URL | null {
  const trimmed = text.trim();
  return URL.canParse(trimmed) ? new URL(trimmed) : null;
}

/** Composes the reading of one page: judge, wait for a place, climb the ladder of routes, observe. */
export function createPageFetcher(ports: PageFetcherPorts): FetchPage {
  const { clock } = ports;
  const climb = createRouteLadder({ ...ports, tryRung: createRungTrial(ports) });

  /** What stands in the way before anything is contacted. */
  function refusal(command: PageCommand, url: URL | null): Refused | null {
    if (url === null) return { code: 'url', message: 'this is not an absolute address' };
    const verdict = ports.guard.judge(url);
    if (!verdict.allowed) return { code: verdict.code, message: verdict.message };
    if (command.render === 'never' && needsBrowser(command)) {
      return { code: 'no_browser', message: 'what was asked needs a browser, and render is never' };
    }
    return null;
  }

  async function fetchWithin(
    progress: FetchProgress,
    url: URL,
    budget: Budget,
    caller: AbortSignal,
  ): Promise<FetchedPage> {
    const signal = AbortSignal.any([caller, progress.deadline.signal]);
    let leave: (() => void) | null = null;
    try {
      leave = await ports.slots.take(signal);
      return await climb(progress, url, budget, signal);
    } catch (error) {
      if (!isTimeout(signal)) throw error;
      const late: Refused = { code: 'timeout', message: 'the page was not there in time' };
      return pageNotArrived(progress, late, clock.now());
    } finally {
      leave?.();
      progress.deadline.end();
    }
  }

  return async (command, wanted) => {
    const { accountId, budget, signal, isPatient = false, validators, prepareExtract } = wanted;
    const progress = newProgress(command, accountId, clock.now());
    const url = parseUrl(command.url);
    const refused = refusal(command, url);
    if (refused !== null) return pageNotArrived(progress, refused, clock.now());
    const deadline = createPageDeadline(command.timeoutMs);
    const manners: Manners = isPatient
      ? { ...plainManners, waiting: (leave) => deadline.without(leave) }
      : plainManners;
    const conditions = validators === undefined ? {} : conditionalHeaders(validators);
    const opened = await openLogin(ports.logins, command, accountId, url as URL);
    if (opened !== null && 'code' in opened) return pageNotArrived(progress, opened, clock.now());
    const order = {
      ...progress,
      manners,
      deadline,
      conditions,
      loginState: opened?.state ?? null,
      ...(prepareExtract !== undefined && { prepareExtract }),
      ...(wanted.keepsResponse === true && { keepsResponse: true }),
    };
    const fetched = await fetchWithin(order, url as URL, budget, signal);
    if (command.login === null || fetched.page.error?.code !== 'login_required') return fetched;
    await ports.logins.markExpired(accountId, command.login);
    return fetched;
  };
}
