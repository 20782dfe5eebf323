import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { sqlRows } from '../../store/sql-rows.ts';
import { keySpendingCte } from './key-spending.ts';
import { lockAccounts } from './lock-accounts.ts';
import { chargeUsageCte } from './usage.ts';

/** Credits to charge to an account. */
export interface NewCharge {
  accountId: string;
  /** Key that pays. */
  keyId: string;
  /** A positive integer. */
  credits: number;
  at: Date;
  requestId: string | null;
  jobId: string | null;
  pages: number | null;
  note: string | null;
}

/** A ledger row other than a charge; `credits` is added to the balance. */
export interface LedgerEntry {
  accountId: string;
  kind: 'renewal' | 'expiry' | 'top_up';
  bucket: 'plan' | 'top_up';
  credits: number;
  at: Date;
  requestId?: string | null;
  jobId?: string | null;
  note?: string | null;
}

/** Ledger row in API responses; names as on the wire (docs/api/account.md). */
export interface LedgerDocument {
  id: number;
  at: string;
  kind: 'renewal' | 'expiry' | 'top_up' | 'charge';
  bucket: 'plan' | 'top_up';
  /** Credits that the row added to the balance; negative for a charge. */
  credits: number;
  /** Sum of all rows up to this one. */
  balance: number;
  request_id?: string;
  job?: string;
  pages?: number;
  note?: string;
}

/**
 * Common table expressions that write charges. They require `locked` (the locked accounts with their balances) and
 * `charge` (ord, account_id, credits, at, request_id, job_id, pages, note) before them, and a statement that selects
 * {@link spendChargesQuery}, which changes the balances.
 *
 * Plan credits are spent first, then top-ups. The rest is charged to the plan, where only an unlimited account may fall
 * below zero: for others a table constraint aborts the statement. A charge to both buckets writes two rows. The account
 * lock makes `balance` a running sum in the order of ids.
 */
export const chargeLedgerCtes: RawBuilder<unknown> = sql`
  running as (
    select charge.*,
      greatest(locked.plan_balance, 0) as plan,
      locked.top_up_balance as top_up,
      locked.plan_balance + locked.top_up_balance as before,
      sum(charge.credits) over (partition by account_id order by ord rows unbounded preceding)::bigint as up_to
    from charge join locked using (account_id)
  ),
  split as (
    select running.*,
      least(greatest(up_to - plan, 0), top_up) - least(greatest(up_to - credits - plan, 0), top_up) as from_top_up
    from running
  ),
  line as (
    select account_id, ord, 1 as part, at, request_id, job_id, pages, note, 'plan' as bucket,
      credits - from_top_up as taken, before - up_to + from_top_up as balance
    from split where credits > from_top_up
    union all
    select account_id, ord, 2, at, request_id, job_id,
      case when credits > from_top_up then null else pages end, note, 'top_up', from_top_up, before - up_to
    from split where from_top_up > 0
  ),
  written as (
    insert into ledger (account_id, at, kind, bucket, credits, balance, request_id, job_id, pages, note)
    select account_id, at, 'charge', bucket, -taken, balance, request_id, job_id, pages, note
    from line order by account_id, ord, part
  ),
  taken as (
    select account_id,
      coalesce(sum(taken) filter (where bucket = 'plan'), 0)::bigint as plan,
      coalesce(sum(taken) filter (where bucket = 'top_up'), 0)::bigint as top_up
    from line group by account_id
  )`;

/**
 * Query that subtracts the charges of {@link chargeLedgerCtes} from the balances, one row for each account. A database
 * function does it (see migration 0028), because the statement itself sees the accounts as they were before it waited
 * for their locks.
 */
export const spendChargesQuery: RawBuilder<unknown> = sql`select spend_credits(account_id, plan, top_up) from taken`;

/** {@link chargeLedgerCtes} with the usage added up by day and tool (the note); route and country are unknown. */
const chargeAndUsageCtes: RawBuilder<unknown> = sql`${chargeLedgerCtes}, ${chargeUsageCte}`;

/**
 * Writes charges inside the caller's transaction. For a limited account without enough credits it fails with a check
 * violation (SQLSTATE 23514); callers reserve credits before.
 */
export async function chargeCredits(transaction: DatabaseTransaction, charges: NewCharge[]): Promise<void> {
  const charged = charges.filter((charge) => charge.credits !== 0);
  if (charged.length === 0) return;
  await lockAccounts(
    transaction,
    charged.map((charge) => charge.accountId),
  );
  await sql`
    with charge as (
      select * from ${sqlRows(
        'entry',
        charged,
        {
          account_id: ['text', (charge) => charge.accountId],
          key_id: ['text', (charge) => charge.keyId],
          credits: ['bigint', (charge) => charge.credits],
          at: ['timestamptz', (charge) => charge.at.toISOString()],
          request_id: ['text', (charge) => charge.requestId],
          job_id: ['text', (charge) => charge.jobId],
          pages: ['integer', (charge) => charge.pages],
          note: ['text', (charge) => charge.note],
        },
        'ord',
      )}
    ),
    locked as (
      select account_id, plan_balance, top_up_balance from accounts
      where account_id in (select account_id from charge)
    ),
    ${chargeAndUsageCtes},
    ${keySpendingCte(sql`select account_id, key_id, at, credits from charge`)}
    ${spendChargesQuery}
  `.execute(transaction);
}

/** Writes one row other than a charge and updates the balance, in one statement. */
export async function writeLedgerEntry(
  database: Database | DatabaseTransaction,
  entry: LedgerEntry,
): Promise<void> {
  if (entry.credits === 0) return;
  const toPlan = entry.bucket === 'plan' ? entry.credits : 0;
  await sql`
    with changed as (
      update accounts set
        plan_balance = plan_balance + ${toPlan}::bigint,
        top_up_balance = top_up_balance + ${entry.credits - toPlan}::bigint
      where account_id = ${entry.accountId}
      returning account_id, plan_balance + top_up_balance as balance
    )
    insert into ledger (account_id, at, kind, bucket, credits, balance, request_id, job_id, note)
    select account_id, ${entry.at.toISOString()}::timestamptz, ${entry.kind}::text, ${entry.bucket}::text,
      ${entry.credits}::bigint, balance, ${entry.requestId ?? null}::text, ${entry.jobId ?? null}::text,
      ${entry.note ?? null}::text
    from changed
  `.execute(database);
}

/** Adds bought credits, which renewals do not remove. */
export async function topUp(
  database: Database | DatabaseTransaction,
  accountId: string,
  credits: number,
  note: string | null,
  at: Date,
): Promise<void> {
  await writeLedgerEntry(database, { accountId, kind: 'top_up', bucket: 'top_up', credits, note, at });
}

/** Lists ledger rows of the account, newest first; `before` is the id at which to continue. */
export async function listLedger(
  database: Database,
  accountId: string,
  page: { before: number | null; limit: number },
): Promise<LedgerDocument[]> {
  let query = database
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.before !== null) query = query.where('id', '<', page.before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    bucket: row.bucket,
    credits: row.credits,
    balance: row.balance,
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    ...(row.job_id === null ? {} : { job: row.job_id }),
    ...(row.pages === null ? {} : { pages: row.pages }),
    ...(row.note === null ? {} : { note: row.note }),
  }));
}
