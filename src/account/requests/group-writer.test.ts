import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/system/failure.ts';
import { createGroupWriter } from './group-writer.ts';

/** A gate that lets `pass` callers through only after it is opened. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { pass: () => opened, open };
}

const connectionRefused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('entries that arrive while a group is written form the next group, within its limits', async () => {
  const gate = createGate();
  const groups: number[][] = [];
  const writer = createGroupWriter<number, string>({
    maxEntries: 3,
    sizeOf: (entry) => (entry >= 100 ? 60 : 1),
    maxBytes: 100,
    keyOf: (entry) => String(entry),
    write: async (entries) => {
      groups.push(entries);
      if (groups.length === 1) await gate.pass();
      return entries.map((entry) => `done ${entry}`);
    },
  });
  const first = writer.write(0);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [1, 2, 3, 4, 4, 100, 101, 5].map((entry) => writer.write(entry));
  gate.open();
  assert.equal(await first, 'done 0');
  assert.equal((await Promise.all(rest)).at(-1), 'done 5');
  assert.deepEqual(groups, [[0], [1, 2, 3], [4], [4, 100], [101, 5]]);
});

test('a lost connection is retried; an invalid entry fails alone', async () => {
  let calls = 0;
  const written: string[] = [];
  const writer = createGroupWriter<string, void>({
    maxEntries: 10,
    write: async (entries) => {
      calls += 1;
      if (calls === 1) throw connectionRefused();
      if (entries.includes('bad')) throw new Error('bad entry');
      written.push(...entries);
      return [];
    },
  });
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((entry) => writer.write(entry)));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(written, ['a', 'b']);
});

test('while the database is unavailable all waiting entries are rejected, and later ones succeed', async () => {
  let isUnavailable = true;
  let calls = 0;
  const writer = createGroupWriter<number, number>({
    maxEntries: 1,
    write: async (entries) => {
      calls += 1;
      if (isUnavailable) throw connectionRefused();
      return entries;
    },
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, entry) => writer.write(entry)));
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Failure);
    assert.equal(outcome.reason.kind, 'unavailable');
  }
  assert.ok(calls < 10);
  isUnavailable = false;
  assert.equal(await writer.write(7), 7);
  await writer.close();
  await assert.rejects(writer.write(8), Failure);
});
