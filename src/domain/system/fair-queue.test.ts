import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

/** A queue for names, whose first letter is the account, and a clock that tests set. */
function createTestQueue(...names: string[]) {
  const clock = { ms: 0 };
  const queue = new FairQueue<string>(() => clock.ms);
  const add = (...added: string[]) => {
    for (const name of added) queue.add(name, name[0]);
  };
  /** Starts what may start; returns the names, and functions that end the work. */
  function start(places: number, running = new Map<string, () => void>()) {
    const started: string[] = [];
    while (running.size < places) {
      const name = queue.next(places);
      if (name === null) break;
      running.set(name, queue.take(name));
      started.push(name);
    }
    return { started, running };
  }
  add(...names);
  return { queue, clock, add, start };
}

test('accounts are served in turn, and items of one account in order of arrival', () => {
  const { start, queue } = createTestQueue('x1', 'x2', 'x3', 'x4', 'y1', 'z1', 'y2');
  const order: string[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const { started, running } = start(1);
    order.push(...started);
    for (const end of running.values()) end();
  }
  assert.deepEqual(order, ['x1', 'y1', 'z1', 'x2', 'y2', 'x3', 'x4']);
  assert.equal(queue.size, 0);
});

test('the account that holds the fewest places comes first', () => {
  const { start, add } = createTestQueue('x1', 'x2', 'x3', 'x4');
  const { running } = start(3);
  add('y1', 'y2', 'x5');
  running.get('x2')?.();
  running.delete('x2');
  assert.deepEqual(start(3, running).started, ['y1']);
  running.get('x1')?.();
  running.delete('x1');
  assert.deepEqual(start(3, running).started, ['x4'], 'with equal shares, the one served longest ago');
  running.get('x3')?.();
  running.delete('x3');
  assert.deepEqual(start(3, running).started, ['y2']);
});

test('an account alone uses all places, beside an active one it leaves a place free', () => {
  const { start, add, clock, queue } = createTestQueue('x1', 'x2', 'x3', 'x4');
  const { started, running } = start(4);
  assert.deepEqual(started, ['x1', 'x2', 'x3', 'x4']);
  add('y1', 'x5', 'x6', 'x7', 'x8');
  const end = (...names: string[]) => {
    for (const name of names) {
      running.get(name)?.();
      running.delete(name);
    }
  };
  end('x1');
  assert.deepEqual(start(4, running).started, ['y1']);
  end('y1', 'x2');
  assert.deepEqual(start(4, running).started, ['x5'], 'the place of y1 stays free');
  assert.equal(queue.countStartable(4), 0);
  add('y2');
  assert.equal(queue.countStartable(4), 1);
  assert.deepEqual(start(4, running).started, ['y2'], 'and is there for it at once');
  end('y2');
  clock.ms += 61_000;
  assert.deepEqual(start(4, running).started, ['x6'], 'an account that is gone keeps no place');
});

test('many active accounts limit one account to half of the places', () => {
  const { start, add } = createTestQueue('a', 'b', 'c', 'd', 'e', 'f');
  for (const end of start(6).running.values()) end();
  add('x1', 'x2', 'x3', 'x4', 'x5', 'x6');
  assert.deepEqual(start(6).started, ['x1', 'x2', 'x3']);
  const single = createTestQueue('a', 'x1', 'x2');
  assert.deepEqual(single.start(1).started, ['a'], 'the only place is used by anyone');
});

test('an item that left, or may not start, holds up no other', () => {
  const { queue, start } = createTestQueue('x1', 'x2', 'y1');
  queue.delete('x1');
  queue.delete('x1');
  assert.equal(
    queue.next(1, (name) => name !== 'x2'),
    'y1',
  );
  assert.equal(
    queue.next(1, () => false),
    null,
  );
  assert.deepEqual([...queue.items()], ['x2', 'y1']);
  assert.deepEqual(start(2).started, ['x2', 'y1']);
});
