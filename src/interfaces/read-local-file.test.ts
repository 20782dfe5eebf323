import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileFieldName, sentFileOf } from '../operations/declaration/file-field.ts';
import { withLocalFile } from './read-local-file.ts';

test('reads a regular file, also through a link, and no other', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'read-local-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'minutes.txt');
  await writeFile(path, 'The board met at noon.');
  await symlink(path, join(folder, 'link.txt'));
  for (const name of ['minutes.txt', 'link.txt']) {
    const { filename, ...fields } = await withLocalFile({ focus: 'noon' }, join(folder, name));
    assert.equal(filename, name);
    assert.deepEqual(Object.keys(fields), ['focus', fileFieldName]);
    assert.equal(Buffer.from(sentFileOf(fields)?.bytes ?? []).toString(), 'The board met at noon.');
  }
  await writeFile(join(folder, 'empty.txt'), '');
  for (const name of ['empty.txt', 'none.txt', '.'])
    await assert.rejects(withLocalFile({}, join(folder, name)), /cannot be read: /, name);
});

test('reads no file of the kernel, such as the environment of a process', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'read-local-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const link = join(folder, 'notes.txt');
  await symlink('/proc/self/environ', link);
  for (const path of ['/proc/self/environ', '/proc/self/cmdline', '/proc/self/maps', '/dev/zero', link])
    await assert.rejects(withLocalFile({}, path), /cannot be read: it is (?:empty|not a regular file)/, path);
});
