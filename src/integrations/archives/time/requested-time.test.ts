import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequestedTime } from './requested-time.ts';
import { distanceToSpan, parseDigitSpan } from './time-span.ts';

/** A Saturday. */
const now = new Date('2026-11-21T12:34:56Z');

/** Returns the span that a text means, as `FROM UNTIL`, another meaning, or the error. */
function read(text: string): string {
  const result = parseRequestedTime(text, now);
  if ('fault' in result) return 'fault';
  if (result.time.kind !== 'span') return result.time.kind;
  const { from, until } = result.time.span;
  return [from, until].map((date) => date.toISOString().slice(0, 19)).join(' ');
}

const days = (from: string, until: string) => `${from}T00:00:00 ${until}T23:59:59`;

const table: Record<string, string> = {
  first: 'first',
  Earliest: 'first',
  'the oldest': 'first',
  latest: 'latest',
  now: 'latest',
  // Strict forms.
  '2019': days('2019-01-01', '2019-12-31'),
  '2019-06': days('2019-06-01', '2019-06-30'),
  '2019-02': days('2019-02-01', '2019-02-28'),
  '2020-02-29': days('2020-02-29', '2020-02-29'),
  '2019/06/03': days('2019-06-03', '2019-06-03'),
  '2019-06-03T14:05:06Z': '2019-06-03T14:05:06 2019-06-03T14:05:06',
  '2019-06-03T14:05:06.789Z': '2019-06-03T14:05:06 2019-06-03T14:05:06',
  '2019-06-03T14:05': '2019-06-03T14:05:00 2019-06-03T14:05:59',
  '2019-06-03 14:05+02:00': '2019-06-03T12:05:00 2019-06-03T12:05:59',
  '2019-06-03T23:30-0500': '2019-06-04T04:30:00 2019-06-04T04:30:59',
  '20190603': days('2019-06-03', '2019-06-03'),
  '201906': days('2019-06-01', '2019-06-30'),
  '20191': days('2019-10-01', '2019-12-31'),
  '20190603140506': '2019-06-03T14:05:06 2019-06-03T14:05:06',
  '2019060314': '2019-06-03T14:00:00 2019-06-03T14:59:59',
  '201906032': '2019-06-03T20:00:00 2019-06-03T23:59:59',
  // Quarters and halves.
  'Q3 2020': days('2020-07-01', '2020-09-30'),
  '2020-Q1': days('2020-01-01', '2020-03-31'),
  '2020 q4': days('2020-10-01', '2020-12-31'),
  'the second quarter of 2020': days('2020-04-01', '2020-06-30'),
  '4th quarter 2019': days('2019-10-01', '2019-12-31'),
  'H1 2019': days('2019-01-01', '2019-06-30'),
  'second half of 2019': days('2019-07-01', '2019-12-31'),
  // Seasons.
  'spring 2017': days('2017-03-01', '2017-05-31'),
  'Summer of 2016': days('2016-06-01', '2016-08-31'),
  'fall 2015': days('2015-09-01', '2015-11-30'),
  'autumn 2015': days('2015-09-01', '2015-11-30'),
  'winter 2017': days('2017-12-01', '2018-02-28'),
  'winter 2019/20': days('2019-12-01', '2020-02-29'),
  // Parts.
  'early 2018': days('2018-01-01', '2018-04-30'),
  'mid 2018': days('2018-05-01', '2018-08-31'),
  'mid-2018': days('2018-05-01', '2018-08-31'),
  'late 2018': days('2018-09-01', '2018-12-31'),
  'beginning of 2015': days('2015-01-01', '2015-04-30'),
  'the end of 2015': days('2015-09-01', '2015-12-31'),
  'middle of 2015': days('2015-05-01', '2015-08-31'),
  'early June 2019': days('2019-06-01', '2019-06-10'),
  'late Feb 2020': days('2020-02-21', '2020-02-29'),
  'mid september 2020': days('2020-09-11', '2020-09-20'),
  // Decades.
  '1990s': days('1990-01-01', '1999-12-31'),
  'the 90s': days('1990-01-01', '1999-12-31'),
  nineties: days('1990-01-01', '1999-12-31'),
  'early 2000s': days('2000-01-01', '2003-12-31'),
  'mid-1990s': days('1994-01-01', '1996-12-31'),
  'the late nineties': days('1997-01-01', '1999-12-31'),
  'a decade ago': days('2016-01-01', '2016-12-31'),
  'two decades ago': days('2006-01-01', '2006-12-31'),
  'last decade': days('2010-01-01', '2019-12-31'),
  // Words.
  'last year': days('2025-01-01', '2025-12-31'),
  'last month': days('2026-10-01', '2026-10-31'),
  'last week': days('2026-11-09', '2026-11-15'),
  'this month': days('2026-11-01', '2026-11-30'),
  yesterday: days('2026-11-20', '2026-11-20'),
  'the day before yesterday': days('2026-11-19', '2026-11-19'),
  'two years ago': days('2024-11-21', '2024-11-21'),
  '3 months ago': days('2026-08-21', '2026-08-21'),
  '1 year and 3 months ago': days('2025-08-21', '2025-08-21'),
  'last Monday': days('2026-11-16', '2026-11-16'),
  'June 2019': days('2019-06-01', '2019-06-30'),
  'in June 2019': days('2019-06-01', '2019-06-30'),
  'Jun 3rd, 2019': days('2019-06-03', '2019-06-03'),
  '3 June 2019 at 14:00': '2019-06-03T14:00:00 2019-06-03T14:00:59',
  March: days('2026-03-01', '2026-03-31'),
  December: days('2025-12-01', '2025-12-31'),
  '13/06/2019': days('2019-06-13', '2019-06-13'),
  // Invalid, future and only partly understood times.
  '': 'fault',
  'next year': 'fault',
  'in 2 days': 'fault',
  tomorrow: 'fault',
  '2031': 'fault',
  '2019-13': 'fault',
  '2019-02-30': 'fault',
  '2019-06-03T25:00': 'fault',
  '20191301': 'fault',
  '201': 'fault',
  '201906031405061': 'fault',
  '03/06/2019': 'fault',
  '3.6.19': 'fault',
  'the week before the flood': 'fault',
  'sometime last year': 'fault',
  'June 2019 or July 2020': 'fault',
  'from 2018 to 2019': 'fault',
  'summer 2017/18': 'fault',
  'Q5 2020': 'fault',
  whenever: 'fault',
};

test('common ways to write times', async (t) => {
  for (const [text, meaning] of Object.entries(table)) {
    await t.test(JSON.stringify(text), () => assert.equal(read(text), meaning));
  }
});

test('a long text is rejected without parsing', () => {
  assert.equal(read('2 years ago '.repeat(10_000)), 'fault');
});

test('the distance to a span is 0 inside it, up to the end of its last second', () => {
  const span = parseDigitSpan('2019');
  assert.ok(span !== null);
  assert.equal(distanceToSpan(span, new Date('2019-12-31T23:59:59.500Z')), 0);
  assert.equal(distanceToSpan(span, new Date('2018-12-31T23:59:59.000Z')), 1_000);
  assert.equal(distanceToSpan(span, new Date('2020-01-01T00:00:01.000Z')), 1_001);
});
