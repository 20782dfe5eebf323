import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { lockAccounts } from './lock-accounts.ts';
import { writeUsageOfCharges } from './usage.ts';

/** Credits to be taken from an account. */
export interface NewCharge {
  accountId: string;
  /** A positive whole number. */
  credits: number;
  at: Date;
  requestId: string | null;
  jobId: string | null;
  pages: number | null;
  note: string | null;
}

/** A row of the ledger that is no charge; `credits` is what it adds to the balance. */
export interface LedgerEntry {
  accountId: string;
  kind: 'renewal' | 'expiry' | 'top_up' | 'refund';
  bucket: 'plan' | 'top_up';
  credits: number;
  at: Date;
  requestId?: string | null;
  jobId?: string | null;
  note?: string | null;
}

/** A ledger row as answered, in wire names (api.md section 11). */
export interface LedgerDocument {
  id: number;
  at: string;
  kind: 'renewal' | 'expiry' | 'top_up' | 'charge' | 'refund';
  bucket: 'plan' | 'top_up';
  /** What the row added to the balance; negative for a charge. */
  credits: number;
  /** The sum of all rows up to this one. */
  balance: number;
  request_id?: string;
  job?: string;
  pages?: number;
  note?: string;
}

/**
 * The rows of a statement that charges, to be put behind the common table expressions `locked` (the accounts with their
 * balances, under their locks) and `charge` (ord, account_id, credits, at, request_id, job_id, pages, note).
 *
 * Plan credits go first, then top-ups; what neither covers stays with the plan, where only an unlimited account may fall
 * below zero: for any other, the table's own constraint undoes the whole statement. A charge over both buckets is two
 * rows. The lock makes `balance` a running sum, and the order of ids that of the balances.
 *
 * New balances are written as differences from what `locked` read, never from the row to be updated: that is first
 * taken as it was when the statement began, before it waited for the lock, and its constraint would be checked on that.
 */
export const writeChargesAlone: RawBuilder<unknown> = sql`
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
  spent as (
    update accounts set
      plan_balance = locked.plan_balance - taken.plan,
      top_up_balance = locked.top_up_balance - taken.top_up
    from locked join (
      select account_id,
        coalesce(sum(taken) filter (where bucket = 'plan'), 0)::bigint as plan,
        coalesce(sum(taken) filter (where bucket = 'top_up'), 0)::bigint as top_up
      from line group by account_id
    ) as taken using (account_id)
    where accounts.account_id = taken.account_id
  )`;

/** {@link writeChargesAlone}, and what was charged summed up by day and tool (the note); route and country unknown. */
export const writeCharges: RawBuilder<unknown> = sql`${writeChargesAlone}, ${writeUsageOfCharges}`;

/**
 * Charges inside the transaction of whatever is charged for. A limited account without enough credits fails it as a violated
 * check (SQLSTATE 23514): whoever charges has reserved before.
 */
export async function chargeCredits(transaction: DatabaseTransaction, charges: NewCharge[]): Promise<void> {
  const due = charges.filter((charge) => charge.credits !== 0);
  if (due.length === 0) return;
  await lockAccounts(
    transaction,
    due.map((charge) => charge.accountId),
  );
  await sql`
    with charge as (
      select * from unnest(
        ${due.map((charge) => charge.accountId)}::text[],
        ${due.map((charge) => charge.credits)}::bigint[],
        ${due.map((charge) => charge.at.toISOString())}::timestamptz[],
        ${due.map((charge) => charge.requestId)}::text[],
        ${due.map((charge) => charge.jobId)}::text[],
        ${due.map((charge) => charge.pages)}::integer[],
        ${due.map((charge) => charge.note)}::text[]
      ) with ordinality as entry (account_id, credits, at, request_id, job_id, pages, note, ord)
    ),
    locked as (
      select account_id, plan_balance, top_up_balance from accounts
      where account_id in (select account_id from charge)
    ),
    ${writeCharges}
    select 1
  `.execute(transaction);
}

/** Writes one row that is no charge, with its effect on the balance, in one statement. */
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

/** Adds bought credits, which no renewal takes away. */
export async function topUp(
  database: Database | DatabaseTransaction,
  accountId: string,
  credits: number,
  note: string | null,
  at: Date,
): Promise<void> {
  await writeLedgerEntry(database, { accountId, kind: 'top_up', bucket: 'top_up', credits, note, at });
}

/** Ledger rows of the account, newest first; `before` is the id to go on from. */
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
