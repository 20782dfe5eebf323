import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import { newSecretIdentifier } from '../../domain/values/identifier.ts';
import { createFileBlobs } from '../blobs/file-blobs.ts';
import { sweepBlobContents } from '../blobs/sweep-blobs.ts';
import { createContentCache } from './content-cache.ts';
import {
  findContent,
  insertContentsQuery,
  maxRowBytes,
  type NewContent,
  storeBody,
  sweepContents,
} from './contents.ts';

const now = new Date('2026-10-05T12:00:00.000Z');
const day = 24 * 60 * 60_000;

async function setUp(t: TestContext) {
  const { database } = await createTestDatabase(t);
  for (const account_id of ['acct_a', 'acct_b']) {
    const account = { account_id, name: account_id, plan: 'p', plan_credits: 0, unlimited: true };
    await database
      .insertInto('accounts')
      .values({ ...account, renews_at: addMs(now, 99 * day), created_at: now })
      .execute();
  }
  const folder = await mkdtemp(join(tmpdir(), 'contents-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const stores = { database, blobs: createFileBlobs(folder) };
  const storePage = async (accountId: string, markdown: string, days: number): Promise<NewContent> => {
    const content: NewContent = {
      ref: newSecretIdentifier('ref'),
      accountId,
      url: 'https://example.com/long',
      title: 'Long',
      body: zstdCompressSync(markdown),
      length: markdown.length,
      createdAt: now,
      expiresAt: addMs(now, days * day),
    };
    const stored = await storeBody(stores, content, now);
    await insertContentsQuery([stored], sql`${accountId}`, sql``).execute(database);
    return content;
  };
  return { places: stores, keep: storePage };
}

test('a body too large for its row is stored as a blob, and deleted with its last page', async (t) => {
  const { places: stores, keep: storePage } = await setUp(t);
  const markdown = randomBytes(maxRowBytes).toString('hex');
  const first = await storePage('acct_a', markdown, 1);
  assert.ok(first.body.length > maxRowBytes);
  const second = await storePage('acct_b', markdown, 2);
  const stored = await stores.database.selectFrom('blob_contents').selectAll().execute();
  assert.deepEqual(
    stored.map((row) => row.bytes),
    [first.body.length],
  );
  const found = await findContent(stores, 'acct_a', first.ref, now);
  assert.ok(found.kind === 'found');
  assert.equal(found.markdown, markdown);
  assert.equal((await findContent(stores, 'acct_b', first.ref, now)).kind, 'missing');

  assert.equal(await sweepContents(stores.database, addMs(now, day)), 1);
  assert.equal(
    await sweepBlobContents(
      { database: stores.database, blobs: stores.blobs, references: [] },
      addMs(now, day),
    ),
    0,
  );
  assert.equal((await findContent(stores, 'acct_b', second.ref, addMs(now, day))).kind, 'found');
  assert.equal(await sweepContents(stores.database, addMs(now, 2 * day)), 1);
  assert.equal(
    await sweepBlobContents(
      { database: stores.database, blobs: stores.blobs, references: [] },
      addMs(now, 2 * day),
    ),
    1,
  );
});

test('an expired page is distinguished from an unknown one, and its content is deleted', async (t) => {
  const { places: stores, keep: storePage } = await setUp(t);
  const content = await storePage('acct_a', '# Short', 1);
  const after = addMs(now, day);
  assert.equal((await findContent(stores, 'acct_a', content.ref, after)).kind, 'expired');
  assert.equal(await sweepContents(stores.database, after), 1);
  assert.equal(await sweepContents(stores.database, after), 0);
  assert.equal((await findContent(stores, 'acct_a', content.ref, after)).kind, 'expired');
  const row = await stores.database.selectFrom('contents').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.body, null);
  assert.ok(!JSON.stringify(row).includes('Long') && !JSON.stringify(row).includes('example.com'));
  assert.equal((await findContent(stores, 'acct_a', newSecretIdentifier('ref'), after)).kind, 'missing');
  assert.equal(await sweepContents(stores.database, addMs(now, 200 * day)), 1);
  assert.equal((await findContent(stores, 'acct_a', content.ref, after)).kind, 'missing');
});

test('a recently read page is served from cache, only as long as its row exists', async (t) => {
  const { places: stores, keep: storePage } = await setUp(t);
  const withCache = { ...stores, cache: createContentCache(4_000) };
  const read = (ref: string, account = 'acct_a', at = now) => findContent(withCache, account, ref, at);
  const content = await storePage('acct_a', 'x'.repeat(300), 1);
  const first = await read(content.ref);
  await stores.database
    .updateTable('contents')
    .set({ body: Buffer.from('no text at all') })
    .execute();
  assert.deepEqual(await read(content.ref), first);
  assert.equal((await read(content.ref, 'acct_b')).kind, 'missing');
  assert.equal((await read(content.ref, 'acct_a', addMs(now, day))).kind, 'expired');

  // Other pages evict it from the cache.
  for (let at = 0; at < 8; at += 1) await read((await storePage('acct_a', `${at}`.repeat(300), 1)).ref);
  await assert.rejects(read(content.ref));
  const last = await storePage('acct_a', 'y'.repeat(300), 1);
  assert.equal((await read(last.ref)).kind, 'found');
  await stores.database.deleteFrom('contents').execute();
  assert.equal((await read(last.ref)).kind, 'missing');
});
