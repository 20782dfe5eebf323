import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';

export const lostReason = 'The process that held the session ended.';
const sweepBatch = 500;

/**
 * True for a session whose request never completed: the row is inserted before the request is charged, and the charge
 * writes the receipt.
 */
const isUnanswered = sql<boolean>`not exists (
  select from receipts where receipts.request_id = browser_sessions.request_id
)`;

/**
 * Closes sessions with an expired lease, deletes those that were never charged, and deletes those that ended before
 * `before`; returns the number of affected rows.
 */
export async function sweepSessions(database: Database, now: Date, before: Date): Promise<number> {
  const deletedUnanswered = await sql`
    delete from browser_sessions where session_id in (
      select session_id from browser_sessions
      where status = 'open' and lease_until <= ${now} and ${isUnanswered} limit ${sweepBatch}
    )
  `.execute(database);
  const closed = await sql`
    update browser_sessions set status = 'closed', reason = ${lostReason}, closed_at = lease_until
    where session_id in (
      select session_id from browser_sessions where status = 'open' and lease_until <= ${now} limit ${sweepBatch}
    )
  `.execute(database);
  const deleted = await sql`
    delete from browser_sessions where session_id in (
      select session_id from browser_sessions where status <> 'open' and closed_at < ${before} limit ${sweepBatch}
    )
  `.execute(database);
  const affected = [deletedUnanswered, closed, deleted].map(({ numAffectedRows = 0n }) => numAffectedRows);
  return Number(affected.reduce((sum, rows) => sum + rows));
}

/** Closes all open sessions and deletes those never charged. Only for a deployment with a single process. */
export async function closeAbandonedSessions(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('browser_sessions').where('status', '=', 'open').where(isUnanswered).execute();
  await database
    .updateTable('browser_sessions')
    .set({ status: 'closed', reason: lostReason, closed_at: now })
    .where('status', '=', 'open')
    .execute();
}
