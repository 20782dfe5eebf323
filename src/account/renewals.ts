import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { writeLedgerEntry } from './ledger.ts';

/** The same day and time `months` later in UTC; the month's last day where it has fewer days. */
export function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return moved;
}

/** The first renewal after `now`: once a month, counted from `since` (the account's creation, or its day of renewal). */
export function renewalAfter(since: Date, now: Date): Date {
  let months = Math.max(
    1,
    (now.getUTCFullYear() - since.getUTCFullYear()) * 12 + now.getUTCMonth() - since.getUTCMonth(),
  );
  while (addMonths(since, months) <= now) months += 1;
  return addMonths(since, months);
}

/**
 * The instant to count months from for renewals on a day of the month (1 to 31), at midnight UTC: that day of the
 * January before, which has 31 days, so that shorter months renew on their last day.
 */
export function renewalsOnDay(day: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - 1, 0, day));
}

/**
 * Renews one account under its lock: unspent plan credits leave, the month's arrive. What open reservations could not be
 * paid from otherwise does not leave, and an unlimited account's debt is forgiven.
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
  const held = Math.max(0, open.credits - account.top_up_balance - account.plan_credits);
  const kept = account.plan_balance > 0 ? Math.min(account.plan_balance, held) : 0;
  await writeLedgerEntry(transaction, {
    accountId,
    kind: 'expiry',
    bucket: 'plan',
    credits: kept - account.plan_balance,
    at: now,
    note: account.plan_balance < 0 ? 'debt of an unlimited account forgiven' : null,
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

/** Renews every account that is due, each in a transaction of its own; returns how many. Missed months count once. */
export async function renewAccounts(database: Database, now: Date): Promise<number> {
  const due = await database
    .selectFrom('accounts')
    .select('account_id')
    .where('renews_at', '<=', now)
    .orderBy('renews_at')
    .execute();
  let renewed = 0;
  for (const { account_id } of due) {
    const done = await database
      .transaction()
      .execute((transaction) => renewAccount(transaction, account_id, now));
    if (done) renewed += 1;
  }
  return renewed;
}
