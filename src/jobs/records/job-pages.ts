import { type SqlBool, sql } from 'kysely';
import type { PageResult } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { cleanValue } from '../../domain/values/clean-text.ts';
import type { Database } from '../../store/database.ts';
import { decompressDocument } from '../../store/pages/compressed-document.ts';
import { type ResultRange, type ResultRow, readResultRows } from './job-results.ts';

/** Part of a job's results, parsed. */
export interface JobPages {
  pages: PageResult[];
  /** Offset of the next part; null if no more results exist so far. */
  next: number | null;
}

async function toPage(row: Pick<ResultRow, 'page' | 'bytes' | 'receipt'>): Promise<PageResult> {
  const text = await decompressDocument(row.page, row.bytes);
  // Pages of earlier versions were stored with NUL and lone surrogates.
  const page = cleanValue(JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>);
  return { ...page, receipt: JSON.parse(row.receipt) as Receipt };
}

/**
 * Returns the results of a range, at most about `bytes`; null if the account has no such job.
 */
export async function readJobPages(
  database: Database,
  accountId: string,
  jobId: string,
  range: ResultRange & { bytes?: number },
): Promise<JobPages | null> {
  const delivery = await readResultRows(database, accountId, jobId, range);
  if (delivery === null) return null;
  const { rows, next } = delivery;
  return { pages: await Promise.all(rows.map(toPage)), next };
}

/** Returns the first results of a job that are not `ok`, in order of completion. */
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

/** Maximum number of pages, and of bytes of one, that {@link findDeliveredPages} returns. */
const maxComparedPages = 4;
const maxComparedBytes = 2_000_000;

/**
 * Returns pages that a job has delivered with status `ok` under one of the digests, or that name one of `named` as
 * canonical, without receipts; some at most.
 */
export async function findDeliveredPages(
  database: Database,
  jobId: string,
  { digests, named }: { digests: readonly Buffer[]; named: readonly Buffer[] },
): Promise<Array<Omit<PageResult, 'receipt'>>> {
  const rows = await database
    .selectFrom('results')
    .select(['page', 'bytes'])
    .where('job_id', '=', jobId)
    .where((where) =>
      where.or([
        sql<SqlBool>`digest = any(${[...digests]}::bytea[])`,
        where('ordinal', 'in', (inner) =>
          inner
            .selectFrom('result_canonicals')
            .select('ordinal')
            .where('job_id', '=', jobId)
            .where(sql<SqlBool>`digest = any(${[...named]}::bytea[])`),
        ),
      ]),
    )
    .where('superseded', '=', false)
    .where('status', '=', 'ok')
    .where('bytes', '<=', maxComparedBytes)
    .limit(maxComparedPages)
    .execute();
  return Promise.all(
    rows.map(async ({ page, bytes }) => {
      const text = await decompressDocument(page, bytes);
      return JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>;
    }),
  );
}
