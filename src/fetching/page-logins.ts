import { Failure } from '../domain/failure.ts';
import type { PageCommand } from '../domain/page-command.ts';
import type { SavedState } from '../web/browser/saved-state.ts';
import type { Refused } from './fetched-page.ts';

/** Saved logins, as reading pages uses them. */
export interface PageLogins {
  /** Opens a login for the site of `url`; null when the account has none of that id. Throws Failure `invalid` for another site. */
  open(accountId: string, loginId: string, url: URL): Promise<{ state: SavedState } | null>;
  /** Says that the site asked to log in although it was used. */
  markExpired(accountId: string, loginId: string): Promise<void>;
}

/** The login that a command names, or why the page is not read; null where it names none. */
export async function openLogin(
  logins: PageLogins,
  { login }: PageCommand,
  accountId: string,
  url: URL,
): Promise<{ state: SavedState } | Refused | null> {
  if (login === null) return null;
  try {
    const opened = await logins.open(accountId, login, url);
    return opened ?? { code: 'login_required', message: 'there is no such saved login' };
  } catch (error) {
    // A redirect or a crawl may lead to another site: that page is refused, not the request.
    if (error instanceof Failure && error.kind === 'invalid') return { code: 'url', message: error.message };
    throw error;
  }
}
