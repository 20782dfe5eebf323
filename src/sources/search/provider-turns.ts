import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import type { SearchFault } from '../../domain/search.ts';
import type { Database } from '../../store/database.ts';

/** Whether a provider may be asked now. */
export type Turn =
  | {
      kind: 'go';
      waitMs: number;
      /** What its engines failed of a moment ago; null when they did not, or have worked since. */
      enginesFailed: string | null;
    }
  /** It failed, and is left alone until then. */
  | { kind: 'rests'; until: Date; reason: string }
  /** So many want to ask it that the wait would be too long. */
  | { kind: 'busy' };

/** How a provider fares, in any process of the database. */
export interface ProviderFate {
  failures: number;
  restsUntil: Date;
  reason: string | null;
}

/** Spaces out the requests to search providers and rests those that fail, over all processes of the database. */
export interface ProviderTurns {
  /** A turn with the provider that comes within `patienceMs`; whoever goes waits `waitMs` first. */
  take(provider: string, gapMs: number, patienceMs: number): Promise<Turn>;
  /** The provider wants to be left alone for so many milliseconds. */
  pause(provider: string, ms: number): Promise<void>;
  failed(provider: string, fault: SearchFault): Promise<void>;
  worked(provider: string): Promise<void>;
  /** How providers fare that have failed since they last worked, by id. */
  troubled(): Promise<ReadonlyMap<string, ProviderFate>>;
}

const shortestRestMs = 10_000;
const longestRestMs = 10 * 60_000;
/** A provider that says for how long is taken at its word, the first time. */
const leastRestMs = 1_000;
/** Faults that may be one query's bad luck rest a provider only when they come in a row. */
const strikes = 3;
/** Engines mend or suspend themselves: a metasearch is asked on, whoever of them fails. */
const never = 1_000_000;
/** Longest that a metasearch leaves failed engines out without a word. */
const silenceMs = 120_000;
/** Faults of one query, or of the set-up for it, say nothing of the next one. */
const ofTheQuery: ReadonlySet<SearchFault['code']> = new Set(['refused', 'unfit']);
/** Faults that asking again soon does not mend. */
const lasting: ReadonlySet<SearchFault['code']> = new Set(['refused_key', 'set_up', 'quota', 'rate_limited']);
const longestPauseMs = 60_000;

// The database's own clock for turns, as for politeness; rests are judged by the service's clock.
const databaseNow = sql`clock_timestamp()`;

function interval(ms: number) {
  return sql`${ms}::double precision * interval '1 millisecond'`;
}

interface TurnRow {
  granted: boolean;
  wait_ms: number;
  rests_until: Date | null;
  reason: string | null;
  engines_failed: boolean | null;
}

/** Turns that stand in the table `search_providers`. */
export function createProviderTurns(database: Database, clock: Clock, log: Log): ProviderTurns {
  async function ask(provider: string, gapMs: number, patienceMs: number): Promise<TurnRow> {
    const ticket = randomUUID();
    const now = clock.now().toISOString();
    const mayGo = sql`known.rests_until <= ${now}::timestamptz
      and known.next_start_at <= ${databaseNow} + ${interval(patienceMs)}`;
    // Nobody subtracts from '-infinity', a provider's that rested before it was ever asked, until PostgreSQL 17.
    const { rows } = await sql<TurnRow>`
      insert into search_providers as known (provider, next_start_at, ticket)
      values (${provider}, ${databaseNow} + ${interval(gapMs)}, ${ticket})
      on conflict (provider) do update set
        next_start_at = case when ${mayGo} then greatest(known.next_start_at, ${databaseNow}) + ${interval(gapMs)}
          else known.next_start_at end,
        ticket = case when ${mayGo} then ${ticket} else known.ticket end
      returning ticket = ${ticket} as granted, reason,
        code = 'engines' and failed_at > ${now}::timestamptz - ${interval(silenceMs)} as engines_failed,
        case when isfinite(next_start_at) then
          greatest(0, extract(epoch from next_start_at - ${interval(gapMs)} - ${databaseNow}) * 1000)::double precision
          else 0 end as wait_ms,
        case when rests_until > ${now}::timestamptz then rests_until end as rests_until
    `.execute(database);
    return rows[0] as TurnRow;
  }

  /** Those who were already under way when a rest began do not make it longer. */
  async function rest(provider: string, { code, message, retryAfterMs }: SearchFault): Promise<void> {
    const now = clock.now().toISOString();
    const first = code === 'engines' ? never : lasting.has(code) ? 1 : strikes;
    const least = Math.min(Math.max(retryAfterMs ?? 0, leastRestMs), 24 * 3_600_000);
    const firstRestMs = retryAfterMs === undefined ? shortestRestMs : least;
    await sql`
      insert into search_providers as known (provider, failures, reason, code, failed_at, rests_until)
      values (${provider}, 1, ${message}, ${code}, ${now}, case when ${first}::integer = 1
        then ${now}::timestamptz + ${interval(firstRestMs)} else '-infinity' end)
      on conflict (provider) do update set failures = known.failures + 1, reason = excluded.reason,
        code = excluded.code, failed_at = excluded.failed_at,
        rests_until = case
          when known.failures + 1 < ${first}::integer then known.rests_until
          when known.failures + 1 = ${first}::integer then ${now}::timestamptz + ${interval(firstRestMs)}
          else ${now}::timestamptz + greatest(${least}::double precision, least(${longestRestMs}::double precision,
            ${shortestRestMs}::double precision * power(2, least(known.failures + 1 - ${first}::integer, 10))))
            * interval '1 millisecond' end
      where known.rests_until <= ${now}::timestamptz
    `.execute(database);
  }

  return {
    async take(provider, gapMs, patienceMs) {
      const row = await ask(provider, gapMs, patienceMs);
      if (row.granted) {
        const enginesFailed = row.engines_failed === true ? row.reason : null;
        return { kind: 'go', waitMs: Math.min(row.wait_ms, patienceMs), enginesFailed };
      }
      if (row.rests_until === null) return { kind: 'busy' };
      return { kind: 'rests', until: row.rests_until, reason: row.reason ?? 'it failed' };
    },
    async pause(provider, ms) {
      await sql`
        update search_providers set next_start_at = greatest(next_start_at,
          ${databaseNow} + ${interval(Math.min(ms, longestPauseMs))}) where provider = ${provider}
      `.execute(database);
    },
    async failed(provider, fault) {
      if (ofTheQuery.has(fault.code)) return;
      log.warn({ provider, code: fault.code, reason: fault.message }, 'a search provider failed');
      await rest(provider, fault);
    },
    async worked(provider) {
      const { numAffectedRows = 0n } = await sql`
        update search_providers set failures = 0, reason = null, code = null, failed_at = null, rests_until = '-infinity'
        where provider = ${provider} and failures > 0
      `.execute(database);
      if (numAffectedRows > 0n) log.info({ provider }, 'a search provider works again');
    },
    async troubled() {
      const rows = await database
        .selectFrom('search_providers')
        .select(['provider', 'failures', 'rests_until', 'reason'])
        .where('failures', '>', 0)
        .execute();
      return new Map(
        rows.map((row) => [
          row.provider,
          { failures: row.failures, restsUntil: row.rests_until, reason: row.reason },
        ]),
      );
    },
  };
}
