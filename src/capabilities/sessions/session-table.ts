import { chargeCredits } from '../../account/credits/ledger.ts';
import { grantAvailable } from '../../account/credits/reservations.ts';
import type { ExitReport } from '../../domain/resources/exit.ts';
import { addMs } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { inTransaction } from '../../store/transaction.ts';
import type { SessionRecording } from './browser/recording.ts';
import { columns, type SessionDocument, toDocument } from './session-document.ts';

/** A session to insert. */
export interface NewSession {
  sid: string;
  accountId: string;
  requestId: string;
  process: string;
  /** URL at which other processes reach the process; null if there are none. */
  address: string | null;
  url: string;
  title: string;
  exit: ExitReport;
  login: string | null;
  openedAt: Date;
  expiresAt: Date;
  idleMs: number;
}

/** The fields that change while a session is open. */
export interface SessionProgress {
  url: string;
  title: string;
  steps: number;
  lastStepAt: Date;
}

/** Duration of a session's lease, in ms. A process that does not renew it loses the session. */
export const sessionLeaseMs = 60_000;

/** Inserts a session. The request that opens it pays its first minute. */
export async function insertSession(
  database: Database | DatabaseTransaction,
  session: NewSession,
): Promise<void> {
  await database
    .insertInto('browser_sessions')
    .values({
      session_id: session.sid,
      account_id: session.accountId,
      request_id: session.requestId,
      process: session.process,
      address: session.address,
      status: 'open',
      reason: null,
      url: session.url,
      title: session.title,
      exit: JSON.stringify(session.exit),
      login_id: session.login,
      credits: 1,
      recording: null,
      opened_at: session.openedAt,
      last_step_at: session.openedAt,
      expires_at: session.expiresAt,
      idle_ms: session.idleMs,
      lease_until: addMs(session.openedAt, sessionLeaseMs),
      closed_at: null,
    })
    .execute();
}

/** The process that holds a session; `address` is null if it accepts no calls of other processes. */
export interface StoredOwner {
  process: string;
  address: string | null;
}

/**
 * Returns the process that holds an open session, unless it is `except`; null if there is none. `accountId` is null for
 * holders of a live ticket.
 */
export async function findOwner(
  database: Database,
  { sid, accountId, except }: { sid: string; accountId: string | null; except: string },
  now: Date,
): Promise<StoredOwner | null> {
  const row = await database
    .selectFrom('browser_sessions')
    .select(['process', 'address'])
    .where('session_id', '=', sid)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId as string))
    .where('status', '=', 'open')
    .where('lease_until', '>', now)
    .where('process', '<>', except)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a session that could not be opened. */
export async function deleteSession(database: Database, sid: string): Promise<void> {
  await database.deleteFrom('browser_sessions').where('session_id', '=', sid).execute();
}

/** Stores the progress of a session. */
export async function updateSession(
  database: Database,
  sid: string,
  progress: SessionProgress,
): Promise<void> {
  const { url, title, steps, lastStepAt } = progress;
  await database
    .updateTable('browser_sessions')
    .set({ url, title, steps, last_step_at: lastStepAt })
    .where('session_id', '=', sid)
    .where('status', '=', 'open')
    .execute();
}

/** Ends a session; a session that has already ended does not change. */
export async function endSession(
  database: Database,
  sid: string,
  end: SessionProgress & {
    status: 'closed' | 'expired';
    reason: string;
    recording: SessionRecording | null;
    at: Date;
  },
): Promise<void> {
  await database
    .updateTable('browser_sessions')
    .set({
      status: end.status,
      reason: end.reason,
      url: end.url,
      title: end.title,
      steps: end.steps,
      last_step_at: end.lastStepAt,
      recording: end.recording === null ? null : JSON.stringify(end.recording),
      closed_at: end.at,
    })
    .where('session_id', '=', sid)
    .where('status', '=', 'open')
    .execute();
}

/** Renews the leases of these sessions; returns the ids of those that this process still holds. */
export async function renewLeases(
  database: Database,
  process: string,
  sids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await database
    .updateTable('browser_sessions')
    .set({ lease_until: addMs(now, sessionLeaseMs) })
    .where('process', '=', process)
    .where('session_id', 'in', [...sids])
    .where('status', '=', 'open')
    .returning('session_id')
    .execute();
  return new Set(rows.map((row) => row.session_id));
}

const noMinuteMessage = 'The account has no credits for another minute.';

/**
 * Charges the started minutes that are not charged yet, exactly once: the session's credits and the ledger change in
 * one transaction. Rejects with Failure `insufficient_credits` when the account or the key has too few credits.
 */
export async function chargeMinutes(
  database: Database,
  session: { sid: string; accountId: string; keyId: string; requestId: string },
  minutes: { chargedMinutes: number; startedMinutes: number },
  now: Date,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const result = await transaction
      .updateTable('browser_sessions')
      .set({ credits: minutes.startedMinutes })
      .where('session_id', '=', session.sid)
      .where('status', '=', 'open')
      .where('credits', '=', minutes.chargedMinutes)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return;
    const { accountId, keyId } = session;
    const credits = minutes.startedMinutes - minutes.chargedMinutes;
    const granted = await grantAvailable(transaction, { accountId, keyId, credits }, now);
    if (granted.credits === 0) throw new Failure('insufficient_credits', granted.refusal ?? noMinuteMessage);
    await chargeCredits(transaction, [
      {
        accountId,
        keyId,
        credits,
        at: now,
        requestId: session.requestId,
        jobId: null,
        pages: null,
        note: 'browser',
      },
    ]);
  });
}

/** Finds a session of the account with its recording; null when there is none. */
export async function findSession(
  database: Database,
  accountId: string,
  sid: string,
  now: Date,
): Promise<{ document: SessionDocument; recording: SessionRecording | null } | null> {
  const row = await database
    .selectFrom('browser_sessions')
    .select([...columns, 'recording'])
    .where('session_id', '=', sid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { document: toDocument(row, now), recording: row.recording as SessionRecording | null };
}

/** Returns the account's sessions, newest first. */
export async function listSessions(
  database: Database,
  accountId: string,
  limit: number,
  now: Date,
): Promise<SessionDocument[]> {
  const rows = await database
    .selectFrom('browser_sessions')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('opened_at', 'desc')
    .orderBy('session_id')
    .limit(limit)
    .execute();
  return rows.map((row) => toDocument(row, now));
}
