import { sql } from 'kysely';
import { linkedPieces } from '../domain/blob-link.ts';
import type { JobStatus } from '../domain/job.ts';
import type { Database } from '../store/database.ts';
import { unpackDocument } from '../store/packed-document.ts';

/** An answer stops growing at about this many bytes; `next_offset` says where to go on. */
const answerBytes = 16 * 1024 * 1024;

/** Which results are wanted, and the address that links in them start with, without a trailing slash. */
export interface ResultsWish {
  offset: number;
  limit: number;
  baseUrl: string;
}

/** One result as it is stored. */
export interface ResultRow {
  page: Buffer;
  bytes: number;
  receipt: string;
}

interface JobFacts {
  status: JobStatus;
  delivered: number;
}

/** Results from `offset`, at most `limit` and some `bytes` of JSON, but one at least. */
export async function readRows(
  database: Database,
  jobId: string,
  offset: number,
  limit: number,
  bytes = answerBytes,
): Promise<ResultRow[]> {
  // The sum of what stands before a row decides whether it still fits; the first always does.
  const rows = await sql<ResultRow>`
    select page, bytes, receipts.receipt::text as receipt from (
      select ordinal, receipt_id, bytes, page, sum(bytes) over (order by ordinal) - bytes as before
      from results where job_id = ${jobId} and ordinal >= ${offset} and ordinal < ${offset + limit}
    ) as piece join receipts using (receipt_id)
    where before < ${bytes} order by ordinal
  `.execute(database);
  return rows.rows;
}

/**
 * Results of a job in order of completion, from `offset`, as the UTF-8 text of the answer, put together from the stored
 * texts without reading them; null when there is no such job.
 */
export async function readResults(
  database: Database,
  accountId: string,
  jobId: string,
  page: ResultsWish,
): Promise<Buffer<ArrayBuffer> | null> {
  const job: JobFacts | undefined = await database
    .selectFrom('jobs')
    .select(['status', 'delivered'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (job === undefined) return null;
  const rows = await readRows(database, jobId, page.offset, page.limit);
  const pieces: Uint8Array[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text, 'utf8'));
  add(`${JSON.stringify({ jid: jobId, status: job.status }).slice(0, -1)},"results":[`);
  for (const [at, row] of rows.entries()) {
    const document = await unpackDocument(row.page, row.bytes);
    if (at > 0) add(',');
    // Without its closing brace, behind which the receipt goes.
    pieces.push(...linkedPieces(document.subarray(0, -1), page.baseUrl));
    add(`,"receipt":${row.receipt}}`);
  }
  const total = Math.max(job.delivered, page.offset + rows.length);
  const next = page.offset + rows.length;
  const rest = { offset: page.offset, total, next_offset: next < total ? next : null };
  add(`],${JSON.stringify(rest).slice(1)}`);
  return Buffer.concat(pieces);
}
