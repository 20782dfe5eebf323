import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database } from '../database.ts';
import type { BlobStore } from './blob-store.ts';
import { createFileBlobs } from './file-blobs.ts';
import { findBlob, insertBlob, storeBytes } from './stored-blobs.ts';
import { expireBlobs, sweepBlobContents } from './sweep-blobs.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const hour = 60 * 60_000;
const later = (hours: number) => addMs(now, hours * hour);
const png = Buffer.from('not really a picture');

async function setUp(t: TestContext) {
  const { database } = await createTestDatabase(t);
  for (const account_id of ['acct_a', 'acct_b']) {
    await database
      .insertInto('accounts')
      .values({
        account_id,
        name: account_id,
        plan: 'p',
        plan_credits: 0,
        renews_at: later(900),
        unlimited: true,
        created_at: now,
      })
      .execute();
  }
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { database, blobs: createFileBlobs(folder) };
}

async function storeBlob(
  database: Database,
  blobs: BlobStore,
  accountId: string,
  hours: number,
): Promise<string> {
  const { digest, bytes } = await storeBytes(database, blobs, png, now);
  return insertBlob(database, {
    accountId,
    digest,
    bytes,
    mediaType: 'image/png',
    filename: null,
    createdAt: now,
    expiresAt: later(hours),
  });
}

test('content is deleted after its last reference', async (t) => {
  const { database, blobs } = await setUp(t);
  const first = await storeBlob(database, blobs, 'acct_a', 10);
  const second = await storeBlob(database, blobs, 'acct_b', 20);
  const found = await findBlob(database, first, now);
  assert.ok(found.kind === 'found');

  assert.equal((await findBlob(database, first, later(10))).kind, 'expired');
  assert.equal(await expireBlobs(database, later(10)), 1);
  assert.equal(await sweepBlobContents({ database, blobs, references: [] }, later(10)), 0);
  assert.equal((await findBlob(database, first, later(10))).kind, 'expired');
  assert.equal((await findBlob(database, second, later(10))).kind, 'found');

  assert.equal(await expireBlobs(database, later(20)), 1);
  assert.equal(await sweepBlobContents({ database, blobs, references: [] }, later(20)), 1);
  assert.equal(await blobs.stat(found.digest), null);
  assert.equal(await expireBlobs(database, later(24 * 120)), 2);
  assert.equal((await findBlob(database, first, now)).kind, 'missing');
});

test('content is kept as long as a column of a capability refers to it', async (t) => {
  const { database, blobs } = await setUp(t);
  const { digest } = await storeBytes(database, blobs, png, now);
  await sql`create table pictures (picture text)`.execute(database);
  await sql`insert into pictures values (${digest})`.execute(database);
  const ports = { database, blobs, references: [{ table: 'pictures', column: 'picture' }] };
  assert.equal(await sweepBlobContents(ports, later(10)), 0);
  assert.notEqual(await blobs.stat(digest), null);
  await sql`delete from pictures`.execute(database);
  assert.equal(await sweepBlobContents(ports, later(10)), 1);
  assert.equal(await blobs.stat(digest), null);
});

test('recently stored content is kept before it is referenced', async (t) => {
  const { database, blobs } = await setUp(t);
  const { digest } = await storeBytes(database, blobs, png, now);
  assert.equal(await sweepBlobContents({ database, blobs, references: [] }, addMs(now, hour - 1)), 0);
  // Storing it again renews its age.
  await storeBytes(database, blobs, png, later(100));
  assert.equal(await sweepBlobContents({ database, blobs, references: [] }, later(100)), 0);
  assert.notEqual(await blobs.stat(digest), null);
  assert.equal(await sweepBlobContents({ database, blobs, references: [] }, later(102)), 1);
  assert.equal(await blobs.stat(digest), null);
});

test('storing the same content during sweeps never loses referenced content', async (t) => {
  const { database, blobs } = await setUp(t);
  const ids: string[] = [];
  for (let round = 1; round <= 20; round += 1) {
    // In each round the content looks old and unused to the sweep while it is stored again.
    const at = later(round * 10);
    const stored = storeBytes(database, blobs, png, at).then(({ digest, bytes }) =>
      insertBlob(database, {
        accountId: 'acct_a',
        digest,
        bytes,
        mediaType: 'image/png',
        filename: null,
        createdAt: at,
        expiresAt: addMs(at, hour),
      }),
    );
    const [blobId] = await Promise.all([stored, sweepBlobContents({ database, blobs, references: [] }, at)]);
    const found = await findBlob(database, blobId, at);
    assert.ok(found.kind === 'found');
    assert.equal(await blobs.stat(found.digest), png.length);
    await expireBlobs(database, addMs(at, hour));
    ids.push(blobId);
  }
  assert.equal(new Set(ids).size, 20);
});
