import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { Agent, fetch as undiciFetch } from 'undici';
import { Failure, messageOf } from '../../domain/failure.ts';
import type { ObjectStoreAddress } from './blob-address.ts';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { sweepStaged, tooLarge, withRoom, withStaged } from './staging.ts';

/** What an object store needs besides its address. */
export interface S3BlobsOptions {
  address: ObjectStoreAddress;
  /** Folder for content on its way whose digest is not known yet. */
  stagingFolder: string;
  /** Milliseconds for a question and for each pause within a transfer; half a minute unless told. */
  withinMs?: number;
  /** Milliseconds before the first further attempt, doubled with each one; 100 unless told. */
  pauseMs?: number;
}

/** Blobs in an object store, and the connections to it. */
export interface S3Blobs extends BlobStore {
  /**
   * Asks the store for the bucket once. A `Failure` of kind `invalid` when it says no, of kind `unavailable` when it
   * does not answer.
   */
  check(): Promise<void>;
  /** Ends the connections. */
  close(): Promise<void>;
}

const digestPattern = /^[0-9a-f]{64}$/;
const attempts = 4;
/** Statuses that say "not now". */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Bytes a second that an upload must manage on the whole. */
const slowestUpload = 128 * 1024;

function statusOf(error: unknown): number | null {
  if (error instanceof S3ServiceError) return error.status;
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause.status : null;
}

/** What the service calls its error; for a HEAD, which has no body, only the status is known. */
function reasonOf(error: unknown): string {
  const found = error instanceof S3ServiceError ? error : (error as Error).cause;
  if (!(found instanceof S3ServiceError)) return 'does not answer';
  const code = found.serviceCode;
  return code === undefined || code === 'Unknown'
    ? `answers ${found.status}`
    : `answers ${found.status} ${code}`;
}

/**
 * What callers and logs may see of an error: the service repeats what was signed, the access key with it, in its body.
 */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const cause = statusOf(error) === null ? error : new Error(messageOf(error).slice(0, 200));
  return new Failure('unavailable', `the object store ${reasonOf(error)}`, { cause, retryAfter: 5 });
}

const isPassing = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === null ? !(error instanceof Failure) : passing.has(status);
};

/**
 * Blobs in a bucket of an S3-compatible store, addressed by path: `PREFIXab/cd/REST-OF-DIGEST`. The operator named the
 * store, so no guard stands before it; redirects are refused. What fails in passing is tried again a few times.
 */
