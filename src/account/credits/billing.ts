import { dayMs } from '../../domain/values/day-ms.ts';
import { utcDay } from '../../domain/values/utc-day.ts';
import type { Database } from '../../store/database.ts';
import { type LedgerDocument, listLedger } from './ledger.ts';
import { readUsage, type UsageDocument } from './usage.ts';

/** Reserved credits in API responses; names as on the wire. */
export interface ReservationDocument {
  id: string;
  credits: number;
  request_id?: string;
  job?: string;
  created_at: string;
  expires_at: string;
}

/** Plan, credits, reservations, latest ledger rows and usage in API responses (docs/api/account.md). */
export interface BillingDocument {
  plan: string;
  renews_at: string;
  /** Credits added by each renewal. */
  plan_allowance: number;
  plan_credits: number;
  top_up_credits: number;
  reservations: ReservationDocument[];
  ledger: LedgerDocument[];
  usage: UsageDocument;
}

const maxRows = 100;

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
    .limit(maxRows)
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

/**
 * Returns the billing state of an account as of `now` with the usage of the last 30 days; null if it does not exist.
 */
export async function getBillingDocument(
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
    listLedger(database, accountId, { before: null, limit: maxRows }),
    readUsage(database, accountId, utcDay(new Date(now.getTime() - 29 * dayMs)), utcDay(now)),
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
