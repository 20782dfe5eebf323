import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Failure } from '../../src/domain/system/failure.ts';
import { type ObjectStoreConfig, parseBlobUrl } from '../../src/store/blobs/blob-url.ts';
import { createS3Blobs } from '../../src/store/blobs/s3-blobs.ts';
import { sweepBlobContents } from '../../src/store/blobs/sweep-blobs.ts';
import { createTestDatabase } from '../database.ts';
import { startTestService } from '../service/running-service.ts';
import { openHome } from '../service-process.ts';
import { generous, hello, helloDigest, read, streamOf, testBlobStore } from '../store/blob-store-suite.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { type BlobUrlParts, objectStoreMissing, startObjectStore } from './versitygw.ts';

const skip = objectStoreMissing;

function openBlobs(url: string, stagingFolder = tmpdir(), pauseMs = 5) {
  const blobs = createS3Blobs({ address: parseBlobUrl(url) as ObjectStoreConfig, stagingFolder, pauseMs });
  return { blobs, close: () => blobs.close() };
}

async function setUp(t: TestContext, parts: BlobUrlParts = {}, pauseMs = 5) {
  const store = await startObjectStore();
  const stagingFolder = await mkdtemp(join(tmpdir(), 'blobs-'));
  const { blobs, close } = openBlobs(store.blobUrl(parts), stagingFolder, pauseMs);
  t.after(async () => {
    await close();
    await store.stop();
    await rm(stagingFolder, { recursive: true, force: true });
  });
  return { store, blobs, names: async () => [...(await store.keys()), ...(await readdir(stagingFolder))] };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => assert.fail('should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Failure, String(error));
  return error;
}

if (skip === false) testBlobStore('real object store', (t) => setUp(t));

test('objects have the documented keys and arrive unchanged', { skip }, async (t) => {
  const { blobs, store } = await setUp(t);
  await blobs.check();
  await blobs.put(hello, generous);
  const digest = helloDigest;
  assert.deepEqual(await store.keys(), [
    `some/prefix/${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest.slice(4)}`,
  ]);
  const piece = randomBytes(512 * 1024);
  const large = await blobs.put(streamOfBytes(piece, 40), { ...generous, maxBytes: 32 * 1024 * 1024 });
  assert.equal(large.bytes, 20 * 1024 * 1024);
  const hash = createHash('sha256');
  for await (const chunk of (await blobs.open(large.digest)) ?? []) hash.update(chunk);
  assert.equal(hash.digest('hex'), large.digest);
  const empty = await blobs.put(Buffer.alloc(0), generous);
  assert.equal(await read(blobs, empty.digest), '');
  await blobs.delete(large.digest);
  await blobs.delete(empty.digest);
  assert.equal((await store.keys()).length, 1);
});

async function* streamOfBytes(piece: Uint8Array, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield piece;
}

test('wrong credentials, a wrong region and a missing bucket are reported in one line', {
  skip,
}, async (t) => {
  const cases: { parts: BlobUrlParts; says: RegExp }[] = [
    { parts: { secretKey: 'not-the-secret-key' }, says: /403 SignatureDoesNotMatch/ },
    { parts: { accessKey: 'nobody' }, says: /404 XAdminUserNotFound/ },
    { parts: { bucket: 'elsewhere' }, says: /404 NoSuchBucket/ },
    { parts: { region: 'mars-1' }, says: /400 AuthorizationHeaderMalformed/ },
  ];
  for (const { parts, says } of cases) {
    const { blobs } = await setUp(t, parts);
    const failure = await failureOf(blobs.check());
    assert.equal(failure.kind, 'invalid');
    assert.match(failure.message, says);
    assert.doesNotMatch(inspect(failure, { depth: 9 }), /test-access-key|secret-key|secret\+key|nobody\//);
    assert.equal((await failureOf(blobs.open(helloDigest))).kind, 'unavailable');
    assert.equal((await failureOf(blobs.put(hello, generous))).kind, 'unavailable');
  }
});

test('requests continue when the store restarts', { skip }, async (t) => {
  const { blobs, store } = await setUp(t, {}, 1_000);
  await blobs.put(hello, generous);
  await store.kill();
  const writing = blobs.put(streamOf('written ', 'during the restart'), generous);
  const reading = read(blobs, helloDigest);
  await pause(300);
  await store.start();
  const { digest } = await writing;
  assert.equal(await read(blobs, digest), 'written during the restart');
  assert.equal(await reading, 'hello, blob');
});

/** Starts a site with a long page. */
async function startLongSite(t: TestContext) {
  // Random words, because texts are stored compressed.
  const words = () => randomBytes(2_000).toString('hex').replace(/.{8}/g, '$& ');
  const paragraphs = Array.from({ length: 300 }, () => `<p>${words()}</p>`).join('');
  const body = `<!doctype html><title>Long</title><main><h1>Long</h1>${paragraphs}</main>`;
  const site = await startLoopbackServer('127.0.0.21', () => new Map([['/', { body }]]));
  t.after(() => site.close());
  return site;
}

test('the service keeps long pages in the object store until their job is deleted', { skip }, async (t) => {
  const store = await startObjectStore();
  t.after(() => store.stop());
  const site = await startLongSite(t);
  const service = await startTestService(t, { BLOB_URL: store.blobUrl() });
  const { json: health } = await service.get('/v1/health');
  assert.equal(health.checks.blobs.status, 'ok', JSON.stringify(health.checks.blobs));
  const { json: started } = await service.post('/v1/scrape?async=true', { url: site.url('/') });
  for (let job = started; !['completed', 'failed'].includes(job.status); await pause(100))
    job = (await service.get(`/v1/jobs/${started.jid}`)).json;
  const { json: found } = await service.get(`/v1/jobs/${started.jid}/results`);
  const [{ ref, length }] = found.results;
  assert.equal((await store.keys()).length, 1);
  const end = await service.get(`/v1/read?ref=${ref}&offset=${length - 100}`);
  assert.deepEqual([end.status, end.json.content.length], [200, 100], JSON.stringify(end.json).slice(0, 500));

  assert.equal((await service.request('DELETE', `/v1/jobs/${started.jid}`)).status, 200);
  assert.equal((await service.get(`/v1/read?ref=${ref}`)).status, 410);
  const { blobs, close } = openBlobs(store.blobUrl());
  t.after(close);
  assert.equal(
    await sweepBlobContents(
      { database: service.database, blobs, references: [] },
      new Date(Date.now() + 2 * 3_600_000),
    ),
    1,
  );
  assert.deepEqual(await store.keys(), []);
});

test('a backup carries the files of one object store to another', { skip }, async (t) => {
  const site = await startLongSite(t);
  const deployments = [];
  for (let count = 0; count < 2; count += 1) {
    const store = await startObjectStore();
    t.after(() => store.stop());
    const { connectionString, pool } = await createTestDatabase(t);
    await pool.query('drop schema public cascade; create schema public');
    const home = await openHome();
    t.after(() => home.close());
    const settings = {
      DATABASE_URL: connectionString,
      BLOB_URL: store.blobUrl(),
      WEBDATA_SECRET: 'a secret of both',
    };
    deployments.push({ store, home, settings });
  }
  const [source, target] = deployments;
  assert.ok(source && target);
  const file = join(dirname(source.home.dataDir), 'backup');

  async function run({ home, settings }: NonNullable<typeof source>, args: string[]): Promise<void> {
    const { code, stderr } = await home.launch(settings, args).ended;
    assert.equal(code, 0, stderr);
  }
  async function ask(service: { url: string; key: string }, path: string, body?: object) {
    const answer = await fetch(`${service.url}${path}`, {
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { ref: string; content: string };
  }

  const service = await source.home.start(source.settings);
  const { ref } = await ask(service, '/v1/scrape', { url: site.url('/'), max_length: 2_000 });
  const part = `/v1/read?ref=${ref}&offset=1000000&length=3000`;
  const { content } = await ask(service, part);
  await run(source, ['backup', file]);
  await service.stop();
  await run(target, ['restore', file]);
  assert.equal((await source.store.keys()).length, 1);
  assert.deepEqual(await target.store.keys(), await source.store.keys());
  const restored = await target.home.start(target.settings);
  assert.equal(content.length, 3_000);
  assert.equal((await ask(restored, part)).content, content);
});

test('a start with a wrong object store ends with one line', { skip }, async (t) => {
  const store = await startObjectStore();
  t.after(() => store.stop());
  const home = await openHome();
  t.after(() => home.close());
  const launched = home.launch({ BLOB_URL: store.blobUrl({ secretKey: 'not-the-secret-key' }) });
  const { code, stderr } = await launched.ended;
  assert.notEqual(code, 0);
  assert.match(stderr, /BLOB_URL.*403 SignatureDoesNotMatch/);
  assert.doesNotMatch(stderr, /not-the-secret-key/);
});
