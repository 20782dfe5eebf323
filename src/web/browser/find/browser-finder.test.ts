import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { until } from '../../../../test/until.ts';
import { createBrowserFinder } from './browser-finder.ts';
import type { BrowserSearch } from './find-browser.ts';

useOwnTemporaryFolder();

/** Opens files until the limit of this process; null if there is no limit below 100,000. */
function exhaustDescriptors(): number[] | null {
  const descriptors: number[] = [];
  try {
    while (descriptors.length < 100_000) descriptors.push(openSync('/dev/null', 'r'));
    for (const descriptor of descriptors) closeSync(descriptor);
    return null;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'EMFILE');
    return descriptors;
  }
}

test('a probe with few free file descriptors reports what is missing', async (t) => {
  for (let spare = 0; spare < 16; spare += 1) {
    const finder = createBrowserFinder({
      configured: process.execPath,
      guardListenAddress: null,
      unpackFolder: '',
      onSearch() {},
    });
    t.after(() => finder.close());
    const descriptors = exhaustDescriptors();
    if (descriptors === null) return t.skip('this process may open too many files');
    for (const descriptor of descriptors.splice(0, spare)) closeSync(descriptor);
    const { rejected } = await finder.search().finally(() => {
      for (const descriptor of descriptors) closeSync(descriptor);
    });
    for (const { reason, isTransient } of rejected) {
      if (!isTransient) assert.match(reason, /the browser ended at once/, `${spare} spare descriptors`);
    }
  }
});

test('a browser that could not be probed for lack of file descriptors is searched again', async (t) => {
  const searches: BrowserSearch[] = [];
  const finder = createBrowserFinder({
    // Not a browser, but a program that can be started; the test only checks that it is tried.
    configured: process.execPath,
    guardListenAddress: null,
    unpackFolder: '',
    onSearch: (search) => searches.push(search),
  });
  t.after(() => finder.close());
  const descriptors = exhaustDescriptors();
  if (descriptors === null) return t.skip('this process may open too many files');
  const first = await finder.search().finally(() => {
    for (const descriptor of descriptors) closeSync(descriptor);
  });
  assert.equal(first.browser, null);
  assert.ok(first.rejected.some(({ isTransient }) => isTransient));
  await until(async () => {
    await finder.search();
    return searches.length >= 2;
  });
  const second = await finder.search();
  assert.match(second.detail, /the browser ended at once/);
  // That is not a lack of resources, so the result is cached for a while.
  await finder.search();
  assert.equal(searches.length, 2);
});
