import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createTestDatabase } from '../../test/database.ts';
import { ensureDefaultAccount } from '../account/accounts.ts';
import { ensureInstance } from '../account/instance.ts';
import { systemClock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import { receiptKeyFromSeed } from '../domain/signature.ts';
import { createFileBlobs } from '../store/blobs/file-blobs.ts';
import { insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import { createBackup } from './create-backup.ts';
import { magic, trailerBytes, trailerOf } from './frames.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

const now = new Date();

/** A database with an account, three blobs (one of them gone) and a backup of it. */
async function setUp(t: Parameters<typeof createTestDatabase>[0]) {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { database, connectionString } = await createTestDatabase(t);
  const key = receiptKeyFromSeed(Buffer.alloc(32, 7));
  await ensureInstance(database, { secretFingerprint: 'print', receiptKey: key }, now);
  const settings = { planCredits: 1_000, unlimited: false, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, settings, systemClock);
  const blobs = createFileBlobs(join(folder, 'blobs'));
  const digests: string[] = [];
  for (const content of ['one', 'two', 'three']) {
    const { digest, bytes } = await storeBytes(database, blobs, Buffer.from(content), now);
    const blob = { accountId, digest, bytes, mediaType: 'text/plain', filename: `${content}\t\\N` };
    await insertBlob(database, { ...blob, createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) });
    digests.push(digest);
  }
  await blobs.delete(digests[2] as string);
  const file = join(folder, 'backup');
  const counts = await createBackup(file, {
    connection: { connectionString },
    blobs,
    secrets: new Map([['root-secret', 'of the service']]),
    version: '1.2.3',
    createdAt: now,
    say() {},
  });
  return { folder, database, digests, file, counts };
}

test('rows and blobs come back as they were; what named a blob that is gone counts as expired', async (t) => {
  const { folder, database, digests, file, counts } = await setUp(t);
  assert.deepEqual([counts.blobs, counts.missing], [2, 1]);
  const backup = await checkBackup(file);
  assert.deepEqual([...backup.secrets], [['root-secret', 'of the service']]);
  const target = await createTestDatabase(t);
  const blobs = createFileBlobs(join(folder, 'restored'));
  let isBefore = false;
  await restoreBackup(backup, {
    connection: { connectionString: target.connectionString },
    blobs,
    async beforeCommit() {
      isBefore = (await target.database.selectFrom('accounts').selectAll().execute()).length === 0;
    },
    say() {},
  });
  assert.ok(isBefore, 'nothing counts before all is there');
  for (const table of [
    'instance',
    'receipt_keys',
    'accounts',
    'api_keys',
    'ledger',
    'blob_contents',
  ] as const) {
    const rows = await database.selectFrom(table).selectAll().execute();
    assert.deepEqual(await target.database.selectFrom(table).selectAll().execute(), rows, table);
  }
  const restored = await target.database
    .selectFrom('blobs')
    .select(['digest', 'filename'])
    .orderBy('filename')
    .execute();
  assert.deepEqual(restored, [
    { digest: digests[0], filename: 'one\t\\N' },
    { digest: null, filename: 'three\t\\N' },
    { digest: digests[1], filename: 'two\t\\N' },
  ]);
  assert.equal(await blobs.stat(digests[1] as string), 3);
  const again = restoreBackup(backup, {
    connection: { connectionString: target.connectionString },
    blobs,
    async beforeCommit() {},
    say() {},
  });
  await assert.rejects(again, { kind: 'conflict' });
});

test('a backup that is not whole, or of a version unknown here, is refused', async (t) => {
  const { folder, file } = await setUp(t);
  const whole = await readFile(file);
  const plain = zstdDecompressSync(whole.subarray(magic.length, -trailerBytes)).toString('latin1');
  const repacked = (text: string) => {
    const body = Buffer.concat([Buffer.from(magic), zstdCompressSync(Buffer.from(text, 'latin1'))]);
    return Buffer.concat([body, Buffer.from(trailerOf(body.length + trailerBytes))]);
  };
  const flipped = (at: number) =>
    Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 0x10 : byte)));
  const cases: [string, Buffer, RegExp][] = [
    ['cut off', whole.subarray(0, whole.length - 20), /cut off or damaged/],
    ['cut off at the start', whole.subarray(0, 10), /is no backup/],
    ...Array.from({ length: 8 }, (_, index): [string, Buffer, RegExp] => [
      `a bit turned in eighth ${index}`,
      flipped(magic.length + 8 + Math.floor(((whole.length - magic.length - 8) * index) / 8)),
      /cut off or damaged/,
    ]),
    ['something after it', Buffer.concat([whole, whole]), /cut off or damaged/],
    ['changed and packed again', repacked(plain.replace('self_hosted', 'other_hands')), /cut off or damaged/],
    ['without its end', repacked(plain.slice(0, plain.lastIndexOf('{"frame":"end"'))), /cut off or damaged/],
    [
      'of a later version',
      repacked(plain.replace('"0001-foundation"', '"0001-foundation","9999-later"')),
      /was made by version 1\.2\.3/,
    ],
    ['of a later format', Buffer.concat([Buffer.from('webdata-backup 2\n'), whole]), /another version/],
    ['something else', Buffer.from('PK and so on: an archive of another kind'), /is no backup/],
  ];
  for (const [name, bytes, says] of cases) {
    const other = join(folder, 'other');
    await writeFile(other, bytes);
    await assert.rejects(
      checkBackup(other),
      (error: unknown) => error instanceof Failure && error.kind === 'invalid' && says.test(error.message),
      name,
    );
  }
});

test('a backup that cannot be finished leaves no file', async (t) => {
  const { folder, file } = await setUp(t);
  const blobs = createFileBlobs(join(folder, 'blobs'));
  const { connectionString } = await createTestDatabase(t);
  const options = {
    connection: { connectionString },
    blobs,
    secrets: new Map(),
    version: '1',
    createdAt: now,
  };
  const broken = () => {
    throw new Error('nobody listens');
  };
  await assert.rejects(createBackup(join(folder, 'never'), { ...options, say: broken }), /nobody listens/);
  await assert.rejects(createBackup(file, { ...options, say() {} }), { kind: 'conflict' });
  await assert.rejects(createBackup(join(folder, 'no', 'place'), { ...options, say() {} }), {
    kind: 'unavailable',
  });
  assert.deepEqual((await readdir(folder)).sort(), ['backup', 'blobs']);
});
