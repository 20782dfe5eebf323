import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import {
  generous,
  hello,
  helloDigest,
  read,
  streamOf,
  testBlobStore,
} from '../../../test/store/blob-store-suite.ts';
import { startS3Server } from '../../../test/world/s3-server.ts';
import { Failure } from '../../domain/system/failure.ts';
import { type ObjectStoreConfig, parseBlobUrl } from './blob-url.ts';
import { createS3Blobs } from './s3-blobs.ts';

async function setUp(t: TestContext, change: Partial<ObjectStoreConfig> = {}) {
  const server = await startS3Server();
  const stagingFolder = await mkdtemp(join(tmpdir(), 'blobs-'));
  const address = { ...(parseBlobUrl(server.blobUrl('some/prefix')) as ObjectStoreConfig), ...change };
  const blobs = createS3Blobs({ address, stagingFolder, requestTimeoutMs: 400, pauseMs: 5 });
  t.after(async () => {
    await blobs.close();
    await server.close();
    await rm(stagingFolder, { recursive: true, force: true });
  });
  const names = async () => [...server.objects.keys(), ...(await readdir(stagingFolder))];
  return { blobs, server, names };
}

testBlobStore('object store', setUp);

async function getFailure(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => assert.fail('should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Failure, String(error));
  return error;
}

test('objects are stored under the prefix, and every request is signed', async (t) => {
  const { blobs, server } = await setUp(t);
  await blobs.put(hello, generous);
  assert.deepEqual(
    [...server.objects.keys()],
    [`some/prefix/${helloDigest.slice(0, 2)}/${helloDigest.slice(2, 4)}/${helloDigest.slice(4)}`],
  );
  assert.deepEqual(server.refused, []);
});

test('a large stream is stored completely', async (t) => {
  const { blobs, server } = await setUp(t);
  const piece = randomBytes(512 * 1024);
  const { digest, bytes } = await blobs.put(
    (async function* () {
      for (let index = 0; index < 16; index += 1) yield piece;
    })(),
    { ...generous, maxBytes: 16 * 1024 * 1024 },
  );
  assert.equal(bytes, 8 * 1024 * 1024);
  const [object] = server.objects.values();
  assert.equal(
    createHash('sha256')
      .update(object as Buffer)
      .digest('hex'),
    digest,
  );
});

test('transient errors are retried', async (t) => {
  const { blobs, server } = await setUp(t);
  for (const fault of ['refuse', 'fail', 'cut'] as const) {
    server.faults[fault] = 2;
    await blobs.put(streamOf(`content for ${fault}`), generous);
    server.faults[fault] = 2;
    const { digest } = await blobs.put(Buffer.from(`content for ${fault}`), generous);
    server.faults[fault] = 2;
    assert.equal(await read(blobs, digest), `content for ${fault}`);
  }
  assert.equal(server.objects.size, 3);
});

test('persistent errors and timeouts are `unavailable`', async (t) => {
  const { blobs, server } = await setUp(t);
  await blobs.put(hello, generous);
  server.faults.refuse = 1_000;
  for (const work of [
    () => blobs.stat(helloDigest),
    () => blobs.open(helloDigest),
    () => blobs.delete(helloDigest),
  ]) {
    assert.equal((await getFailure(work())).kind, 'unavailable');
  }
  server.faults.refuse = 0;
  server.faults.slowMs = 30_000;
  assert.equal((await getFailure(blobs.put(Buffer.from('other'), generous))).kind, 'unavailable');
  server.faults.slowMs = 0;
  assert.equal(await read(blobs, helloDigest), 'hello, blob');
});

test('a truncated object is an error', async (t) => {
  const { blobs, server } = await setUp(t);
  const { digest } = await blobs.put(Buffer.alloc(300_000, 'x'), generous);
  server.faults.truncate = 1;
  assert.equal((await getFailure(read(blobs, digest))).kind, 'unavailable');
  assert.equal((await read(blobs, digest))?.length, 300_000);
});

test('the signal aborts the upload', async (t) => {
  const { blobs, server } = await setUp(t);
  server.faults.slowMs = 200;
  const signal = AbortSignal.timeout(30);
  await assert.rejects(blobs.put(hello, { ...generous, signal }), { name: 'TimeoutError' });
});

test('wrong credentials and a missing bucket are reported in one line without secrets', async (t) => {
  const good = await setUp(t);
  await good.blobs.check();
  const cases = [
    { change: { secretKey: 'not-the-secret-key' }, says: /403 SignatureDoesNotMatch/ },
    { change: { accessKey: 'nobody' }, says: /403 InvalidAccessKeyId/ },
    { change: { bucket: 'elsewhere' }, says: /404 NoSuchBucket/ },
  ];
  for (const { change, says: message } of cases) {
    const { blobs } = await setUp(t, change);
    const failure = await getFailure(blobs.check());
    assert.equal(failure.kind, 'invalid');
    assert.match(failure.message, message);
    assert.doesNotMatch(
      inspect(failure, { depth: 9 }),
      /test-access-key|secret-key|secret\+key|Signature=|nobody\//,
    );
    assert.equal((await getFailure(blobs.open(helloDigest))).kind, 'unavailable');
  }
});

test('a BLOB_URL is parsed, or rejected in one line without its secrets', () => {
  assert.deepEqual(parseBlobUrl('s3://AK:s%2Fk%2B@media/a/b/?endpoint=http://127.0.0.1:9000&region=eu-1'), {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'media',
    prefix: 'a/b/',
    region: 'eu-1',
    accessKey: 'AK',
    secretKey: 's/k+',
  });
  assert.equal(
    (parseBlobUrl('s3://AK:SK@media') as ObjectStoreConfig).endpoint,
    'https://s3.us-east-1.amazonaws.com',
  );
  assert.deepEqual(parseBlobUrl('file:///srv/my%20blobs'), { kind: 'file', folder: '/srv/my blobs' });
  for (const text of [
    's3://media',
    's3://AK@media',
    's3://AKsecret:SKsecret@media?endpoint=ftp://x',
    's3://AKsecret:SKsecret@media?endpoint=http://x/path',
    's3://AKsecret:SKsecret@media?regoin=x',
    's3://AKsecret:%E0%A4@media',
    'file://host/path',
    'http://AKsecret:SKsecret@media',
  ]) {
    assert.throws(
      () => parseBlobUrl(text),
      (error: unknown) =>
        error instanceof Failure &&
        /^bad setting BLOB_URL: /.test(error.message) &&
        !/secret\b/.test(error.message.replace('secret key', '')),
      text,
    );
  }
});
