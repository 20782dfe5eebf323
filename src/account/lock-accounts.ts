import type { DatabaseTransaction } from '../store/database.ts';

/**
 * Takes accounts' rows, in order, until the transaction ends: one that charges them, or counts what they have, at a time.
 *
 * A transaction that charges takes them with this before: the statement that changes them then sees them as they are. Where
 * several wait for a row inside the statements that change it, each from another version of the row, they get in each other's
 * way, and PostgreSQL tells that as a deadlock a second later. A statement that charges by itself is run again then.
 */
export async function lockAccounts(
  transaction: DatabaseTransaction,
  accountIds: readonly string[],
): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .orderBy('account_id')
    .forNoKeyUpdate()
    .execute();
}
