import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../domain/values/day-ms.ts';
import { utcDay } from '../../domain/values/utc-day.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/**
 * Credits that a spending group may still reserve today. The keys of a group share one limit: a key, those that replace it, and,
 * if it has a limit, those that it creates or approves.
 */
export interface SpendingAllowance {
  /** Credits per day (UTC). */
  limit: number;
  available: number;
}

/**
 * Common table expression that adds up the charges of keys by spending group and day. `spent` selects account_id, key_id, at and
 * credits; the accounts are locked, so that two writers of one group do not deadlock.
 */
export function keySpendingCte(spent: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  spent_by_key as (
    insert into spending_days (account_id, spending_group_id, day, credits)
    select spent.account_id, spending_group_id, (at at time zone 'UTC')::date, sum(credits)
    from (${spent}) as spent join api_keys using (key_id) where credits > 0 group by 1, 2, 3
    on conflict (account_id, spending_group_id, day) do update set credits = spending_days.credits + excluded.credits
  )`;
}

/** True for a key (an SQL expression) that may spend only so many credits a day. */
export function isLimitedKey(keyId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from api_keys join spending_limits using (spending_group_id) where api_keys.key_id = ${keyId}
  )`;
}

/** Limit of the spending group of `api_keys`, as an SQL expression; null without one. */
export const creditsPerDay: RawBuilder<number | null> = sql<number | null>`(
  select credits_per_day from spending_limits where spending_limits.spending_group_id = api_keys.spending_group_id
)`;

/** Credits that the spending group of `api_keys` was charged on the UTC day of `now`, as an SQL expression. */
export function spentToday(now: Date): RawBuilder<number> {
  return sql<number>`coalesce((
    select credits from spending_days as used where used.account_id = api_keys.account_id
      and used.spending_group_id = api_keys.spending_group_id and day = ${utcDay(now)}::date
  ), 0)::bigint`;
}

/**
 * Returns what those of the keys that have a limit may still reserve: the limit without what is charged today and what open
 * reservations hold. Keys of one group have the same object. The caller has locked the accounts of the keys, so that no other
 * process reserves meanwhile.
 */
export async function readAllowances(
  transaction: DatabaseTransaction,
  keyIds: readonly string[],
  now: Date,
): Promise<Map<string, SpendingAllowance>> {
  if (keyIds.length === 0) return new Map();
  const { rows } = await sql<{ key_id: string; group_id: string; limit: number; available: number }>`
    select key_id, spending_group_id as group_id, credits_per_day as limit, (credits_per_day - ${spentToday(now)}
      - coalesce((
          select sum(reservations.credits) from reservations join api_keys as holder using (key_id)
          where reservations.account_id = api_keys.account_id and reservations.expires_at > ${now.toISOString()}::timestamptz
            and holder.spending_group_id = api_keys.spending_group_id
        ), 0))::bigint as available
    from api_keys join spending_limits using (spending_group_id) where key_id = any(${[...keyIds]}::text[])
  `.execute(transaction);
  const groups = new Map<string, SpendingAllowance>();
  return new Map(
    rows.map(({ key_id, group_id, limit, available }) => {
      const allowance = groups.get(group_id) ?? { limit, available };
      groups.set(group_id, allowance);
      return [key_id, allowance];
    }),
  );
}

/** Sets the limit of a spending group; null removes it. */
export async function setSpendingLimit(
  database: Database | DatabaseTransaction,
  accountId: string,
  groupId: string,
  perDay: number | null,
): Promise<void> {
  if (perDay === null) {
    await database
      .deleteFrom('spending_limits')
      .where('account_id', '=', accountId)
      .where('spending_group_id', '=', groupId)
      .execute();
    return;
  }
  await database
    .insertInto('spending_limits')
    .values({ account_id: accountId, spending_group_id: groupId, credits_per_day: perDay })
    .onConflict((conflict) => conflict.column('spending_group_id').doUpdateSet({ credits_per_day: perDay }))
    .execute();
}

/** Returns the time at which the limits of keys start again: the next day in UTC. */
function nextDayOf(now: Date): Date {
  return new Date(Date.parse(utcDay(now)) + dayMs);
}

/** Says that a key has too few credits left today, how many, and when it can spend again. */
export function spendingLimitMessage({ limit, available }: SpendingAllowance, now: Date): string {
  const left = Math.max(0, available);
  return `\`credits_per_day\`: this key may spend ${limit} credits per day, and ${left} are left, without those that running work holds. The limit starts again at ${nextDayOf(now).toISOString()}. Wait until then, or raise the limit with PATCH /v1/keys/{id}.`;
}
