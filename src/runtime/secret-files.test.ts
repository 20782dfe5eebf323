import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newSecret, readOrCreateSecret, readSecret, writeSecret } from './secret-files.ts';

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-secrets-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a secret is made once, kept, and for our eyes only', async (t) => {
  const folder = await folderFor(t);
  assert.equal(await readSecret(folder, 'root'), null);
  const made = await readOrCreateSecret(folder, 'root');
  assert.ok(Buffer.from(made, 'base64url').length === 32);
  assert.equal(await readOrCreateSecret(folder, 'root'), made);
  assert.equal(await readSecret(folder, 'root'), made);
  assert.equal((await stat(join(folder, 'root'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['root']);
});

test('many that make the same secret at once agree on one', async (t) => {
  const folder = await folderFor(t);
  const made = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(folder, 'root')));
  assert.equal(new Set(made).size, 1);
  assert.deepEqual(await readdir(folder), ['root']);
});

test('a secret can be replaced whole', async (t) => {
  const folder = await folderFor(t);
  await writeSecret(folder, 'first-key', 'wd_one');
  await writeSecret(folder, 'first-key', 'wd_two');
  assert.equal(await readSecret(folder, 'first-key'), 'wd_two');
  assert.deepEqual(await readdir(folder), ['first-key']);
});

test('an empty file is no secret, and no reason to make another one', async (t) => {
  const folder = await folderFor(t);
  await writeFile(join(folder, 'root'), '\n');
  await assert.rejects(readOrCreateSecret(folder, 'root'), /is empty: restore it/);
});

test('secrets differ', () => {
  assert.notEqual(newSecret(), newSecret());
});
