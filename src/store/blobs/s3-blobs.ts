import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { Agent, fetch as undiciFetch } from 'undici';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import type { ObjectStoreConfig } from './blob-url.ts';
import { mapDiskFull, sweepStagingFolder, tooLarge, withStagingFile } from './staging.ts';

/** Options of {@link createS3Blobs}. */
export interface S3BlobsOptions {
  address: ObjectStoreConfig;
  /** Folder for streams whose digest is not known yet. */
  stagingFolder: string;
  /** Milliseconds for a request and for each pause within a transfer; default 30,000. */
  requestTimeoutMs?: number;
  /** Milliseconds before the first retry, doubled for each further one; default 100. */
  pauseMs?: number;
}

/** Blob store in an object store, with its connections. */
export interface S3Blobs extends BlobStore {
  /**
   * Requests the bucket once. Throws a `Failure` of kind `invalid` if the store rejects the request, and `unavailable`
   * if it does not answer.
   */
  check(): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

const digestPattern = /^[0-9a-f]{64}$/;
const maxAttempts = 4;
/** Statuses of transient errors. */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Minimum average upload speed, in bytes per second. */
const minUploadBytesPerSecond = 128 * 1024;

function getStatus(error: unknown): number | null {
  if (error instanceof S3ServiceError) return error.status;
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause.status : null;
}

/** Describes the error of the service; for HEAD, which has no body, only the status is known. */
function describeError(error: unknown): string {
  const serviceError = error instanceof S3ServiceError ? error : (error as Error).cause;
  if (!(serviceError instanceof S3ServiceError)) return 'does not answer';
  const code = serviceError.serviceCode;
  return code === undefined || code === 'Unknown'
    ? `answers ${serviceError.status}`
    : `answers ${serviceError.status} ${code}`;
}

/** Error for callers and logs, without the response body, which repeats signed data such as the access key. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const cause = getStatus(error) === null ? error : new Error(errorMessage(error).slice(0, 200));
  return new Failure('unavailable', `The object store ${describeError(error)}.`, { cause, retryAfter: 5 });
}

const isTransientError = (error: unknown): boolean => {
  const status = getStatus(error);
  return status === null ? !(error instanceof Failure) : transientStatuses.has(status);
};

/**
 * Creates a blob store in a bucket of an S3-compatible service with path-style URLs: `PREFIXab/cd/REST-OF-DIGEST`. The
 * operator configured the service, so requests do not pass the guard; redirects are rejected. Transient errors are
 * retried.
 */
export function createS3Blobs(options: S3BlobsOptions): S3Blobs {
  const { address, stagingFolder, requestTimeoutMs = 30_000, pauseMs = 100 } = options;
  const agent = new Agent({
    connect: { timeout: Math.min(requestTimeoutMs, 10_000) },
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    connections: 32,
  });
  const createFetch = (signal: AbortSignal): typeof fetch =>
    ((input: string, init: object) =>
      undiciFetch(input, {
        ...init,
        dispatcher: agent,
        redirect: 'error',
        signal,
      })) as unknown as typeof fetch;
  const createClient = (signal: AbortSignal) =>
    new S3mini({
      accessKeyId: address.accessKey,
      secretAccessKey: address.secretKey,
      endpoint: `${address.endpoint}/${address.bucket}`,
      region: address.region,
      fetch: createFetch(signal),
    });

  /**
   * Sends a request with retries; each attempt has its own timeout for the response headers and everything that `ask`
   * reads.
   */
  async function withRetries<Result>(
    send: (client: S3mini) => Promise<Result>,
    { signal, timeoutMs = requestTimeoutMs }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(new Error(`no response in ${timeoutMs} ms`)), timeoutMs);
      try {
        return await send(
          createClient(AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])])),
        );
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (attempt >= maxAttempts || !isTransientError(error)) throw toObjectStoreFailure(error);
        await delay(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal });
      } finally {
        clearTimeout(timer);
      }
    }
  }

  function getObjectKey(digest: string): string {
    if (!digestPattern.test(digest)) throw new RangeError('The digest is not a SHA-256 in hex.');
    return `${address.prefix}${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest.slice(4)}`;
  }

  async function getSize(digest: string, signal?: AbortSignal): Promise<number | null> {
    const key = getObjectKey(digest);
    return nullIfNotFound(withRetries((client) => client.getContentLength(key), { signal }));
  }

  /** Sends one PUT: the store makes the object visible only when complete, and rejects one with a wrong checksum. */
  async function upload(blob: StoredBlob, content: Uint8Array | Blob, signal?: AbortSignal): Promise<void> {
    const checksum = Buffer.from(blob.digest, 'hex').toString('base64');
    const timeoutMs = requestTimeoutMs + (blob.bytes / minUploadBytesPerSecond) * 1_000;
    await withRetries(
      async (client) => {
        const answer = await client.putObject(
          getObjectKey(blob.digest),
          content,
          'application/octet-stream',
          undefined,
          { 'x-amz-checksum-sha256': checksum },
          blob.bytes,
        );
        await answer.body?.cancel();
      },
      { signal, timeoutMs },
    );
  }

  async function* read(response: Response): AsyncGenerator<Buffer> {
    if (response.body === null) return;
    try {
      for await (const piece of response.body) yield Buffer.from(piece);
    } catch (error) {
      throw toFailure(error);
    }
  }

  return {
    async put(source, options) {
      const { signal, maxBytes, onDigest } = options;
      if (source instanceof Uint8Array) {
        if (source.length > maxBytes) throw tooLarge(maxBytes);
        const blob = { digest: createHash('sha256').update(source).digest('hex'), bytes: source.length };
        await onDigest(blob);
        if ((await getSize(blob.digest, signal)) !== blob.bytes) await upload(blob, source, signal);
        return blob;
      }
      return mapDiskFull(() =>
        withStagingFile(stagingFolder, source, options, async (path, blob) => {
          await onDigest(blob);
          if ((await getSize(blob.digest, signal)) !== blob.bytes) {
            await upload(blob, await openAsBlob(path), signal);
          }
          return blob;
        }),
      );
    },
    async open(digest, range) {
      const key = getObjectKey(digest);
      const { start, end } = range ?? { start: 0, end: undefined };
      const response = await nullIfNotFound(
        withRetries((client) => client.getObjectRaw(key, range === undefined, start, end)),
      );
      if (response === null) return null;
      if (range !== undefined && response.status !== 206) {
        await response.body?.cancel();
        throw new Failure('unavailable', 'The object store does not support range requests.');
      }
      return Readable.from(read(response), { objectMode: false });
    },
    stat: (digest) => getSize(digest),
    async delete(digest) {
      const key = getObjectKey(digest);
      await nullIfNotFound(withRetries((client) => client.deleteObject(key)));
    },
    sweepStale: (ageMs) => sweepStagingFolder(stagingFolder, ageMs),
    async check() {
      // A key that does not exist: status 404 proves that credentials and bucket are valid.
      const probe = `${address.prefix}probe`;
      try {
        const answer = await withRetries((client) => client.getObjectRaw(probe));
        await answer.body?.cancel();
      } catch (error) {
        const status = error instanceof ObjectStoreError ? error.status : null;
        if (isMissingObject(error)) return;
        if (status === null || transientStatuses.has(status)) throw error;
        throw new Failure('invalid', `BLOB_URL: ${errorMessage(error)}`, { cause: error });
      }
    },
    close: () => agent.close(),
  };
}

/** A failure with the status and error code of the object store. */
class ObjectStoreError extends Failure {
  readonly status: number;
  readonly serviceCode: string | null;

  constructor(failure: Failure, status: number, serviceCode: string | null) {
    super(failure.kind, failure.message, { cause: failure.cause, retryAfter: 5 });
    this.status = status;
    this.serviceCode = serviceCode;
  }
}

function toObjectStoreFailure(error: unknown): Failure {
  const status = getStatus(error);
  if (status === null) return toFailure(error);
  const code = error instanceof S3ServiceError ? (error.serviceCode ?? null) : null;
  return new ObjectStoreError(toFailure(error), status, code);
}

/** Error codes of a missing object. A response to HEAD, and a 404 of some stores, has no code. */
const missingObjectCodes = new Set([null, 'Unknown', 'NoSuchKey', 'NotFound']);

/**
 * Returns true if the object does not exist. Another code of a 404 reports something else, such as a missing bucket, or
 * an unknown access key.
 */
function isMissingObject(error: unknown): boolean {
  return (
    error instanceof ObjectStoreError && error.status === 404 && missingObjectCodes.has(error.serviceCode)
  );
}

/** Returns null if the object does not exist. */
async function nullIfNotFound<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}
