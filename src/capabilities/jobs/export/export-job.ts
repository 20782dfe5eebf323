import { sql } from 'kysely';
import { withAbsoluteLinks } from '../../../domain/pages/blob-link.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import { isPageJob, type JobDocument } from '../../../domain/resources/job.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { jobKind } from '../../../jobs/records/job-kind.ts';
import { readJobPages } from '../../../jobs/records/job-pages.ts';
import type { ResultOrder } from '../../../jobs/records/job-results.ts';
import type { FixedFile } from '../../../operations/declaration/file-answer.ts';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';
import { findBlob, insertBlob, storeBytes } from '../../../store/blobs/stored-blobs.ts';
import type { Database } from '../../../store/database.ts';
import { textPieces } from '../../../store/exports/text-pieces.ts';
import { writeTable } from '../../../store/exports/write-table.ts';
import { findContent } from '../../../store/pages/contents.ts';
import { type ExportedPages, type JobExportFormat, jobExportTypes } from './exported-pages.ts';
import { createPagesTable } from './pages-table.ts';
import { writePageFiles } from './write-page-files.ts';
import { writeWarc } from './write-warc.ts';

/** Dependencies of exports of jobs. */
export interface JobExportPorts {
  database: Database;
  blobs: BlobStore;
  /** Time until a file expires, in ms. */
  keepMs: number;
}

