import { type Selectable, sql } from 'kysely';
import { type Credits, scopes } from '../../domain/resources/account.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Limits } from '../../domain/system/settings.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { AccountsTable } from '../../store/schema.ts';
import { writeLedgerEntry } from '../credits/ledger.ts';
import { renewalAfter } from '../credits/renewals.ts';
import { createKey, type KeyDocument, listKeys, tokenDigest } from './keys.ts';

/** Name and plan of the account that every instance creates at its first start. */
const defaultName = 'default';
const defaultPlan = 'self_hosted';
const firstKeyName = 'first key';
/** Key of the advisory lock that serializes the setup of the default account across processes. */
const setupLockKey = 7_302_114_691;

/** Settings of the default account. */
export interface DefaultAccountSettings {
  planCredits: number;
  unlimited: boolean;
  /** A token that becomes a key of the account. */
  presetKey: string | null;
}

/** The default account; `firstKey` is its new token at the first start, and null at every later start. */
export interface DefaultAccount {
  accountId: string;
  firstKey: string | null;
}

/** Account in responses of `GET /v1/account`; names as on the wire (docs/api/account.md). */
export interface AccountDocument {
  account_id: string;
  name: string;
  plan: string;
  unlimited: boolean;
  renews_at: string;
  credits: Credits;
  keys: KeyDocument[];
  limits: { requests_per_minute: number; concurrent: number };
}

async function createDefaultAccount(
  transaction: DatabaseTransaction,
  settings: DefaultAccountSettings,
  now: Date,
): Promise<DefaultAccount> {
  const accountId = newIdentifier('acct', now);
  await transaction
    .insertInto('accounts')
    .values({
      account_id: accountId,
      name: defaultName,
      plan: defaultPlan,
      plan_credits: settings.planCredits,
      renews_at: renewalAfter(now, now),
      unlimited: settings.unlimited,
      created_at: now,
    })
    .execute();
  await writeLedgerEntry(transaction, {
    accountId,
    kind: 'renewal',
    bucket: 'plan',
    credits: settings.planCredits,
    at: now,
  });
  const { token } = await createKey(
    transaction,
    {
      accountId,
      name: firstKeyName,
      scopes,
      ...(settings.presetKey === null ? {} : { token: settings.presetKey }),
    },
    now,
  );
  return { accountId, firstKey: token };
}

/**
 * Applies changed settings: more plan credits are added immediately, fewer apply from the next renewal, and an account
 * that is no longer unlimited starts without debt.
 */
async function applySettings(
  transaction: DatabaseTransaction,
  account: Selectable<AccountsTable>,
  settings: DefaultAccountSettings,
  now: Date,
): Promise<void> {
  const accountId = account.account_id;
  const entry = { accountId, kind: 'renewal', bucket: 'plan', at: now } as const;
  const increase = settings.planCredits - account.plan_credits;
  if (increase > 0) {
    await writeLedgerEntry(transaction, { ...entry, credits: increase, note: 'plan credits increased' });
  }
  const balance = account.plan_balance + Math.max(0, increase);
  if (account.unlimited && !settings.unlimited && balance < 0) {
    await writeLedgerEntry(transaction, {
      ...entry,
      credits: -balance,
      note: 'debt of an unlimited account cancelled',
    });
  }
  if (increase === 0 && account.unlimited === settings.unlimited) return;
  await transaction
    .updateTable('accounts')
    .set({ plan_credits: settings.planCredits, unlimited: settings.unlimited })
    .where('account_id', '=', accountId)
    .execute();
}

/** Ensures that the preset key exists; a revoked one stays revoked. */
async function ensurePresetKey(
  transaction: DatabaseTransaction,
  accountId: string,
  token: string,
  now: Date,
): Promise<void> {
  const existing = await transaction
    .selectFrom('api_keys')
    .select('key_id')
    .where('digest', '=', tokenDigest(token))
    .executeTakeFirst();
  if (existing === undefined) {
    await createKey(transaction, { accountId, name: 'preset key', scopes, token }, now);
  }
}

/**
 * Creates the account `default` with its first key, which has every scope, or applies the settings to the existing one.
 * Safe to call from several processes at once.
 */
export async function ensureDefaultAccount(
  database: Database,
  settings: DefaultAccountSettings,
  clock: Clock,
): Promise<DefaultAccount> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${setupLockKey}::bigint)`.execute(transaction);
    const now = clock.now();
    const account = await transaction
      .selectFrom('accounts')
      .selectAll()
      .where('name', '=', defaultName)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (account === undefined) return createDefaultAccount(transaction, settings, now);
    await applySettings(transaction, account, settings, now);
    if (settings.presetKey !== null) {
      await ensurePresetKey(transaction, account.account_id, settings.presetKey, now);
    }
    return { accountId: account.account_id, firstKey: null };
  });
}

/** Returns the id of the default account; null before the first start. */
export async function findDefaultAccount(database: Database): Promise<string | null> {
  const row = await database
    .selectFrom('accounts')
    .select('account_id')
    .where('name', '=', defaultName)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Returns the credits of an account without expired reservations, or null if the account does not exist. */
export async function findCredits(
  database: Database | DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<Credits | null> {
  const result = await sql<{ plan: number; top_up: number; reserved: number }>`
    select plan_balance as plan, top_up_balance as top_up, (
      select coalesce(sum(credits), 0)::bigint from reservations
      where reservations.account_id = accounts.account_id and expires_at > ${now.toISOString()}::timestamptz
    ) as reserved
    from accounts where account_id = ${accountId}
  `.execute(database);
  const row = result.rows[0];
  if (row === undefined) return null;
  const { plan, top_up, reserved } = row;
  return { plan, top_up, reserved, available: Math.max(0, plan + top_up - reserved) };
}

/** Returns the account for API responses, or null if it does not exist. */
export async function getAccountDocument(
  database: Database,
  accountId: string,
  limits: Limits,
  now: Date,
): Promise<AccountDocument | null> {
  const [account, credits, keys] = await Promise.all([
    database
      .selectFrom('accounts')
      .select(['account_id', 'name', 'plan', 'unlimited', 'renews_at'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    findCredits(database, accountId, now),
    listKeys(database, accountId, now),
  ]);
  if (account === undefined || credits === null) return null;
  return {
    ...account,
    renews_at: account.renews_at.toISOString(),
    credits,
    keys,
    limits: { requests_per_minute: limits.requestsPerMinute, concurrent: limits.concurrent },
  };
}
