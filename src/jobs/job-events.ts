import { sql } from 'kysely';
import type { JobStatus } from '../domain/job.ts';
import type { Database } from '../store/database.ts';
import type { JobSignals } from './job-signals.ts';

/** Something that happened to a job, made from what is stored: the same each time it is asked for. */
export interface JobEvent {
  /** `started`, the place of a page in the results, or the end. */
  id: string;
  type: 'job.started' | 'job.page' | 'job.completed' | 'job.failed' | 'job.cancelled';
  data: Record<string, unknown>;
}

/** What reading a job's events needs. */
export interface JobEventsPorts {
  database: Database;
  signals: JobSignals;
}

const startedId = 'started';
const batch = 500;
/** How often a job is looked at though nobody told of a change. */
const lookEveryMs = 2_000;

interface JobRow {
  status: JobStatus;
  started_at: Date | null;
  finished_at: Date | null;
  delivered: number;
  charged: number;
  error: unknown;
}

function readJob({ database }: JobEventsPorts, accountId: string, jobId: string) {
  return database
    .selectFrom('jobs')
    .select(['status', 'started_at', 'finished_at', 'delivered', 'charged', 'error'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

async function readPages({ database }: JobEventsPorts, jobId: string, from: number): Promise<JobEvent[]> {
  const rows = await database
    .selectFrom('results')
    .select(['ordinal', 'status', 'url', 'ref', 'receipt_id'])
    .where('job_id', '=', jobId)
    .where('ordinal', '>=', from)
    .where('ordinal', '<', sql<number>`${from + batch}::integer`)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ ordinal, status, url, ref, receipt_id: receipt }) => ({
    id: String(ordinal + 1),
    type: 'job.page',
    data: { jid: jobId, offset: ordinal, status, url, receipt, ...(ref !== null && { ref }) },
  }));
}

function endOf(jobId: string, row: JobRow): JobEvent {
  const { status, delivered: pages, charged: credits, error } = row;
  return {
    id: `end-${pages}`,
    type: `job.${status}` as JobEvent['type'],
    data: { jid: jobId, status, pages, credits, ...(error !== null && { error }) },
  };
}

/** The place in the results that the events go on from, after the one with this id. */
function placeAfter(lastEventId: string | null): { isStarted: boolean; next: number } {
  if (lastEventId === null) return { isStarted: false, next: 0 };
  const place = /^(?:end-)?(\d{1,9})$/.exec(lastEventId)?.[1];
  return { isStarted: true, next: place === undefined ? 0 : Number(place) };
}

/**
 * The job's events from the first, or after `lastEventId`, as they come, until its end; whatever process does the work.
 * Null when there is no such job.
 */
export async function followJob(
  ports: JobEventsPorts,
  accountId: string,
  jobId: string,
  lastEventId: string | null,
): Promise<((signal: AbortSignal) => AsyncGenerator<JobEvent>) | null> {
  if ((await readJob(ports, accountId, jobId)) === undefined) return null;

  return async function* events(signal) {
    let { isStarted, next } = placeAfter(lastEventId);
    while (!signal.aborted) {
      // Armed before the look, so that a change in between is not slept through.
      const woken = new AbortController();
      const change = ports.signals.next(jobId, lookEveryMs, AbortSignal.any([signal, woken.signal]));
      try {
        const row = await readJob(ports, accountId, jobId);
        if (row === undefined) return;
        if (!isStarted && row.started_at !== null) {
          isStarted = true;
          const data = { jid: jobId, at: row.started_at.toISOString() };
          yield { id: startedId, type: 'job.started', data };
        }
        while (next < row.delivered && !signal.aborted) {
          const pages = await readPages(ports, jobId, next);
          if (pages.length === 0) break;
          yield* pages;
          next += pages.length;
        }
        if (row.finished_at !== null && next >= row.delivered) {
          const end = endOf(jobId, row);
          if (end.id !== lastEventId) yield end;
          return;
        }
        await change;
      } finally {
        woken.abort();
      }
    }
  };
}
