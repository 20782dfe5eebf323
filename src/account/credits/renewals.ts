import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { writeLedgerEntry } from './ledger.ts';

/** Adds months in UTC; the last day of the month if it has fewer days. */
export function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return result;
}

/**
 * Returns the first renewal after `now`: once a month, counted from `since` (the account's creation or renewal day).
 */
export function renewalAfter(since: Date, now: Date): Date {
  let months = Math.max(
    1,
    (now.getUTCFullYear() - since.getUTCFullYear()) * 12 + now.getUTCMonth() - since.getUTCMonth(),
  );
  while (addMonths(since, months) <= now) months += 1;
  return addMonths(since, months);
}

/**
 * Returns the anchor for renewals on a day of the month (1 to 31) at midnight UTC: that day of the previous January,
 * which has 31 days, so that shorter months renew on their last day.
 */
export function renewalAnchorForDay(day: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - 1, 0, day));
}

/**
 * Renews one account under its lock: unspent plan credits expire and the month's credits are added. Credits needed for
 * open reservations are kept, and the debt of an unlimited account is cancelled.
 */
async function renewAccount(
  transaction: DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['plan_balance', 'top_up_balance', 'plan_credits', 'created_at', 'renews_from'])
    .where('account_id', '=', accountId)
    .where('renews_at', '<=', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account === undefined) return false;
  const open = await transaction
    .selectFrom('reservations')
    .select(sql<number>`coalesce(sum(credits), 0)::bigint`.as('credits'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const neededForReservations = Math.max(0, open.credits - account.top_up_balance - account.plan_credits);
  const remaining = account.plan_balance > 0 ? Math.min(account.plan_balance, neededForReservations) : 0;
  await writeLedgerEntry(transaction, {
    accountId,
    kind: 'expiry',
    bucket: 'plan',
    credits: remaining - account.plan_balance,
    at: now,
    note: account.plan_balance < 0 ? 'debt of an unlimited account cancelled' : null,
  });
  await writeLedgerEntry(transaction, {
    accountId,
    kind: 'renewal',
    bucket: 'plan',
    credits: account.plan_credits,
    at: now,
  });
  await transaction
    .updateTable('accounts')
    .set({ renews_at: renewalAfter(account.renews_from ?? account.created_at, now) })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

/** Renews every account that is due, each in its own transaction; returns their number. Missed months count once. */
export async function renewAccounts(database: Database, now: Date): Promise<number> {
  const due = await database
    .selectFrom('accounts')
    .select('account_id')
    .where('renews_at', '<=', now)
    .orderBy('renews_at')
    .execute();
  let renewed = 0;
  for (const { account_id } of due) {
    const isRenewed = await database
      .transaction()
      .execute((transaction) => renewAccount(transaction, account_id, now));
    if (isRenewed) renewed += 1;
  }
  return renewed;
}
