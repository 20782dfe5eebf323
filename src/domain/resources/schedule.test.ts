import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deterministicDelayMs,
  isTimeZone,
  nextRuns,
  parseIntervalMs,
  type Schedule,
  shortestGapMs,
  validateSchedule,
} from './schedule.ts';

const at = (text: string) => new Date(text);

function runs(schedule: Schedule, after: string, count: number, anchor = after): string[] {
  return nextRuns(schedule, at(anchor), at(after), count).map((run) =>
    run.toISOString().replace(':00.000Z', 'Z'),
  );
}

const berlin = (cron: string): Schedule => ({ cron, timezone: 'Europe/Berlin' });

test('intervals count from their anchor, so a late run does not move the next ones', () => {
  assert.deepEqual(runs({ every: '1h' }, '2026-01-01T10:20:00Z', 3, '2026-01-01T00:05:00Z'), [
    '2026-01-01T11:05Z',
    '2026-01-01T12:05Z',
    '2026-01-01T13:05Z',
  ]);
  // A run at exactly this time is over.
  assert.deepEqual(runs({ every: '1h' }, '2026-01-01T01:05:00Z', 1, '2026-01-01T00:05:00Z'), [
    '2026-01-01T02:05Z',
  ]);
  assert.deepEqual(runs({ every: '1d' }, '2026-01-01T00:00:00Z', 1, '2027-01-01T06:00:00Z'), [
    '2026-01-01T06:00Z',
  ]);
  assert.deepEqual(runs({ paused: true }, '2026-01-01T00:00:00Z', 3), []);
});

test('intervals consist of a number and a unit', () => {
  assert.equal(parseIntervalMs('90s'), 90_000);
  assert.equal(parseIntervalMs('15m'), 900_000);
  assert.equal(parseIntervalMs('2w'), 14 * 86_400_000);
  for (const bad of [
    '',
    '1',
    'h',
    '0h',
    '-1h',
    '1.5h',
    '1h30m',
    '1 h',
    '1y',
    '367d',
    '999999999w',
    '1H',
    '٣h',
  ]) {
    assert.equal(parseIntervalMs(bad), null, bad);
  }
});

test('a fixed hour runs once on days with a clock change', () => {
  // The clock is put forward at 02:00 on 29 March: 02:30 does not exist.
  assert.deepEqual(runs(berlin('30 2 * * *'), '2026-03-28T12:00:00Z', 2), [
    '2026-03-29T01:30Z',
    '2026-03-30T00:30Z',
  ]);
  assert.deepEqual(runs(berlin('0,30 2 * * *'), '2026-03-29T00:10:00Z', 3), [
    '2026-03-29T01:00Z',
    '2026-03-29T01:30Z',
    '2026-03-30T00:00Z',
  ]);
  // The clock is put back at 03:00 on 25 October: 02:15 and 02:45 occur twice.
  assert.deepEqual(runs(berlin('15,45 2 * * *'), '2026-10-24T12:00:00Z', 3), [
    '2026-10-25T00:15Z',
    '2026-10-25T00:45Z',
    '2026-10-26T01:15Z',
  ]);
  assert.deepEqual(runs(berlin('30 2 * * *'), '2026-10-25T00:30:00Z', 1), ['2026-10-26T01:30Z']);
  assert.deepEqual(runs(berlin('30 2 * * *'), '2026-10-25T01:10:00Z', 1), ['2026-10-26T01:30Z']);
  assert.deepEqual(runs({ cron: '0 1-2 * * *', timezone: 'America/New_York' }, '2026-11-01T00:10:00Z', 3), [
    '2026-11-01T05:00Z',
    '2026-11-01T07:00Z',
    '2026-11-02T06:00Z',
  ]);
});

test('a clock change by half an hour, and one that skips midnight', () => {
  const island = { cron: '45 1 * * *', timezone: 'Australia/Lord_Howe' };
  assert.deepEqual(runs(island, '2026-04-04T00:10:00Z', 2), ['2026-04-04T14:45Z', '2026-04-05T15:15Z']);
  const brazil = { cron: '0 0 * * *', timezone: 'America/Sao_Paulo' };
  assert.deepEqual(runs(brazil, '2018-11-03T12:00:00Z', 2), ['2018-11-04T03:00Z', '2018-11-05T02:00Z']);
});

