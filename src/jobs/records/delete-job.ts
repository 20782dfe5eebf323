import { sql } from 'kysely';
import type { JobType } from '../../domain/resources/job.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import { Failure } from '../../domain/system/failure.ts';
import { fileUri } from '../../domain/values/file-uri.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { decompressDocument } from '../../store/pages/compressed-document.ts';
import { inTransaction } from '../../store/transaction.ts';
import { jobKind } from './job-kind.ts';

/** Documents of a job that are decompressed at a time. */
const batchSize = 50;

/** Identifiers of stored texts and files that the documents of a job link to, and the URLs of its pages. */
interface LinkedContents {
  refs: Set<string>;
  blobIds: Set<string>;
  urls: Set<string>;
}

// regex: matches a fixed number of characters after fixed text
const linkedIds = /"ref":"(ref_[0-9a-z]{32})"|\/v1\/blob\/(blob_[0-9a-z]{32})/g;

// regex: one pass over a JSON string
const finalUrls = /"final_url":("(?:[^"\\]|\\.)*")/g;

// regex: fixed text and a fixed number of characters
const fileDigests = /"sha256":"([0-9a-f]{64})"/g;

function addLinkedIds(document: string, { refs, blobIds, urls }: LinkedContents): void {
  for (const [, text = '""'] of document.matchAll(finalUrls)) urls.add(JSON.parse(text));
  for (const [, sha256 = ''] of document.matchAll(fileDigests)) urls.add(fileUri(sha256));
  for (const [, ref, blobId] of document.matchAll(linkedIds)) {
    if (ref !== undefined) refs.add(ref);
    if (blobId !== undefined) blobIds.add(blobId);
  }
}

/** Returns the texts and files that the results of an ended job link to. */
async function findLinkedContents(database: Database, jobId: string): Promise<LinkedContents> {
  const found: LinkedContents = { refs: new Set(), blobIds: new Set(), urls: new Set() };
  for (let from = 0; ; ) {
    const rows = await database
      .selectFrom('results')
      .select(['ordinal', 'page', 'bytes'])
      .where('job_id', '=', jobId)
      .where('ordinal', '>=', from)
      .orderBy('ordinal')
      .limit(batchSize)
      .execute();
    for (const { page, bytes } of rows)
      addLinkedIds((await decompressDocument(page, bytes)).toString('utf8'), found);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return found;
    from = last.ordinal + 1;
  }
}

interface EndedJob {
  job_id: string;
  account_id: string;
  created_at: Date;
  finished_at: Date | null;
}

/**
 * Removes the stored texts, files, cached results and search entries of a job. Only what was stored during the job is removed: a
 * page can show the identifier of another file of the account, and the search index holds the latest reading of a page. Texts of links
 * say not which page has them: those that the account noted while the job ran are removed.
 */
async function removeContents(
  transaction: DatabaseTransaction,
  { job_id: jobId, account_id: accountId, created_at: createdAt, finished_at: finishedAt }: EndedJob,
  { refs, blobIds, urls }: LinkedContents,
  now: Date,
): Promise<void> {
  const since = createdAt.toISOString();
  const until = (finishedAt ?? now).toISOString();
  await sql`
    with text as (
      update contents set body = null, body_digest = null, url = '', title = null,
        expires_at = least(expires_at, ${now.toISOString()}::timestamptz)
      where ref = any(${[...refs]}::text[]) and account_id = ${accountId} and created_at >= ${since}::timestamptz
    ),
    file as (
      update blobs set digest = null, filename = null,
        expires_at = least(expires_at, ${now.toISOString()}::timestamptz)
      where account_id = ${accountId} and created_at >= ${since}::timestamptz and (
        blob_id = any(${[...blobIds]}::text[])
        or blob_id in (select blob_id from job_exports where job_id = ${jobId})
      )
    ),
    entry as (
      delete from read_pages
      where account_id = ${accountId} and url = any(${[...urls]}::text[])
        and read_at between ${since}::timestamptz and ${until}::timestamptz
    ),
    link as (
      delete from page_anchors
      where account_id = ${accountId} and noted_at between ${since}::timestamptz and ${until}::timestamptz
    )
    delete from page_cache using receipts
    where page_cache.account_id = ${accountId} and page_cache.receipt_id = receipts.receipt_id
      and receipts.request_id in (
        select request_id from results join receipts using (receipt_id) where job_id = ${jobId}
      )
  `.execute(transaction);
}

/**
 * Deletes an ended job with its pages and their stored texts, files, cached results and search entries; receipts and ledger entries remain.
 * If a job of this type works for another resource, such as a dataset, that resource owns the contents: `ownsContents` is
 * false, and they remain. Throws Failure `not_found`, or `conflict` if the job has not ended.
 */
export async function deleteJob(
  database: Database,
  { accountId, jobId }: { accountId: string; jobId: string },
  ownsContents: (type: JobType) => boolean,
  now: Date,
): Promise<void> {
  // Read before the lock, because it can take seconds; the results of an ended job do not change.
  const linked = await findLinkedContents(database, jobId);
  await inTransaction(database, async (transaction) => {
    const row = await transaction
      .selectFrom('jobs')
      .select(['job_id', 'account_id', 'type', 'status', 'created_at', 'finished_at'])
      .where('job_id', '=', jobId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw missingResource(jobKind);
    if (row.status === 'queued' || row.status === 'running')
      throw new Failure('conflict', 'The job has not ended. Cancel it first.');
    if (ownsContents(row.type)) await removeContents(transaction, row, linked, now);
    await releaseTexts(transaction, jobId);
    await transaction.deleteFrom('jobs').where('job_id', '=', jobId).execute();
  });
}

/** Lets the texts of which the results of a job show the start expire by themselves. */
async function releaseTexts(transaction: DatabaseTransaction, jobId: string): Promise<void> {
  await sql`
    update contents set has_result = false
    where has_result and ref in (select ref from results where job_id = ${jobId} and text_at is not null)
  `.execute(transaction);
}

/** Deletes expired jobs, at most `limit` per call; returns their number. Their texts and files expire by themselves. */
export async function deleteExpiredJobs(database: Database, now: Date, limit = 20): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('jobs')
      .select('job_id')
      .where('expires_at', '<=', now)
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const jobIds = rows.map((row) => row.job_id);
    if (jobIds.length === 0) return 0;
    await sql`
      update contents set body = null, body_digest = null, url = '', title = null, has_result = false,
        expires_at = least(expires_at, ${now.toISOString()}::timestamptz)
      where ref in (select ref from results where job_id = any(${jobIds}::text[]) and ref is not null)
    `.execute(transaction);
    await transaction.deleteFrom('jobs').where('job_id', 'in', jobIds).execute();
    return jobIds.length;
  });
}
