import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runActivity } from '../../domain/system/activity.ts';
import { type Admission, createPoliteness, type Politeness } from './politeness.ts';

const rule = { concurrency: 2, gapMs: 250 };
const neverAborted = new AbortController().signal;

/** Runs a test with a manually advanced clock and mocked timers. */
function withManualClock(
  run: (advanceClock: (ms: number) => Promise<void>, clock: () => number) => Promise<void>,
) {
  return async () => {
    let instant = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    const advanceClock = async (ms: number) => {
      await turn();
      for (let passed = 0; passed < ms; passed += 10) {
        instant += 10;
        mock.timers.tick(10);
        await turn();
      }
    };
    try {
      await run(advanceClock, () => instant);
    } finally {
      mock.timers.reset();
    }
  };
}

function createTestPoliteness(monotonicMs: () => number, isRelaxed = false): Politeness {
  return createPoliteness({ rule, isRelaxed: () => isRelaxed, monotonicMs });
}

/** Returns a function that requests admissions and records when they are granted. */
function createAdmissionRecorder(politeness: Politeness, clock: () => number) {
  const starts: string[] = [];
  const admissions = new Map<string, Admission>();
  const requestAdmission = (
    name: string,
    address = 'https://example.com/',
    exitId = 'here',
    signal = neverAborted,
  ) =>
    politeness.admit(new URL(address), exitId, signal).then((admission) => {
      starts.push(`${name}@${clock()}`);
      admissions.set(name, admission);
    });
  return {
    starts,
    requestAdmission,
    done: (name: string, feedback = {}) => admissions.get(name)?.done(feedback),
  };
}

test(
  'starts keep the gap and the maximum concurrency, in order of arrival',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    for (const name of ['a', 'b', 'c', 'd']) void requestAdmission(name);
    await advanceClock(1000);
    assert.deepEqual(starts, ['a@0', 'b@250']);
    done('b');
    done('b');
    await advanceClock(100);
    assert.deepEqual(starts.slice(2), ['c@1000'], 'a second done has no effect');
    done('a');
    await advanceClock(500);
    assert.deepEqual(starts.slice(3), ['d@1250']);
  }),
);

test(
  'hosts of one registrable domain share its limits, other domains and exits do not',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    void requestAdmission('a', 'https://www.example.co.uk/');
    void requestAdmission('b', 'http://shop.example.co.uk:8080/x');
    void requestAdmission('c', 'https://other.co.uk/');
    void requestAdmission('d', 'https://www.example.co.uk/', 'elsewhere');
    void requestAdmission('e', 'https://one.github.io/');
    void requestAdmission('f', 'https://two.github.io/');
    await advanceClock(20);
    assert.deepEqual(starts.toSorted(), ['a@0', 'c@0', 'd@0', 'e@0', 'f@0']);
    await advanceClock(300);
    assert.deepEqual(starts.slice(5), ['b@250']);
  }),
);

test(
  'a site of the operator allows 16 concurrent fetches without a gap',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(
      createTestPoliteness(clock, true),
      clock,
    );
    for (let index = 0; index < 20; index += 1) void requestAdmission(`v${index}`, 'http://127.0.0.1:4000/');
    await advanceClock(10);
    assert.equal(starts.length, 16);
    done('v3');
    await advanceClock(10);
    assert.equal(starts.length, 17);
  }),
);

test(
  'Retry-After pauses its site, up to ten minutes',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    await requestAdmission('a');
    done('a', { retryAfterMs: 5000 });
    void requestAdmission('b');
    await requestAdmission('elsewhere', 'https://example.org/');
    await advanceClock(4900);
    assert.deepEqual(starts, ['a@0', 'elsewhere@0']);
    await advanceClock(100);
    assert.deepEqual(starts.slice(2), ['b@5000']);
  }),
);

test(
  'a pause holds for its origin and exit only, and takes waiting requests out of the queue of the site',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    await requestAdmission('a');
    await advanceClock(300);
    await requestAdmission('b', 'https://shop.example.com/');
    void requestAdmission('c');
    void requestAdmission('d', 'https://shop.example.com/');
    done('a', { retryAfterMs: 60_000 });
    await advanceClock(300);
    assert.deepEqual(starts, ['a@0', 'b@300', 'd@550'], 'c does not take the turn of d');
    void requestAdmission('e', 'https://example.com/', 'elsewhere');
    void requestAdmission('f', 'https://example.com:8443/');
    done('b');
    await advanceClock(300);
    assert.deepEqual(starts.slice(3).toSorted(), ['e@600', 'f@800']);
  }),
);

