import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Principal, Scope } from '../domain/account.ts';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { base32, newIdentifier } from '../domain/identifier.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { preparedMark } from '../store/prepared-statements.ts';
import type { ApiKeysTable } from '../store/schema.ts';

/** What a token may look like: any HTTP token of 16 characters or more from this alphabet (api.md section 2). */
const tokenPattern = /^[A-Za-z0-9_.-]{16,256}$/;

/** What a new key is to be. */
export interface NewKey {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt?: Date | null;
  /** A token chosen by the operator; made by us when absent. */
  token?: string;
  /** Bounds of the key's own, within those of its account. */
  requestsPerMinute?: number | null;
  concurrent?: number | null;
}

/** A key as lists show it, in wire names; the token itself is known only to its holder. */
export interface KeyDocument {
  key_id: string;
  name: string;
  scopes: Scope[];
  created_at: string;
  /** When it ends, be it by its own expiry or because it was replaced. */
  expires_at: string | null;
  last_used_at: string | null;
  /** Bounds of the key's own; null where only the account's hold. */
  limits: { requests_per_minute: number | null; concurrent: number | null };
}

/** A key that was just made; its token is never shown again. */
export interface CreatedKey {
  keyId: string;
  token: string;
}

/** SHA-256 of a token, the only form in which one is kept. Tokens hold too much chance to be guessed from it. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether an operator may choose this token. */
export function isUsableToken(token: string): boolean {
  return tokenPattern.test(token);
}

/** A token nobody can guess, for the key of this id. */
export function newToken(keyId: string): string {
  return `wd_${keyId.slice('key_'.length)}_${base32(randomBytes(32))}`;
}

/** Throws Failure `forbidden` when a principal would hand out a scope that it does not hold. */
export function refuseWiderScopes(by: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !by.scopes.includes(scope));
  if (wider.length > 0)
    throw new Failure('forbidden', `this key may not give the scope "${wider.join('", "')}"`);
}

/** Makes a key and returns its token, once. A token that exists already is a Failure `conflict`. */
export async function createKey(
  database: Database | DatabaseTransaction,
  key: NewKey,
  now: Date,
): Promise<CreatedKey> {
  if (key.token !== undefined && !isUsableToken(key.token)) {
    throw new Failure('invalid', 'a key is a token of 16 to 256 characters from A-Z a-z 0-9 - _ .');
  }
  const keyId = newIdentifier('key', now);
  const token = key.token ?? newToken(keyId);
  const made = await database
    .insertInto('api_keys')
    .values({
      key_id: keyId,
      account_id: key.accountId,
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
  if (made === undefined) throw new Failure('conflict', 'this key exists already');
  return { keyId, token };
}

type KeyInForce = Pick<
  Selectable<ApiKeysTable>,
  'account_id' | 'key_id' | 'scopes' | 'requests_per_minute' | 'concurrent'
>;

/** Whose token this is; null when it is unknown, expired or revoked. */
export async function findPrincipal(database: Database, token: string, now: Date): Promise<Principal | null> {
  if (!isUsableToken(token)) return null;
  const at = now.toISOString();
  // Looked up by its digest, whose bytes nobody can choose: how long that takes tells nothing of the token.
  const answer = await sql<KeyInForce>`${sql.raw(preparedMark)}
    select account_id, key_id, scopes, requests_per_minute, concurrent from api_keys
    where digest = ${tokenDigest(token)}
      and (expires_at is null or expires_at > ${at}::timestamptz)
      and (revoked_at is null or revoked_at > ${at}::timestamptz)
  `.execute(database);
  const [row] = answer.rows;
  if (row === undefined) return null;
  const { account_id: accountId, key_id: keyId, scopes, requests_per_minute, concurrent } = row;
  const isBound = requests_per_minute !== null || concurrent !== null;
  const limits = { requestsPerMinute: requests_per_minute, concurrent };
  return { accountId, keyId, scopes, ...(isBound && { limits }) };
}

const listed = [
  'key_id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'requests_per_minute',
  'concurrent',
] as const;

function toDocument(row: Pick<Selectable<ApiKeysTable>, (typeof listed)[number]>): KeyDocument {
  const ends = [row.expires_at, row.revoked_at].filter((end) => end !== null).map((end) => end.getTime());
  return {
    key_id: row.key_id,
    name: row.name,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    limits: { requests_per_minute: row.requests_per_minute, concurrent: row.concurrent },
  };
}

/** The account's keys in force, oldest first. */
export async function listKeys(
  database: Database | DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<KeyDocument[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select(listed)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toDocument);
}

/** A key of the account that is in force, locked until the transaction ends; null when it has none of that id. */
export async function lockKey(
  transaction: DatabaseTransaction,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<(KeyDocument & { isReplaced: boolean }) | null> {
  const row = await transaction
    .selectFrom('api_keys')
    .select(listed)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const key = toDocument(row);
  if (key.expires_at !== null && new Date(key.expires_at) <= now) return null;
  return { ...key, isReplaced: row.revoked_at !== null };
}

/** Ends a key at once; false when the account has no such key in force. */
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
 * Makes a key with the name, scopes, expiry and bounds of another, which ends `graceMs` later; null when the account has
 * no such key in force, or the key was replaced before.
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
  const { name, scopes, expires_at, limits } = old;
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  const bounds = { requestsPerMinute: limits.requests_per_minute, concurrent: limits.concurrent };
  return createKey(transaction, { accountId, name, scopes, expiresAt, ...bounds }, now);
}
