import { sql } from 'kysely';
import { lockAccounts } from '../../../account/credits/lock-accounts.ts';
import { decrypt, encrypt } from '../../../domain/crypto/encryption.ts';
import { type LoginUse, noLogin } from '../../../domain/resources/login.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import { dropSchedule } from '../../../jobs/schedule/schedules.ts';
import { createBatchedLookup } from '../../../store/batched-lookup.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { getSite, type SavedState } from '../../../web/browser/page/saved-state.ts';
import { type LoginDocument, loginScheduleKind, readLogins } from './login-document.ts';
import { associatedDataOf, decryptState, encryptState, inputsDataOf, stateOfSite } from './login-state.ts';

/** A login to save. */
export interface NewLogin {
  accountId: string;
  name: string;
  /** URL of the open page, whose site becomes the login's site. */
  url: string;
  country: string | null;
  /** The browser's complete state; only the part of that site is saved. */
  state: SavedState;
}

/** A decrypted login. Secret. */
export interface DecryptedLogin {
  loginId: string;
  domain: string;
  country: string | null;
  /** Time at which this state was saved. */
  savedAt: Date;
  isExpired: boolean;
  state: SavedState;
}

/** The saved logins of accounts, encrypted at rest with the account and the id as associated data. */
export interface LoginVault {
  /**
   * Saves a login. It replaces a login of the same name and site. Rejects with Failure `invalid` when the site has no
   * cookies or storage.
   */
  save(login: NewLogin): Promise<LoginDocument>;
  /**
   * Decrypts a login for use on the site of `url`; null when there is none. Rejects with Failure `invalid` for another
   * site.
   */
  open(accountId: string, loginId: string, url: URL | null): Promise<DecryptedLogin | null>;
  /**
   * Rejects with Failure `invalid` when the account lacks the login, or when none of the given `urls` is on its site.
   */
  check(accountId: string, loginId: string, urls: readonly URL[]): Promise<void>;
  /** Returns the id of the login that is used for pages of this site without being named; null if there is none. */
  findFor(accountId: string, use: LoginUse, url: URL): Promise<string | null>;
  list(accountId: string): Promise<LoginDocument[]>;
  find(accountId: string, loginId: string): Promise<LoginDocument | null>;
  /** Deletes a login; false when there is none. */
  remove(accountId: string, loginId: string): Promise<boolean>;
}

/** Maximum number of logins of an account. */
const maxLogins = 1_000;

function invalidLogin(detail: string): Failure {
  return new Failure('invalid', detail, { errors: [{ pointer: '/login', detail }] });
}

/** Creates the failure for a login that the account does not have. */
export function missingLogin(loginId: string): Failure {
  return invalidLogin(
    `There is no saved login ${loginId.slice(0, 100)}. Use the \`lid\` of a login that GET /v1/logins lists.`,
  );
}

/**
 * Throws Failure `invalid` when none of `urls` is on the site of the login. Accepts any login when there are no URLs.
 */
function requireSite(domain: string, urls: readonly URL[]): void {
  const sites = [...new Set(urls.map(({ hostname }) => getSite(hostname)))];
  if (sites.length === 0 || sites.includes(domain)) return;
  const requestedSites = sites.slice(0, 3).join(', ');
  throw invalidLogin(
    `The login belongs to ${domain} and is not sent to ${requestedSites}. Use a login of that site, or none.`,
  );
}

/** An operation on a site, for which a login may be used. */
interface LoginLookup {
  accountId: string;
  use: LoginUse;
  domain: string;
}

/** Returns for each lookup the id of the login that was saved last; null if there is none. */
async function findUsedLogins(
  database: Database,
  lookups: readonly LoginLookup[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ at: number; login_id: string }>`
    select wanted.at::integer as at, login.login_id
    from unnest(
      ${lookups.map(({ accountId }) => accountId)}::text[],
      ${lookups.map(({ use }) => use)}::text[],
      ${lookups.map(({ domain }) => domain)}::text[]
    ) with ordinality as wanted (account_id, use, domain, at)
    cross join lateral (
      select login_id from logins
      where account_id = wanted.account_id and domain = wanted.domain and wanted.use = any(use_for)
      order by saved_at desc limit 1
    ) as login`.execute(database);
  const found = new Map(rows.map(({ at, login_id: loginId }) => [at, loginId]));
  return lookups.map((_lookup, at) => found.get(at + 1) ?? null);
}

