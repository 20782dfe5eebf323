import { addMs, type Clock } from '../domain/clock.ts';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import { createTroubleReport } from '../store/database-trouble.ts';
import type { Queue, QueueDefinition } from './queue.ts';

/** Work that comes round; each time, its payload is sent to its queue, where the name tells it from others. */
export interface DueWork<Payload extends object = object> {
  /** The name of its row. */
  name: string;
  definition: QueueDefinition<Payload>;
  payload: Payload;
  everyMs: number;
}

/** What comes round, and the hand that moves it on. */
export interface Due {
  /** Makes the rows that are missing, due when their time has passed once, and takes over changed intervals. */
  ensure(): Promise<void>;
  /** Sends what is due by the clock and moves it on, in one transaction; returns the names. Missed turns count once. */
  sweep(): Promise<string[]>;
}

/** Rows of one sweep at most. */
const batch = 100;

/** The first turn after `now`, counted from the last one. */
function nextTurn(last: Date, everyMs: number, now: Date): Date {
  const missed = Math.floor(Math.max(0, now.getTime() - last.getTime()) / everyMs);
  return addMs(last, (missed + 1) * everyMs);
}

/** Composes the due table for the given works; rows of works that only other versions know are left alone. */
export function createDue(options: {
  database: Database;
  queue: Queue;
  clock: Clock;
  works: readonly DueWork[];
}): Due {
  const { database, queue, clock, works } = options;
  const byName = new Map(works.map((work) => [work.name, work]));

  return {
    async ensure() {
      if (works.length === 0) return;
      const now = clock.now();
      await database
        .insertInto('due')
        .values(
          works.map(({ name, everyMs }) => ({ name, every_ms: everyMs, next_run_at: addMs(now, everyMs) })),
        )
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((set) => ({ every_ms: set.ref('excluded.every_ms') })),
        )
        .execute();
    },
    async sweep() {
      if (works.length === 0) return [];
      const now = clock.now();
      return database.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('due')
          .selectAll()
          .where('next_run_at', '<=', now)
          .where('name', 'in', [...byName.keys()])
          .orderBy('next_run_at')
          .limit(batch)
          .forUpdate()
          .skipLocked()
          .execute();
        for (const row of rows) {
          const { definition, payload, name } = byName.get(row.name) as DueWork;
          await queue.send(definition, payload, { transaction, singletonKey: name });
          await transaction
            .updateTable('due')
            .set({ next_run_at: nextTurn(row.next_run_at, row.every_ms, now) })
            .where('name', '=', row.name)
            .execute();
        }
        return rows.map((row) => row.name);
      });
    },
  };
}

/** Something that calls again and again. */
export interface Ticker {
  /** Ends the calls and waits for the one under way. */
  stop(): Promise<void>;
}

/** Calls `tick` at once and then `everyMs` after the end of each call; a call that fails is logged. Holds no process. */
export function startTicker(options: { everyMs: number; tick(): Promise<unknown>; log: Log }): Ticker {
  const { everyMs, tick, log } = options;
  const report = createTroubleReport(log);
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function call(): Promise<void> {
    try {
      await tick();
    } catch (error) {
      if (!isStopped) report(error, 'what is due could not be swept');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = call();
    }, everyMs).unref();
  }

  let underWay = call();
  return {
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await underWay;
    },
  };
}
