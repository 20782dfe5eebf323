import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { decrypt, encrypt } from '../../domain/crypto/encryption.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Time for which a token continues its call. */
const lifetimeMs = dayMs;
/** Maximum size of a stored state in characters; the largest ones are digests of all URLs of a site. */
const maxStateLength = 4 * 1024 * 1024;

/** Call that a token continues: only this account and this operation can use it. */
export interface ContinuedCall {
  accountId: string;
  /** Name of the operation. */
  operation: string;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The states, and the key that encrypts them, because they can contain headers with secrets. */
export interface ContinuationStore {
  database: Database;
  /** Derived from the root secret. */
  continuationKey: Uint8Array;
}

/**
 * Stores what is left of a call, as JSON, for 24 hours. Returns the token that continues it, or null if the state is
 * too large to store.
 */
export async function saveContinuation(
  { database, continuationKey }: ContinuationStore,
  { accountId, operation }: ContinuedCall,
  state: unknown,
  now: Date,
): Promise<string | null> {
  const text = JSON.stringify(state);
  if (text.length > maxStateLength) return null;
  const token = newSecretIdentifier('cont');
  await database
    .insertInto('continuations')
    .values({
      account_id: accountId,
      token_hash: hashToken(token),
      operation,
      state: encrypt(continuationKey, text, accountId),
      expires_at: addMs(now, lifetimeMs),
    })
    .execute();
  return token;
}

/** Returns the state of a token; null if it is unknown, expired, or belongs to another account or operation. */
export async function findContinuation(
  { database, continuationKey }: ContinuationStore,
  { accountId, operation }: ContinuedCall,
  token: string,
  now: Date,
): Promise<unknown> {
  const row = await database
    .selectFrom('continuations')
    .select('state')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashToken(token))
    .where('operation', '=', operation)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : JSON.parse(decrypt(continuationKey, row.state, accountId));
}

/** Encrypts all states with the key of a new root secret; returns their number. */
export async function reencryptContinuations(
  transaction: DatabaseTransaction,
  previous: Uint8Array,
  next: Uint8Array,
): Promise<number> {
  const keys = await transaction.selectFrom('continuations').select(['account_id', 'token_hash']).execute();
  for (const { account_id: accountId, token_hash: hash } of keys) {
    // One at a time: a state can have some megabytes.
    const row = await transaction
      .selectFrom('continuations')
      .select('state')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) continue;
    await transaction
      .updateTable('continuations')
      .set({ state: encrypt(next, decrypt(previous, row.state, accountId), accountId) })
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hash)
      .execute();
  }
  return keys.length;
}

/** Deletes expired states, at most `limit` per call; returns their number. */
export async function sweepContinuations(database: Database, now: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from continuations where (account_id, token_hash) in (
      select account_id, token_hash from continuations where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
