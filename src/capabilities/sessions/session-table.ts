import { sql } from 'kysely';
import { chargeCredits } from '../../account/ledger.ts';
import { addMs } from '../../domain/clock.ts';
import type { ExitReport } from '../../domain/exit.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import type { SessionRecording } from './recording.ts';

/** A browser session as answered, in wire names (api.md section 10). */
export interface SessionDocument {
  sid: string;
  status: 'open' | 'closed' | 'expired';
  /** Why it is no longer open. */
  reason: string | null;
  url: string;
  title: string;
  exit: ExitReport | null;
  /** The saved login that it began with. */
  login: string | null;
  /** Steps done. */
  steps: number;
  /** Credits charged so far: one for each started minute. */
  credits: number;
  opened_at: string;
  last_step_at: string;
  expires_at: string;
  closed_at: string | null;
}

/** A session that begins. */
export interface NewSession {
  sid: string;
  accountId: string;
  requestId: string;
  process: string;
  url: string;
  title: string;
  exit: ExitReport;
  login: string | null;
  openedAt: Date;
  expiresAt: Date;
  idleMs: number;
}

/** What changes of a session while it is open. */
export interface SessionProgress {
  url: string;
  title: string;
  steps: number;
  lastStepAt: Date;
}

/** How long a process may be silent before its sessions count as gone. */
export const sessionLeaseMs = 60_000;
const lostReason = 'the process that held it ended';
const sweepBatch = 500;

const columns = [
  'session_id',
  'status',
  'reason',
  'url',
  'title',
  'exit',
  'login_id',
  'steps',
  'credits',
  'opened_at',
  'last_step_at',
  'expires_at',
  'closed_at',
  'lease_until',
  'process',
] as const;

interface Row {
  session_id: string;
  status: SessionDocument['status'];
  reason: string | null;
  url: string;
  title: string;
  exit: ExitReport | null;
  login_id: string | null;
  steps: number;
  credits: number;
  opened_at: Date;
  last_step_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  lease_until: Date;
  process: string;
}

function documentOf(row: Row, now: Date): SessionDocument {
  const isLost = row.status === 'open' && row.lease_until <= now;
  return {
    sid: row.session_id,
    status: isLost ? 'closed' : row.status,
    reason: isLost ? lostReason : row.reason,
    url: row.url,
    title: row.title,
    exit: row.exit,
    login: row.login_id,
    steps: row.steps,
    credits: row.credits,
    opened_at: row.opened_at.toISOString(),
    last_step_at: row.last_step_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    closed_at: (isLost ? row.lease_until : row.closed_at)?.toISOString() ?? null,
  };
}

/** Writes a session that begins; its first minute is charged by the request that opens it. */
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

/** Notes how far a session is. */
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

/** Ends a session; one that has ended stays as it did. */
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

/** Renews the leases of a process's sessions; gives the ids of those that are still its own. */
export async function renewLeases(database: Database, process: string, now: Date): Promise<Set<string>> {
  const rows = await database
    .updateTable('browser_sessions')
    .set({ lease_until: addMs(now, sessionLeaseMs) })
    .where('process', '=', process)
    .where('status', '=', 'open')
    .returning('session_id')
    .execute();
  return new Set(rows.map((row) => row.session_id));
}

/**
 * Charges the minutes that have begun beyond those charged, once whatever is killed when: the session's count and the ledger
 * change together. Rejects with a violated check (SQLSTATE 23514) where the account has too few credits.
 */
export async function chargeMinutes(
  database: Database,
  session: { sid: string; accountId: string; requestId: string },
  minutes: { charged: number; begun: number },
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('browser_sessions')
      .set({ credits: minutes.begun })
      .where('session_id', '=', session.sid)
      .where('status', '=', 'open')
      .where('credits', '=', minutes.charged)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await chargeCredits(transaction, [
      {
        accountId: session.accountId,
        credits: minutes.begun - minutes.charged,
        at: now,
        requestId: session.requestId,
        jobId: null,
        pages: null,
        note: 'browser',
      },
    ]);
  });
}

/** A session of the account, with its recording and the process that holds it; null when there is none. */
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
  return { document: documentOf(row, now), recording: row.recording as SessionRecording | null };
}

/** The account's sessions, the newest first. */
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
  return rows.map((row) => documentOf(row, now));
}

/** Closes sessions whose process is gone, and drops those that ended before `before`; returns how many. */
export async function sweepSessions(database: Database, now: Date, before: Date): Promise<number> {
  const closed = await sql`
    update browser_sessions set status = 'closed', reason = ${lostReason}, closed_at = lease_until
    where session_id in (
      select session_id from browser_sessions where status = 'open' and lease_until <= ${now} limit ${sweepBatch}
    )
  `.execute(database);
  const dropped = await sql`
    delete from browser_sessions where session_id in (
      select session_id from browser_sessions where status <> 'open' and closed_at < ${before} limit ${sweepBatch}
    )
  `.execute(database);
  return Number((closed.numAffectedRows ?? 0n) + (dropped.numAffectedRows ?? 0n));
}

/** Closes every session that stands open, where no other process can hold one. */
export async function closeAbandoned(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('browser_sessions')
    .set({ status: 'closed', reason: lostReason, closed_at: now })
    .where('status', '=', 'open')
    .execute();
}
