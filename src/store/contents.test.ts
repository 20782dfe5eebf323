import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { createTestDatabase } from '../../test/database.ts';
import { addMs } from '../domain/clock.ts';
import { newSecretIdentifier } from '../domain/identifier.ts';
import { createFileBlobs } from './blobs/file-blobs.ts';
import { sweepBlobContents } from './blobs/sweep-blobs.ts';
import { createContentCache } from './content-cache.ts';
import {
  findContent,
  insertContents,
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
  const places = { database, blobs: createFileBlobs(folder) };
  const keep = async (accountId: string, markdown: string, days: number): Promise<NewContent> => {
    const content: NewContent = {
      ref: newSecretIdentifier('ref'),
      accountId,
      url: 'https://example.com/long',
      title: 'Long',
      body: zstdCompressSync(markdown),
      length: markdown.length,
      sections: [{ id: 's', title: 'Long \ud800', level: 1, offset: 0, length: markdown.length }],
      createdAt: now,
      expiresAt: addMs(now, days * day),
    };
    await insertContents(database, [await storeBody(places, content, now)]);
    return content;
  };
  return { places, keep };
}

test('a body too big for its row is kept as a blob, and goes with the last page that holds it', async (t) => {
  const { places, keep } = await setUp(t);
  const markdown = randomBytes(maxRowBytes).toString('hex');
  const first = await keep('acct_a', markdown, 1);
  assert.ok(first.body.length > maxRowBytes);
  const second = await keep('acct_b', markdown, 2);
  const stored = await places.database.selectFrom('blob_contents').selectAll().execute();
  assert.deepEqual(
    stored.map((row) => row.bytes),
    [first.body.length],
  );
  const found = await findContent(places, 'acct_a', first.ref, now);
  assert.ok(found.kind === 'found');
  assert.equal(found.markdown, markdown);
  assert.deepEqual(found.sections, first.sections);
  assert.equal((await findContent(places, 'acct_b', first.ref, now)).kind, 'missing');

  assert.equal(await sweepContents(places.database, addMs(now, day)), 1);
  assert.equal(await sweepBlobContents(places.database, places.blobs, addMs(now, day)), 0);
  assert.equal((await findContent(places, 'acct_b', second.ref, addMs(now, day))).kind, 'found');
  assert.equal(await sweepContents(places.database, addMs(now, 2 * day)), 1);
  assert.equal(await sweepBlobContents(places.database, places.blobs, addMs(now, 2 * day)), 1);
});

test('an expired page is told from one that never was, and keeps nothing of what it held', async (t) => {
  const { places, keep } = await setUp(t);
  const content = await keep('acct_a', '# Short', 1);
  const after = addMs(now, day);
  assert.equal((await findContent(places, 'acct_a', content.ref, after)).kind, 'expired');
  assert.equal(await sweepContents(places.database, after), 1);
  assert.equal(await sweepContents(places.database, after), 0);
  assert.equal((await findContent(places, 'acct_a', content.ref, after)).kind, 'expired');
  const row = await places.database.selectFrom('contents').selectAll().executeTakeFirstOrThrow();
  assert.equal(row.body, null);
  assert.ok(!JSON.stringify(row).includes('Long') && !JSON.stringify(row).includes('example.com'));
  assert.equal((await findContent(places, 'acct_a', newSecretIdentifier('ref'), after)).kind, 'missing');
  assert.equal(await sweepContents(places.database, addMs(now, 200 * day)), 1);
  assert.equal((await findContent(places, 'acct_a', content.ref, after)).kind, 'missing');
});

test('a page that was read lately is given again without its body, and only as long as the row allows it', async (t) => {
  const { places, keep } = await setUp(t);
  const withCache = { ...places, cache: createContentCache(4_000) };
  const read = (ref: string, account = 'acct_a', at = now) => findContent(withCache, account, ref, at);
  const content = await keep('acct_a', 'x'.repeat(300), 1);
  const first = await read(content.ref);
  await places.database
    .updateTable('contents')
    .set({ body: Buffer.from('no text at all') })
    .execute();
  assert.deepEqual(await read(content.ref), first);
  assert.equal((await read(content.ref, 'acct_b')).kind, 'missing');
  assert.equal((await read(content.ref, 'acct_a', addMs(now, day))).kind, 'expired');

  // Others that are read meanwhile take its place.
  for (let at = 0; at < 8; at += 1) await read((await keep('acct_a', `${at}`.repeat(300), 1)).ref);
  await assert.rejects(read(content.ref));
  const last = await keep('acct_a', 'y'.repeat(300), 1);
  assert.equal((await read(last.ref)).kind, 'found');
  await places.database.deleteFrom('contents').execute();
  assert.equal((await read(last.ref)).kind, 'missing');
});
