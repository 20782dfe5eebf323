import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { findBrowser } from './find-browser.ts';

const temporary = useOwnTemporaryFolder();

test('a program that is no browser is named, and nothing of the try is left', async () => {
  const homes = async () => (await readdir(temporary)).filter((name) => name.startsWith('webdata-browser-'));
  const before = await homes();
  const search = await findBrowser(process.execPath);
  assert.equal(search.browser, null);
  assert.match(search.detail, /cannot be used: it ended at once/);
  assert.ok(search.rejected.length > 0);
  const left = (await homes()).filter((name) => !before.includes(name));
  assert.deepEqual(left, []);
});

test('a program that is not there is named', async () => {
  const { browser, detail } = await findBrowser('/no/such/browser');
  assert.equal(browser, null);
  assert.match(detail, /\/no\/such\/browser cannot be used: there is no such program/);
});

test('a browser can be turned off', async () => {
  assert.match((await findBrowser('none')).detail, /turned off/);
});

test('a browser of this machine is found, tried, and never trusted more than needed', async (t) => {
  const { browser, detail } = await findBrowser(null);
  if (browser === null) return t.skip(`no browser on this machine: ${detail}`);
  assert.match(browser.product, /Chrom/);
  assert.match(detail, /sandbox (on|OFF)/);
  if (process.getuid?.() !== 0) assert.equal(browser.program?.confinement.sandbox, true);
});
