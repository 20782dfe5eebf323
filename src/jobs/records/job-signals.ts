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

/**
 * Same notification as part of a larger statement. With `workerId`, it names the worker that made the change: that worker knows
 * of it, and need not look for work.
 */
export const jobChangeNotification = (jobId: RawBuilder<unknown>, workerId: string | null = null) =>
  workerId === null
    ? sql`pg_notify(${channel}, ${jobId})`
    : sql`pg_notify(${channel}, ${jobId} || ' ' || ${workerId}::text)`;

/** Receives a changed job, and the worker that changed it, if that is known. The job is null if notifications may have been missed. */
type JobListener = (jobId: string | null, workerId?: string) => void;

/** Receives notifications of changed jobs from all processes. */
export interface JobSignals {
  /** Calls `listener` for each changed job until the returned function is called. */
  listen(listener: JobListener): () => void;
  /** Resolves at the next change of the job, after `maxWaitMs`, or when `signal` aborts; never rejects. */
  waitForChange(jobId: string, maxWaitMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a separate connection, which is reopened when it is lost. */
export function createJobSignals(options: { connection: PoolConfig; log: Log }): JobSignals {
  const listeners = new Set<JobListener>();
  const listener = startListening({
    ...options,
    channel,
    onNotify(payload) {
      const [jobId = null, workerId] = payload?.split(' ') ?? [];
      for (const listen of [...listeners]) listen(jobId, workerId);
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
