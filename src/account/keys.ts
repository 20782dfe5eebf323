import { createHash, randomBytes } from 'node:crypto';
import type { Principal, Scope } from '../domain/account.ts';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { base32, newIdentifier } from '../domain/identifier.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

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
}

/** A key as lists show it, in wire names; the token itself is known only to its holder. */
export interface KeyDocument {
  key_id: string;
  name: string;
  scopes: readonly Scope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
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
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('key_id')
    .executeTakeFirst();
  if (made === undefined) throw new Failure('conflict', 'this key exists already');
  return { keyId, token };
}

/** Whose token this is; null when it is unknown, expired or revoked. */
export async function findPrincipal(database: Database, token: string, now: Date): Promise<Principal | null> {
  if (!isUsableToken(token)) return null;
  const row = await database
    .selectFrom('api_keys')
    .select(['account_id', 'key_id', 'scopes'])
    .where('digest', '=', tokenDigest(token))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]))
    .executeTakeFirst();
  return row === undefined ? null : { accountId: row.account_id, keyId: row.key_id, scopes: row.scopes };
}

/** The account's keys in force, oldest first. */
export async function listKeys(database: Database, accountId: string, now: Date): Promise<KeyDocument[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => ({
    key_id: row.key_id,
    name: row.name,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
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
 * Makes a key with the name, scopes and expiry of another, which ends `graceMs` later; null when the account has no such
 * key in force.
 */
export async function rotateKey(
  database: Database,
  accountId: string,
  keyId: string,
  graceMs: number,
  now: Date,
): Promise<CreatedKey | null> {
  return database.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('api_keys')
      .select(['name', 'scopes', 'expires_at', 'revoked_at'])
      .where('account_id', '=', accountId)
      .where('key_id', '=', keyId)
      .forUpdate()
      .executeTakeFirst();
    // A key that was rotated before already has its end set.
    if (old === undefined || old.revoked_at !== null) return null;
    if (old.expires_at !== null && old.expires_at <= now) return null;
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: addMs(now, graceMs) })
      .where('key_id', '=', keyId)
      .execute();
    return createKey(
      transaction,
      { accountId, name: old.name, scopes: old.scopes, expiresAt: old.expires_at },
      now,
    );
  });
}
