import { addMs, type Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { Log } from '../../../domain/system/log.ts';
import { databaseFailure } from '../../../store/database-failure.ts';
import { createThrottledErrorLog } from '../../../store/throttled-error-log.ts';
import { createHandRecorder, type HandRecorder } from '../../../web/browser/steps/hand-recorder.ts';
import type { OpenBrowser } from '../browser/open-browser.ts';
import type { SessionRecorder, SessionRecording } from '../browser/recording.ts';
import { createLiveViewers, type LiveViewers } from '../live/live-viewers.ts';
import type { SessionProgress } from '../session-table.ts';

/** A session that this process holds. */
export interface OpenSession extends SessionProgress {
  readonly sid: string;
  readonly accountId: string;
  /** Key that opened the session and pays for it. */
  readonly keyId: string;
  /** Id of the request that opened the session; its minutes are charged to this request. */
  readonly requestId: string;
  readonly browser: OpenBrowser;
  readonly viewers: LiveViewers;
  readonly recorder: SessionRecorder | null;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly idleMs: number;
  credits: number;
  isBusy: boolean;
}

/** The end of a session. */
export interface SessionEnd {
  status: 'closed' | 'expired';
  reason: string;
  recording: SessionRecording | null;
}

/** Dependencies of {@link createOpenSessions}. */
export interface OpenSessionsPorts {
  /** Stores the progress of a session. */
  saveProgress(sid: string, progress: SessionProgress): Promise<void>;
  /** Stores the end of a session. */
  end(session: OpenSession, end: SessionEnd, at: Date): Promise<void>;
  /** Charges the started minutes. Rejects with Failure `insufficient_credits`. */
  charge(session: OpenSession, started: number, now: Date): Promise<void>;
  /** Renews the leases of these sessions; returns the ids of those that are still open. */
  renew(sids: readonly string[], now: Date): Promise<ReadonlySet<string>>;
  clock: Clock;
  log: Log;
}

/** The sessions of this process. Each is charged per started minute and closed when its time is over. */
export interface OpenSessions {
  /** Adds a session whose row is already stored. */
  add(session: Omit<OpenSession, 'viewers' | 'isBusy'>): OpenSession;
  /** Finds a session of the account; null when this process does not hold it. */
  find(accountId: string, sid: string): OpenSession | null;
  /** Finds a session by its id alone, for holders of a live ticket. */
  findById(sid: string): OpenSession | null;
  /** Runs `work` exclusively in a session. Rejects with Failure `conflict` while another step runs. */
  runExclusive<Result>(session: OpenSession, work: () => Promise<Result>): Promise<Result>;
  /**
   * Closes a session and returns its end; a session that is already closing keeps its end. Rejects with Failure
   * `unavailable` when the end cannot be stored yet; the session is closed all the same, and a later tick stores its
   * end.
   */
  close(session: OpenSession, status: SessionEnd['status'], reason: string): Promise<SessionEnd>;
  /** Ends overdue sessions, charges minutes and renews leases. */
  tick(): Promise<void>;
  count(): number;
  /** Closes all sessions. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const tickIntervalMs = 1_000;
const renewIntervalMs = 20_000;

/** Returns the number of started minutes of a session. */
function countStartedMinutes(openedAt: Date, now: Date): number {
  return Math.floor(Math.max(0, now.getTime() - openedAt.getTime()) / minuteMs) + 1;
}

/** Creates the recorder of what viewers of a recorded session do; null for other sessions. */
function createRecorderByHand({
  browser: { browser },
  recorder,
}: Pick<OpenSession, 'browser' | 'recorder'>): HandRecorder | null {
  if (recorder === null) return null;
  return createHandRecorder(browser.tabs, browser.secrets, (step) => recorder.addByHand(step));
}

/** The end of a session that is not stored yet. */
interface PendingEnd {
  session: OpenSession;
  end: SessionEnd;
  at: Date;
}

/** Creates an empty set of sessions. */
export function createOpenSessions(ports: OpenSessionsPorts): OpenSessions {
  const { clock, log } = ports;
  const reportError = createThrottledErrorLog(log);
  const sessions = new Map<string, OpenSession>();
  const closing = new Map<string, Promise<SessionEnd>>();
  const pendingEnds = new Map<string, PendingEnd>();
  let renewedAt = new Date(0);
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;

  async function store(pendingEnd: PendingEnd): Promise<void> {
    const { sid } = pendingEnd.session;
    pendingEnds.set(sid, pendingEnd);
    await ports.end(pendingEnd.session, pendingEnd.end, pendingEnd.at).catch((error: unknown) => {
      // An end that can never be stored is dropped: the sweep closes the session after its lease.
      if (databaseFailure(error) === null) pendingEnds.delete(sid);
      throw error;
    });
    pendingEnds.delete(sid);
  }

  async function closeSession(
    session: OpenSession,
    status: SessionEnd['status'],
    reason: string,
  ): Promise<SessionEnd> {
    const end = { status, reason, recording: session.recorder?.recording() ?? null };
    // A crashed browser cannot end its screencast or be closed; the session ends all the same.
    const logCloseError = (error: unknown) =>
      log.warn({ err: error, sid: session.sid }, 'closing the browser of a session failed');
    await session.viewers.end(reason).catch(logCloseError);
    await session.browser.browser.close().catch(logCloseError);
    sessions.delete(session.sid);
    await store({ session, end, at: clock.now() }).catch((cause: unknown) => {
      reportError(cause, 'the end of a session could not be stored; the next tick tries again');
      throw new Failure(
        'unavailable',
        'The session is closed, but its end could not be stored yet. Try again to read it.',
        {
          cause,
          retryAfter: 1,
        },
      );
    });
    return end;
  }

  function close(session: OpenSession, status: SessionEnd['status'], reason: string): Promise<SessionEnd> {
    const pending = closing.get(session.sid);
    if (pending !== undefined) return pending;
    const closed = closeSession(session, status, reason).finally(() => closing.delete(session.sid));
    closing.set(session.sid, closed);
    return closed;
  }

  /** Closes a session without a waiting caller. A later tick stores an end that cannot be stored now. */
  async function closeUnattended(session: OpenSession, status: SessionEnd['status'], reason: string) {
    await close(session, status, reason).catch((error: unknown) =>
      reportError(error, 'closing a session failed'),
    );
  }

  /** Returns the reason why a session ends now, or null. */
  function findEndReason({ expiresAt, idleMs, lastStepAt, isBusy }: OpenSession, now: Date): string | null {
    if (expiresAt <= now) return 'The session reached its maximum lifetime (`ttl_seconds`).';
    if (!isBusy && addMs(lastStepAt, idleMs) <= now)
      return `No step was received for ${idleMs / 1_000} seconds (\`idle_seconds\`).`;
    return null;
  }

  async function charge(session: OpenSession, now: Date): Promise<void> {
    const until = now < session.expiresAt ? now : addMs(session.expiresAt, -1);
    const started = countStartedMinutes(session.openedAt, until);
    if (started <= session.credits) return;
    try {
      await ports.charge(session, started, now);
      session.credits = started;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'insufficient_credits') {
        await closeUnattended(session, 'closed', error.message);
        return;
      }
      reportError(error, 'a minute of a session could not be charged; the next tick tries again');
    }
  }

  /** Renews the leases. If this process was suspended for long, others have closed its sessions. */
  async function renew(now: Date): Promise<void> {
    const sessionsBefore = [...sessions.values()];
    const leasedIds = [...sessionsBefore.map(({ sid }) => sid), ...pendingEnds.keys()];
    if (leasedIds.length === 0) return;
    const renewed = await ports.renew(leasedIds, now);
    renewedAt = now;
    const lost = sessionsBefore.filter(({ sid }) => !renewed.has(sid));
    await Promise.all(
      lost.map((session) =>
        closeUnattended(
          session,
          'closed',
          'The process that held the session did not renew its lease in time.',
        ),
      ),
    );
  }

  async function checkSession(session: OpenSession, now: Date): Promise<void> {
    if (closing.has(session.sid)) return;
    await charge(session, now);
    const reason = findEndReason(session, now);
    if (reason !== null) await closeUnattended(session, 'expired', reason);
  }

  /** Stores the ends that could not be stored before. */
  async function storePendingEnds(): Promise<void> {
    for (const pendingEnd of [...pendingEnds.values()]) {
      if (!closing.has(pendingEnd.session.sid)) await store(pendingEnd);
    }
  }

  async function tickOnce(): Promise<void> {
    const now = clock.now();
    if (now.getTime() - renewedAt.getTime() >= renewIntervalMs) {
      await renew(now).catch((error: unknown) =>
        reportError(error, 'the leases of sessions could not be renewed'),
      );
    }
    await storePendingEnds().catch((error: unknown) =>
      reportError(error, 'the end of a session could not be stored; the next tick tries again'),
    );
    await Promise.all([...sessions.values()].map((session) => checkSession(session, now)));
  }

  async function tick(): Promise<void> {
    ticking ??= tickOnce().finally(() => {
      ticking = null;
    });
    await ticking;
  }

  function startTick(): void {
    tick().catch((error: unknown) => log.error({ err: error }, 'the periodic check of sessions failed'));
  }

  return {
    add(started) {
      const session: OpenSession = {
        ...started,
        // Who works by hand in the live view uses the session, as a step does.
        viewers: createLiveViewers(started.browser.browser.tabs, createRecorderByHand(started), () => {
          session.lastStepAt = clock.now();
        }),
        isBusy: false,
      };
      sessions.set(session.sid, session);
      timer ??= setInterval(startTick, tickIntervalMs).unref();
      void started.browser.browser.ended.then((reason) =>
        sessions.get(session.sid) === session ? closeUnattended(session, 'closed', reason) : null,
      );
      return session;
    },
    find(accountId, sid) {
      const session = sessions.get(sid);
      return session?.accountId === accountId && !closing.has(sid) ? session : null;
    },
    findById: (sid) => (closing.has(sid) ? null : (sessions.get(sid) ?? null)),
    async runExclusive(session, work) {
      if (session.isBusy)
        throw new Failure(
          'conflict',
          'Another step of this session is running. Wait until it ends, then try again.',
          { retryAfter: 1 },
        );
      session.isBusy = true;
      try {
        return await work();
      } finally {
        session.isBusy = false;
        session.lastStepAt = clock.now();
        const { sid, url, title, steps, lastStepAt } = session;
        ports.saveProgress(sid, { url, title, steps, lastStepAt }).catch(() => {
          // The next step, or the end of the session, writes it again.
        });
      }
    },
    close,
    tick,
    count: () => sessions.size,
    async stop() {
      if (timer !== null) clearInterval(timer);
      const remaining = [...sessions.values()];
      await Promise.all(
        remaining.map((session) => closeUnattended(session, 'closed', 'The service was stopped.')),
      );
      // The next process, or the sweep after the lease, closes sessions whose end is still not stored.
      await storePendingEnds().catch((error: unknown) =>
        reportError(error, 'the end of a session could not be stored before the stop'),
      );
    },
  };
}
