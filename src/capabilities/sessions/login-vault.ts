import { gunzipSync, gzipSync } from 'node:zlib';
import { lockAccounts } from '../../account/lock-accounts.ts';
import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import { seal, unseal } from '../../domain/seal.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { type SavedState, siteOf, stateOfSite } from '../../web/browser/saved-state.ts';

/** A saved login as answered, in wire names (api.md section 10). What it holds is never told. */
export interface LoginDocument {
  lid: string;
  name: string;
  /** The site that its cookies and storage are of, and that they are sent to. */
  domain: string;
  /** Where it was made; ISO 3166-1 alpha-2, or null when nobody knows. */
  country: string | null;
  created_at: string;
  saved_at: string;
  last_used_at: string | null;
  status: 'ok' | 'expired';
}

/** A login that is to be saved. */
export interface NewLogin {
  accountId: string;
  name: string;
  /** The page that was open when it was saved: its site is the login's. */
  url: string;
  country: string | null;
  /** All that the browser keeps; only what is of that site is saved. */
  state: SavedState;
}

/** A login that is about to be used. A secret. */
export interface OpenedLogin {
  loginId: string;
  domain: string;
  country: string | null;
  isExpired: boolean;
  state: SavedState;
}

/** The saved logins of accounts, sealed at rest with the account and the id as associated data. */
export interface LoginVault {
  /** Saves a login, in the place of the account's one of the same name and site. Throws `invalid` where there is nothing to save. */
  save(login: NewLogin): Promise<LoginDocument>;
  /** Opens one to be used on the site of `url`; null when there is none. Throws Failure `invalid` for another site. */
  open(accountId: string, loginId: string, url: URL | null): Promise<OpenedLogin | null>;
  /** Throws Failure `invalid` unless the account has the login, and it is of the site of `url`. */
  check(accountId: string, loginId: string, url: URL | null): Promise<void>;
  /** Says that the site asked to log in although it was used. */
  markExpired(accountId: string, loginId: string): Promise<void>;
  list(accountId: string): Promise<LoginDocument[]>;
  find(accountId: string, loginId: string): Promise<LoginDocument | null>;
  /** Removes it for good; false when there is none. */
  remove(accountId: string, loginId: string): Promise<boolean>;
}

/** Logins of one account at most, and bytes of one before it is packed. */
const mostLogins = 1_000;
const mostBytes = 20 * 2 ** 20;

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

function documentOf(row: Row): LoginDocument {
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

/** What a sealed login is bound to: it opens in no other row. */
function boundTo(accountId: string, loginId: string): string {
  return `login ${accountId} ${loginId}`;
}

/** The failure of a request that names a login which is not there. */
export function noLogin(): Failure {
  const faults = [{ pointer: '/login', detail: 'there is no such saved login' }];
  return new Failure('invalid', 'there is no such saved login', { faults });
}

function refuseOtherSite(domain: string, url: URL | null): void {
  if (url === null || siteOf(url.hostname) === domain) return;
  const detail = `is of ${domain} and is sent to no other site`;
  throw new Failure('invalid', `this login ${detail}`, { faults: [{ pointer: '/login', detail }] });
}

function sealState(key: Uint8Array, state: SavedState, accountId: string, loginId: string): Buffer {
  const text = JSON.stringify(state);
  if (text.length > mostBytes) throw new Failure('too_large', 'the site keeps more than a login may hold');
  return seal(key, gzipSync(text).toString('base64'), boundTo(accountId, loginId));
}

function unsealState(key: Uint8Array, sealed: Uint8Array, accountId: string, loginId: string): SavedState {
  const packed = Buffer.from(unseal(key, sealed, boundTo(accountId, loginId)), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: mostBytes * 4 }).toString('utf8')) as SavedState;
}

/** Composes the vault over a 32-byte key that only processes with this WEBDATA_SECRET have. */
export function createLoginVault(options: { database: Database; key: Uint8Array; clock: Clock }): LoginVault {
  const { database, key, clock } = options;

  async function save({ accountId, name, url, country, state }: NewLogin): Promise<LoginDocument> {
    const domain = siteOf(URL.parse(url)?.hostname ?? '');
    const own = stateOfSite(state, domain);
    if (domain === '' || (own.cookies.length === 0 && own.origins.length === 0)) {
      throw new Failure(
        'invalid',
        `${domain || 'this page'} keeps neither cookies nor storage: there is nothing to save`,
      );
    }
    const now = clock.now();
    return database.transaction().execute(async (transaction) => {
      // One writer of an account's logins at a time, so that the bound holds.
      await lockAccounts(transaction, [accountId]);
      const rows = await transaction
        .selectFrom('logins')
        .select(['login_id', 'name', 'domain'])
        .where('account_id', '=', accountId)
        .execute();
      const known = rows.find((row) => row.name === name && row.domain === domain);
      if (known === undefined && rows.length >= mostLogins) {
        throw new Failure('conflict', `an account may have ${mostLogins} logins: delete one first`);
      }
      const loginId = known?.login_id ?? newIdentifier('login', now);
      const sealed = sealState(key, own, accountId, loginId);
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
      return documentOf(row);
    });
  }

  async function open(accountId: string, loginId: string, url: URL | null): Promise<OpenedLogin | null> {
    const row = await database
      .selectFrom('logins')
      .select(['domain', 'country', 'sealed', 'expired_at'])
      .where('login_id', '=', loginId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row === undefined) return null;
    refuseOtherSite(row.domain, url);
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
      state: unsealState(key, row.sealed, accountId, loginId),
    };
  }

  return {
    save,
    open,
    async check(accountId, loginId, url) {
      const row = await database
        .selectFrom('logins')
        .select('domain')
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) throw noLogin();
      refuseOtherSite(row.domain, url);
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
      return rows.map(documentOf);
    },
    async find(accountId, loginId) {
      const row = await database
        .selectFrom('logins')
        .select(columns)
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row === undefined ? null : documentOf(row);
    },
    async remove(accountId, loginId) {
      const removed = await database
        .deleteFrom('logins')
        .where('login_id', '=', loginId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };
}

/** Seals every login anew under another key; returns how many. */
export async function resealLogins(
  transaction: DatabaseTransaction,
  old: Uint8Array,
  fresh: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('logins')
    .select(['login_id', 'account_id', 'sealed'])
    .forUpdate()
    .execute();
  for (const { login_id, account_id, sealed } of rows) {
    const bound = boundTo(account_id, login_id);
    await transaction
      .updateTable('logins')
      .set({ sealed: seal(fresh, unseal(old, sealed, bound), bound) })
      .where('login_id', '=', login_id)
      .execute();
  }
  return rows.length;
}
