import { addMs, type Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { Log } from '../../domain/log.ts';
import type { DeskBrowser } from './browser-desk.ts';
import { createAudience, type LiveAudience } from './live-audience.ts';
import type { SessionRecorder, SessionRecording } from './recording.ts';
import type { SessionProgress } from './session-table.ts';

/** A session that lives in this process. */
export interface OpenSession extends SessionProgress {
  readonly sid: string;
  readonly accountId: string;
  /** The request that opened it, in whose name its minutes are charged. */
  readonly requestId: string;
  readonly desk: DeskBrowser;
  readonly audience: LiveAudience;
  readonly recorder: SessionRecorder | null;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly idleMs: number;
  /** Credits charged so far. */
  credits: number;
  isBusy: boolean;
}

/** How a session ended. */
export interface SessionEnd {
  status: 'closed' | 'expired';
  reason: string;
  recording: SessionRecording | null;
}

/** What keeping sessions needs of the other rooms. */
export interface OpenSessionsPorts {
  /** Notes how far a session is. */
  note(sid: string, progress: SessionProgress): Promise<void>;
  /** Writes the end of a session. */
  end(session: OpenSession, end: SessionEnd, at: Date): Promise<void>;
  /** Charges the minutes that have begun; rejects with Failure `insufficient_credits`. */
  charge(session: OpenSession, begun: number, now: Date): Promise<void>;
  /** Says that this process still holds its sessions; gives the ids of those that nobody has closed meanwhile. */
  renew(now: Date): Promise<ReadonlySet<string>>;
  clock: Clock;
  log: Log;
}

/** The sessions of this process: each is closed when its time is over, and charged for each minute that begins. */
export interface OpenSessions {
  /** Takes a session in, which has been written. */
  add(session: Omit<OpenSession, 'audience' | 'isBusy'>): OpenSession;
  /** A session of the account; null when this process holds none of that id. */
  find(accountId: string, sid: string): OpenSession | null;
  /** A session by its id alone, for holders of a ticket. */
  holderOf(sid: string): OpenSession | null;
  /** Does one thing in a session. Throws `conflict` while another is under way. */
  during<Result>(session: OpenSession, work: () => Promise<Result>): Promise<Result>;
  /** Closes a session and tells how; one that is closed already stays as it is. */
  close(session: OpenSession, status: SessionEnd['status'], reason: string): Promise<SessionEnd>;
  /** Looks what is due: ends, minutes, leases. */
  tick(): Promise<void>;
  count(): number;
  /** Closes all of them. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const tickEveryMs = 1_000;
const renewEveryMs = 20_000;

/** Minutes of a session that have begun. */
export function minutesBegun(openedAt: Date, now: Date): number {
  return Math.floor(Math.max(0, now.getTime() - openedAt.getTime()) / minuteMs) + 1;
}

/** No sessions yet. */
export function createOpenSessions(ports: OpenSessionsPorts): OpenSessions {
  const { clock, log } = ports;
  const sessions = new Map<string, OpenSession>();
  const closing = new Map<string, Promise<SessionEnd>>();
  let renewedAt = new Date(0);
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;

  async function shut(
    session: OpenSession,
    status: SessionEnd['status'],
    reason: string,
  ): Promise<SessionEnd> {
    const end = { status, reason, recording: session.recorder?.recording() ?? null };
    await session.audience.end(reason).catch(() => {});
    await session.desk.browser.close();
    await ports
      .end(session, end, clock.now())
      .catch((error: unknown) =>
        log.warn({ err: error, sid: session.sid }, 'the end of a session could not be written'),
      );
    sessions.delete(session.sid);
    return end;
  }

  function close(session: OpenSession, status: SessionEnd['status'], reason: string): Promise<SessionEnd> {
    const known = closing.get(session.sid);
    if (known !== undefined) return known;
    const ending = shut(session, status, reason).finally(() => closing.delete(session.sid));
    closing.set(session.sid, ending);
    return ending;
  }

  /** Why a session is over now, or null. */
  function overdue({ expiresAt, idleMs, lastStepAt, isBusy }: OpenSession, now: Date): string | null {
    if (expiresAt <= now) return 'its time to live was over';
    if (!isBusy && addMs(lastStepAt, idleMs) <= now) return `no step came for ${idleMs / 1_000} seconds`;
    return null;
  }

  async function charge(session: OpenSession, now: Date): Promise<void> {
    const until = now < session.expiresAt ? now : addMs(session.expiresAt, -1);
    const begun = minutesBegun(session.openedAt, until);
    if (begun <= session.credits) return;
    try {
      await ports.charge(session, begun, now);
      session.credits = begun;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'insufficient_credits') {
        await close(session, 'closed', 'the account has no credits for another minute');
        return;
      }
      log.warn({ err: error, sid: session.sid }, 'a minute of a session could not be charged yet');
    }
  }

  /** A process that was halted for long finds its sessions closed by others. */
  async function renew(now: Date): Promise<void> {
    const before = [...sessions.values()];
    const renewed = await ports.renew(now);
    renewedAt = now;
    const lost = before.filter(({ sid }) => !renewed.has(sid));
    await Promise.all(
      lost.map((session) => close(session, 'closed', 'this process was silent for too long')),
    );
  }

  async function tickOnce(): Promise<void> {
    const now = clock.now();
    if (sessions.size > 0 && now.getTime() - renewedAt.getTime() >= renewEveryMs) {
      await renew(now).catch((error: unknown) => log.warn({ err: error }, 'sessions could not be renewed'));
    }
    for (const session of sessions.values()) {
      if (closing.has(session.sid)) continue;
      await charge(session, now);
      const reason = overdue(session, now);
      if (reason !== null) await close(session, 'expired', reason);
    }
  }

  async function tick(): Promise<void> {
    ticking ??= tickOnce().finally(() => {
      ticking = null;
    });
    await ticking;
  }

  return {
    add(begun) {
      const session: OpenSession = {
        ...begun,
        audience: createAudience(begun.desk.browser.tabs),
        isBusy: false,
      };
      sessions.set(session.sid, session);
      timer ??= setInterval(() => void tick().catch(() => {}), tickEveryMs).unref();
      void begun.desk.browser.ended.then((reason) =>
        sessions.get(session.sid) === session ? close(session, 'closed', reason) : null,
      );
      return session;
    },
    find(accountId, sid) {
      const session = sessions.get(sid);
      return session?.accountId === accountId && !closing.has(sid) ? session : null;
    },
    holderOf: (sid) => (closing.has(sid) ? null : (sessions.get(sid) ?? null)),
    async during(session, work) {
      if (session.isBusy)
        throw new Failure('conflict', 'a step of this session is under way', { retryAfter: 1 });
      session.isBusy = true;
      try {
        return await work();
      } finally {
        session.isBusy = false;
        session.lastStepAt = clock.now();
        const { sid, url, title, steps, lastStepAt } = session;
        ports.note(sid, { url, title, steps, lastStepAt }).catch(() => {
          // It is written again with the next step, and at the end.
        });
      }
    },
    close,
    tick,
    count: () => sessions.size,
    async stop() {
      if (timer !== null) clearInterval(timer);
      const left = [...sessions.values()];
      await Promise.all(left.map((session) => close(session, 'closed', 'the service was stopped')));
    },
  };
}
