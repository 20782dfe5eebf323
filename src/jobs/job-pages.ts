import type { PageResult } from '../domain/page.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Database } from '../store/database.ts';
import { unpackDocument } from '../store/packed-document.ts';
import { type ResultRow, readDelivery } from './job-results.ts';

/** A piece of a job's results, read. */
export interface JobPages {
  pages: PageResult[];
  /** Where the next piece begins; null when nothing more was delivered so far. */
  next: number | null;
}

async function toPage(row: Pick<ResultRow, 'page' | 'bytes' | 'receipt'>): Promise<PageResult> {
  const text = await unpackDocument(row.page, row.bytes);
  const page = JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>;
  return { ...page, receipt: JSON.parse(row.receipt) as Receipt };
}

/** The results of a job from `offset` in order of completion, at most `limit` and some `bytes`; null when there is no such job. */
export async function readJobPages(
  database: Database,
  accountId: string,
  jobId: string,
  wish: { offset: number; limit: number; bytes?: number },
): Promise<JobPages | null> {
  const delivery = await readDelivery(database, accountId, jobId, wish);
  if (delivery === null) return null;
  const { delivered, rows } = delivery;
  const next = wish.offset + rows.length;
  return { pages: await Promise.all(rows.map(toPage)), next: next < delivered ? next : null };
}

/** Results of a job of this account that are not `ok`, the first in order of completion. */
export async function readFailedPages(
  database: Database,
  accountId: string,
  jobId: string,
  limit: number,
): Promise<PageResult[]> {
  const rows = await database
    .selectFrom('results')
    .innerJoin('jobs', 'jobs.job_id', 'results.job_id')
    .innerJoin('receipts', 'receipts.receipt_id', 'results.receipt_id')
    .select(['results.page', 'results.bytes', 'receipts.receipt'])
    .where('jobs.job_id', '=', jobId)
    .where('jobs.account_id', '=', accountId)
    .where('results.status', '<>', 'ok')
    .where('results.superseded', '=', false)
    .orderBy('results.ordinal')
    .limit(limit)
    .execute();
  return Promise.all(
    rows.map(({ page, bytes, receipt }) => toPage({ page, bytes, receipt: JSON.stringify(receipt) })),
  );
}
