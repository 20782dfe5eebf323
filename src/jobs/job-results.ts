import { sql } from 'kysely';
import { linkedPieces } from '../domain/blob-link.ts';
import type { JobStatus } from '../domain/job.ts';
import type { Database } from '../store/database.ts';
import { unpackDocument } from '../store/packed-document.ts';
import { preparedMark } from '../store/prepared-statements.ts';

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

/** How a job stands, and some of its results in order of completion. */
export interface Delivery {
  status: JobStatus;
  delivered: number;
  rows: ResultRow[];
}

type DeliveryRow = Omit<Delivery, 'rows'> & { [Key in keyof ResultRow]: ResultRow[Key] | null };

/** Results from `offset`, at most `limit` and some `bytes` of JSON, but one at least; null when there is no such job. */
export async function readDelivery(
  database: Database,
  accountId: string,
  jobId: string,
  { offset, limit, bytes = answerBytes }: { offset: number; limit: number; bytes?: number | undefined },
): Promise<Delivery | null> {
  // The sum of what stands before a row decides whether it still fits; the first always does.
  const answer = await sql<DeliveryRow>`${sql.raw(preparedMark)}
    select status, delivered, piece.page, piece.bytes, piece.receipt
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
  const rows = answer.rows.filter((row): row is Omit<Delivery, 'rows'> & ResultRow => row.page !== null);
  return { status: job.status, delivered: job.delivered, rows };
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
  const delivery = await readDelivery(database, accountId, jobId, page);
  if (delivery === null) return null;
  const { status, delivered, rows } = delivery;
  const pieces: Uint8Array[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text, 'utf8'));
  add(`${JSON.stringify({ jid: jobId, status }).slice(0, -1)},"results":[`);
  for (const [at, row] of rows.entries()) {
    const document = await unpackDocument(row.page, row.bytes);
    if (at > 0) add(',');
    // Without its closing brace, behind which the receipt goes.
    pieces.push(...linkedPieces(document.subarray(0, -1), page.baseUrl));
    add(`,"receipt":${row.receipt}}`);
  }
  const total = Math.max(delivered, page.offset + rows.length);
  const next = page.offset + rows.length;
  const rest = { offset: page.offset, total, next_offset: next < total ? next : null };
  add(`],${JSON.stringify(rest).slice(1)}`);
  return Buffer.concat(pieces);
}
