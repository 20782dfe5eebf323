import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Admission, createPoliteness, type Politeness } from './politeness.ts';

const rule = { concurrency: 2, gapMs: 250 };
const unhurried = new AbortController().signal;

/** Runs a test on a clock that it moves itself, timers included. */
function withClock(run: (move: (ms: number) => Promise<void>, clock: () => number) => Promise<void>) {
  return async () => {
    let instant = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    const move = async (ms: number) => {
      await turn();
      for (let passed = 0; passed < ms; passed += 10) {
        instant += 10;
        mock.timers.tick(10);
        await turn();
      }
    };
    try {
      await run(move, () => instant);
    } finally {
      mock.timers.reset();
    }
  };
}

function politenessOf(monotonicMs: () => number, isRelaxed = false): Politeness {
  return createPoliteness({ rule, isRelaxed: () => isRelaxed, monotonicMs });
}

/** Asks for leave and notes when it came. */
function visitor(politeness: Politeness, clock: () => number) {
  const starts: string[] = [];
  const admissions = new Map<string, Admission>();
  const ask = (name: string, address = 'https://example.com/', exitId = 'here', signal = unhurried) =>
    politeness.admit(new URL(address), exitId, signal).then((admission) => {
      starts.push(`${name}@${clock()}`);
      admissions.set(name, admission);
    });
  return { starts, ask, done: (name: string, feedback = {}) => admissions.get(name)?.done(feedback) };
}

test(
  'starts are a gap apart, never more at once than allowed, in order of arrival',
  withClock(async (move, clock) => {
    const { starts, ask, done } = visitor(politenessOf(clock), clock);
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    await move(1000);
    assert.deepEqual(starts, ['a@0', 'b@250']);
    done('b');
    done('b');
    await move(100);
    assert.deepEqual(starts.slice(2), ['c@1000'], 'done twice frees one place');
    done('a');
    await move(500);
    assert.deepEqual(starts.slice(3), ['d@1250']);
  }),
);

test(
  'hosts of one registrable domain share its manners, others and other exits do not',
  withClock(async (move, clock) => {
    const { starts, ask } = visitor(politenessOf(clock), clock);
    void ask('a', 'https://www.example.co.uk/');
    void ask('b', 'http://shop.example.co.uk:8080/x');
    void ask('c', 'https://other.co.uk/');
    void ask('d', 'https://www.example.co.uk/', 'elsewhere');
    void ask('e', 'https://one.github.io/');
    void ask('f', 'https://two.github.io/');
    await move(20);
    assert.deepEqual(starts.toSorted(), ['a@0', 'c@0', 'd@0', 'e@0', 'f@0']);
    await move(300);
    assert.deepEqual(starts.slice(5), ['b@250']);
  }),
);

test(
  'a site of the operator takes sixteen at once without a gap',
  withClock(async (move, clock) => {
    const { starts, ask, done } = visitor(politenessOf(clock, true), clock);
    for (let index = 0; index < 20; index += 1) void ask(`v${index}`, 'http://127.0.0.1:4000/');
    await move(10);
    assert.equal(starts.length, 16);
    done('v3');
    await move(10);
    assert.equal(starts.length, 17);
  }),
);

test(
  'Retry-After stops that site for as long as it says, up to ten minutes',
  withClock(async (move, clock) => {
    const { starts, ask, done } = visitor(politenessOf(clock), clock);
    await ask('a');
    done('a', { retryAfterMs: 5000 });
    void ask('b');
    await ask('elsewhere', 'https://example.org/');
    await move(4900);
    assert.deepEqual(starts, ['a@0', 'elsewhere@0']);
    await move(100);
    assert.deepEqual(starts.slice(2), ['b@5000']);
  }),
);

test(
  'Crawl-delay widens the gap of that site and takes one at a time',
  withClock(async (move, clock) => {
    const { starts, ask, done } = visitor(politenessOf(clock), clock);
    await ask('a');
    done('a', { crawlDelayMs: 2000 });
    for (const name of ['b', 'c']) void ask(name);
    await move(3000);
    assert.deepEqual(starts, ['a@0', 'b@2000']);
    await move(3000);
    assert.equal(starts.length, 2, 'b is still under way');
    done('b');
    await move(10);
    assert.deepEqual(starts.slice(2), ['c@6000']);
  }),
);

test(
  'who gives up while waiting leaves the queue, and the next one moves up',
  withClock(async (move, clock) => {
    const { starts, ask, done } = visitor(politenessOf(clock), clock);
    const leaving = new AbortController();
    await ask('a');
    const gone = assert.rejects(ask('b', undefined, undefined, leaving.signal), /enough/);
    void ask('c');
    leaving.abort(new Error('enough'));
    await gone;
    await move(300);
    assert.deepEqual(starts, ['a@0', 'c@250']);
    done('a');
    done('c');
    await assert.rejects(ask('d', undefined, undefined, leaving.signal), /enough/);
    await move(300);
    await ask('e');
    assert.equal(starts.length, 3);
  }),
);
