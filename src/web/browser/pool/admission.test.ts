import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runActivity } from '../../../domain/system/activity.ts';
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

test('accounts take turns at page slots, and one account leaves a slot to another active one', async () => {
  const admission = createAdmission({ maxPages: 2, availableMemory: () => 10_000 * megabyte });
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const acquire = (account: string, name: string, kind: 'acquirePage' | 'acquireWork' = 'acquirePage') =>
    void runActivity({ operation: 'test', accountId: account }, async () => {
      releases.set(name, await admission[kind](never));
      started.push(name);
    });
  const turn = () => new Promise(setImmediate);
  for (const name of ['x1', 'x2', 'x3', 'x4']) acquire('x', name);
  acquire('y', 'y1');
  acquire('y', 'y2', 'acquireWork');
  await turn();
  assert.deepEqual(started, ['x1', 'x2']);
  releases.get('x1')?.();
  await turn();
  assert.deepEqual(started.slice(2), ['y1']);
  releases.get('x2')?.();
  await turn();
  assert.deepEqual(started.slice(3), ['x3'], 'y holds one page, x none');
  releases.get('y1')?.();
  await turn();
  assert.deepEqual(started.slice(4), ['y2'], 'a step of a session takes its turn as well');
  releases.get('y2')?.();
  await turn();
  assert.deepEqual(started.slice(5), [], 'a slot stays free for y');
  for (const name of ['x3', 'x4']) {
    releases.get(name)?.();
    await turn();
  }
  assert.deepEqual([started.at(-1), admission.pageCount()], ['x4', 0]);
});
