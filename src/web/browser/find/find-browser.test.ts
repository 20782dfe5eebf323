import assert from 'node:assert/strict';
import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { findBrowser } from './find-browser.ts';
import { removeOldHomes } from './launch-command.ts';

const temporary = useOwnTemporaryFolder();

test('a program that is not a browser is reported, and the attempt leaves no files', async () => {
  const homes = async () => (await readdir(temporary)).filter((name) => name.startsWith('webdata-browser-'));
  const before = await homes();
  const search = await findBrowser(process.execPath);
  assert.equal(search.browser, null);
  assert.match(search.detail, /cannot be used: the browser ended at once/);
  assert.ok(search.rejected.length > 0);
  const remaining = (await homes()).filter((name) => !before.includes(name));
  assert.deepEqual(remaining, []);
});

test('home folders of killed processes are removed after a day, others are not', async () => {
  const [old, fresh] = ['webdata-browser-old', 'webdata-browser-fresh'];
  for (const name of [old, fresh]) await mkdir(join(temporary, name, 'profile'), { recursive: true });
  const before = Date.now() / 1_000 - 25 * 3_600;
  await utimes(join(temporary, old), before, before);
  await removeOldHomes();
  const remaining = await readdir(temporary);
  assert.deepEqual([remaining.includes(old), remaining.includes(fresh)], [false, true]);
  await rm(join(temporary, fresh), { recursive: true });
});

test('a missing program is reported', async () => {
  const { browser, detail } = await findBrowser('/no/such/browser');
  assert.equal(browser, null);
  assert.match(detail, /\/no\/such\/browser cannot be used: the program does not exist/);
});

test('a browser can be turned off', async () => {
  assert.match((await findBrowser('none')).detail, /disabled by/);
});

test('a local browser is found, probed and run with the least privileges', async (t) => {
  const { browser, detail } = await findBrowser(null);
  if (browser === null) return t.skip(`no browser on this machine: ${detail}`);
  assert.match(browser.product, /Chrom/);
  assert.match(detail, /sandbox (on|OFF)/);
  if (process.getuid?.() !== 0) assert.equal(browser.program?.confinement.sandbox, true);
});
