import type { JobError } from '../../../domain/resources/job.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { Database } from '../../../store/database.ts';
import { encryptState, stateOfSite } from '../../sessions/logins/login-state.ts';
import type { RunBrowser } from '../run/run-browser.ts';

/** The encrypted state of a login that a run renewed, or why it did not. */
export type CapturedLogin = { sealed: Buffer; country: string | null } | { error: JobError };

/** Reads the state of a login from the browser of a run that has completed; `browser` is null if none was opened. */
export type CaptureLogin = (
  login: { accountId: string; loginId: string },
  browser: RunBrowser | null,
) => Promise<CapturedLogin>;

const noBrowser: JobError = {
  code: 'invalid',
  message: 'The workflow opened no page, so that it did not log in.',
};
const stillAsks: JobError = {
  code: 'login_required',
  message: 'The last page of the workflow asks for a login, so that the login was not renewed.',
};
const noLoginLeft: JobError = { code: 'not_found', message: 'The login was deleted while the workflow ran.' };

/** Creates the capture of renewed logins. `key` encrypts them. */
export function createLoginCapture(database: Database, key: Uint8Array): CaptureLogin {
  return async ({ accountId, loginId }, browser) => {
    if (browser === null) return { error: noBrowser };
    const row = await database
      .selectFrom('logins')
      .select('domain')
      .where('login_id', '=', loginId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row === undefined) return { error: noLoginLeft };
    if (await browser.asksForLogin()) return { error: stillAsks };
    try {
      const state = stateOfSite(await browser.state(), row.domain);
      const sealed = await encryptState(key, state, accountId, loginId);
      return { sealed, country: browser.exit.country };
    } catch (error) {
      if (error instanceof Failure && (error.kind === 'invalid' || error.kind === 'too_large'))
        return { error: { code: error.kind, message: error.message } };
      throw error;
    }
  };
}
