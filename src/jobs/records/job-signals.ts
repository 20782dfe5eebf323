import { type RawBuilder, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Log } from '../../domain/system/log.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { startListening } from '../../store/start-listening.ts';

/** Notification channel for job ids. */
const channel = 'webdata_jobs';

/** Notifies every process of a change of the job when the transaction commits. */
export async function notifyJobChange(
  database: Database | DatabaseTransaction,
  jobId: string,
): Promise<void> {
  await sql`select pg_notify(${channel}, ${jobId})`.execute(database);
}

/** Same notification as part of a larger statement. */
export const jobChangeNotification = (jobId: RawBuilder<unknown>) => sql`pg_notify(${channel}, ${jobId})`;

/** Receives notifications of changed jobs from all processes. */
export interface JobSignals {
  /** Calls `listener` with the id of each changed job, and with null if notifications may have been missed. */
  listen(listener: (jobId: string | null) => void): () => void;
  /** Resolves at the next change of the job, after `maxWaitMs`, or when `signal` aborts; never rejects. */
  waitForChange(jobId: string, maxWaitMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a separate connection, which is reopened when it is lost. */
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
    waitForChange(jobId, maxWaitMs, signal) {
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
        const limit = setTimeout(done, maxWaitMs);
        listeners.add(onChange);
        signal.addEventListener('abort', done, { once: true });
        if (signal.aborted) done();
      });
    },
    close: () => listener.stop(),
  };
}
