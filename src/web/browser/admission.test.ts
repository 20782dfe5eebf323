import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmission } from './admission.ts';

const megabyte = 2 ** 20;
const never = new AbortController().signal;

test('held contexts take half of what there is memory for, and never shut pages out', async () => {
  // Room for ten contexts beside what is spared.
  let free = 1_400 * megabyte;
  const admission = createAdmission({ mostPages: 2, availableMemory: () => free });
  const leaves = [];
  for (;;) {
    const leave = admission.hold();
    if (leave === null) break;
    leaves.push(leave);
  }
  assert.equal(admission.held(), 5);
  // Pages have places all the same, and an idle session takes none of theirs.
  const pages = [await admission.enter(never), await admission.enter(never)];
  assert.equal(admission.inside(), 2);

  // Whoever waits is let in as soon as one leaves, and not before; leaving twice is leaving once.
  let isIn = false;
  const waiting = admission.waitToHold(never).then((leave) => {
    isIn = true;
    return leave;
  });
  await new Promise(setImmediate);
  assert.equal(isIn, false);
  leaves[0]?.();
  leaves[0]?.();
  (await waiting)();
  assert.equal(admission.held(), 4);

  const impatient = new AbortController();
  free = 0;
  const refused = admission.waitToHold(impatient.signal);
  impatient.abort(new Error('no more'));
  await assert.rejects(refused, /no more/);
  for (const leave of pages) leave();
  // One page is always admitted, whatever memory there is.
  (await admission.enter(never))();
});

test('a held context works when there is a page’s place, whatever memory is left', async () => {
  let free = 10_000 * megabyte;
  const admission = createAdmission({ mostPages: 1, availableMemory: () => free });
  const leave = admission.hold();
  assert.ok(leave !== null);
  const page = await admission.enter(never);
  free = 0;
  let isWorking = false;
  const work = admission.work(never).then((done) => {
    isWorking = true;
    return done;
  });
  await new Promise(setImmediate);
  assert.equal(isWorking, false);
  page();
  (await work)();
  leave();
  assert.deepEqual([admission.inside(), admission.held()], [0, 0]);
});
