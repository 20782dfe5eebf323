import type { DatabaseTransaction } from '../../../store/database.ts';

/** A login, and the state of it that was used. */
export interface UsedLogin {
  loginId: string;
  /** Time at which that state was saved. */
  savedAt: Date;
}

/** What follows after a site asked for a login although a saved one was used. */
export type ExpiredLogin =
  /** A newer state is saved already. */
  | { kind: 'renewed' }
  /** A run logs in again. */
  | { kind: 'renewing'; runId: string }
  /** The owner must log in again. */
  | { kind: 'expired' };

/** The end of the sessions of saved logins, and their renewal by workflows. */
export interface LoginRenewals {
  /**
   * Records that the site asked for a login although this one was used. Starts its renewal, at most once per hour; if
   * none can help, notifies the owner once. `whileRenewing` writes in the same transaction when a renewal runs: the end
   * of that renewal sees what it wrote.
   */
  expire(
    accountId: string,
    login: UsedLogin,
    whileRenewing?: (transaction: DatabaseTransaction, runId: string) => Promise<void>,
  ): Promise<ExpiredLogin>;
  /**
   * Does the same, and waits for the end of the renewal until the signal aborts. Returns whether a newer state is saved.
   */
  renew(accountId: string, login: UsedLogin, signal: AbortSignal): Promise<boolean>;
}
