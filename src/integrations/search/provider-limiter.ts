import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SearchError } from '../../domain/resources/search.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { Database } from '../../store/database.ts';

/** Decision whether a provider may be queried now. */
export type ProviderPermit =
  | {
      kind: 'go';
      waitMs: number;
      /** Reason why its engines failed recently; null if they did not, or have worked since. */
      enginesFailed: string | null;
    }
  /** The provider failed, and is paused until then. */
  | { kind: 'rests'; until: Date; reason: string }
  /** The wait exceeds the patience of the caller, because of too many queued requests. */
  | { kind: 'busy' };

/** Health of a provider over all processes of the database. */
export interface ProviderHealth {
  failures: number;
  restsUntil: Date;
  reason: string | null;
}

/** Limits the rate of requests to search providers and pauses failing ones, over all processes of the database. */
export interface ProviderLimiter {
  /** Requests a permit that starts within `patienceMs`; the caller then waits `waitMs`. */
  acquire(provider: string, intervalMs: number, maxWaitMs: number): Promise<ProviderPermit>;
  /** Delays requests for a time that the provider asked for. */
  pause(provider: string, ms: number): Promise<void>;
  recordFailure(provider: string, error: SearchError): Promise<void>;
  recordSuccess(provider: string): Promise<void>;
  /** Returns the time at which this process last got an answer of a provider; null if it never did. */
  lastSuccessAt(provider: string): Date | null;
  /** Returns the health of providers that have failed since they last worked, by id. */
  findFailing(): Promise<ReadonlyMap<string, ProviderHealth>>;
}

const minPauseMs = 10_000;
const maxErrorPauseMs = 10 * 60_000;
/** Minimum first pause of a provider that states its length. */
const minStatedPauseMs = 1_000;
/** Errors that may concern one query pause a provider only after this many in a row. */
const failuresBeforePause = 3;
/** Engines recover or are suspended by the metasearch itself, so their failures never pause it. */
const never = 1_000_000;
/** Maximum time for which a metasearch leaves out failed engines without reporting it. */
const maxSilenceMs = 120_000;
/** Errors of one query, or of its configuration, say nothing about the next one. */
const queryErrorCodes: ReadonlySet<SearchError['code']> = new Set(['refused', 'unfit']);
/** Errors that an early retry does not resolve. */
const lastingErrorCodes: ReadonlySet<SearchError['code']> = new Set([
  'refused_key',
  'set_up',
  'quota',
  'rate_limited',
]);
const maxPauseMs = 60_000;

// Permits use the database's clock, because the clocks of processes may differ; pauses use the service's clock.
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

/** Creates a limiter in the table `search_providers`. */
export function createProviderLimiter(database: Database, clock: Clock, log: Log): ProviderLimiter {
  async function requestPermit(provider: string, intervalMs: number, maxWaitMs: number): Promise<TurnRow> {
    const ticket = randomUUID();
    const now = clock.now().toISOString();
    const isAllowed = sql`known.rests_until <= ${now}::timestamptz
      and known.next_start_at <= ${databaseNow} + ${interval(maxWaitMs)}`;
    // PostgreSQL before 17 cannot subtract from '-infinity', the value of a provider that was paused before its first
    // query.
    const { rows } = await sql<TurnRow>`
      insert into search_providers as known (provider, next_start_at, ticket)
      values (${provider}, ${databaseNow} + ${interval(intervalMs)}, ${ticket})
      on conflict (provider) do update set
        next_start_at = case when ${isAllowed} then greatest(known.next_start_at, ${databaseNow}) + ${interval(intervalMs)}
          else known.next_start_at end,
        ticket = case when ${isAllowed} then ${ticket} else known.ticket end
      returning ticket = ${ticket} as granted, reason,
        code = 'engines' and failed_at > ${now}::timestamptz - ${interval(maxSilenceMs)} as engines_failed,
        case when isfinite(next_start_at) then
          greatest(0, extract(epoch from next_start_at - ${interval(intervalMs)} - ${databaseNow}) * 1000)::double precision
          else 0 end as wait_ms,
        case when rests_until > ${now}::timestamptz then rests_until end as rests_until
    `.execute(database);
    return itemAt(rows, 0);
  }

  const successes = new Map<string, Date>();

  /** Requests that were in flight when a pause began do not extend it. */
  async function storeFailure(provider: string, { code, message, retryAfterMs }: SearchError): Promise<void> {
    const now = clock.now().toISOString();
    const pauseAfterFailures =
      code === 'engines' ? never : lastingErrorCodes.has(code) ? 1 : failuresBeforePause;
    const minPause = Math.min(Math.max(retryAfterMs ?? 0, minStatedPauseMs), dayMs);
    const firstRestMs = retryAfterMs === undefined ? minPauseMs : minPause;
    await sql`
      insert into search_providers as known (provider, failures, reason, code, failed_at, rests_until)
      values (${provider}, 1, ${message}, ${code}, ${now}, case when ${pauseAfterFailures}::integer = 1
        then ${now}::timestamptz + ${interval(firstRestMs)} else '-infinity' end)
      on conflict (provider) do update set failures = known.failures + 1, reason = excluded.reason,
        code = excluded.code, failed_at = excluded.failed_at,
        rests_until = case
          when known.failures + 1 < ${pauseAfterFailures}::integer then known.rests_until
          when known.failures + 1 = ${pauseAfterFailures}::integer then ${now}::timestamptz + ${interval(firstRestMs)}
          else ${now}::timestamptz + greatest(${minPause}::double precision, least(${maxErrorPauseMs}::double precision,
            ${minPauseMs}::double precision * power(2, least(known.failures + 1 - ${pauseAfterFailures}::integer, 10))))
            * interval '1 millisecond' end
      where known.rests_until <= ${now}::timestamptz
    `.execute(database);
  }

  return {
    async acquire(provider, intervalMs, maxWaitMs) {
      const row = await requestPermit(provider, intervalMs, maxWaitMs);
      if (row.granted) {
        const enginesFailed = row.engines_failed === true ? row.reason : null;
        return { kind: 'go', waitMs: Math.min(row.wait_ms, maxWaitMs), enginesFailed };
      }
      if (row.rests_until === null) return { kind: 'busy' };
      return { kind: 'rests', until: row.rests_until, reason: row.reason ?? 'The provider failed.' };
    },
    async pause(provider, ms) {
      await sql`
        update search_providers set next_start_at = greatest(next_start_at,
          ${databaseNow} + ${interval(Math.min(ms, maxPauseMs))}) where provider = ${provider}
      `.execute(database);
    },
    async recordFailure(provider, error) {
      if (queryErrorCodes.has(error.code)) return;
      log.warn({ provider, code: error.code, reason: error.message }, 'a search provider failed');
      await storeFailure(provider, error);
    },
    lastSuccessAt: (provider) => successes.get(provider) ?? null,
    async recordSuccess(provider) {
      successes.set(provider, clock.now());
      const { numAffectedRows = 0n } = await sql`
        update search_providers set failures = 0, reason = null, code = null, failed_at = null, rests_until = '-infinity'
        where provider = ${provider} and failures > 0
      `.execute(database);
      if (numAffectedRows > 0n) log.info({ provider }, 'a search provider has recovered');
    },
    async findFailing() {
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
