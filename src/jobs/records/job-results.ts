import { sql } from 'kysely';
import { withAbsoluteLinksInJson } from '../../domain/pages/blob-link.ts';
import type { JobStatus, JobType } from '../../domain/resources/job.ts';
import type { Database } from '../../store/database.ts';
import { decompressDocument } from '../../store/pages/compressed-document.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';

/** Approximate maximum size of a response in bytes; `next_offset` states where to continue. */
const maxResponseBytes = 16 * 1024 * 1024;

/** Selection of results, and the base URL of links in them, without a trailing slash. */
export interface ResultsRequest {
  offset: number;
  limit: number;
  baseUrl: string;
}

/** Stored form of one result. */
export interface ResultRow {
  page: Buffer;
  bytes: number;
  receipt: string;
}

/** Status of a job, and some of its results in order of completion. */
export interface JobResults {
  type: JobType;
  status: JobStatus;
  delivered: number;
  rows: ResultRow[];
}

type DeliveryRow = Omit<JobResults, 'rows'> & { [Key in keyof ResultRow]: ResultRow[Key] | null };

/**
 * Returns results from `offset`, at most `limit` and about `bytes` of JSON, but at least one; null if the account has
 * no such job.
 */
export async function readResultRows(
  database: Database,
  accountId: string,
  jobId: string,
  { offset, limit, bytes = maxResponseBytes }: { offset: number; limit: number; bytes?: number | undefined },
): Promise<JobResults | null> {
  // The total size of the preceding rows determines whether a row fits; the first one always does.
  const answer = await sql<DeliveryRow>`${sql.raw(preparedMarker)}
    select jobs.type, status, delivered, piece.page, piece.bytes, piece.receipt
    from jobs left join lateral (
      select ordinal, page, bytes, receipts.receipt::text as receipt from (
        select ordinal, receipt_id, bytes, page, sum(bytes) over (order by ordinal) - bytes as before
        from results
        where results.job_id = jobs.job_id and ordinal >= ${offset} and ordinal < ${offset + limit}
      ) as found join receipts using (receipt_id)
      where before < ${bytes}
    ) as piece on true
    where jobs.job_id = ${jobId} and jobs.account_id = ${accountId}
    order by piece.ordinal
  `.execute(database);
  const [job] = answer.rows;
  if (job === undefined) return null;
  const rows = answer.rows.filter((row): row is Omit<JobResults, 'rows'> & ResultRow => row.page !== null);
  return { type: job.type, status: job.status, delivered: job.delivered, rows };
}

/**
 * Returns the results of a job in order of completion, from `offset`, as UTF-8 text assembled from the stored texts
 * without parsing them; null if the account has no such job.
 */
export async function readResultsJson(
  database: Database,
  accountId: string,
  jobId: string,
  page: ResultsRequest,
): Promise<Buffer<ArrayBuffer> | null> {
  const jobResults = await readResultRows(database, accountId, jobId, page);
  if (jobResults === null) return null;
  const { type, status, delivered, rows } = jobResults;
  const pieces: Uint8Array[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text, 'utf8'));
  add(`${JSON.stringify({ jid: jobId, type, status }).slice(0, -1)},"results":[`);
  for (const [at, row] of rows.entries()) {
    const document = await decompressDocument(row.page, row.bytes);
    if (at > 0) add(',');
    // The receipt is inserted before the closing brace.
    pieces.push(...withAbsoluteLinksInJson(document.subarray(0, -1), page.baseUrl));
    add(`,"receipt":${row.receipt}}`);
  }
  const total = Math.max(delivered, page.offset + rows.length);
  const next = page.offset + rows.length;
  const rest = { offset: page.offset, total, next_offset: next < total ? next : null };
  add(`],${JSON.stringify(rest).slice(1)}`);
  return Buffer.concat(pieces);
}
