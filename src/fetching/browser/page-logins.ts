import type { PageCommand } from '../../domain/pages/page-command.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { PageError } from '../fetched-page.ts';

/** Access to saved logins while pages are fetched. */
export interface PageLogins {
  /**
   * Opens a login for the site of `url`; null if the account has no login with that id. Throws Failure `invalid` for
   * another site.
   */
  open(accountId: string, loginId: string, url: URL): Promise<{ state: SavedState } | null>;
  /** Records that the site asked for a login although this login was used. */
  markExpired(accountId: string, loginId: string): Promise<void>;
}

/** Returns the login that a command names, or the reason why the page is not fetched; null if it names none. */
export async function openLogin(
  logins: PageLogins,
  { login }: PageCommand,
  accountId: string,
  url: URL,
): Promise<{ state: SavedState } | PageError | null> {
  if (login === null) return null;
  try {
    const opened = await logins.open(accountId, login, url);
    return (
      opened ?? {
        code: 'login_required',
        message:
          'There is no saved login with this identifier. Correct `login`, or save a login for this site.',
      }
    );
  } catch (error) {
    // A redirect or a crawl may lead to another site: that page fails, not the whole request.
    if (error instanceof Failure && error.kind === 'invalid') return { code: 'url', message: error.message };
    throw error;
  }
}
