import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { Failure } from '../../src/domain/system/failure.ts';
import type { BlobStore, PutOptions } from '../../src/store/blobs/blob-store.ts';

/** Blob store of one test. */
export interface SuiteStore {
  blobs: BlobStore;
  /** Returns the names of all stored files, including leftovers of failed work. */
  names(): Promise<string[]>;
}

export const hello = Buffer.from('hello, blob');
export const helloDigest = createHash('sha256').update(hello).digest('hex');
export const generous: PutOptions = { maxBytes: 1_000_000, onDigest: async () => {} };

/** Returns a blob, or a part of it, as text; null if it is missing. */
export async function read(blobs: BlobStore, digest: string, range?: { start: number; end: number }) {
  const stream = await blobs.open(digest, range);
  if (stream === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Yields the chunks; throws the first one that is an error. */
export async function* streamOf(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

/** Defines the tests that every blob store must pass. */
export function testBlobStore(name: string, setUp: (t: TestContext) => Promise<SuiteStore>): void {
  test(`${name}: bytes and streams of the same content are one blob`, async (t) => {
    const { blobs, names } = await setUp(t);
    const fromBytes = await blobs.put(hello, generous);
    const fromStream = await blobs.put(streamOf('hello', ', ', 'blob'), generous);
    assert.deepEqual(fromBytes, { digest: helloDigest, bytes: hello.length });
    assert.deepEqual(fromStream, fromBytes);
    assert.equal((await names()).length, 1);
    assert.equal(await read(blobs, helloDigest), 'hello, blob');
    assert.equal(await read(blobs, helloDigest, { start: 7, end: 11 }), 'blob');
    assert.equal(await blobs.stat(helloDigest), hello.length);
  });

  test(`${name}: a missing blob is null, and deleting it is no error`, async (t) => {
    const { blobs } = await setUp(t);
    assert.equal(await blobs.open(helloDigest), null);
    assert.equal(await blobs.stat(helloDigest), null);
    await blobs.delete(helloDigest);
    await assert.rejects(blobs.stat('../../etc/passwd'), RangeError);
  });

  test(`${name}: content is announced before it is visible`, async (t) => {
    const { blobs } = await setUp(t);
    const seen: (number | null)[] = [];
    const announce = async () => {
      seen.push(await blobs.stat(helloDigest));
    };
    await blobs.put(hello, { maxBytes: 100, onDigest: announce });
    await blobs.put(hello, { maxBytes: 100, onDigest: announce });
    assert.deepEqual(seen, [null, hello.length]);
  });

  test(`${name}: content that a sweep deletes while it is announced is written again`, async (t) => {
    const { blobs } = await setUp(t);
    await blobs.put(hello, generous);
    let sweeps = 1;
    await blobs.put(hello, {
      maxBytes: 100,
      onDigest: async () => {
        if (sweeps > 0) await blobs.delete(helloDigest);
        sweeps -= 1;
      },
    });
    assert.equal(await read(blobs, helloDigest), 'hello, blob');
  });

  test(`${name}: interrupted, too large, rejected or aborted content leaves nothing behind`, async (t) => {
    const { blobs, names } = await setUp(t);
    const aborted = AbortSignal.abort();
    const broken = [
      blobs.put(streamOf('half', new Error('the line went dead')), generous),
      blobs.put(streamOf('far', 'too', 'much'), { ...generous, maxBytes: 5 }),
      blobs.put(hello, { ...generous, maxBytes: 5 }),
      blobs.put(streamOf('unwanted'), { ...generous, signal: aborted }),
      blobs.put(hello, {
        ...generous,
        onDigest: async () => {
          throw new Error('the database is gone');
        },
      }),
    ];
    const outcomes = await Promise.allSettled(broken);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      outcomes.map(() => 'rejected'),
    );
    const tooLarge = outcomes[1] as PromiseRejectedResult;
    assert.ok(tooLarge.reason instanceof Failure);
    assert.equal(tooLarge.reason.kind, 'too_large');
    assert.deepEqual(await names(), []);
  });
}
