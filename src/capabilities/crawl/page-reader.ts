import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPageCommand, type PageCommand } from '../../domain/pages/page-command.ts';
import type { JobWait } from '../../domain/resources/job.ts';
import { Failure } from '../../domain/system/failure.ts';
import { createBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { PageCache } from '../../fetching/stages/page-cache.ts';
import type { ClaimedJob, ClaimedPage } from '../../jobs/frontier/frontier-claim.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { pageTimeoutMs } from './crawl-options.ts';
import type { CrawlCommand } from './crawl-request.ts';
import type { CrawlState, LinkSelector } from './link-selector.ts';
import { createLoginSession, type LoginSession, type SessionState } from './login-session.ts';

/** The end of sessions of saved logins. */
interface CrawlLogins {
  /**
   * Records that the session of a login has ended; `whileRenewing` writes in the same transaction if a run logs in again.
   */
  expire(
    accountId: string,
    login: { loginId: string; savedAt: Date },
    whileRenewing: (transaction: DatabaseTransaction, runId: string) => Promise<void>,
  ): Promise<{ kind: 'renewed' | 'renewing' | 'expired' }>;
}

/** Dependencies of a page reader. */
export interface PageReaderPorts {
  /** Reads pages, from the cache if the crawl allows it. */
  cache: Pick<PageCache, 'read'>;
  logins: CrawlLogins;
  /** Pauses a job until it is resumed, in the given transaction or in one of its own. */
  pauseJob(
    jobId: string,
    wait: JobWait,
    notes: unknown,
    transaction: DatabaseTransaction | null,
  ): Promise<void>;
  robotsPolicy: 'respect' | 'ignore';
}

/** Result of reading one page. */
export type PageReading =
  | { kind: 'page'; fetched: FetchedPage; request: PageCommand }
  /** The crawl no longer wants the page. */
  | { kind: 'skipped'; reason: 'action' | 'logout' }
  /** The job is paused, and the page returns to the queue. */
  | { kind: 'returned' };

/** Reads the pages of one crawl with its options, its pace and its login. */
export interface PageReader {
  read(page: ClaimedPage, signal: AbortSignal): Promise<PageReading>;
  /** Returns the request for a page. */
  requestOf(url: string): PageCommand;
  /** Returns what is known of the session of the login; undefined without a login. */
  session(): SessionState | undefined;
}

/** Attempts for a page that this service lacks descriptors, threads or a browser for; the last result is delivered. */
const maxDependencyAttempts = 5;

/** Returns the request for a page. Only pages of the site receive headers and the login. */
function createPageCommand(
  command: CrawlCommand,
  url: string,
  robots: PageReaderPorts['robotsPolicy'],
  isOwn: boolean,
): PageCommand {
  const { pages } = command;
  const formats = pages?.formats ?? command.formats;
  const all = command.isList === true ? formats : [...new Set([...formats, 'links' as const])];
  if (pages !== undefined)
    return { ...pages, url, robots, formats: all, ...(!isOwn && { headers: {}, login: null }) };
  return defaultPageCommand(url, {
    formats: all,
    country: command.country,
    strictCountry: command.strictCountry,
    network: command.network ?? 'service',
    timeoutMs: pageTimeoutMs,
    maxCredits: command.maxCredits ?? null,
    robots,
  });
}

/** Returns the reason why a job is paused whose site asks for a login. */
function createLoginWait(loginId: string, url: string, renewal: string | null): JobWait {
  const { origin } = new URL(url);
  if (renewal !== null) {
    const message = `${origin} asks for a login again, so the session of ${loginId} has ended. The run ${renewal} logs in again, and the job continues after it.`;
    return { code: 'login_expired', origin, until: null, login: loginId, renewal, message };
  }
  return {
    code: 'login_expired',
    origin,
    until: null,
    login: loginId,
    message: `${origin} asks for a login again, so the session of ${loginId} has ended. Log in, save the login under its name, and resume the job.`,
  };
}

/** Creates the reader of one crawl in this process. `notes` returns the state of its work. */
export function createPageReader(
  ports: PageReaderPorts,
  job: ClaimedJob,
  links: LinkSelector,
  notes: () => unknown,
): PageReader {
  const command = job.command as CrawlCommand;
  const robotsPolicy = command.pages?.robots ?? ports.robotsPolicy;
  const login = command.pages?.login ?? null;
  const session: LoginSession | null =
    login === null || command.isList === true
      ? null
      : createLoginSession(
          (url, signal) => fetchPage(url, signal),
          (job.notes as CrawlState | null)?.session,
        );
  /** Maximum cost of a page, as of the last claim. */
  let maxCredits = 0;
  let refusal: string | undefined;

  function requestOf(url: string): PageCommand {
    const isOwn = command.isList === true || links.isOwn(url);
    return createPageCommand(command, url, robotsPolicy, isOwn);
  }

  async function fetchPage(url: string, signal: AbortSignal, isRoute = false): Promise<FetchedPage> {
    const request = requestOf(url);
    const context = {
      accountId: job.accountId,
      budget: { ...createBudget(maxCredits), refusal },
      signal,
      isPatient: true,
    };
    // Without a browser, all routes of an application are the same page.
    const shown = isRoute ? { ...request, render: 'always' as const } : request;
    return ports.cache.read(shown, { ...context, ...(session !== null && { judgesLogin: true }) });
  }

  /** Waits for the pause that the caller wants between two pages; such a job reads one page at a time. */
  async function keepPace(page: ClaimedPage, signal: AbortSignal): Promise<void> {
    const delayMs = command.pace?.delayMs ?? 0;
    const isFirst = page.depth === 0 && page.url === command.url;
    if (delayMs > 0 && !isFirst) await sleep(delayMs, undefined, { signal });
  }

  async function readWithLogin(
    page: ClaimedPage,
    opened: LoginSession,
    loginId: string,
    signal: AbortSignal,
  ): Promise<FetchedPage | PageReading> {
    const read = await opened.read(page.url, signal);
    if (read.kind === 'page') return read.fetched;
    if (read.isCause) links.recordLogout(page.url);
    const ended = { loginId, savedAt: read.savedAt };
    const pause = (renewal: string | null, transaction: DatabaseTransaction | null = null) =>
      ports.pauseJob(job.jobId, createLoginWait(loginId, page.url, renewal), notes(), transaction);
    const { kind } = await ports.logins.expire(job.accountId, ended, (transaction, runId) =>
      pause(runId, transaction),
    );
    if (kind === 'expired') await pause(null);
    return read.isCause ? { kind: 'skipped', reason: 'logout' } : { kind: 'returned' };
  }

  return {
    requestOf,
    session: () => session?.state(),
    async read(page, signal) {
      await keepPace(page, signal);
      maxCredits = page.credits;
      refusal = page.refusal;
      if (page.depth > 0 && links.endsSession(page.url)) return { kind: 'skipped', reason: 'logout' };
      if (page.depth > 0 && links.isUseless(page.url)) return { kind: 'skipped', reason: 'action' };
      const isRoute = page.depth > 0 && links.routeOf(page.url) !== '';
      const usesLogin = session !== null && login !== null && links.isOwn(page.url);
      const read = usesLogin
        ? await readWithLogin(page, session, login, signal)
        : await fetchPage(page.url, signal, isRoute);
      if ('kind' in read) return read;
      // The site has no part in this error, and without the page its links are missing too: the page returns to the queue.
      if (read.page.error?.code === 'dependency' && page.attempt < maxDependencyAttempts)
        throw new Failure('unavailable', read.page.error.message);
      return { kind: 'page', fetched: read, request: requestOf(page.url) };
    },
  };
}
