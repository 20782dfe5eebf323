import type { Database } from '../store/database.ts';
import { findCredits } from './accounts.ts';
import { addMonths } from './renewals.ts';

/** Where an account's credits stand in its present month. */
export interface CreditStanding {
  /** What new work may take. */
  remaining: number;
  /** What a renewal brings. */
  plan: number;
  periodStart: Date;
  periodEnd: Date;
}

/** The standing of an account as of `now`; null when there is no such account. */
export async function creditStanding(
  database: Database,
  accountId: string,
  now: Date,
): Promise<CreditStanding | null> {
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
