import type { Json } from '../../../domain/pages/extraction.ts';
import type { Principal } from '../../../domain/resources/account.ts';
import type { LoginUse } from '../../../domain/resources/login.ts';
import type { Schedule } from '../../../domain/resources/schedule.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import type { LoginDocument } from './login-document.ts';

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

/** The workflow that shall renew a login. */
export interface NewRenewal {
  /** Id of the workflow. */
  workflow: string;
  inputs?: Record<string, Json> | null | undefined;
  schedule?: Schedule | null | undefined;
}

/** Change of a login. Absent fields stay as they are. */
export interface LoginChange {
  use_for?: LoginUse[] | undefined;
  webhook?: string | null | undefined;
  renewal?: NewRenewal | null | undefined;
}

/**
 * Changes a login; null if the account has none with this id. Renewals run for the caller's key. Rejects with Failure
 * `invalid` for a workflow that cannot renew the login, for its inputs, and for a schedule that runs too often.
 */
export type ChangeLogin = (
  principal: Principal,
  loginId: string,
  change: LoginChange,
) => Promise<LoginDocument | null>;

/** The end of the sessions of saved logins, and their renewal by workflows. */
export interface LoginRenewals {
  change: ChangeLogin;
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
