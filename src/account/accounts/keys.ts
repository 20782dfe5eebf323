import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Principal, Scope } from '../../domain/resources/account.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { base32, newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import type { ApiKeysTable } from '../../store/schema.ts';
import { creditsPerDay, setSpendingLimit, spentToday } from '../credits/key-spending.ts';

/** Allowed tokens: 16 to 256 characters of this alphabet (docs/api/conventions.md#authentication). */
const tokenPattern = /^[A-Za-z0-9_.-]{16,256}$/;

/** Options of a new key. */
export interface NewKey {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt?: Date | null;
  /** A token chosen by the operator; generated if absent. */
  token?: string;
  /** Limits of the key, within those of its account. */
  requestsPerMinute?: number | null;
  concurrent?: number | null;
  /** Limit of the spending group of the key. */
  creditsPerDay?: number | null;
  /** Spending group that the key joins; one of its own if absent. */
  spendingGroupId?: string | undefined;
}

/** Key in lists; names as on the wire. The token itself is known only to its owner. */
export interface KeyDocument {
  key_id: string;
  name: string;
  scopes: Scope[];
  created_at: string;
  /** Time at which it ends, because it expires or was replaced. */
  expires_at: string | null;
  last_used_at: string | null;
  /** Limits of the key; `null`: the account's limits apply. */
  limits: { requests_per_minute: number | null; concurrent: number | null; credits_per_day: number | null };
  /** Credits charged today (UTC) to the key and to those that share its limit. */
  credits_used_today: number;
  /** Other active keys that share `credits_per_day` with this one. */
  shares_credits_with: string[];
}

/** A new key; its token is never shown again. */
export interface CreatedKey {
  keyId: string;
  token: string;
}

/** Returns the SHA-256 digest of a token, the only stored form. Tokens have too much entropy to be guessed from it. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Tells whether an operator may choose this token. */
function isUsableToken(token: string): boolean {
  return tokenPattern.test(token);
}

/** Generates a token with 256 random bits for a key id. */
export function newToken(keyId: string): string {
  return `wd_${keyId.slice('key_'.length)}_${base32(randomBytes(32))}`;
}

/** Throws Failure `forbidden` if `scopes` contains a scope that the principal does not have. */
export function requireOwnScopes(principal: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (wider.length > 0)
    throw new Failure(
      'forbidden',
      `This key does not have the scope "${wider.join('", "')}" and cannot grant it.`,
    );
}

