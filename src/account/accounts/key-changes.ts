import type { Principal, Scope } from '../../domain/resources/account.ts';
import { missingResource, type ResourceKind } from '../../domain/resources/missing-resource.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { Commit } from '../requests/idempotency.ts';
import { type Actor, writeAuditEntry } from './audit.ts';
import { insertSignInLink } from './console-sessions.ts';
import {
  type CreatedKey,
  createKey,
  type KeyDocument,
  lockKey,
  requireOwnScopes,
  revokeKey,
  rotateKey,
} from './keys.ts';

const keyKind: ResourceKind = { name: 'active key', advice: 'List the keys with GET /v1/keys.' };

/** A new key with its token, which is shown only once. */
export interface NewKeyDocument extends KeyDocument {
  key: string;
}

/** Options of a new key. */
export interface KeyOptions {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  requestsPerMinute: number | null;
  concurrent: number | null;
}

/** Actor of a change, and the commit of its idempotent request. */
export interface AccountChange extends Actor {
  commit: Commit;
}

async function readKey(transaction: DatabaseTransaction, accountId: string, keyId: string, now: Date) {
  const key = await lockKey(transaction, accountId, keyId, now);
  if (key === null) throw missingResource(keyKind);
  return key;
}

async function completeChange(
  transaction: DatabaseTransaction,
  { principal: { accountId }, at, commit }: AccountChange,
  created: { keyId: string; token: string },
): Promise<NewKeyDocument> {
  const { isReplaced: _, ...document } = await readKey(transaction, accountId, created.keyId, at);
  const answer = { ...document, key: created.token };
  await commit(transaction, answer);
  return answer;
}

/** Throws Failure `forbidden` if a key would create one that lives longer, or has wider scopes or limits. */
async function requireOwnRights(
  transaction: DatabaseTransaction,
  principal: Principal,
  options: KeyOptions,
  now: Date,
): Promise<void> {
  requireOwnScopes(principal, options.scopes);
  const own = await readKey(transaction, principal.accountId, principal.keyId, now);
  const ownExpiry = own.expires_at === null ? null : new Date(own.expires_at);
  if (ownExpiry !== null && (options.expiresAt === null || options.expiresAt > ownExpiry)) {
    throw new Failure(
      'forbidden',
      `This key expires at ${own.expires_at} and cannot create a key that lives longer.`,
    );
  }
  const isWider = (bound: number | null, requested: number | null) =>
    bound !== null && (requested === null || requested > bound);
  const { requests_per_minute, concurrent } = own.limits;
  if (isWider(requests_per_minute, options.requestsPerMinute) || isWider(concurrent, options.concurrent)) {
    throw new Failure('forbidden', 'This key cannot create a key with higher limits than its own.');
  }
}

/** Creates a key for the actor's own account, with at most the rights of the actor's key. */
export async function issueKey(
  database: Database,
  change: AccountChange,
  options: KeyOptions,
): Promise<NewKeyDocument> {
  const { principal, at } = change;
  const { accountId } = principal;
  if (options.expiresAt !== null && options.expiresAt <= at) {
    throw new Failure('invalid', '/expires_at: must be in the future', {
      errors: [{ pointer: '/expires_at', detail: 'must be in the future' }],
    });
  }
  return database.transaction().execute(async (transaction) => {
    await requireOwnRights(transaction, principal, options, at);
    const created = await createKey(transaction, { accountId, ...options }, at);
    await writeAuditEntry(transaction, change, {
      action: 'key_created',
      accountId,
      subject: created.keyId,
      details: { name: options.name, scopes: options.scopes },
    });
    return completeChange(transaction, change, created);
  });
}

/** Replaces a key of the actor's own account; the old one expires after `graceMs`. */
export async function replaceOwnKey(
  database: Database,
  change: AccountChange,
  keyId: string,
  graceMs: number,
): Promise<NewKeyDocument & { replaces: { key_id: string; valid_until: string } }> {
  const { principal, at } = change;
  const { accountId } = principal;
  return database.transaction().execute(async (transaction) => {
    const old = await readKey(transaction, accountId, keyId, at);
    requireOwnScopes(principal, old.scopes);
    const created = await rotateKey(transaction, accountId, keyId, graceMs, at);
    if (created === null) throw new Failure('conflict', 'This key was already replaced and expires soon.');
    const validUntil = new Date(
      Math.min(
        addMs(at, graceMs).getTime(),
        ...(old.expires_at === null ? [] : [Date.parse(old.expires_at)]),
      ),
    ).toISOString();
    await writeAuditEntry(transaction, change, {
      action: 'key_rotated',
      accountId,
      subject: keyId,
      details: { replaced_by: created.keyId, valid_until: validUntil },
    });
    const replaces = { key_id: keyId, valid_until: validUntil };
    const { commit } = change;
    const withReplaced: AccountChange = {
      ...change,
      commit: (on, value) => commit(on, { ...(value as object), replaces }),
    };
    return { ...(await completeChange(transaction, withReplaced, created)), replaces };
  });
}

/** A one-time link that signs a person in with a key. */
export interface SignInLink {
  token: string;
  expiresAt: Date;
}

/**
 * Creates a one-time link that signs a person in to the console with the rights of a key of the actor's own account. Throws
 * Failure `forbidden` if the key has scopes that the actor does not have.
 */
export async function createOwnSignInLink<Answer>(
  database: Database,
  { commit, ...actor }: AccountChange,
  { keyId, validMs }: { keyId: string; validMs: number },
  toAnswer: (link: SignInLink) => Answer,
): Promise<Answer> {
  const { principal, at } = actor;
  const { accountId } = principal;
  return database.transaction().execute(async (transaction) => {
    const key = await readKey(transaction, accountId, keyId, at);
    requireOwnScopes(principal, key.scopes);
    const keyEnd = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at);
    const expiresAt = new Date(Math.min(addMs(at, validMs).getTime(), keyEnd));
    const token = await insertSignInLink(transaction, keyId, expiresAt);
    await writeAuditEntry(transaction, actor, {
      action: 'sign_in_link_created',
      accountId,
      subject: keyId,
      details: { name: key.name, valid_until: expiresAt.toISOString() },
    });
    const answer = toAnswer({ token, expiresAt });
    await commit(transaction, answer);
    return answer;
  });
}

/** Revokes a key of the actor's own account immediately. */
export async function revokeOwnKey(database: Database, change: AccountChange, keyId: string): Promise<void> {
  const { principal, at } = change;
  const { accountId } = principal;
  await database.transaction().execute(async (transaction) => {
    const key = await readKey(transaction, accountId, keyId, at);
    requireOwnScopes(principal, key.scopes);
    await revokeKey(transaction, accountId, keyId, at);
    const details = { name: key.name };
    await writeAuditEntry(transaction, change, { action: 'key_revoked', accountId, subject: keyId, details });
  });
}

/** Creates a key for a person with access to the data directory, regardless of existing keys. */
export async function createKeyLocally(
  database: Database,
  options: { accountId: string; name: string; scopes: readonly Scope[] },
  at: Date,
): Promise<CreatedKey> {
  return database.transaction().execute(async (transaction) => {
    const created = await createKey(transaction, options, at);
    await writeAuditEntry(
      transaction,
      { principal: null, requestId: null, at },
      {
        action: 'key_created',
        accountId: options.accountId,
        subject: created.keyId,
        details: { name: options.name, scopes: options.scopes },
      },
    );
    return created;
  });
}
