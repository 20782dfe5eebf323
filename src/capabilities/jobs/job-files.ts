import { randomBytes } from 'node:crypto';
import { decryptBytes, encrypt } from '../../domain/crypto/encryption.ts';
import { Failure } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { SentFile } from '../../domain/values/sent-file.ts';
import { fileFieldName, sentFileOf } from '../../operations/declaration/file-field.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { readBlobContent, storeBytes } from '../../store/blobs/stored-blobs.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Stores of the files that callers sent to jobs. */
export interface JobFileStores {
  database: Database;
  blobs: BlobStore;
}

/** A stored file in the command of its job, which alone holds the key. */
interface StoredFile {
  digest: string;
  /** 32 bytes in base64. */
  key: string;
}

type Input = Record<string, unknown>;

const associated = 'job file';
/** Maximum number of files that one call of {@link deleteJobFiles} deletes. */
const batchSize = 100;

function withFile(input: Input, file: unknown): Input {
  return { ...input, body: { ...(input.body as Input), [fileFieldName]: file } };
}

function storedFileOf(input: Input): StoredFile | null {
  const file = isObject(input.body) ? input.body[fileFieldName] : null;
  return isObject(file) && typeof file.digest === 'string' && typeof file.key === 'string'
    ? { digest: file.digest, key: file.key }
    : null;
}

/** Stores the file of an input, if it has one, and returns the input as plain JSON. The caller calls {@link keepJobFile}. */
export async function storeJobFile(stores: JobFileStores, input: Input, now: Date): Promise<Input> {
  const file = sentFileOf(input.body);
  if (file === null) return input;
  const key = randomBytes(32);
  const sealed = encrypt(key, file.bytes, associated);
  const { digest } = await storeBytes(stores.database, stores.blobs, sealed, now);
  return withFile(input, { digest, key: key.toString('base64') } satisfies StoredFile);
}

/** Keeps the stored file of an input until its job has ended. */
export async function keepJobFile(
  transaction: DatabaseTransaction,
  jobId: string,
  input: Input,
): Promise<void> {
  const stored = storedFileOf(input);
  if (stored === null) return;
  await transaction.insertInto('job_files').values({ job_id: jobId, digest: stored.digest }).execute();
}

/** Returns the input of a job with its file. Throws Failure `expired` if the file was deleted. */
export async function openJobFile({ blobs }: Pick<JobFileStores, 'blobs'>, input: Input): Promise<Input> {
  const stored = storedFileOf(input);
  if (stored === null) return input;
  const sealed = await readBlobContent(blobs, stored.digest);
  if (sealed === null)
    throw new Failure(
      'expired',
      'The file was deleted when the job ended. Send it again with a new request.',
    );
  const bytes = decryptBytes(Buffer.from(stored.key, 'base64'), sealed, associated);
  return withFile(input, new SentFile(bytes));
}

/** Deletes the files of jobs that have ended, at most a hundred per call; returns their number. */
export async function deleteJobFiles({ database, blobs }: JobFileStores): Promise<number> {
  const files = await database
    .selectFrom('job_files')
    .innerJoin('jobs', 'jobs.job_id', 'job_files.job_id')
    .select(['job_files.job_id', 'digest'])
    .where('finished_at', 'is not', null)
    .limit(batchSize)
    .execute();
  for (const { job_id: jobId, digest } of files) {
    // Each file has a key of its own, so that no other row refers to the same content. The bytes go first: a process that
    // is killed meanwhile deletes them again.
    await blobs.delete(digest);
    await database.deleteFrom('blob_contents').where('digest', '=', digest).execute();
    await database.deleteFrom('job_files').where('job_id', '=', jobId).execute();
  }
  return files.length;
}
