import type { Database } from '../../store/database.ts';
import { findCredits } from '../accounts/accounts.ts';
import { addMonths } from './renewals.ts';

/** Credits of an account in its current billing period. */
export interface CreditBalance {
  /** Credits that can be reserved. */
  remaining: number;
  /** Credits added by each renewal. */
  plan: number;
  periodStart: Date;
  periodEnd: Date;
}

/** Returns the credit balance of an account as of `now`, or null if it does not exist. */
export async function findCreditBalance(
  database: Database,
  accountId: string,
  now: Date,
): Promise<CreditBalance | null> {
  const [credits, row] = await Promise.all([
    findCredits(database, accountId, now),
    database
      .selectFrom('accounts')
      .select(['plan_credits', 'renews_at', 'created_at'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  ]);
  if (credits === null || row === undefined) return null;
  const monthBefore = addMonths(row.renews_at, -1);
  return {
    remaining: credits.available,
    plan: row.plan_credits,
    periodStart: new Date(Math.max(monthBefore.getTime(), row.created_at.getTime())),
    periodEnd: row.renews_at,
  };
}
