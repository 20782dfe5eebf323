import type { Database } from '../store/database.ts';
import { type LedgerDocument, listLedger } from './ledger.ts';
import { readUsage, type UsageDocument } from './usage.ts';

/** Credits held for work under way, in wire names. */
export interface ReservationDocument {
  id: string;
  credits: number;
  request_id?: string;
  job?: string;
  created_at: string;
  expires_at: string;
}

/** Plan, credits, what is held, the latest ledger rows and this period's usage, in wire names (api.md section 11). */
export interface BillingDocument {
  plan: string;
  renews_at: string;
  /** What each renewal brings. */
  plan_allowance: number;
  plan_credits: number;
  top_up_credits: number;
  reservations: ReservationDocument[];
  ledger: LedgerDocument[];
  usage: UsageDocument;
}

const shownRows = 100;
const dayMs = 86_400_000;

/** The day of an instant, in UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

async function listReservations(
  database: Database,
  accountId: string,
  now: Date,
): Promise<ReservationDocument[]> {
  const rows = await database
    .selectFrom('reservations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(shownRows)
    .execute();
  return rows.map((row) => ({
    id: row.reservation_id,
    credits: row.credits,
    ...(row.request_id !== null && { request_id: row.request_id }),
    ...(row.job_id !== null && { job: row.job_id }),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** The books of an account as of `now`, usage of the last 30 days; null when there is no such account. */
export async function billingView(
  database: Database,
  accountId: string,
  now: Date,
): Promise<BillingDocument | null> {
  const [account, reservations, ledger, usage] = await Promise.all([
    database
      .selectFrom('accounts')
      .select(['plan', 'renews_at', 'plan_credits', 'plan_balance', 'top_up_balance'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    listReservations(database, accountId, now),
    listLedger(database, accountId, { before: null, limit: shownRows }),
    readUsage(database, accountId, dayOf(new Date(now.getTime() - 29 * dayMs)), dayOf(now)),
  ]);
  if (account === undefined) return null;
  return {
    plan: account.plan,
    renews_at: account.renews_at.toISOString(),
    plan_allowance: account.plan_credits,
    plan_credits: account.plan_balance,
    top_up_credits: account.top_up_balance,
    reservations,
    ledger,
    usage,
  };
}
