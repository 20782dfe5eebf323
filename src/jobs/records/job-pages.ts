import { type JoinBuilder, type SqlBool, sql } from 'kysely';
import type { PageResult } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { cleanValue } from '../../domain/values/clean-text.ts';
import type { Database } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';
import { type ResultRange, type ResultRow, readResultRows } from './job-results.ts';
import { unpackDocument } from './packed-document.ts';

/** Part of a job's results, parsed. */
export interface JobPages {
  pages: PageResult[];
  /** Offset of the next part; null if no more results exist so far. */
  next: number | null;
}

/** What {@link unpackDocument} needs of a result, with {@link joinText}. */
const documentColumns = [
  'results.page',
  'results.bytes',
  'results.text_at',
  'contents.body as text',
  'contents.length as text_length',
] as const;

/** Joins the complete text of which a result shows the start. */
function joinText(join: JoinBuilder<Schema, 'results' | 'jobs' | 'contents'>) {
  return join
    .onRef('contents.ref', '=', 'results.ref')
    .onRef('contents.account_id', '=', 'jobs.account_id')
    .on('results.text_at', 'is not', null);
}

async function toPage(row: ResultRow): Promise<PageResult> {
  const text = await unpackDocument(row);
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
    .leftJoin('contents', joinText)
    .select(documentColumns)
    .select('receipts.receipt')
    .where('jobs.job_id', '=', jobId)
    .where('jobs.account_id', '=', accountId)
    .where('results.status', '<>', 'ok')
    .where('results.superseded', '=', false)
    .orderBy('results.ordinal')
    .limit(limit)
    .execute();
  return Promise.all(
    rows.map(({ receipt, ...stored }) => toPage({ ...stored, receipt: JSON.stringify(receipt) })),
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
    .innerJoin('jobs', 'jobs.job_id', 'results.job_id')
    .leftJoin('contents', joinText)
    .select(documentColumns)
    .where('results.job_id', '=', jobId)
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
    .where('results.status', '=', 'ok')
    .where('bytes', '<=', maxComparedBytes)
    .limit(maxComparedPages)
    .execute();
  return Promise.all(
    rows.map(async (stored) => {
      const text = await unpackDocument(stored);
      return JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>;
    }),
  );
}
