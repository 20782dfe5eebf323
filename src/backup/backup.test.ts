import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createTestDatabase } from '../../test/database.ts';
import { ensureDefaultAccount } from '../account/accounts/accounts.ts';
import { ensureInstance } from '../account/accounts/instance.ts';
import { receiptKeyFromSeed } from '../domain/crypto/signature.ts';
import { systemClock } from '../domain/system/clock.ts';
import { Failure } from '../domain/system/failure.ts';
import { createFileBlobs } from '../store/blobs/file-blobs.ts';
import { insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import { createBackup } from './create-backup.ts';
import {
  createBodyCipher,
  createKeyLine,
  createTrailer,
  keyLineBytes,
  magic,
  parseKeyLine,
  plainMagic,
  trailerBytes,
} from './frames.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

const now = new Date();

/** Creates a database with an account and three blobs, deletes one of the blobs, and makes a backup. */
async function createTestBackup(t: Parameters<typeof createTestDatabase>[0]) {
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
    onProgress() {},
  });
  return { folder, database, digests, file, counts };
}

test('a restore returns the same rows and blobs, and clears references to deleted blobs', async (t) => {
  const { folder, database, digests, file, counts } = await createTestBackup(t);
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
    onProgress() {},
  });
  assert.ok(isBefore, 'no row is visible before the commit');
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
    onProgress() {},
  });
  await assert.rejects(again, { kind: 'conflict' });
});

test('a damaged backup, or one of an unknown version, is rejected', async (t) => {
  const { folder, file } = await createTestBackup(t);
  const whole = await readFile(file);
  const endBytes = keyLineBytes + trailerBytes;
  const textOf = (bytes: Buffer) => {
    const key = parseKeyLine(bytes.subarray(-endBytes, -trailerBytes).toString('latin1'));
    const body = createBodyCipher(key ?? Buffer.alloc(32)).update(bytes.subarray(magic.length, -endBytes));
    return zstdDecompressSync(body).toString('latin1');
  };
  const plain = textOf(whole);
  const packed = (text: string) => zstdCompressSync(Buffer.from(text, 'latin1'));
  const repacked = (text: string) => {
    const key = Buffer.alloc(32, 5);
    const encrypted = createBodyCipher(key).update(packed(text));
    const body = Buffer.concat([Buffer.from(magic), encrypted, Buffer.from(createKeyLine(key))]);
    return Buffer.concat([body, Buffer.from(createTrailer(body.length + trailerBytes))]);
  };
  const oldBody = Buffer.concat([Buffer.from(plainMagic), packed(plain)]);
  const old = join(folder, 'old');
  await writeFile(old, Buffer.concat([oldBody, Buffer.from(createTrailer(oldBody.length + trailerBytes))]));
  assert.equal((await checkBackup(old)).secrets.size, 1, 'the first format is still read');
  /** Flips a bit at `from` or at the first byte after it where zstd gives a meaning to the bit. */
  const flipped = (from: number): Buffer => {
    const changed = Buffer.from(whole.map((byte, index) => (index === from ? byte ^ 0x10 : byte)));
    try {
      return textOf(changed) === plain && from < whole.length - trailerBytes ? flipped(from + 1) : changed;
    } catch {
      // The bit made the file unreadable, which is what the case wants.
      return changed;
    }
  };
  const cases: [string, Buffer, RegExp][] = [
    ['cut off', whole.subarray(0, whole.length - 20), /truncated or damaged/],
    ['cut off at the start', whole.subarray(0, 10), /is not a webdata backup/],
    ...Array.from({ length: 8 }, (_, index): [string, Buffer, RegExp] => [
      `a bit flipped in eighth ${index}`,
      flipped(magic.length + 8 + Math.floor(((whole.length - magic.length - 8) * index) / 8)),
      /truncated or damaged/,
    ]),
    ['something after it', Buffer.concat([whole, whole]), /truncated or damaged/],
    [
      'changed and packed again',
      repacked(plain.replace('self_hosted', 'other_hands')),
      /truncated or damaged/,
    ],
    [
      'without its end',
      repacked(plain.slice(0, plain.lastIndexOf('{"frame":"end"'))),
      /truncated or damaged/,
    ],
    [
      'of a later version',
      repacked(plain.replace('"0001-foundation"', '"0001-foundation","9999-later"')),
      /was created by version 1\.2\.3/,
    ],
    ['of a later format', Buffer.concat([Buffer.from('webdata-backup 3\n'), whole]), /another version/],
    ['something else', Buffer.from('PK and so on: an archive of another kind'), /is not a webdata backup/],
  ];
  for (const [name, bytes, expectedMessage] of cases) {
    const other = join(folder, 'other');
    await writeFile(other, bytes);
    await assert.rejects(
      checkBackup(other),
      (error: unknown) =>
        error instanceof Failure && error.kind === 'invalid' && expectedMessage.test(error.message),
      name,
    );
  }
});

test('a backup that cannot be finished leaves no file', async (t) => {
  const { folder, file } = await createTestBackup(t);
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
    throw new Error('output closed');
  };
  await assert.rejects(
    createBackup(join(folder, 'never'), { ...options, onProgress: broken }),
    /output closed/,
  );
  await assert.rejects(createBackup(file, { ...options, onProgress() {} }), { kind: 'conflict' });
  await assert.rejects(createBackup(join(folder, 'no', 'place'), { ...options, onProgress() {} }), {
    kind: 'unavailable',
  });
  assert.deepEqual((await readdir(folder)).sort(), ['backup', 'blobs']);
});

test('what a killed backup leaves cannot be read', async (t) => {
  const { folder } = await createTestBackup(t);
  const { connectionString } = await createTestDatabase(t);
  // Long and random enough to reach the file at once.
  const secret = randomBytes(2 * 1024 * 1024).toString('hex');
  const left: Buffer[] = [];
  await createBackup(join(folder, 'whole'), {
    connection: { connectionString },
    blobs: createFileBlobs(join(folder, 'blobs')),
    secrets: new Map([['root-secret', secret]]),
    version: '1',
    createdAt: now,
    onProgress() {
      // The bytes that a kill at this moment would leave.
      const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('.whole'));
      left.push(readFileSync(join(folder, name)));
    },
  });
  assert.ok(left.some((bytes) => bytes.length > 1024 * 1024));
  for (const bytes of left) {
    assert.ok(!bytes.includes(secret.slice(0, 32)));
    const options = { finishFlush: constants.ZSTD_e_flush };
    assert.throws(() => zstdDecompressSync(bytes.subarray(magic.length), options));
    await writeFile(join(folder, 'left'), bytes);
    await assert.rejects(checkBackup(join(folder, 'left')), /truncated or damaged/);
  }
  assert.equal((await checkBackup(join(folder, 'whole'))).secrets.get('root-secret'), secret);
});