export function createS3Blobs(options: S3BlobsOptions): S3Blobs {
  const { address, stagingFolder, withinMs = 30_000, pauseMs = 100 } = options;
  const agent = new Agent({
    connect: { timeout: Math.min(withinMs, 10_000) },
    headersTimeout: withinMs,
    bodyTimeout: withinMs,
    connections: 32,
  });
  const requestOf = (signal: AbortSignal): typeof fetch =>
    ((input: string, init: object) =>
      undiciFetch(input, {
        ...init,
        dispatcher: agent,
        redirect: 'error',
        signal,
      })) as unknown as typeof fetch;
  const clientFor = (signal: AbortSignal) =>
    new S3mini({
      accessKeyId: address.accessKey,
      secretAccessKey: address.secretKey,
      endpoint: `${address.endpoint}/${address.bucket}`,
      region: address.region,
      fetch: requestOf(signal),
    });

  /** Tries a few times; each attempt has a time of its own, up to the answer's headers and whatever `ask` reads. */
  async function patiently<Result>(
    ask: (client: S3mini) => Promise<Result>,
    { signal, allowMs = withinMs }: { signal?: AbortSignal | undefined; allowMs?: number } = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error(`no answer in ${allowMs} ms`)), allowMs);
      try {
        return await ask(
          clientFor(AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])])),
        );
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (attempt >= attempts || !isPassing(error)) throw failureWithStatus(error);
        await delay(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal });
      } finally {
        clearTimeout(timer);
      }
    }
  }

  function keyOf(digest: string): string {
    if (!digestPattern.test(digest)) throw new RangeError('not a SHA-256 in hex');
    return `${address.prefix}${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest.slice(4)}`;
  }

  async function lengthOf(digest: string, signal?: AbortSignal): Promise<number | null> {
    const key = keyOf(digest);
    return unlessNotFound(patiently((client) => client.getContentLength(key), { signal }));
  }

  /** One PUT: the store shows the object whole or not at all, and refuses one that is not what was announced. */
  async function upload(blob: StoredBlob, content: Uint8Array | Blob, signal?: AbortSignal): Promise<void> {
    const checksum = Buffer.from(blob.digest, 'hex').toString('base64');
    const allowMs = withinMs + (blob.bytes / slowestUpload) * 1_000;
    await patiently(
      async (client) => {
        const answer = await client.putObject(
          keyOf(blob.digest),
          content,
          'application/octet-stream',
          undefined,
          { 'x-amz-checksum-sha256': checksum },
          blob.bytes,
        );
        await answer.body?.cancel();
      },
      { signal, allowMs },
    );
  }

  async function* read(response: Response): AsyncGenerator<Buffer> {
    if (response.body === null) return;
    try {
      for await (const piece of response.body) yield Buffer.from(piece);
    } catch (error) {
      throw failureOf(error);
    }
  }

  return {
    async put(source, options) {
      const { signal, maxBytes, announce } = options;
      if (source instanceof Uint8Array) {
        if (source.length > maxBytes) throw tooLarge(maxBytes);
        const blob = { digest: createHash('sha256').update(source).digest('hex'), bytes: source.length };
        await announce(blob);
        if ((await lengthOf(blob.digest, signal)) !== blob.bytes) await upload(blob, source, signal);
        return blob;
      }
      return withRoom(() =>
        withStaged(stagingFolder, source, options, async (path, blob) => {
          await announce(blob);
          if ((await lengthOf(blob.digest, signal)) !== blob.bytes) {
            await upload(blob, await openAsBlob(path), signal);
          }
          return blob;
        }),
      );
    },
    async open(digest, range) {
      const key = keyOf(digest);
      const { start, end } = range ?? { start: 0, end: undefined };
      const response = await unlessNotFound(
        patiently((client) => client.getObjectRaw(key, range === undefined, start, end)),
      );
      if (response === null) return null;
      if (range !== undefined && response.status !== 206) {
        await response.body?.cancel();
        throw new Failure('unavailable', 'the object store gives no part of an object');
      }
      return Readable.from(read(response), { objectMode: false });
    },
    stat: (digest) => lengthOf(digest),
    async delete(digest) {
      const key = keyOf(digest);
      await unlessNotFound(patiently((client) => client.deleteObject(key)));
    },
    sweepStale: (ageMs) => sweepStaged(stagingFolder, ageMs),
    async check() {
      // A key that nobody has: its absence is told by a store that knows us and the bucket.
      const probe = `${address.prefix}probe`;
      try {
        const answer = await patiently((client) => client.getObjectRaw(probe));
        await answer.body?.cancel();
      } catch (error) {
        const status = error instanceof StoreAnswer ? error.status : null;
        if (status === 404 && error instanceof StoreAnswer && error.serviceCode !== 'NoSuchBucket') return;
        if (status === null || passing.has(status)) throw error;
        throw new Failure('invalid', `BLOB_URL: ${messageOf(error)}`, { cause: error });
      }
    },
    close: () => agent.close(),
  };
}

/** A failure that remembers what the store answered. */
class StoreAnswer extends Failure {
  readonly status: number;
  readonly serviceCode: string | null;

  constructor(failure: Failure, status: number, serviceCode: string | null) {
    super(failure.kind, failure.message, { cause: failure.cause, retryAfter: 5 });
    this.status = status;
    this.serviceCode = serviceCode;
  }
}

function failureWithStatus(error: unknown): Failure {
  const status = statusOf(error);
  if (status === null) return failureOf(error);
  const code = error instanceof S3ServiceError ? (error.serviceCode ?? null) : null;
  return new StoreAnswer(failureOf(error), status, code);
}

/** Null when the store has no such object; a missing bucket is trouble, where the store says which of the two it is. */
async function unlessNotFound<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreAnswer && error.status === 404 && error.serviceCode !== 'NoSuchBucket')
      return null;
    throw error;
  }
}
