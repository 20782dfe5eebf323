import { type Selectable, sql } from 'kysely';
import { type Credits, scopes } from '../domain/account.ts';
import type { Clock } from '../domain/clock.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Limits } from '../domain/settings.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import type { AccountsTable } from '../store/schema.ts';
import { createKey, type KeyDocument, listKeys, tokenDigest } from './keys.ts';
import { writeLedgerEntry } from './ledger.ts';
import { renewalAfter } from './renewals.ts';

/** Name and plan of the account that every instance starts with. */
const defaultName = 'default';
const defaultPlan = 'self_hosted';
const firstKeyName = 'first key';
/** Key of the advisory lock under which processes that start at once set up the default account one by one. */
const setUpLock = 7_302_114_691;

/** What the operator's settings say of the default account. */
export interface DefaultAccountSettings {
  planCredits: number;
  unlimited: boolean;
  /** A token that shall be a key of the account. */
  presetKey: string | null;
}

/** The default account; `firstKey` is the token that was made for it just now, null at every later start. */
export interface DefaultAccount {
  accountId: string;
  firstKey: string | null;
}

/** An account as `GET /v1/account` answers it, in wire names (api.md section 11). */
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
 * Takes over what the operator changed: more plan credits arrive at once, fewer count from the next renewal, and an
 * account that is no longer unlimited starts without debt.
 */
async function applySettings(
  transaction: DatabaseTransaction,
  account: Selectable<AccountsTable>,
  settings: DefaultAccountSettings,
  now: Date,
): Promise<void> {
  const accountId = account.account_id;
  const entry = { accountId, kind: 'renewal', bucket: 'plan', at: now } as const;
  const raised = settings.planCredits - account.plan_credits;
  if (raised > 0) {
    await writeLedgerEntry(transaction, { ...entry, credits: raised, note: 'plan credits raised' });
  }
  const balance = account.plan_balance + Math.max(0, raised);
  if (account.unlimited && !settings.unlimited && balance < 0) {
    await writeLedgerEntry(transaction, {
      ...entry,
      credits: -balance,
      note: 'debt of an unlimited account forgiven',
    });
  }
  if (raised === 0 && account.unlimited === settings.unlimited) return;
  await transaction
    .updateTable('accounts')
    .set({ plan_credits: settings.planCredits, unlimited: settings.unlimited })
    .where('account_id', '=', accountId)
    .execute();
}

/** A preset key works at every start that names it; one that was revoked stays revoked. */
async function ensurePresetKey(
  transaction: DatabaseTransaction,
  accountId: string,
  token: string,
  now: Date,
): Promise<void> {
  const known = await transaction
    .selectFrom('api_keys')
    .select('key_id')
    .where('digest', '=', tokenDigest(token))
    .executeTakeFirst();
  if (known === undefined) {
    await createKey(transaction, { accountId, name: 'preset key', scopes, token }, now);
  }
}

/**
 * Makes the account `default` with its first key, which holds every scope, or brings an existing one in line with the
 * settings. Processes may do so at once: one of them makes the account.
 */
export async function ensureDefaultAccount(
  database: Database,
  settings: DefaultAccountSettings,
  clock: Clock,
): Promise<DefaultAccount> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${setUpLock}::bigint)`.execute(transaction);
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

/** Id of the default account; null before the first start has made it. */
export async function findDefaultAccount(database: Database): Promise<string | null> {
  const row = await database
    .selectFrom('accounts')
    .select('account_id')
    .where('name', '=', defaultName)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Where an account's credits stand; reservations that expired do not count. Null when there is no such account. */
export async function findCredits(
  database: Database | DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<Credits | null> {
  const found = await sql<{ plan: number; top_up: number; reserved: number }>`
    select plan_balance as plan, top_up_balance as top_up, (
      select coalesce(sum(credits), 0)::bigint from reservations
      where reservations.account_id = accounts.account_id and expires_at > ${now.toISOString()}::timestamptz
    ) as reserved
    from accounts where account_id = ${accountId}
  `.execute(database);
  const row = found.rows[0];
  if (row === undefined) return null;
  const { plan, top_up, reserved } = row;
  return { plan, top_up, reserved, available: Math.max(0, plan + top_up - reserved) };
}

/** The account as its holder sees it; null when there is none. */
export async function accountView(
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
