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
  /** The session of the login as it was saved at `savedAt` has ended. `isCause` is true if this page ended it. */
  | { kind: 'ended'; isCause: boolean; savedAt: Date };

/** Reads pages with a login, and notices the end of its session. */
export interface LoginSession {
  read(url: string, signal: AbortSignal): Promise<SessionPage>;
  state(): SessionState;
}

const maxSuspects = 100;

function asksForLogin({ page }: FetchedPage): boolean {
  return page.error?.code === 'login_required';
}

/** Returns when the login was saved that a page was read with; now if that is not known, so that no newer one is expected. */
function savedAtOf({ loginSavedAt }: FetchedPage): Date {
  return loginSavedAt ?? new Date();
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
  let checking: Promise<Date | null> | null = null;
  let nextCheck: Promise<Date | null> | null = null;
  let readingSuspect: Promise<unknown> = Promise.resolve();

  function recordOpened(url: string, fetched: FetchedPage): void {
    suspects.delete(url);
    if (fetched.page.status !== 'ok' || proof?.hasLogout === true) return;
    const hasLogout = hasLogoutLink(fetched);
    if (proof === undefined || hasLogout) proof = { url, hasLogout };
  }

  /** Returns when the login was saved whose session has ended; null if the session lives. */
  async function checkEnd({ url, hasLogout }: SeenPage, signal: AbortSignal): Promise<Date | null> {
    const fetched = await fetch(url, signal);
    if (asksForLogin(fetched)) return savedAtOf(fetched);
    if (fetched.page.status === 'ok') return hasLogout && !hasLogoutLink(fetched) ? savedAtOf(fetched) : null;
    const reason = fetched.page.error?.message ?? fetched.page.status;
    throw new Failure('unavailable', `The session of the login could not be checked: ${reason}`);
  }

  function startCheck(seen: SeenPage, signal: AbortSignal): Promise<Date | null> {
    const own = checkEnd(seen, signal).finally(() => {
      if (checking === own) checking = null;
    });
    checking = own;
    return own;
  }

  /** Does what `checkEnd` does. Pages that ask while a check runs share the one after it. */
  async function findEnd(signal: AbortSignal): Promise<Date | null | 'unknown'> {
    const seen = proof;
    if (seen === undefined) return 'unknown';
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
    const end = await findEnd(signal);
    if (end === null) return { kind: 'page', fetched };
    if (proof !== undefined && suspects.size < maxSuspects) suspects.add(url);
    return { kind: 'ended', isCause: false, savedAt: end === 'unknown' ? savedAtOf(fetched) : end };
  }

  async function readSuspect(url: string, signal: AbortSignal): Promise<SessionPage> {
    const end = await findEnd(signal);
    if (end instanceof Date) return { kind: 'ended', isCause: false, savedAt: end };
    suspects.delete(url);
    const read = await readPage(url, signal);
    if (read.kind === 'page') return read;
    suspects.delete(url);
    return { kind: 'ended', isCause: true, savedAt: read.savedAt };
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
