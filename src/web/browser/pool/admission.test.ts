import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmission } from './admission.ts';

const megabyte = 2 ** 20;
const never = new AbortController().signal;

test('held contexts take at most half of the memory and never block pages', async () => {
  // Memory for ten contexts beyond the reserve.
  let availableBytes = 1_400 * megabyte;
  const admission = createAdmission({ maxPages: 2, availableMemory: () => availableBytes });
  const releases = [];
  for (;;) {
    const release = admission.tryAcquireContext();
    if (release === null) break;
    releases.push(release);
  }
  assert.equal(admission.contextCount(), 5);
  // Pages are still admitted, and idle sessions take none of their slots.
  const pages = [await admission.acquirePage(never), await admission.acquirePage(never)];
  assert.equal(admission.pageCount(), 2);

  // A waiting caller is admitted when another leaves; leaving twice has no effect.
  let isIn = false;
  const waiting = admission.acquireContext(never).then((release) => {
    isIn = true;
    return release;
  });
  await new Promise(setImmediate);
  assert.equal(isIn, false);
  releases[0]?.();
  releases[0]?.();
  (await waiting)();
  assert.equal(admission.contextCount(), 4);

  const impatient = new AbortController();
  availableBytes = 0;
  const rejection = admission.acquireContext(impatient.signal);
  impatient.abort(new Error('no more'));
  await assert.rejects(rejection, /no more/);
  for (const release of pages) release();
  // One page is always admitted, independent of memory.
  (await admission.acquirePage(never))();
});

test('a held context works when a page slot is free, independent of memory', async () => {
  let availableBytes = 10_000 * megabyte;
  const admission = createAdmission({ maxPages: 1, availableMemory: () => availableBytes });
  const release = admission.tryAcquireContext();
  assert.ok(release !== null);
  const page = await admission.acquirePage(never);
  availableBytes = 0;
  let isWorking = false;
  const work = admission.acquireWork(never).then((done) => {
    isWorking = true;
    return done;
  });
  await new Promise(setImmediate);
  assert.equal(isWorking, false);
  page();
  (await work)();
  release();
  assert.deepEqual([admission.pageCount(), admission.contextCount()], [0, 0]);
});
