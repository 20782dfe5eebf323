import type { Principal, Scope } from '../../domain/resources/account.ts';
import { missingResource, type ResourceKind } from '../../domain/resources/missing-resource.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { setSpendingLimit } from '../credits/key-spending.ts';
import type { Commit } from '../requests/idempotency.ts';
import { type Actor, writeAuditEntry } from './audit.ts';
import { insertSignInLink } from './console-sessions.ts';
import {
  type CreatedKey,
  createKey,
  type KeyDocument,
  type LockedKey,
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
  creditsPerDay: number | null;
}

/** Changes of a key; null removes a limit, and undefined leaves the value as it is. */
export interface KeyChanges {
  name?: string | undefined;
  requestsPerMinute?: number | null | undefined;
  concurrent?: number | null | undefined;
  creditsPerDay?: number | null | undefined;
}

/** Actor of a change, and the commit of its idempotent request. */
export interface AccountChange extends Actor {
  commit: Commit;
}

async function readKey(
  transaction: DatabaseTransaction,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<LockedKey> {
  const key = await lockKey(transaction, accountId, keyId, now);
  if (key === null) throw missingResource(keyKind);
  return key;
}

function toDocument({ isReplaced: _, spendingGroupId: __, ...document }: LockedKey): KeyDocument {
  return document;
}

async function completeChange(
  transaction: DatabaseTransaction,
  { principal: { accountId }, at, commit }: AccountChange,
  created: { keyId: string; token: string },
): Promise<NewKeyDocument> {
  const document = toDocument(await readKey(transaction, accountId, created.keyId, at));
  const answer = { ...document, key: created.token };
  await commit(transaction, answer);
  return answer;
}

/** Scopes and limits that a key gets, or that it has and another key is about to use. */
interface KeyRights {
  scopes: readonly Scope[];
  requestsPerMinute: number | null;
  concurrent: number | null;
  /** Null for a new key. */
  spendingGroupId: string | null;
}

function rightsOf({ scopes, limits, spendingGroupId }: LockedKey): KeyRights {
  const { requests_per_minute: requestsPerMinute, concurrent } = limits;
  return { scopes, requestsPerMinute, concurrent, spendingGroupId };
}

const isWider = (bound: number | null, requested: number | null) =>
  bound !== null && (requested === null || requested > bound);

/**
 * Throws Failure `forbidden` if the actor's key would hand out wider rights than it has: a scope, a higher limit, or credits
 * that are not counted with its own. Returns the actor's key.
 */
async function requireOwnRights(
  transaction: DatabaseTransaction,
  principal: Principal,
  rights: KeyRights,
  now: Date,
): Promise<LockedKey> {
  requireOwnScopes(principal, rights.scopes);
  const own = await readKey(transaction, principal.accountId, principal.keyId, now);
  const { requests_per_minute, concurrent, credits_per_day } = own.limits;
  if (isWider(requests_per_minute, rights.requestsPerMinute) || isWider(concurrent, rights.concurrent)) {
    throw new Failure('forbidden', 'This key cannot hand out a key with higher limits than its own.');
  }
  const isShared = rights.spendingGroupId === null || rights.spendingGroupId === own.spendingGroupId;
  if (credits_per_day !== null && !isShared) {
    throw new Failure(
      'forbidden',
      `This key may spend ${credits_per_day} credits per day and cannot hand out a key whose credits are counted separately. Use a key without \`credits_per_day\`.`,
    );
  }
  return own;
}

/** Throws Failure `forbidden` if a key would create one that lives longer than itself. */
function requireOwnLifetime({ expires_at: ownEnd }: LockedKey, expiresAt: Date | null): void {
  if (ownEnd !== null && (expiresAt === null || expiresAt > new Date(ownEnd))) {
    throw new Failure(
      'forbidden',
      `This key expires at ${ownEnd} and cannot create a key that lives longer.`,
    );
  }
}

/** Throws Failure `forbidden` if a limited key asks for another limit than the one that its keys share. */
function requireSharedLimit({ limits: { credits_per_day: limit } }: LockedKey, perDay: number | null): void {
  if (limit === null || perDay === null || perDay === limit) return;
  throw new Failure(
    'forbidden',
    `This key may spend ${limit} credits per day, and the keys that it creates share this limit. Leave \`credits_per_day\` out, or use a key without it.`,
  );
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
    const own = await requireOwnRights(transaction, principal, { ...options, spendingGroupId: null }, at);
    requireOwnLifetime(own, options.expiresAt);
    requireSharedLimit(own, options.creditsPerDay);
    const isLimited = own.limits.credits_per_day !== null;
    const spendingGroupId = isLimited ? own.spendingGroupId : undefined;
    const created = await createKey(transaction, { accountId, ...options, spendingGroupId }, at);
    await writeAuditEntry(transaction, change, {
      action: 'key_created',
      accountId,
      subject: created.keyId,
      details: {
        name: options.name,
        scopes: options.scopes,
        ...(options.creditsPerDay !== null && { credits_per_day: options.creditsPerDay }),
      },
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
    await requireOwnRights(transaction, principal, rightsOf(old), at);
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

/** Changes the name or the limits of a key of the actor's own account; requests after the change have the new limits. */
export async function changeOwnKey(
  database: Database,
  change: AccountChange,
  keyId: string,
  changes: KeyChanges,
): Promise<KeyDocument> {
  const { principal, at } = change;
  const { accountId } = principal;
  return database.transaction().execute(async (transaction) => {
    const key = await readKey(transaction, accountId, keyId, at);
    const { name = key.name, creditsPerDay = key.limits.credits_per_day } = changes;
    const { requestsPerMinute = key.limits.requests_per_minute, concurrent = key.limits.concurrent } =
      changes;
    const own = await requireOwnRights(
      transaction,
      principal,
      { ...rightsOf(key), requestsPerMinute, concurrent },
      at,
    );
    if (isWider(own.limits.credits_per_day, creditsPerDay)) {
      throw new Failure(
        'forbidden',
        `This key may spend ${own.limits.credits_per_day} credits per day and cannot raise its limit. Use a key without \`credits_per_day\`.`,
      );
    }
    await transaction
      .updateTable('api_keys')
      .set({ name, requests_per_minute: requestsPerMinute, concurrent })
      .where('account_id', '=', accountId)
      .where('key_id', '=', keyId)
      .execute();
    await setSpendingLimit(transaction, accountId, key.spendingGroupId, creditsPerDay);
    const changed = toDocument(await readKey(transaction, accountId, keyId, at));
    const details = { name, before: key.limits, limits: changed.limits };
    await writeAuditEntry(transaction, change, { action: 'key_changed', accountId, subject: keyId, details });
    await change.commit(transaction, changed);
    return changed;
  });
}

/** A one-time link that signs a person in with a key. */
export interface SignInLink {
  token: string;
  expiresAt: Date;
}

/**
 * Creates a one-time link that signs a person in to the console with the rights of a key of the actor's own account. Throws
 * Failure `forbidden` if the key has rights that the actor does not have.
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
    await requireOwnRights(transaction, principal, rightsOf(key), at);
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