/** Creates the vault. `key` has 32 bytes and is derived from WEBDATA_SECRET. */
export function createLoginVault(options: { database: Database; key: Uint8Array; clock: Clock }): LoginVault {
  const { database, key, clock } = options;

  async function save({ accountId, name, url, country, state }: NewLogin): Promise<LoginDocument> {
    const domain = getSite(URL.parse(url)?.hostname ?? '');
    const siteState = stateOfSite(state, domain);
    const now = clock.now();
    return inTransaction(database, async (transaction) => {
      // The lock serializes writers of an account, so that the maximum holds.
      await lockAccounts(transaction, [accountId]);
      const rows = await transaction
        .selectFrom('logins')
        .select(['login_id', 'name', 'domain'])
        .where('account_id', '=', accountId)
        .execute();
      const existing = rows.find((row) => row.name === name && row.domain === domain);
      if (existing === undefined && rows.length >= maxLogins) {
        throw new Failure(
          'conflict',
          `The account already has ${maxLogins} logins, which is the maximum. Delete one first.`,
        );
      }
      const loginId = existing?.login_id ?? newIdentifier('login', now);
      const sealed = await encryptState(key, siteState, accountId, loginId);
      const fresh = { sealed, country, saved_at: now, expired_at: null, notified_at: null };
      await transaction
        .insertInto('logins')
        .values({
          login_id: loginId,
          account_id: accountId,
          name,
          domain,
          created_at: now,
          last_used_at: null,
          ...fresh,
        })
        .onConflict((conflict) => conflict.column('login_id').doUpdateSet(fresh))
        .execute();
      const [document] = await readLogins(transaction, accountId, loginId, now);
      if (document === undefined) throw new Error('the saved login is missing');
      return document;
    });
  }

  async function open(accountId: string, loginId: string, url: URL | null): Promise<DecryptedLogin | null> {
    const row = await database
      .selectFrom('logins')
      .select(['domain', 'country', 'sealed', 'saved_at', 'expired_at'])
      .where('login_id', '=', loginId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row === undefined) return null;
    requireSite(row.domain, url === null ? [] : [url]);
    await database
      .updateTable('logins')
      .set({ last_used_at: clock.now() })
      .where('login_id', '=', loginId)
      .execute();
    return {
      loginId,
      domain: row.domain,
      country: row.country,
      savedAt: row.saved_at,
      isExpired: row.expired_at !== null,
      state: await decryptState(key, row.sealed, accountId, loginId),
    };
  }

  const findUsed = createBatchedLookup((lookups: readonly LoginLookup[]) =>
    findUsedLogins(database, lookups),
  );

  return {
    save,
    open,
    async check(accountId, loginId, urls) {
      if (loginId === noLogin) return;
      const row = await database
        .selectFrom('logins')
        .select('domain')
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) throw missingLogin(loginId);
      requireSite(row.domain, urls);
    },
    findFor: (accountId, use, url) => findUsed({ accountId, use, domain: getSite(url.hostname) }),
    list: (accountId) => readLogins(database, accountId, null, clock.now()),
    find: async (accountId, loginId) =>
      (await readLogins(database, accountId, loginId, clock.now()))[0] ?? null,
    remove: (accountId, loginId) =>
      inTransaction(database, async (transaction) => {
        const result = await transaction
          .deleteFrom('logins')
          .where('login_id', '=', loginId)
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        await dropSchedule(transaction, loginScheduleKind, loginId);
        return true;
      }),
  };
}

/** Re-encrypts all logins with a new key; returns their number. */
export async function reencryptLogins(
  transaction: DatabaseTransaction,
  oldKey: Uint8Array,
  fresh: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('logins')
    .select(['login_id', 'account_id', 'sealed', 'renewal_inputs'])
    .forUpdate()
    .execute();
  for (const { login_id, account_id, sealed, renewal_inputs: inputs } of rows) {
    const again = (text: Buffer, associated: string) =>
      encrypt(fresh, decrypt(oldKey, text, associated), associated);
    await transaction
      .updateTable('logins')
      .set({
        sealed: again(sealed, associatedDataOf(account_id, login_id)),
        renewal_inputs: inputs === null ? null : again(inputs, inputsDataOf(account_id, login_id)),
      })
      .where('login_id', '=', login_id)
      .execute();
  }
  return rows.length;
}
