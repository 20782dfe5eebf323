import { setTimeout as pause } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from './database.ts';
import { isSerializationConflict } from './database-failure.ts';

/** Maximum attempts of a transaction. */
const maxAttempts = 5;
const pauseMs = 20;

/**
 * Runs `work` in a transaction, and retries it if PostgreSQL rolled it back because of concurrent transactions (a
 * deadlock, a serialization failure). Statements that change a balance lock rows of `accounts` in an order that depends
 * on the row versions they see, so any transaction that waits for such a row can be rolled back. `work` must have no
 * effect outside the transaction.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (!isSerializationConflict(error) || attempt === maxAttempts) throw error;
      await pause(pauseMs * attempt * Math.random());
    }
  }
}
