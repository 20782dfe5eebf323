import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../domain/log.ts';
import { createSlots } from '../../domain/slots.ts';
import type { Database } from '../../store/database.ts';
import { createTroubleReport } from '../../store/database-trouble.ts';

/** Turns with one model, over all processes of the database. */
export interface SharedSlots {
  /**
   * Waits for a turn of at most `forMs` milliseconds; call what it resolves to once, to give the turn back. Null when the
   * endpoint asked everybody to wait for longer than `forMs`. Rejects with the signal's reason.
   */
  take(forMs: number, signal: AbortSignal): Promise<(() => Promise<void>) | null>;
  /** Tells every process that the endpoint wants no question for so many milliseconds. */
  hold(ms: number): Promise<void>;
}

/** What turns are counted by. */
export interface SharedSlotsOptions {
  database: Database;
  /** Names the endpoint and model; no secret. */
  endpoint: string;
  /** Questions at once, all processes together. */
  count: number;
  /** Names this process. */
  process: string;
  log: Log;
}

/** A turn is given up this long after its question's deadline, should its process have died. */
const graceMs = 5_000;
const shortestPollMs = 25;
const longestPollMs = 500;

// The database's own clock, as for politeness: turns are about real processes, whose clocks need not agree.
const now = sql`clock_timestamp()`;

function milliseconds(ms: number) {
  return sql`${ms}::double precision * interval '1 millisecond'`;
}

interface Asked {
  slot: number | null;
  wait_ms: number;
}

/** Turns in the database; without it, this process counts alone. */
export function createSharedSlots(options: SharedSlotsOptions): SharedSlots {
  const { database, endpoint, count, process, log } = options;
  const local = createSlots(count);
  const report = createTroubleReport(log);

  async function ask(forMs: number): Promise<Asked> {
    const { rows } = await sql<Asked>`
      with held as (
        select greatest(0, extract(epoch from resume_at - ${now}) * 1000)::double precision as wait_ms
        from model_endpoints where endpoint = ${endpoint} and resume_at > ${now}
      ), taken as (
        insert into model_slots as known (endpoint, slot, process, expires_at)
        select ${endpoint}, free.slot, ${process}, ${now} + ${milliseconds(forMs + graceMs)}
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

  async function giveBack(slot: number): Promise<void> {
    try {
      await sql`delete from model_slots where endpoint = ${endpoint} and slot = ${slot} and process = ${process}`.execute(
        database,
      );
    } catch (error) {
      report(error, 'a turn with the model was not given back and ends by itself');
    }
  }

  /** The number of the turn, 0 when nobody counts, null when everybody has to wait for too long. */
  async function wait(forMs: number, signal: AbortSignal): Promise<number | null> {
    for (let pollMs = shortestPollMs; ; pollMs = Math.min(pollMs * 2, longestPollMs)) {
      let asked: Asked;
      try {
        asked = await ask(forMs);
      } catch (error) {
        report(error, 'turns with the model are counted by this process alone');
        return 0;
      }
      if (asked.slot !== null) return asked.slot;
      if (asked.wait_ms > forMs) return null;
      await pause(Math.max(pollMs * (0.5 + Math.random()), asked.wait_ms), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
    }
  }

  return {
    async take(forMs, signal) {
      const leave = await local.take(signal);
      try {
        const slot = await wait(forMs, signal);
        if (slot === null) {
          leave();
          return null;
        }
        return async () => {
          leave();
          if (slot > 0) await giveBack(slot);
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    async hold(ms) {
      try {
        await sql`
          insert into model_endpoints as known (endpoint, resume_at) values (${endpoint}, ${now} + ${milliseconds(ms)})
          on conflict (endpoint) do update set resume_at = greatest(known.resume_at, excluded.resume_at)
        `.execute(database);
      } catch (error) {
        report(error, 'that the model wants a pause was not told to other processes');
      }
    },
  };
}
