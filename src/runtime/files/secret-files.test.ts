import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newSecret, readOrCreateSecret, readSecret, writeSecret } from './secret-files.ts';

async function createTestFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-secrets-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a secret is created once, stored, and readable only by its owner', async (t) => {
  const folder = await createTestFolder(t);
  assert.equal(await readSecret(folder, 'root'), null);
  const secret = await readOrCreateSecret(folder, 'root');
  assert.ok(Buffer.from(secret, 'base64url').length === 32);
  assert.equal(await readOrCreateSecret(folder, 'root'), secret);
  assert.equal(await readSecret(folder, 'root'), secret);
  assert.equal((await stat(join(folder, 'root'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['root']);
});

test('concurrent creations of the same secret return one value', async (t) => {
  const folder = await createTestFolder(t);
  const made = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(folder, 'root')));
  assert.equal(new Set(made).size, 1);
  assert.deepEqual(await readdir(folder), ['root']);
});

test('a secret can be replaced', async (t) => {
  const folder = await createTestFolder(t);
  await writeSecret(folder, 'first-key', 'wd_one');
  await writeSecret(folder, 'first-key', 'wd_two');
  assert.equal(await readSecret(folder, 'first-key'), 'wd_two');
  assert.deepEqual(await readdir(folder), ['first-key']);
});

test('an empty file is an error and is not replaced by a new secret', async (t) => {
  const folder = await createTestFolder(t);
  await writeFile(join(folder, 'root'), '\n');
  await assert.rejects(readOrCreateSecret(folder, 'root'), /is empty\. Restore it/);
});

test('secrets differ', () => {
  assert.notEqual(newSecret(), newSecret());
});
