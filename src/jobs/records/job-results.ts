import { type RawBuilder, sql } from 'kysely';
import { withAbsoluteLinksInJson } from '../../domain/pages/blob-link.ts';
import type { JobStatus, JobType } from '../../domain/resources/job.ts';
import type { Database } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { type StoredDocument, unpackDocument } from './packed-document.ts';

/** Approximate maximum size of a response in bytes; `next_offset` states where to continue. */
const maxResponseBytes = 16 * 1024 * 1024;

/** Order of results: that of their delivery, or that of the lines of a list. */
export type ResultOrder = 'delivery' | 'list';

/**
 * Range of results. In the order of delivery, `offset` is the number of results before it. In the order of the list, it is the
 * line before it: it stays valid while the job runs, and results that `retry` replaced are left out.
 */
export interface ResultRange {
  offset: number;
  limit: number;
  /** Default: `delivery`. */
  order?: ResultOrder | undefined;
}

/** Selection of results, and the base URL of links in them, without a trailing slash. */
export interface ResultsRequest extends ResultRange {
  baseUrl: string;
}

/** Stored form of one result. */
export interface ResultRow extends StoredDocument {
  receipt: string;
}

/** Status of a job, and some of its results. */
export interface JobResults {
  type: JobType;
  status: JobStatus;
  delivered: number;
  rows: ResultRow[];
  /** Offset of the results after these; null if there are none so far. */
  next: number | null;
}

type DeliveryRow = Omit<JobResults, 'rows' | 'next'> & {
  [Key in keyof ResultRow]: ResultRow[Key] | null;
} & { place: number | null; last_place: number | null };

/** The rows of a range, and the place behind the last result of the job. */
const rangeQueries: Readonly<
  Record<ResultOrder, (range: ResultRange) => { rows: RawBuilder<unknown>; lastPlace: RawBuilder<unknown> }>
> = {
  delivery: ({ offset, limit }) => ({
    rows: sql`select ordinal + 1 as place, receipt_id, bytes, page, text_at, ref from results
      where results.job_id = jobs.job_id and ordinal >= ${offset} and ordinal < ${offset + limit}`,
    lastPlace: sql`delivered`,
  }),
  list: ({ offset, limit }) => ({
    rows: sql`select line as place, receipt_id, bytes, page, text_at, ref from results
      where results.job_id = jobs.job_id and line > ${offset} and not superseded order by line limit ${limit}`,
    lastPlace: sql`(select max(line) from results where results.job_id = jobs.job_id and line is not null and not superseded)`,
  }),
};

/**
 * Returns results of a range, at most about `bytes` of JSON, but at least one; null if the account has no such job.
 */
export async function readResultRows(
  database: Database,
  accountId: string,
  jobId: string,
  { bytes = maxResponseBytes, ...range }: ResultRange & { bytes?: number | undefined },
): Promise<JobResults | null> {
  const query = rangeQueries[range.order ?? 'delivery'](range);
  // The total size of the preceding rows determines whether a row fits; the first one always does.
  const answer = await sql<DeliveryRow>`${sql.raw(preparedMarker)}
    select jobs.type, status, delivered, piece.*, ${query.lastPlace} as last_place
    from jobs left join lateral (
      select place, page, bytes, text_at, contents.body as text, contents.length as text_length,
        receipts.receipt::text as receipt
      from (
        select place, receipt_id, bytes, page, text_at, ref, sum(bytes) over (order by place) - bytes as before
        from (${query.rows}) as selected
      ) as found join receipts using (receipt_id)
      left join contents on text_at is not null and contents.ref = found.ref and contents.account_id = jobs.account_id
      where before < ${bytes}
    ) as piece on true
    where jobs.job_id = ${jobId} and jobs.account_id = ${accountId}
    order by piece.place
  `.execute(database);
  const [job] = answer.rows;
  if (job === undefined) return null;
  const rows = answer.rows.filter((row): row is DeliveryRow & ResultRow => row.page !== null);
  const last = rows.at(-1)?.place ?? null;
  const next = last !== null && last < (job.last_place ?? 0) ? last : null;
  return { type: job.type, status: job.status, delivered: job.delivered, rows, next };
}

/**
 * Returns the results of a job as UTF-8 text, assembled from the stored texts without parsing them; null if the account has no
 * such job.
 */
export async function readResultsJson(
  database: Database,
  accountId: string,
  jobId: string,
  page: ResultsRequest,
): Promise<Buffer<ArrayBuffer> | null> {
  const jobResults = await readResultRows(database, accountId, jobId, page);
  if (jobResults === null) return null;
  const { type, status, delivered, rows, next } = jobResults;
  const pieces: Uint8Array[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text, 'utf8'));
  add(`${JSON.stringify({ jid: jobId, type, status }).slice(0, -1)},"results":[`);
  for (const [at, row] of rows.entries()) {
    const document = await unpackDocument(row);
    if (at > 0) add(',');
    // The receipt is inserted before the closing brace.
    pieces.push(...withAbsoluteLinksInJson(document.subarray(0, -1), page.baseUrl));
    add(`,"receipt":${row.receipt}}`);
  }
  const rest = { offset: page.offset, total: delivered, next_offset: next };
  add(`],${JSON.stringify(rest).slice(1)}`);
  return Buffer.concat(pieces);
}
