import { type Kysely, sql } from 'kysely';

/**
 * Creates a function that subtracts credits from an account. The charging statement locks the account first; an UPDATE
 * in the same statement would start at the row version from before it waited for that lock. While another transaction
 * holds a share lock on the row (as every insert of a referencing row does), PostgreSQL also locks that old version,
 * which the next waiter holds: a deadlock. A function starts at the locked version.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function spend_credits(of_account text, from_plan bigint, from_top_up bigint) returns bigint
    language plpgsql as $$
    begin
      update accounts set
        plan_balance = plan_balance - from_plan,
        top_up_balance = top_up_balance - from_top_up
      where account_id = of_account;
      return from_plan + from_top_up;
    end $$
  `.execute(database);
}
