import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ArchiveManners } from './archive-manners.ts';

/** A turn with an archive; to be given back once. */
export interface ArchiveTurn {
  kind: 'turn';
  /** True when the last request of whatever process failed. */
  isDoubtful: boolean;
  leave(): Promise<void>;
}

/** Why there is no turn. */
export interface NoTurn {
  kind: 'resting' | 'busy';
  /** Why the archive is left alone. */
  reason: string;
  /** Milliseconds until it may be asked again, as far as known. */
  waitMs: number;
}

/** How one service of an archive is asked by all processes together: one limit, one circuit breaker. */
export interface ArchiveLane {
  /** Waits for a turn, at most `withinMs`. Rejects with the signal's reason. */
  take(withinMs: number, signal: AbortSignal): Promise<ArchiveTurn | NoTurn>;
  /** Leaves the service alone for so long, and longer the more often this is said in a row. */
  rest(ms: number, reason: string): Promise<void>;
  /** Leaves it alone for exactly as long as it asked. */
  hold(ms: number, reason: string): Promise<void>;
  /** It answers again. */
  recovered(): Promise<void>;
}

/** What a lane is made of. */
export interface ArchiveLaneOptions {
  database: Database;
  /** Names host and service. */
  lane: string;
  manners: ArchiveManners;
}

interface Asked {
  turn: number | null;
  wait_ms: number;
  rest_ms: number;
  reason: string;
  failures: number;
}

/** A turn that is not renewed for so long has ended with its process. */
const leaseMs = 10_000;
const renewEveryMs = 3_000;
const shortestPollMs = 20;
const longestPollMs = 250;
/** A service that is left alone is waited for no longer than this: there may be another archive. */
const longestWaitMs = 3_000;
/** The longest that a service is left alone without being asked to. */
const longestRestMs = 30 * 60_000;

const now = sql`clock_timestamp()`;

/** The lane of one service, in the database. */
export function createArchiveLane({ database, lane, manners }: ArchiveLaneOptions): ArchiveLane {
  async function ask(): Promise<Asked> {
    const { gapMs, burst, atOnce } = manners;
    const { rows } = await sql<Asked>`
      select * from archive_turn(
        ${lane}, ${gapMs}::double precision, ${burst}::integer, ${atOnce}::integer, ${leaseMs}::integer)
    `.execute(database);
    return rows[0] as Asked;
  }

  const held = new Set<number>();
  let renewal: NodeJS.Timeout | null = null;

  /** Whoever cannot reach the database asks nobody anyway; the next renewal may. */
  function renew(): void {
    void sql`
      update archive_turns set expires_at = ${now} + ${leaseMs}::double precision * interval '1 millisecond'
      where lane = ${lane} and turn = any(${[...held]}::integer[])
    `
      .execute(database)
      .catch(() => {});
  }

  function hold(turn: number): void {
    held.add(turn);
    renewal ??= setInterval(renew, renewEveryMs).unref();
  }

  async function leave(turn: number): Promise<void> {
    held.delete(turn);
    if (held.size === 0 && renewal !== null) {
      clearInterval(renewal);
      renewal = null;
    }
    await sql`delete from archive_turns where lane = ${lane} and turn = ${turn}`.execute(database);
  }

  async function restUntil(ms: number, reason: string, doubles: boolean): Promise<void> {
    const rest = doubles
      ? sql`least(${longestRestMs}::double precision, ${ms}::double precision * power(2, least(known.failures, 12)))`
      : sql`${ms}::double precision`;
    await sql`
      insert into archive_lanes as known (lane, rests_until, failures, reason)
      values (${lane}, ${now} + ${ms}::double precision * interval '1 millisecond', 1, ${reason})
      on conflict (lane) do update set failures = known.failures + 1, reason = excluded.reason,
        rests_until = greatest(known.rests_until, ${now} + ${rest} * interval '1 millisecond')
    `.execute(database);
  }

  return {
    async take(withinMs, signal) {
      const giveUpAt = performance.now() + withinMs;
      for (let pollMs = shortestPollMs; ; pollMs = Math.min(longestPollMs, pollMs * 1.5)) {
        signal.throwIfAborted();
        const { turn, wait_ms: waitMs, rest_ms: restMs, reason, failures } = await ask();
        if (turn !== null) {
          hold(turn);
          return { kind: 'turn', isDoubtful: failures > 0, leave: () => leave(turn) };
        }
        const left = giveUpAt - performance.now();
        if (restMs > Math.min(left, longestWaitMs)) return { kind: 'resting', reason, waitMs: restMs };
        if (waitMs > left || left <= 0) return { kind: 'busy', reason, waitMs };
        const forMs = Math.max(restMs, waitMs, pollMs * (0.5 + Math.random()));
        await pause(Math.min(forMs, Math.max(left, 1)), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        );
      }
    },
    rest: (ms, reason) => restUntil(ms, reason, true),
    hold: (ms, reason) => restUntil(ms, reason, false),
    async recovered() {
      await sql`update archive_lanes set failures = 0, reason = '' where lane = ${lane} and failures > 0`.execute(
        database,
      );
    },
  };
}
