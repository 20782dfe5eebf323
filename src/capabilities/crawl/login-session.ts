import { Failure } from '../../domain/system/failure.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { isLogoutLink } from '../../page/outcome/logout-links.ts';

/** A page that the login opened, and whether it had a link to log out. */
interface SeenPage {
  url: string;
  hasLogout: boolean;
}

/** What is known of the session of a login, stored with the job and passed to the next process. */
export interface SessionState {
  /** The page that tells whether the session lives; absent before a page was read. */
  proof?: SeenPage;
  /** Pages that asked for a login while the session ended: one of them may have ended it. */
  suspects: string[];
}

/** Result of reading a page with a login. */
export type SessionPage =
  /** A page to judge and deliver. */
  | { kind: 'page'; fetched: FetchedPage }
  /** The session has ended. `isCause` is true if this page ended it. */
  | { kind: 'ended'; isCause: boolean };

/** Reads pages with a login, and notices the end of its session. */
export interface LoginSession {
  read(url: string, signal: AbortSignal): Promise<SessionPage>;
  state(): SessionState;
}

const maxSuspects = 100;

function asksForLogin({ page }: FetchedPage): boolean {
  return page.error?.code === 'login_required';
}

function hasLogoutLink({ page }: FetchedPage): boolean {
  return (page.links ?? []).some(({ url, text }) => isLogoutLink(url, text));
}

/**
 * Opens the session of a login for one crawl in this process. A page that asks for a login may be closed to this user only:
 * a page that the login opened before is read again, and decides. After the login was renewed, pages that asked for one are
 * read one after the other, each when the session is known to live, so that a page that ends it is found.
 */
export function createLoginSession(
  fetch: (url: string, signal: AbortSignal) => Promise<FetchedPage>,
  stored: SessionState | undefined,
): LoginSession {
  let proof = stored?.proof;
  const suspects = new Set(stored?.suspects);
  let checking: Promise<boolean> | null = null;
  let nextCheck: Promise<boolean> | null = null;
  let readingSuspect: Promise<unknown> = Promise.resolve();

  function recordOpened(url: string, fetched: FetchedPage): void {
    suspects.delete(url);
    if (fetched.page.status !== 'ok' || proof?.hasLogout === true) return;
    const hasLogout = hasLogoutLink(fetched);
    if (proof === undefined || hasLogout) proof = { url, hasLogout };
  }

  async function checkEnd({ url, hasLogout }: SeenPage, signal: AbortSignal): Promise<boolean> {
    const fetched = await fetch(url, signal);
    if (asksForLogin(fetched)) return true;
    if (fetched.page.status === 'ok') return hasLogout && !hasLogoutLink(fetched);
    const reason = fetched.page.error?.message ?? fetched.page.status;
    throw new Failure('unavailable', `The session of the login could not be checked: ${reason}`);
  }

  function startCheck(seen: SeenPage, signal: AbortSignal): Promise<boolean> {
    const own = checkEnd(seen, signal).finally(() => {
      if (checking === own) checking = null;
    });
    checking = own;
    return own;
  }

  /** Returns whether the session has ended. Pages that ask while a check runs share the one after it. */
  async function hasEnded(signal: AbortSignal): Promise<boolean> {
    const seen = proof;
    if (seen === undefined) return true;
    if (checking === null) return startCheck(seen, signal);
    nextCheck ??= checking
      // Whoever started that check gets its error.
      .catch(() => null)
      .then(() => {
        nextCheck = null;
        return startCheck(seen, signal);
      });
    return nextCheck;
  }

  async function readPage(url: string, signal: AbortSignal): Promise<SessionPage> {
    const fetched = await fetch(url, signal);
    if (!asksForLogin(fetched)) {
      recordOpened(url, fetched);
      return { kind: 'page', fetched };
    }
    if (!(await hasEnded(signal))) return { kind: 'page', fetched };
    if (proof !== undefined && suspects.size < maxSuspects) suspects.add(url);
    return { kind: 'ended', isCause: false };
  }

  async function readSuspect(url: string, signal: AbortSignal): Promise<SessionPage> {
    if (await hasEnded(signal)) return { kind: 'ended', isCause: false };
    suspects.delete(url);
    const read = await readPage(url, signal);
    if (read.kind === 'page') return read;
    suspects.delete(url);
    return { kind: 'ended', isCause: true };
  }

  return {
    read(url, signal) {
      if (!suspects.has(url)) return readPage(url, signal);
      const reading = readingSuspect.then(() => readSuspect(url, signal));
      // The caller of that page gets its error; the next page is read all the same.
      readingSuspect = reading.catch(() => null);
      return reading;
    },
    state: () => ({ ...(proof !== undefined && { proof }), suspects: [...suspects] }),
  };
}
