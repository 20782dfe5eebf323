import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';

/**
 * Locks the rows of accounts in order of their ids until the transaction ends.
 * Transactions that charge accounts call this first, so that the statement that changes them sees their latest version.
 * Transactions that wait for a row inside the changing statement, each for another version, would be aborted as a
 * deadlock.
 */
export async function lockAccounts(
  transaction: DatabaseTransaction,
  accountIds: readonly string[],
): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', sql<string>`any(${[...accountIds]}::text[])`)
    .orderBy('account_id')
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .execute();
}
