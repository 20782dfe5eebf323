import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Failure } from '../../domain/failure.ts';
import type { BlobStore } from './blob-store.ts';
import { createFileBlobs } from './file-blobs.ts';

const hello = Buffer.from('hello, blob');
const helloDigest = createHash('sha256').update(hello).digest('hex');
const generous = { maxBytes: 1_000_000, announce: async () => {} };

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const blobs = createFileBlobs(folder);
  /** Files in the folder, temporary ones included. */
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  return { folder, blobs, files };
}

async function read(blobs: BlobStore, digest: string, range?: { start: number; end: number }) {
  const stream = await blobs.open(digest, range);
  if (stream === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* streamOf(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

test('bytes and streams of the same content are one blob', async (t) => {
  const { blobs, files } = await setUp(t);
  const fromBytes = await blobs.put(hello, generous);
  const fromStream = await blobs.put(streamOf('hello', ', ', 'blob'), generous);
  assert.deepEqual(fromBytes, { digest: helloDigest, bytes: hello.length });
  assert.deepEqual(fromStream, fromBytes);
  assert.equal((await files()).length, 1);
  assert.equal(await read(blobs, helloDigest), 'hello, blob');
  assert.equal(await read(blobs, helloDigest, { start: 7, end: 11 }), 'blob');
  assert.equal(await blobs.stat(helloDigest), hello.length);
});

test('what is not there is null, and deleting it is no error', async (t) => {
  const { blobs } = await setUp(t);
  assert.equal(await blobs.open(helloDigest), null);
  assert.equal(await blobs.stat(helloDigest), null);
  await blobs.delete(helloDigest);
  await assert.rejects(blobs.stat('../../etc/passwd'), RangeError);
});

test('the content is announced before it can be seen', async (t) => {
  const { blobs } = await setUp(t);
  const seen: (number | null)[] = [];
  const announce = async () => {
    seen.push(await blobs.stat(helloDigest));
  };
  await blobs.put(hello, { maxBytes: 100, announce });
  await blobs.put(hello, { maxBytes: 100, announce });
  assert.deepEqual(seen, [null, hello.length]);
});

test('content that a sweep takes while it is announced is written again', async (t) => {
  const { blobs } = await setUp(t);
  await blobs.put(hello, generous);
  let sweeps = 1;
  await blobs.put(hello, {
    maxBytes: 100,
    announce: async () => {
      if (sweeps > 0) await blobs.delete(helloDigest);
      sweeps -= 1;
    },
  });
  assert.equal(await read(blobs, helloDigest), 'hello, blob');
});

test('what breaks off, is too large, refused or aborted leaves nothing behind', async (t) => {
  const { blobs, files } = await setUp(t);
  const aborted = AbortSignal.abort();
  const broken = [
    blobs.put(streamOf('half', new Error('the line went dead')), generous),
    blobs.put(streamOf('far', 'too', 'much'), { ...generous, maxBytes: 5 }),
    blobs.put(hello, { ...generous, maxBytes: 5 }),
    blobs.put(streamOf('unwanted'), { ...generous, signal: aborted }),
    blobs.put(hello, {
      ...generous,
      announce: async () => {
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
  assert.deepEqual(await files(), []);
});

test('a full disk is `unavailable` and leaves nothing behind', async (t) => {
  const { blobs, files } = await setUp(t);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  await assert.rejects(blobs.put(streamOf('some', full), generous), (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.equal(error.kind, 'unavailable');
    return true;
  });
  assert.deepEqual(await files(), []);
});

test('temporary files of a killed process are swept when they are old', async (t) => {
  const { folder, blobs, files } = await setUp(t);
  await blobs.put(hello, generous);
  const young = join(folder, 'tmp', 'young');
  const old = join(folder, 'tmp', 'old');
  await writeFile(young, 'x');
  await writeFile(old, 'x');
  await utimes(old, new Date(0), new Date(0));
  assert.equal(await blobs.sweepStale(60_000), 1);
  const left = await files();
  assert.ok(left.includes(young));
  assert.ok(!left.includes(old));
  assert.equal(await read(blobs, helloDigest), 'hello, blob');
});