/** Request for the first pages of a job in one format. */
export interface JobExportRequest {
  accountId: string;
  job: JobDocument;
  format: JobExportFormat;
  /** Maximum number of pages; null for all that are delivered. */
  pages: number | null;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** An export whose number of pages is known. */
interface JobExport extends JobExportRequest {
  pages: number;
  /** That of the list for jobs over a list that have ended, so that nothing is missing before a page. */
  order: ResultOrder;
}

const pagesPerRead = 50;
const bytesPerRead = 4 * 1024 * 1024;

/** Returns a page with its complete Markdown instead of the first part and a `ref`, if that is still stored. */
async function completePage(
  { database, blobs }: JobExportPorts,
  { accountId, baseUrl }: JobExport,
  page: PageResult,
  now: Date,
): Promise<PageResult> {
  const absolute = withAbsoluteLinks(page, baseUrl);
  if (page.ref === undefined || page.markdown === undefined) return absolute;
  const content = await findContent({ database, blobs }, accountId, page.ref, now);
  return content.kind === 'found' ? { ...absolute, markdown: content.markdown } : absolute;
}

/** Reads the pages of an export in batches. Results are only appended, so the first ones are always the same. */
function readPages(ports: JobExportPorts, wanted: JobExport, now: Date, signal: AbortSignal): ExportedPages {
  const { accountId, job, pages: count, order } = wanted;
  return {
    async *pages() {
      let offset = 0;
      for (let written = 0; written < count; ) {
        signal.throwIfAborted();
        const limit = Math.min(pagesPerRead, count - written);
        const range = { offset, limit, order, bytes: bytesPerRead };
        const read = await readJobPages(ports.database, accountId, job.jid, range);
        if (read === null || read.pages.length === 0)
          throw new Failure('not_found', 'The job was deleted while the file was written.');
        for (const page of read.pages) yield await completePage(ports, wanted, page, now);
        written += read.pages.length;
        offset = read.next ?? offset;
      }
    },
  };
}

/** Returns the order of the pages of an export, and their number. */
async function planExport(
  database: Database,
  { accountId, job }: JobExportRequest,
): Promise<{ order: ResultOrder; available: number }> {
  const row = await database
    .selectFrom('jobs')
    .select(['delivered', 'finished_at'])
    .select(
      sql<number>`(select count(*) from results where results.job_id = jobs.job_id and line is not null and not superseded)`.as(
        'lines',
      ),
    )
    .where('job_id', '=', job.jid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw missingResource(jobKind);
  return row.finished_at !== null && row.lines > 0
    ? { order: 'list', available: row.lines }
    : { order: 'delivery', available: row.delivered };
}

async function* jsonLines({ pages }: ExportedPages): AsyncGenerator<string> {
  for await (const page of pages()) yield `${JSON.stringify(page)}\n`;
}

function writeFile(pages: ExportedPages, { format, job }: JobExport): AsyncIterable<Uint8Array> {
  const tableOf = (tableFormat: 'csv' | 'json' | 'xlsx' | 'parquet') => () =>
    writeTable(createPagesTable(pages), {
      // Texts of strangers are not run as formulas by a spreadsheet program.
      ...{ isSafe: tableFormat === 'csv', hasBom: false, nested: 'json', format: tableFormat },
    }).pieces;
  const writers: Readonly<Record<JobExportFormat, () => AsyncIterable<Uint8Array>>> = {
    ndjson: () => textPieces(jsonLines(pages)),
    zip: () => writePageFiles(pages),
    csv: tableOf('csv'),
    json: tableOf('json'),
    xlsx: tableOf('xlsx'),
    parquet: tableOf('parquet'),
    warc: () => writeWarc(pages, { jobId: job.jid, createdAt: new Date(job.created_at) }),
  };
  return writers[format]();
}

function fileNameOf({ job, format, pages }: JobExport): string {
  return `${job.jid}-${pages}-pages.${jobExportTypes[format].extension}`;
}

/** Returns the file of an earlier request for the same export; null if there is none or it has expired. */
async function findExport(database: Database, wanted: JobExport, now: Date): Promise<FixedFile | null> {
  const row = await database
    .selectFrom('job_exports')
    .select('blob_id')
    .where('job_id', '=', wanted.job.jid)
    .where('account_id', '=', wanted.accountId)
    .where('format', '=', wanted.format)
    .where('pages', '=', wanted.pages)
    .where('base_url', '=', wanted.baseUrl)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const blob = row === undefined ? null : await findBlob(database, row.blob_id, now);
  if (blob === null || blob.kind !== 'found') return null;
  const { digest, bytes, mediaType } = blob;
  return { filename: fileNameOf(wanted), mediaType, bytes, sha256: digest, digest };
}

async function saveExport(
  { database, keepMs }: JobExportPorts,
  wanted: JobExport,
  file: FixedFile,
  now: Date,
): Promise<void> {
  const { accountId, job, format, pages, baseUrl } = wanted;
  const jobExpiresAt = job.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(job.expires_at);
  const expiresAt = new Date(Math.min(jobExpiresAt, addMs(now, keepMs).getTime()));
  const { digest, bytes, mediaType, filename } = file;
  await database.transaction().execute(async (transaction) => {
    const existing = await transaction
      .selectFrom('jobs')
      .select('job_id')
      .where('job_id', '=', job.jid)
      .forKeyShare()
      .executeTakeFirst();
    if (existing === undefined)
      throw new Failure('not_found', 'The job was deleted while the file was written.');
    const blob = { accountId, digest, bytes, mediaType, filename, createdAt: now, expiresAt };
    const blobId = await insertBlob(transaction, blob);
    await transaction
      .insertInto('job_exports')
      .values({
        ...{ format, pages },
        job_id: job.jid,
        account_id: accountId,
        base_url: baseUrl,
        blob_id: blobId,
        expires_at: expiresAt,
      })
      .execute();
  });
}

/**
 * Returns the file of an export, which is written once and then kept, so that ranges of it fit together. Throws Failure
 * `conflict` for jobs whose results are not pages, and `too_large` above 512 MiB.
 */
export async function exportJob(
  ports: JobExportPorts,
  request: JobExportRequest,
  now: Date,
  signal: AbortSignal,
): Promise<FixedFile> {
  const { job } = request;
  if (!isPageJob(job.type))
    throw new Failure(
      'conflict',
      `The results of a job of type ${job.type} are not pages. Read them with GET /v1/jobs/{jid}/results.`,
    );
  const { order, available } = await planExport(ports.database, request);
  const wanted: JobExport = { ...request, order, pages: Math.min(request.pages ?? available, available) };
  const known = await findExport(ports.database, wanted, now);
  if (known !== null) return known;
  const source = writeFile(readPages(ports, wanted, now, signal), wanted);
  const { digest, bytes } = await storeBytes(ports.database, ports.blobs, source, now, { signal });
  const { mediaType } = jobExportTypes[wanted.format];
  const file = { filename: fileNameOf(wanted), mediaType, bytes, sha256: digest, digest };
  await saveExport(ports, wanted, file, now);
  return file;
}

/** Deletes the rows of expired exports, at most a thousand per call; returns their number. */
export async function sweepJobExports(database: Database, now: Date): Promise<number> {
  const expired = database
    .selectFrom('job_exports')
    .select('blob_id')
    .where('expires_at', '<=', now)
    .limit(1_000);
  const result = await database.deleteFrom('job_exports').where('blob_id', 'in', expired).executeTakeFirst();
  return Number(result.numDeletedRows);
}
