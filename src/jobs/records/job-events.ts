import { sql } from 'kysely';
import type { JobStatus } from '../../domain/resources/job.ts';
import type { Database } from '../../store/database.ts';
import { decompressDocument } from '../../store/pages/compressed-document.ts';
import { prepared } from '../../store/prepared-statements.ts';
import type { JobSignals } from './job-signals.ts';

/** Event of a job, derived from stored data: repeated reads return the same events. */
export interface JobEvent {
  /** `started`, the position of a page in the results, or the end. */
  id: string;
  type: 'job.started' | 'job.page' | 'job.completed' | 'job.failed' | 'job.cancelled';
  data: Record<string, unknown>;
}

/** Dependencies of reading events. */
export interface JobEventPorts {
  database: Database;
  signals: JobSignals;
}

const startedId = 'started';
/** Pages of one read: their documents are decompressed for their titles. */
const batchSize = 200;
/** Larger documents are not decompressed for a title. */
const maxTitleSourceBytes = 128 * 1024;
/** Size of the start of a document that contains the title. */
const maxHeadBytes = 32 * 1024;
/** Interval of checks without a notification. */
const pollIntervalMs = 2_000;

interface JobRow {
  status: JobStatus;
  started_at: Date | null;
  finished_at: Date | null;
  delivered: number;
  charged: number;
  error: unknown;
}

function readJob({ database }: JobEventPorts, accountId: string, jobId: string) {
  return database
    .selectFrom('jobs')
    .select(['status', 'started_at', 'finished_at', 'delivered', 'charged', 'error'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .modifyEnd(prepared)
    .executeTakeFirst();
}

/**
 * Returns the title of a stored page, one of the fields before its content; null if it has none, or the page is too large.
 * Quotes inside of values are escaped, so that no text looks like a key.
 */
async function readTitle(page: Buffer | null, bytes: number): Promise<string | null> {
  if (page === null || bytes > maxTitleSourceBytes) return null;
  const text = (await decompressDocument(page, bytes)).subarray(0, maxHeadBytes).toString('utf8');
  const at = text.indexOf('"title":"');
  const content = text.search(/":[[{]/);
  if (at === -1 || (content !== -1 && content < at)) return null;
  const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at + '"title":'.length)) ?? [];
  return quoted === undefined ? null : String(JSON.parse(quoted));
}

/** Reads the events of the pages from position `from` on, with what a list of pages shows of each. */
async function readPages({ database }: JobEventPorts, jobId: string, from: number): Promise<JobEvent[]> {
  const rows = await database
    .selectFrom('results')
    .leftJoin('receipts', 'receipts.receipt_id', 'results.receipt_id')
    .leftJoin('frontier', 'frontier.id', 'results.frontier_id')
    .leftJoin('contents', 'contents.ref', 'results.ref')
    .select([
      'ordinal',
      'results.status',
      'results.url',
      'results.ref',
      'results.receipt_id',
      'results.bytes',
    ])
    .select(['frontier.depth', 'contents.title'])
    .select(sql<number | null>`(receipts.receipt ->> 'ms')::integer`.as('ms'))
    .select(sql<number | null>`(receipts.receipt ->> 'bytes')::bigint::float8`.as('size'))
    // The text of a long page is not needed: its title is in a row of its own.
    .select(sql<Buffer | null>`case when results.ref is null then page end`.as('page'))
    .where('results.job_id', '=', jobId)
    .where('ordinal', '>=', from)
    .where('ordinal', '<', sql<number>`${from + batchSize}::integer`)
    .orderBy('ordinal')
    .modifyEnd(prepared)
    .execute();
  return Promise.all(
    rows.map(async ({ ordinal, status, url, ref, receipt_id: receipt, bytes, page, ...row }) => {
      const title = row.title ?? (await readTitle(page, bytes));
      const { depth, size, ms } = row;
      const shown = { title, depth, bytes: size, ms };
      return {
        id: String(ordinal + 1),
        type: 'job.page' as const,
        data: { jid: jobId, offset: ordinal, status, url, ...shown, receipt, ...(ref !== null && { ref }) },
      };
    }),
  );
}

function createEndEvent(jobId: string, row: JobRow): JobEvent {
  const { status, delivered: pages, charged: credits, error } = row;
  return {
    id: `end-${pages}`,
    type: `job.${status}` as JobEvent['type'],
    data: { jid: jobId, status, pages, credits, ...(error !== null && { error }) },
  };
}

/** Returns the position in the results after the event with this id. */
function findPositionAfter(lastEventId: string | null): { isStarted: boolean; next: number } {
  if (lastEventId === null) return { isStarted: false, next: 0 };
  const position = /^(?:end-)?(\d{1,9})$/.exec(lastEventId)?.[1];
  return { isStarted: true, next: position === undefined ? 0 : Number(position) };
}

/**
 * Returns the job's events from the first, or after `lastEventId`, until its end; any process may do the work. Null
 * if the account has no such job.
 */
export async function followJob(
  ports: JobEventPorts,
  accountId: string,
  jobId: string,
  lastEventId: string | null,
): Promise<((signal: AbortSignal) => AsyncGenerator<JobEvent>) | null> {
  const listen = () => {
    const controller = new AbortController();
    const change = ports.signals.waitForChange(jobId, pollIntervalMs, controller.signal);
    return { change, stop: () => controller.abort() };
  };

  // Each read follows the subscription, so that no change in between is missed.
  let wait = listen();
  const first = await readJob(ports, accountId, jobId);
  if (first === undefined) {
    wait.stop();
    return null;
  }

  return async function* events(signal) {
    let { isStarted, next } = findPositionAfter(lastEventId);
    signal.addEventListener('abort', () => wait.stop(), { once: true });
    try {
      for (let row: JobRow | undefined = first; row !== undefined && !signal.aborted; ) {
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
          const end = createEndEvent(jobId, row);
          if (end.id !== lastEventId) yield end;
          return;
        }
        await wait.change;
        wait = listen();
        row = await readJob(ports, accountId, jobId);
      }
    } finally {
      wait.stop();
    }
  };
}
