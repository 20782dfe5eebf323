import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTexts } from './compare-texts.ts';
import { compareValues } from './compare-values.ts';
import { digestBlocks, isSameText, splitTextBlocks } from './text-blocks.ts';

const at = new Date('2019-06-03T12:00:00Z');
const later = new Date('2021-02-07T12:00:00Z');

function isSame(before: string, after: string): boolean {
  return isSameText(digestBlocks(splitTextBlocks(before, at)), digestBlocks(splitTextBlocks(after, later)));
}

test('noise is not a change', () => {
  const pairs: [string, string][] = [
    ['Today is 3 June 2019, 12:01.', 'Today is February 7, 2021, 08:30.'],
    ['Welcome\n\n1,204 views', 'Welcome\n\n99,812 views'],
    ['You are visitor number 120', 'You are visitor number 7,311'],
    ['Posted 3 hours ago', 'Posted 5 days ago'],
    ['Footer © 2004-2019 Crane Ltd', 'Footer © 2004-2021 Crane Ltd'],
    ['Page generated in 0.123 seconds', 'Page generated in 1.5 seconds'],
    ['csrf: a8f3c9d2e1 Hello', 'csrf: 77aa0f9d2b Hello'],
    ['It is 12:04:59 here', 'It is 23:59:01 here'],
    ['Price 1,200.50 today', 'Price 1200.5 today'],
    ['[Home](/a?v=1)', '[Home](/b?v=2)'],
    ['Text\n\nAdvertisement: buy this', 'Text\n\nAdvertisement: buy that'],
    ['“Quoted” text', '"Quoted"  text'],
  ];
  for (const [before, after] of pairs) assert.equal(isSame(before, after), true, `${before} | ${after}`);
});

test('ages in any notation are noise, also the newest ones', () => {
  const ages = ['just now', '3 sec ago', '1 min. ago', '5m ago', 'about 1 hour ago', '1 1/2 hours ago'];
  const longer = [
    '2 hours, 5 minutes ago',
    'less than a minute ago',
    'a few seconds ago',
    'moments ago',
    '2 yrs ago',
  ];
  for (const age of [...ages, ...longer]) {
    const row = (text: string) => `| 7 | *${text}* | The lamp is dark |`;
    assert.equal(isSame(row('4 days ago'), row(age)), true, age);
    assert.equal(isSame(`Bo replied ${age}`, 'Bo replied right now'), true, age);
    assert.equal(isSame(row(age), row(age).replace('lamp', 'buoy')), false, age);
  }
  assert.equal(isSame('The lock is closed.', 'The lock is closed right now.'), false);
  assert.equal(isSame('Call us just now', 'Call us at noon'), false);
});

test('ages are noise in columns that are named as ages, and durations are content elsewhere', () => {
  const ages = (...cells: string[]) =>
    `| Branch | Age |\n| --- | --- |\n| north | ${cells[0]} |\n| Age | Message |\n| ${cells[1]} | Paint \\| oil |`;
  assert.equal(isSame(ages('42 min.', '3 hours'), ages('2 days', '4 d')), true);
  assert.equal(isSame(ages('42 min.', '3 hours'), ages('42 min.', 'yesterday')), false);
  assert.equal(
    isSame(ages('42 min.', '3 hours'), ages('42 min.', '3 hours').replace('north', 'south')),
    false,
  );
  const ferries = (time: string) => `| Ferry | Crossing |\n| --- | --- |\n| north | ${time} |`;
  assert.equal(isSame(ferries('30 min'), ferries('35 min')), false);
  const next = (time: string) =>
    `${ages('1 min.', '2 min.')}\n\n| Ferry | Crossing |\n| --- | --- |\n| south | ${time} |`;
  assert.equal(isSame(next('30 min'), next('35 min')), false, 'the names hold for their table alone');
});

test('a new entry is added, and the entry below it that it resembles keeps its versions', () => {
  const entry = (subject: string, rest: string) =>
    `- 22:36 The ${subject} of the berth is mended ${rest}by the keeper`;
  const before = `# Log\n\n${entry('ladder', 'newest ')}`;
  const after = `# Log\n\n${entry('lamp', 'newest ')}\n${entry('ladder', '')}`;
  const { blocks } = compareTexts(splitTextBlocks(before, at), splitTextBlocks(after, later));
  assert.deepEqual(
    blocks.map(({ type, before: old, after: now }) => [type, old, now]),
    [
      ['added', null, entry('lamp', 'newest ')],
      ['changed', entry('ladder', 'newest '), entry('ladder', '')],
    ],
  );
});

test('edited content is a change', () => {
  const pairs: [string, string][] = [
    ['Price 1,200.50', 'Price 1,300.50'],
    ['Open 9:00 to 17:00', 'Open 9:00 to 18:00'],
    ['Published 1 May 2018', 'Published 2 May 2018'],
    ['- one\n- two', '- one\n- two\n- three'],
    ['| a | 1 |', '| a | 2 |'],
    ['# Title', '# Other title'],
  ];
  for (const [before, after] of pairs) assert.equal(isSame(before, after), false, `${before} | ${after}`);
});

test('a text that was published on the day of its first reading is unchanged later', () => {
  assert.equal(isSame('Published 3 June 2019', 'Published 3 June 2019'), true);
});

test('blocks are added, removed and changed; moved ones are not', () => {
  const before =
    '# News\n\nFirst paragraph stands.\n\nThe price is 10 euros today.\n\n- one\n- two\n\nGoes away for good.';
  const after = '# News\n\nThe price is 12 euros today.\n\n- two\n- one\n- three\n\nFirst paragraph stands.';
  const { blocks, summary } = compareTexts(splitTextBlocks(before, at), splitTextBlocks(after, later));
  assert.deepEqual(summary, { added: 1, removed: 1, changed: 1 });
  assert.deepEqual(blocks.map(({ type, before: old, after: now }) => [type, old, now]).sort(), [
    ['added', null, '- three'],
    ['changed', 'The price is 10 euros today.', 'The price is 12 euros today.'],
    ['removed', 'Goes away for good.', null],
  ]);
  assert.ok(blocks.every(({ section }) => section === 'News'));
});

test('values are compared by JSON Pointer', () => {
  assert.deepEqual(
    compareValues({ a: 1, b: ['x', 'y'], d: '1,000' }, { a: 2, b: ['x', 'z'], c: null, d: '1000' }),
    { '/a': { old: 1, new: 2 }, '/b/1': { old: 'y', new: 'z' } },
  );
});
