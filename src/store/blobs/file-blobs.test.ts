import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  generous,
  hello,
  helloDigest,
  read,
  streamOf,
  testBlobStore,
} from '../../../test/store/blob-store-suite.ts';
import { Failure } from '../../domain/system/failure.ts';
import { createFileBlobs } from './file-blobs.ts';

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const blobs = createFileBlobs(folder);
  /** Lists the files in the folder, including temporary ones. */
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  return { folder, blobs, files, names: files };
}

testBlobStore('files', setUp);

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

test('old temporary files of a killed process are deleted', async (t) => {
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
