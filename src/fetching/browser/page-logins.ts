import type { PageCommand } from '../../domain/pages/page-command.ts';
import { type LoginUse, noLogin } from '../../domain/resources/login.ts';
import { Failure } from '../../domain/system/failure.ts';
import { parseAbsoluteUrl } from '../../domain/values/absolute-url.ts';
import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { FetchRequest } from '../fetch-request.ts';
import type { PageError } from '../fetched-page.ts';

/** A login and the state of it that a page was read with. */
interface UsedLogin {
  loginId: string;
  /** Time at which that state was saved. */
  savedAt: Date;
}

/** Access to saved logins while pages are fetched. */
export interface PageLogins {
  /**
   * Opens a login for the site of `url`; null if the account has no login with that id. Throws Failure `invalid` for
   * another site.
   */
  open(accountId: string, loginId: string, url: URL): Promise<{ state: SavedState; savedAt: Date } | null>;
  /** Returns the id of the login that is used for pages of this site without being named; null if there is none. */
  findFor(accountId: string, use: LoginUse, url: URL): Promise<string | null>;
  /** Records that the site asked for a login although this one was used. */
  expire(accountId: string, login: UsedLogin): Promise<unknown>;
  /** Does the same, and waits for the renewal of the login until the signal aborts. Returns whether it succeeded. */
  renew(accountId: string, login: UsedLogin, signal: AbortSignal): Promise<boolean>;
}

/** Returns the login that a command names, or the reason why the page is not fetched; null if it names none. */
export async function openLogin(
  logins: PageLogins,
  { login }: PageCommand,
  accountId: string,
  url: URL,
): Promise<{ state: SavedState; savedAt: Date } | PageError | null> {
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

/**
 * Returns a command with the login that it uses: the one that it names, or the one that the account uses for pages of
 * the site in such operations. A page that is read without a browser, or with the caller's own cookies, gets none by itself.
 */
export async function chooseLogin(
  logins: Pick<PageLogins, 'findFor'>,
  command: PageCommand,
  { accountId, file }: Pick<FetchRequest, 'accountId' | 'file'>,
): Promise<PageCommand> {
  const { loginFor, ...chosen } = command;
  const { login, render, sent, visitor, headers } = chosen;
  if (login === noLogin) return { ...chosen, login: null };
  if (login !== null || loginFor === undefined) return chosen;
  const hasOwnState = Object.keys(headers).some((name) => /^(cookie|authorization)$/i.test(name));
  const isElsewhere = file !== undefined || sent !== undefined || render === 'never';
  const url = parseAbsoluteUrl(command.url);
  if (hasOwnState || isElsewhere || (visitor?.cookies.length ?? 0) > 0 || url === null) return chosen;
  return { ...chosen, login: await logins.findFor(accountId, loginFor, url) };
}