test('hourly and more frequent runs follow elapsed time through a clock change', () => {
  assert.deepEqual(runs(berlin('0 * * * *'), '2026-10-24T23:40:00Z', 4), [
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
    '2026-10-25T03:00Z',
  ]);
  assert.deepEqual(runs(berlin('*/30 * * * *'), '2026-03-29T00:10:00Z', 3), [
    '2026-03-29T00:30Z',
    '2026-03-29T01:00Z',
    '2026-03-29T01:30Z',
  ]);
});

test('working days, the last day of a month and the leap day follow the time zone', () => {
  assert.deepEqual(runs({ cron: '0 9 * * 1-5', timezone: 'America/New_York' }, '2026-11-20T20:00:00Z', 2), [
    '2026-11-23T14:00Z',
    '2026-11-24T14:00Z',
  ]);
  assert.deepEqual(runs({ cron: '0 0 L * *', timezone: 'UTC' }, '2026-02-01T00:00:00Z', 1), [
    '2026-02-28T00:00Z',
  ]);
  assert.deepEqual(runs(berlin('0 12 29 2 *'), '2026-01-01T00:00:00Z', 1), ['2028-02-29T11:00Z']);
});

test('runs are strictly increasing in many time zones', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ];
  for (const timezone of zones) {
    for (const cron of ['*/20 * * * *', '10 1,2,3 * * *', '5 */3 * * *', '0 0 1 * *']) {
      const found = nextRuns({ cron, timezone }, at('2026-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z'), 200);
      for (const [index, run] of found.entries()) {
        if (index > 0)
          assert.ok(run > (found[index - 1] as Date), `${timezone} ${cron} ${run.toISOString()}`);
      }
      // Starting from one run gives the same next run as starting from the first.
      assert.deepEqual(nextRuns({ cron, timezone }, at('2026-01-01'), found[137] as Date, 1), [found[138]]);
    }
  }
});

test('an error names its field', () => {
  const fieldOf = (schedule: Schedule) => validateSchedule(schedule)?.field ?? null;
  assert.equal(fieldOf({ every: '1h' }), null);
  assert.equal(fieldOf({ paused: true }), null);
  assert.equal(fieldOf(berlin('0 9 * * MON-FRI')), null);
  assert.equal(fieldOf({ every: 'soon' }), 'every');
  assert.equal(fieldOf({ cron: '0 9 * * *', timezone: 'Mars/Olympus' }), 'timezone');
  for (const bad of ['', '* * *', '60 * * * *', '* * * * * *', 'a b c d e', '0 0 30 2 *', '0 '.repeat(200)]) {
    assert.equal(fieldOf(berlin(bad)), 'cron', bad);
  }
  assert.equal(isTimeZone('Europe/Berlin'), true);
});

test('the shortest gap of an expression is found anywhere in it', () => {
  const now = at('2026-01-01T00:00:00Z');
  assert.equal(shortestGapMs(berlin('0,5 9 * * *'), now), 5 * 60_000);
  assert.equal(shortestGapMs({ every: '2h' }, now), 7_200_000);
  assert.equal(shortestGapMs({ paused: true }, now), Number.POSITIVE_INFINITY);
});

test('delays are deterministic and evenly spread', () => {
  const buckets = new Array(10).fill(0);
  for (let index = 0; index < 10_000; index += 1) {
    const delay = deterministicDelayMs(`mon_${index}`, 60_000);
    assert.ok(delay >= 0 && delay < 60_000);
    buckets[Math.floor(delay / 6_000)] += 1;
  }
  for (const count of buckets) assert.ok(count > 850 && count < 1150, String(buckets));
  assert.equal(deterministicDelayMs('a', 1_000), deterministicDelayMs('a', 1_000));
  assert.equal(deterministicDelayMs('a', 0), 0);
});
