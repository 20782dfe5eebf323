import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createZip } from '../../store/exports/create-zip.ts';
import { unpackZip } from './unpack-zip.ts';

test('an archive of the service is unpacked, and never outside of its folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-zip-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'pages.zip');
  const target = join(folder, 'target');
  async function pack(files: Readonly<Record<string, string>>): Promise<void> {
    const parts = Object.entries(files).map(([name, text]) => ({
      name,
      pieces: (async function* () {
        if (text !== '') yield Buffer.from(text);
      })(),
    }));
    await writeFile(archive, createZip(parts));
  }

  await t.test('files keep their folders, names and bytes', async () => {
    const files = {
      'quay.example/index.md': '# Quay\n',
      'quay.example/ä/lämp.md': 'é'.repeat(90_000),
      'empty.md': '',
    };
    await pack(files);
    assert.equal(await unpackZip(archive, target), 3);
    for (const [name, text] of Object.entries(files))
      assert.equal(await readFile(join(target, name), 'utf8'), text);
  });

  await t.test('names that lead out of the folder are refused', async () => {
    for (const name of ['../out.md', 'a/../../out.md', '/out.md', 'a\\..\\..\\out.md', 'a//out.md']) {
      await pack({ [name]: 'x' });
      await assert.rejects(unpackZip(archive, target), /unsafe name/, name);
    }
    assert.deepEqual((await readdir(folder)).sort(), ['pages.zip', 'target']);
  });

  await t.test('an archive that was cut off is an error', async () => {
    await pack({ 'a.md': 'text' });
    await writeFile(archive, (await readFile(archive)).subarray(0, -30));
    await assert.rejects(unpackZip(archive, target));
  });
});
