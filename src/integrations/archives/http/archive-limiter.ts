import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { itemAt } from '../../../domain/values/elements.ts';
import type { Database } from '../../../store/database.ts';
import type { ArchivePoliteness } from './archive-politeness.ts';

/** Permission for one request to an archive; must be released once. */
export interface ArchivePermit {
  kind: 'turn';
  /** True if the last request of any process failed. */
  isRecovering: boolean;
  release(): Promise<void>;
}

/** Reason why no request may be sent. */
export interface ArchiveLimit {
  kind: 'resting' | 'busy';
  /** Reason why requests to the archive are paused. */
  reason: string;
  /** Milliseconds until the next request may be sent, as far as known. */
  waitMs: number;
}

/** Rate limit and circuit breaker of one service of an archive, shared by all processes. */
export interface ArchiveLimiter {
  /** Waits for a permit, at most `withinMs`. Rejects with the signal's reason. */
  acquire(timeoutMs: number, signal: AbortSignal): Promise<ArchivePermit | ArchiveLimit>;
  /** Pauses requests for `ms`, doubled for each consecutive failure. */
  pauseAfterFailure(ms: number, reason: string): Promise<void>;
  /** Pauses requests for exactly the time that the service asked for. */
  pauseFor(ms: number, reason: string): Promise<void>;
  /** Resets the failures after a successful response. */
  resetFailures(): Promise<void>;
}

/** Options of the limiter of one service. */
export interface ArchiveLimiterOptions {
  database: Database;
  /** Host and service. */
  lane: string;
  politeness: ArchivePoliteness;
}

interface PermitRow {
  turn: number | null;
  wait_ms: number;
  rest_ms: number;
  reason: string;
  failures: number;
}

/** A turn that is not renewed for this time has ended with its process. */
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const minPollMs = 20;
const maxPollMs = 250;
/** Maximum wait for a paused service: another archive may have the page. */
const maxWaitMs = 3_000;
/** Maximum pause that the service did not ask for. */
const maxPauseMs = 30 * 60_000;

const now = sql`clock_timestamp()`;

/** Creates the limiter of one service in the database. */
export function createArchiveLimiter({ database, lane, politeness }: ArchiveLimiterOptions): ArchiveLimiter {
  async function requestPermit(): Promise<PermitRow> {
    const { intervalMs, burst, maxConcurrent } = politeness;
    const { rows } = await sql<PermitRow>`
      select * from archive_turn(
        ${lane}, ${intervalMs}::double precision, ${burst}::integer, ${maxConcurrent}::integer, ${leaseMs}::integer)
    `.execute(database);
    return itemAt(rows, 0);
  }

  const heldTurns = new Set<number>();
  let renewal: NodeJS.Timeout | null = null;

  /** Extends the leases of all turns of this process. */
  function renew(): void {
    void sql`
      update archive_turns set expires_at = ${now} + ${leaseMs}::double precision * interval '1 millisecond'
      where lane = ${lane} and turn = any(${[...heldTurns]}::integer[])
    `
      .execute(database)
      // The next renewal tries again; without the database no other process can send requests either.
      .catch(() => {});
  }

  function hold(turn: number): void {
    heldTurns.add(turn);
    renewal ??= setInterval(renew, renewEveryMs).unref();
  }

  async function release(turn: number): Promise<void> {
    heldTurns.delete(turn);
    if (heldTurns.size === 0 && renewal !== null) {
      clearInterval(renewal);
      renewal = null;
    }
    await sql`delete from archive_turns where lane = ${lane} and turn = ${turn}`.execute(database);
  }

  async function storePause(ms: number, reason: string, doubles: boolean): Promise<void> {
    const rest = doubles
      ? sql`least(${maxPauseMs}::double precision, ${ms}::double precision * power(2, least(known.failures, 12)))`
      : sql`${ms}::double precision`;
    await sql`
      insert into archive_lanes as known (lane, rests_until, failures, reason)
      values (${lane}, ${now} + ${ms}::double precision * interval '1 millisecond', 1, ${reason})
      on conflict (lane) do update set failures = known.failures + 1, reason = excluded.reason,
        rests_until = greatest(known.rests_until, ${now} + ${rest} * interval '1 millisecond')
    `.execute(database);
  }

  return {
    async acquire(timeoutMs, signal) {
      const deadlineAt = performance.now() + timeoutMs;
      for (let pollMs = minPollMs; ; pollMs = Math.min(maxPollMs, pollMs * 1.5)) {
        signal.throwIfAborted();
        const { turn, wait_ms: waitMs, rest_ms: restMs, reason, failures } = await requestPermit();
        if (turn !== null) {
          hold(turn);
          return { kind: 'turn', isRecovering: failures > 0, release: () => release(turn) };
        }
        const remainingMs = deadlineAt - performance.now();
        if (restMs > Math.min(remainingMs, maxWaitMs)) return { kind: 'resting', reason, waitMs: restMs };
        if (waitMs > remainingMs || remainingMs <= 0) return { kind: 'busy', reason, waitMs };
        const delayMs = Math.max(restMs, waitMs, pollMs * (0.5 + Math.random()));
        // The wait rejects only when the signal aborts, whose reason is thrown.
        await pause(Math.min(delayMs, Math.max(remainingMs, 1)), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        );
      }
    },
    pauseAfterFailure: (ms, reason) => storePause(ms, reason, true),
    pauseFor: (ms, reason) => storePause(ms, reason, false),
    async resetFailures() {
      await sql`update archive_lanes set failures = 0, reason = '' where lane = ${lane} and failures > 0`.execute(
        database,
      );
    },
  };
}
