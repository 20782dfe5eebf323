import type { Principal, Scope } from '../domain/account.ts';
import { addMs } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { type Author, writeAudit } from './audit.ts';
import type { Commit } from './idempotency.ts';
import {
  type CreatedKey,
  createKey,
  type KeyDocument,
  lockKey,
  refuseWiderScopes,
  revokeKey,
  rotateKey,
} from './keys.ts';

/** A key as its maker sees it, once. */
export interface NewKeyDocument extends KeyDocument {
  key: string;
}

/** A key that somebody wants. */
export interface KeyWish {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  requestsPerMinute: number | null;
  concurrent: number | null;
}

/** Who changes something, and what completes the request with it. */
export interface Change extends Author {
  commit: Commit;
}

async function readKey(transaction: DatabaseTransaction, accountId: string, keyId: string, now: Date) {
  const key = await lockKey(transaction, accountId, keyId, now);
  if (key === null) throw new Failure('not_found', 'there is no such key in force');
  return key;
}

async function announce(
  transaction: DatabaseTransaction,
  { principal: { accountId }, at, commit }: Change,
  made: { keyId: string; token: string },
): Promise<NewKeyDocument> {
  const { isReplaced: _, ...document } = await readKey(transaction, accountId, made.keyId, at);
  const answer = { ...document, key: made.token };
  await commit(transaction, answer);
  return answer;
}

/** A key that expires gives no key that lives longer, nor one of wider scopes or bounds. */
async function refuseWider(
  transaction: DatabaseTransaction,
  principal: Principal,
  wish: KeyWish,
  now: Date,
): Promise<void> {
  refuseWiderScopes(principal, wish.scopes);
  const own = await readKey(transaction, principal.accountId, principal.keyId, now);
  const end = own.expires_at === null ? null : new Date(own.expires_at);
  if (end !== null && (wish.expiresAt === null || wish.expiresAt > end)) {
    throw new Failure(
      'forbidden',
      `this key expires at ${own.expires_at} and may not make one that lives longer`,
    );
  }
  const isWider = (bound: number | null, wished: number | null) =>
    bound !== null && (wished === null || wished > bound);
  const { requests_per_minute, concurrent } = own.limits;
  if (isWider(requests_per_minute, wish.requestsPerMinute) || isWider(concurrent, wish.concurrent)) {
    throw new Failure('forbidden', 'this key may not make one with wider limits than its own');
  }
}

/** Makes a key for the author's own account, with no more rights than the author's. */
export async function makeKey(database: Database, change: Change, wish: KeyWish): Promise<NewKeyDocument> {
  const { principal, at } = change;
  const { accountId } = principal;
  if (wish.expiresAt !== null && wish.expiresAt <= at) {
    throw new Failure('invalid', '/expires_at: lies in the past', {
      faults: [{ pointer: '/expires_at', detail: 'lies in the past' }],
    });
  }
  return database.transaction().execute(async (transaction) => {
    await refuseWider(transaction, principal, wish, at);
    const made = await createKey(transaction, { accountId, ...wish }, at);
    await writeAudit(transaction, change, {
      action: 'key_created',
      accountId,
      subject: made.keyId,
      details: { name: wish.name, scopes: wish.scopes },
    });
    return announce(transaction, change, made);
  });
}

/** Replaces a key of the author's own account; the old one ends `graceMs` later. */
export async function replaceKey(
  database: Database,
  change: Change,
  keyId: string,
  graceMs: number,
): Promise<NewKeyDocument & { replaces: { key_id: string; valid_until: string } }> {
  const { principal, at } = change;
  const { accountId } = principal;
  return database.transaction().execute(async (transaction) => {
    const old = await readKey(transaction, accountId, keyId, at);
    refuseWiderScopes(principal, old.scopes);
    const made = await rotateKey(transaction, accountId, keyId, graceMs, at);
    if (made === null) throw new Failure('conflict', 'this key was replaced before and is about to end');
    const validUntil = new Date(
      Math.min(
        addMs(at, graceMs).getTime(),
        ...(old.expires_at === null ? [] : [Date.parse(old.expires_at)]),
      ),
    ).toISOString();
    await writeAudit(transaction, change, {
      action: 'key_rotated',
      accountId,
      subject: keyId,
      details: { replaced_by: made.keyId, valid_until: validUntil },
    });
    const replaces = { key_id: keyId, valid_until: validUntil };
    const { commit } = change;
    const withReplaced: Change = {
      ...change,
      commit: (on, value) => commit(on, { ...(value as object), replaces }),
    };
    return { ...(await announce(transaction, withReplaced, made)), replaces };
  });
}

/** Ends a key of the author's own account at once. */
export async function endKey(database: Database, change: Change, keyId: string): Promise<void> {
  const { principal, at } = change;
  const { accountId } = principal;
  await database.transaction().execute(async (transaction) => {
    const key = await readKey(transaction, accountId, keyId, at);
    refuseWiderScopes(principal, key.scopes);
    await revokeKey(transaction, accountId, keyId, at);
    const details = { name: key.name };
    await writeAudit(transaction, change, { action: 'key_revoked', accountId, subject: keyId, details });
  });
}

/** Makes a key for whoever holds the data directory, whatever keys there are. */
export async function makeKeyOnData(
  database: Database,
  wish: { accountId: string; name: string; scopes: readonly Scope[] },
  at: Date,
): Promise<CreatedKey> {
  return database.transaction().execute(async (transaction) => {
    const made = await createKey(transaction, wish, at);
    await writeAudit(
      transaction,
      { principal: null, requestId: null, at },
      {
        action: 'key_created',
        accountId: wish.accountId,
        subject: made.keyId,
        details: { name: wish.name, scopes: wish.scopes },
      },
    );
    return made;
  });
}