/** Creates a key and returns its token. Throws Failure `conflict` if the token exists already. */
export async function createKey(
  database: Database | DatabaseTransaction,
  key: NewKey,
  now: Date,
): Promise<CreatedKey> {
  if (key.token !== undefined && !isUsableToken(key.token)) {
    throw new Failure(
      'invalid',
      'A key must have 16 to 256 characters from A-Z, a-z, 0-9, "-", "_" and ".".',
    );
  }
  const keyId = newIdentifier('key', now);
  const { accountId, spendingGroupId = keyId, creditsPerDay: perDay = null } = key;
  const token = key.token ?? newToken(keyId);
  const created = await database
    .insertInto('api_keys')
    .values({
      key_id: keyId,
      account_id: accountId,
      spending_group_id: spendingGroupId,
      name: key.name,
      digest: tokenDigest(token),
      scopes: [...key.scopes],
      created_at: now,
      expires_at: key.expiresAt ?? null,
      requests_per_minute: key.requestsPerMinute ?? null,
      concurrent: key.concurrent ?? null,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('key_id')
    .executeTakeFirst();
  if (created === undefined) throw new Failure('conflict', 'This key exists already. Choose another token.');
  if (perDay !== null) await setSpendingLimit(database, accountId, spendingGroupId, perDay);
  return { keyId, token };
}

/** Columns of a key from which its principal is made. */
export type ActiveKey = Pick<
  Selectable<ApiKeysTable>,
  'account_id' | 'key_id' | 'scopes' | 'requests_per_minute' | 'concurrent'
>;

/** Returns the principal of a key. */
export function toPrincipal(row: ActiveKey): Principal {
  const { account_id: accountId, key_id: keyId, scopes, requests_per_minute, concurrent } = row;
  const hasLimits = requests_per_minute !== null || concurrent !== null;
  const limits = { requestsPerMinute: requests_per_minute, concurrent };
  return { accountId, keyId, scopes, ...(hasLimits && { limits }) };
}

/** Returns the principal of a token; null if it is unknown, expired or revoked. */
export async function findPrincipal(database: Database, token: string, now: Date): Promise<Principal | null> {
  if (!isUsableToken(token)) return null;
  const at = now.toISOString();
  // The lookup by digest prevents timing attacks, because callers cannot choose digests.
  const answer = await sql<ActiveKey>`${sql.raw(preparedMarker)}
    select account_id, key_id, scopes, requests_per_minute, concurrent from api_keys
    where digest = ${tokenDigest(token)}
      and (expires_at is null or expires_at > ${at}::timestamptz)
      and (revoked_at is null or revoked_at > ${at}::timestamptz)
  `.execute(database);
  const [row] = answer.rows;
  return row === undefined ? null : toPrincipal(row);
}

const documentColumns = [
  'key_id',
  'spending_group_id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'requests_per_minute',
  'concurrent',
] as const;

/** Condition that a key of `api_keys`, or of this alias of it, has not ended. */
function isActive(now: Date, alias = 'api_keys'): RawBuilder<boolean> {
  const [expiresAt, revokedAt] = [sql.ref(`${alias}.expires_at`), sql.ref(`${alias}.revoked_at`)];
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<boolean>`(${expiresAt} is null or ${expiresAt} > ${at}) and (${revokedAt} is null or ${revokedAt} > ${at})`;
}

/** Selects the values of {@link KeyDocument}. */
function selectKeys(database: Database | DatabaseTransaction, accountId: string, now: Date) {
  return database
    .selectFrom('api_keys')
    .select(documentColumns)
    .select([
      creditsPerDay.as('credits_per_day'),
      spentToday(now).as('credits_used_today'),
      sql<string[]>`array(
        select other.key_id from api_keys as other
        where other.spending_group_id = api_keys.spending_group_id and other.account_id = api_keys.account_id
          and other.key_id <> api_keys.key_id and ${isActive(now, 'other')}
        order by other.created_at, other.key_id
      )`.as('shares_credits_with'),
    ])
    .where('account_id', '=', accountId);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function toDocument(row: KeyRow): KeyDocument {
  const ends = [row.expires_at, row.revoked_at].filter((end) => end !== null).map((end) => end.getTime());
  return {
    key_id: row.key_id,
    name: row.name,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    limits: {
      requests_per_minute: row.requests_per_minute,
      concurrent: row.concurrent,
      credits_per_day: row.credits_per_day,
    },
    credits_used_today: row.credits_used_today,
    shares_credits_with: row.shares_credits_with,
  };
}

/** Lists the active keys of the account, oldest first. */
export async function listKeys(
  database: Database | DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<KeyDocument[]> {
  const rows = await selectKeys(database, accountId, now)
    .where(isActive(now))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toDocument);
}

/** An active key whose row is locked. */
export interface LockedKey extends KeyDocument {
  isReplaced: boolean;
  spendingGroupId: string;
}

/** Returns an active key of the account, locked until the transaction ends; null if there is none with this id. */
export async function lockKey(
  transaction: DatabaseTransaction,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<LockedKey | null> {
  const row = await selectKeys(transaction, accountId, now)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const key = toDocument(row);
  if (key.expires_at !== null && new Date(key.expires_at) <= now) return null;
  return { ...key, isReplaced: row.revoked_at !== null, spendingGroupId: row.spending_group_id };
}

/** Revokes a key immediately; false if the account has no active key with this id. */
export async function revokeKey(
  database: Database | DatabaseTransaction,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const row = await database
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]))
    .returning('key_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates a key with the name, scopes, expiry and limits of another, which ends after `graceMs`. Both share what they spend.
 * Returns null if the account has no active key with this id, or the key was already replaced.
 */
export async function rotateKey(
  transaction: DatabaseTransaction,
  accountId: string,
  keyId: string,
  graceMs: number,
  now: Date,
): Promise<CreatedKey | null> {
  const old = await lockKey(transaction, accountId, keyId, now);
  if (old === null || old.isReplaced) return null;
  await transaction
    .updateTable('api_keys')
    .set({ revoked_at: addMs(now, graceMs) })
    .where('key_id', '=', keyId)
    .execute();
  const { name, scopes, expires_at, limits, spendingGroupId } = old;
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  const keyLimits = { requestsPerMinute: limits.requests_per_minute, concurrent: limits.concurrent };
  return createKey(transaction, { accountId, name, scopes, expiresAt, ...keyLimits, spendingGroupId }, now);
}
