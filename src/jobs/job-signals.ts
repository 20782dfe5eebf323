import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Log } from '../domain/log.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { startListening } from '../store/listen.ts';

/** The channel on which every process hears of jobs, by their ids. */
const channel = 'webdata_jobs';

/** Tells every process, when the transaction commits, that something about the job has changed. */
export async function notifyOfJob(database: Database | DatabaseTransaction, jobId: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${jobId})`.execute(database);
}

/** The same as part of a larger statement. */
export const notifyOfJobInline = (jobId: string) => sql`pg_notify(${channel}, ${jobId})`;

/** Hears of jobs that changed, whatever process changed them. */
export interface JobSignals {
  /** Calls `listener` with the id of each job that changed, and with null when some may have been missed. */
  listen(listener: (jobId: string | null) => void): () => void;
  /** Resolves at the next change of the job, after `atMostMs`, or when `signal` aborts; never rejects. */
  next(jobId: string, atMostMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a connection of its own, which is made again when it is lost. */
export function createJobSignals(options: { connection: PoolConfig; log: Log }): JobSignals {
  const listeners = new Set<(jobId: string | null) => void>();
  const listener = startListening({
    ...options,
    channel,
    onNotify(payload) {
      for (const listen of [...listeners]) listen(payload ?? null);
    },
  });

  return {
    listen(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    next(jobId, atMostMs, signal) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(limit);
          listeners.delete(onChange);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const onChange = (changed: string | null) => {
          if (changed === null || changed === jobId) done();
        };
        const limit = setTimeout(done, atMostMs);
        listeners.add(onChange);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
      });
    },
    close: () => listener.stop(),
  };
}
