import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../domain/system/log.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import type { Database } from '../../store/database.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';

/** Limits concurrent requests to one model over all processes of the database. */
export interface SharedSlots {
  /**
   * Waits for a slot of at most `forMs` milliseconds and resolves with a function that releases it; call it once.
   * Null if the endpoint asked for a longer pause. Rejects with the signal's reason.
   */
  acquire(maxMs: number, signal: AbortSignal): Promise<(() => Promise<void>) | null>;
  /** Pauses requests of all processes for a time that the endpoint asked for. */
  pauseAll(ms: number): Promise<void>;
}

/** Options of shared slots. */
export interface SharedSlotsOptions {
  database: Database;
  /** Identifier of endpoint and model; contains no secret. */
  endpoint: string;
  /** Maximum number of concurrent questions of all processes. */
  count: number;
  /** Identifier of this process. */
  process: string;
  log: Log;
}

/** Time after the deadline of its question at which the slot of a dead process expires. */
const graceMs = 5_000;
const minPollMs = 25;
const maxPollMs = 500;

// Uses the database's clock, because the clocks of processes may differ.
const now = sql`clock_timestamp()`;

function milliseconds(ms: number) {
  return sql`${ms}::double precision * interval '1 millisecond'`;
}

interface SlotRow {
  slot: number | null;
  wait_ms: number;
}

/** Creates slots in the database; without the database, this process counts alone. */
export function createSharedSlots(options: SharedSlotsOptions): SharedSlots {
  const { database, endpoint, count, process, log } = options;
  const local = createSemaphore(count);
  const report = createThrottledErrorLog(log);

  async function requestSlot(maxMs: number): Promise<SlotRow> {
    const { rows } = await sql<SlotRow>`
      with held as (
        select greatest(0, extract(epoch from resume_at - ${now}) * 1000)::double precision as wait_ms
        from model_endpoints where endpoint = ${endpoint} and resume_at > ${now}
      ), taken as (
        insert into model_slots as known (endpoint, slot, process, expires_at)
        select ${endpoint}, free.slot, ${process}, ${now} + ${milliseconds(maxMs + graceMs)}
        from generate_series(1, ${count}::integer) as free (slot)
        where not exists (select from held) and not exists (
          select from model_slots other
          where other.endpoint = ${endpoint} and other.slot = free.slot and other.expires_at > ${now})
        order by random() limit 1
        on conflict (endpoint, slot) do update set process = excluded.process, expires_at = excluded.expires_at
          where known.expires_at <= ${now}
        returning slot
      )
      select (select slot from taken) as slot, coalesce((select wait_ms from held), 0) as wait_ms
    `.execute(database);
    return rows[0] ?? { slot: null, wait_ms: 0 };
  }

  async function releaseSlot(slot: number): Promise<void> {
    try {
      await sql`delete from model_slots where endpoint = ${endpoint} and slot = ${slot} and process = ${process}`.execute(
        database,
      );
    } catch (error) {
      report(error, 'a model slot could not be released and will expire');
    }
  }

  /** Returns the number of the slot, 0 if the database is not available, null if the pause is too long. */
  async function waitForSlot(maxMs: number, signal: AbortSignal): Promise<number | null> {
    for (let pollMs = minPollMs; ; pollMs = Math.min(pollMs * 2, maxPollMs)) {
      let row: SlotRow;
      try {
        row = await requestSlot(maxMs);
      } catch (error) {
        report(error, 'model slots are limited by this process alone');
        return 0;
      }
      if (row.slot !== null) return row.slot;
      if (row.wait_ms > maxMs) return null;
      // The wait rejects only when the signal aborts, whose reason is thrown.
      await pause(Math.max(pollMs * (0.5 + Math.random()), row.wait_ms), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
    }
  }

  return {
    async acquire(maxMs, signal) {
      const releaseLocal = await local.acquire(signal);
      try {
        const slot = await waitForSlot(maxMs, signal);
        if (slot === null) {
          releaseLocal();
          return null;
        }
        return async () => {
          releaseLocal();
          if (slot > 0) await releaseSlot(slot);
        };
      } catch (error) {
        releaseLocal();
        throw error;
      }
    },
    async pauseAll(ms) {
      try {
        await sql`
          insert into model_endpoints as known (endpoint, resume_at) values (${endpoint}, ${now} + ${milliseconds(ms)})
          on conflict (endpoint) do update set resume_at = greatest(known.resume_at, excluded.resume_at)
        `.execute(database);
      } catch (error) {
        report(error, 'the pause of the model could not be shared with other processes');
      }
    },
  };
}
