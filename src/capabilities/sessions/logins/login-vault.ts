import { lockAccounts } from '../../../account/credits/lock-accounts.ts';
import { decryptCompressed, encryptCompressed } from '../../../domain/crypto/compressed-encryption.ts';
import { decrypt, encrypt } from '../../../domain/crypto/encryption.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { newIdentifier } from '../../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transaction.ts';
import { filterBySite, getSite, type SavedState } from '../../../web/browser/page/saved-state.ts';

/**
 * A saved login in responses, in wire names (docs/api/browser.md#logins). Its cookies and storage are never returned.
 */
export interface LoginDocument {
  lid: string;
  name: string;
  /** The site whose cookies and storage it holds, and the only one that receives them. */
  domain: string;
  /** Country of the exit it was saved through, ISO 3166-1 alpha-2; null when unknown. */
  country: string | null;
  created_at: string;
  saved_at: string;
  last_used_at: string | null;
  status: 'ok' | 'expired';
}

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
  /** Marks a login as expired after the site asked for a login despite it. */
  markExpired(accountId: string, loginId: string): Promise<void>;
  list(accountId: string): Promise<LoginDocument[]>;
  find(accountId: string, loginId: string): Promise<LoginDocument | null>;
  /** Deletes a login; false when there is none. */
  remove(accountId: string, loginId: string): Promise<boolean>;
}

/** Maximum number of logins of an account, and maximum size of one in characters of JSON before compression. */
const maxLogins = 1_000;
const maxStateLength = 20 * 2 ** 20;

const columns = [
  'login_id',
  'name',
  'domain',
  'country',
  'created_at',
  'saved_at',
  'last_used_at',
  'expired_at',
] as const;

interface Row {
  login_id: string;
  name: string;
  domain: string;
  country: string | null;
  created_at: Date;
  saved_at: Date;
  last_used_at: Date | null;
  expired_at: Date | null;
}

function toDocument(row: Row): LoginDocument {
  return {
    lid: row.login_id,
    name: row.name,
    domain: row.domain,
    country: row.country,
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    status: row.expired_at === null ? 'ok' : 'expired',
  };
}

/** Returns the associated data of an encrypted login, so that it cannot be decrypted in another row. */
function associatedDataOf(accountId: string, loginId: string): string {
  return `login ${accountId} ${loginId}`;
}

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

async function encryptState(
  key: Uint8Array,
  state: SavedState,
  accountId: string,
  loginId: string,
): Promise<Buffer> {
  const text = JSON.stringify(state);
  if (text.length > maxStateLength)
    throw new Failure(
      'too_large',
      `The cookies and storage of the site exceed the limit of ${maxStateLength / 2 ** 20} MiB for a login.`,
    );
  return encryptCompressed(key, text, associatedDataOf(accountId, loginId));
}

async function decryptState(
  key: Uint8Array,
  sealed: Uint8Array,
  accountId: string,
  loginId: string,
): Promise<SavedState> {
  const associated = associatedDataOf(accountId, loginId);
  return JSON.parse(await decryptCompressed(key, sealed, associated, maxStateLength * 4)) as SavedState;
}

/** Creates the vault. `key` has 32 bytes and is derived from WEBDATA_SECRET. */
export function createLoginVault(options: { database: Database; key: Uint8Array; clock: Clock }): LoginVault {
  const { database, key, clock } = options;

  async function save({ accountId, name, url, country, state }: NewLogin): Promise<LoginDocument> {
    const domain = getSite(URL.parse(url)?.hostname ?? '');
    const siteState = filterBySite(state, domain);
    if (domain === '' || (siteState.cookies.length === 0 && siteState.origins.length === 0)) {
      throw new Failure(
        'invalid',
        `${domain || 'This page'} has no cookies or storage to save. Log in first.`,
      );
    }
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
      const fresh = { sealed, country, saved_at: now, expired_at: null };
      const row = await transaction
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
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toDocument(row);
    });
  }

  async function open(accountId: string, loginId: string, url: URL | null): Promise<DecryptedLogin | null> {
    const row = await database
      .selectFrom('logins')
      .select(['domain', 'country', 'sealed', 'expired_at'])
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
      isExpired: row.expired_at !== null,
      state: await decryptState(key, row.sealed, accountId, loginId),
    };
  }

  return {
    save,
    open,
    async check(accountId, loginId, urls) {
      const row = await database
        .selectFrom('logins')
        .select('domain')
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) throw missingLogin(loginId);
      requireSite(row.domain, urls);
    },
    async markExpired(accountId, loginId) {
      await database
        .updateTable('logins')
        .set({ expired_at: clock.now() })
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .where('expired_at', 'is', null)
        .execute();
    },
    async list(accountId) {
      const rows = await database
        .selectFrom('logins')
        .select(columns)
        .where('account_id', '=', accountId)
        .orderBy('login_id', 'desc')
        .execute();
      return rows.map(toDocument);
    },
    async find(accountId, loginId) {
      const row = await database
        .selectFrom('logins')
        .select(columns)
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row === undefined ? null : toDocument(row);
    },
    async remove(accountId, loginId) {
      const result = await database
        .deleteFrom('logins')
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
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
    .select(['login_id', 'account_id', 'sealed'])
    .forUpdate()
    .execute();
  for (const { login_id, account_id, sealed } of rows) {
    const associatedData = associatedDataOf(account_id, login_id);
    await transaction
      .updateTable('logins')
      .set({ sealed: encrypt(fresh, decrypt(oldKey, sealed, associatedData), associatedData) })
      .where('login_id', '=', login_id)
      .execute();
  }
  return rows.length;
}
