import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../../test/until.ts';
import { IdleCollector } from './idle-collector.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: NodeJS.GCFunction = runInNewContext('gc');

/** Fills the heap with about 50 MB of objects that nothing refers to when the function has returned; returns its size then. */
function leaveGarbage(): number {
  const garbage = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
  return garbage.length && getHeapStatistics().total_heap_size;
}

test('a thread without work gives its memory back once, and one with work does not', async (t) => {
  let collections = 0;
  const collector = new IdleCollector({
    idleMs: 1,
    collect() {
      collections++;
      collectGarbage({ flavor: 'last-resort' });
    },
  });
  t.after(() => collector.close());

  collector.begin();
  collector.begin();
  collector.end();
  const filled = leaveGarbage();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(collections, 0, 'one of two works still runs');

  collector.end();
  await until(() => collections === 1);
  assert.ok(getHeapStatistics().total_heap_size < filled - 16 * 2 ** 20);

  collector.begin();
  collector.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(collections, 1, 'a small work leaves too little to collect');

  collector.begin();
  leaveGarbage();
  collector.end();
  await until(() => collections === 2);
});

test('without a way to collect, nothing happens', async () => {
  const collector = new IdleCollector({ idleMs: 1, collect: undefined });
  collector.begin();
  collector.end();
  await new Promise((resolve) => setTimeout(resolve, 10));
  collector.close();
});