test(
  'a request that does not wait for a pause is rejected at once with the remaining time',
  withManualClock(async (advanceClock, clock) => {
    const politeness = createTestPoliteness(clock);
    const url = new URL('https://example.com/');
    const admission = await politeness.admit(url, 'here', neverAborted);
    const limits = { maxPauseMs: () => 10_000 };
    const queued = politeness.admit(url, 'here', neverAborted, limits);
    const rejection = assert.rejects(queued, { name: 'SitePausedError', remainingMs: 30_000 });
    admission.done({ retryAfterMs: 30_000 });
    await rejection;
    await advanceClock(20_500);
    const waited: number[] = [];
    const onPaused = (_origin: string, ms: number) => waited.push(ms);
    const patient = politeness.admit(url, 'here', neverAborted, { ...limits, onPaused });
    await advanceClock(9_500);
    (await patient).done();
    assert.deepEqual(waited, [9_500]);
  }),
);

test(
  'a Retry-After after a redirect pauses the origin that sent it',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    await requestAdmission('a');
    done('a', { retryAfterMs: 60_000, pausedUrl: new URL('https://elsewhere.example/') });
    void requestAdmission('b');
    void requestAdmission('c', 'https://elsewhere.example/');
    await advanceClock(1_000);
    assert.deepEqual(starts, ['a@0', 'b@250']);
  }),
);

test(
  'Crawl-delay increases the gap of its site and allows one fetch at a time',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    await requestAdmission('a');
    done('a', { crawlDelayMs: 2000 });
    for (const name of ['b', 'c']) void requestAdmission(name);
    await advanceClock(3000);
    assert.deepEqual(starts, ['a@0', 'b@2000']);
    await advanceClock(3000);
    assert.equal(starts.length, 2, 'b is still running');
    done('b');
    await advanceClock(10);
    assert.deepEqual(starts.slice(2), ['c@6000']);
  }),
);

test(
  'an aborted waiter leaves the queue, and the next one moves up',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(createTestPoliteness(clock), clock);
    const aborting = new AbortController();
    await requestAdmission('a');
    const rejection = assert.rejects(requestAdmission('b', undefined, undefined, aborting.signal), /enough/);
    void requestAdmission('c');
    aborting.abort(new Error('enough'));
    await rejection;
    await advanceClock(300);
    assert.deepEqual(starts, ['a@0', 'c@250']);
    done('a');
    done('c');
    await assert.rejects(requestAdmission('d', undefined, undefined, aborting.signal), /enough/);
    await advanceClock(300);
    await requestAdmission('e');
    assert.equal(starts.length, 3);
  }),
);

test(
  'accounts take turns at a site, and one account leaves a slot to another active one',
  withManualClock(async (advanceClock, clock) => {
    const { starts, requestAdmission, done } = createAdmissionRecorder(
      createTestPoliteness(clock, true),
      clock,
    );
    const request = (account: string, name: string) =>
      void runActivity({ operation: 'test', accountId: account }, () => requestAdmission(name));
    for (let index = 0; index < 40; index += 1) request('x', `x${index}`);
    await advanceClock(10);
    assert.equal(starts.length, 16);
    request('y', 'y0');
    request('y', 'y1');
    await advanceClock(10);
    done('x0');
    await advanceClock(10);
    assert.deepEqual(starts.slice(16), ['y0@20']);
    done('y0');
    await advanceClock(10);
    assert.deepEqual(starts.slice(17), ['y1@30']);
    done('y1');
    await advanceClock(10);
    assert.equal(starts.length, 18, 'the slot stays free');
    request('y', 'y2');
    await advanceClock(10);
    assert.deepEqual(starts.slice(18), ['y2@50']);
    done('y2');
    await advanceClock(70_000);
    assert.equal(starts.length, 19);
    done('x1');
    await advanceClock(10);
    assert.equal(starts.length, 21, 'an account that is gone keeps no slot');
  }),
);
