import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmedChanges } from './confirmed-changes.ts';
import { splitTextBlocks } from './text-blocks.ts';

const at = new Date('2026-11-21T10:20:00Z');
const later = new Date('2026-11-22T13:41:00Z');

function compare(before: string, readings: string[], known: string[] = []) {
  const blocks = readings.map((reading) => splitTextBlocks(reading, later));
  const { difference, noiseKeys } = confirmedChanges(splitTextBlocks(before, at), blocks, new Set(known));
  return {
    restless: noiseKeys.sort(),
    changes: difference.blocks.map(({ type, before: old, after }) => [type, old, after]),
  };
}

const page = '# Lamp\n\nThe price is 40 euros.\n\n- red\n- green\n- blue\n\nMade of brass.';

test('order, layout and noise are not changes', () => {
  const variants = [
    '# Lamp\n\nMade of brass.\n\n- blue\n- red\n- green\n\nThe price is 40 euros.',
    'Lamp\n\nThe price is 40 euros. Made of brass.\n\n| red |\n|---|\n| green |\n| blue |',
    `${page}\n\n7,301 views`,
  ];
  for (const variant of variants) assert.deepEqual(compare(page, [variant]).changes, [], variant);
  const cut = page.replace('The price is 40 euros.\n\n', 'The price is\n\n40 euros.\n\n');
  assert.deepEqual(compare(page, [cut]).changes, []);
});

test('a difference in every reading is a change with its old text', () => {
  const now = page.replace('40', '35').replace('- blue', '- blue\n- black');
  assert.deepEqual(compare(page, [now, now, now]), {
    changes: [
      ['changed', 'The price is 40 euros.', 'The price is 35 euros.'],
      ['added', null, '- black'],
    ],
    restless: [],
  });
});

test('swapped values are a change', () => {
  const rows = '| red | 10 |\n|---|---|\n| blue | 12 |';
  assert.equal(compare(rows, ['| red | 12 |\n|---|---|\n| blue | 10 |']).changes.length, 2);
});

test('text that differs in each reading is noise, and changes next to it are found', () => {
  const quote = (words: string) => `${page}\n\nSomebody said: ${words}`;
  const before = quote('a fine lamp indeed');
  assert.deepEqual(compare(before, [quote('never seen better'), quote('shines at night')]), {
    changes: [],
    restless: [
      'Somebody said: never seen better',
      'Somebody said: a fine lamp indeed',
      'Somebody said: shines at night',
    ].sort(),
  });
  const cheaper = (words: string) => quote(words).replace('40', '35');
  assert.deepEqual(compare(before, [cheaper('one'), cheaper('two')]).changes, [
    ['changed', 'The price is 40 euros.', 'The price is 35 euros.'],
  ]);
});

test('a page that alternates between variants is unchanged, and known variants need no second reading', () => {
  const variant = page.replace('Made of brass.', 'Made of fine brass.');
  const alternating = compare(page, [variant, page]);
  assert.deepEqual(alternating.changes, []);
  assert.deepEqual(alternating.restless, ['Made of brass.', 'Made of fine brass.']);
  assert.deepEqual(compare(page, [variant], alternating.restless).changes, []);
  const third = page.replace('Made of brass.', 'Made of tin.');
  assert.deepEqual(compare(page, [third], alternating.restless).changes, [['added', null, 'Made of tin.']]);
});

test('a block that known noise replaces is not removed', () => {
  const quoted = (words: string) => `${page}\n\nSomebody said: ${words}`;
  const known = ['Somebody said: one', 'Somebody said: two'];
  assert.deepEqual(compare(quoted('three'), [quoted('one'), quoted('one')], known).changes, []);
  assert.equal(compare(quoted('three'), [page, page], known).changes.length, 1);
});

test('clocks and the date of the reading are noise in every language', () => {
  const stamped = (stamp: string) => `${page}\n\n${stamp}`;
  const pairs = [
    ['Samstag, 21. November 2026', 'Sonntag, 22. November 2026'],
    ['Last updated: 11:21', 'Last updated: 14:40'],
    ['Date: 11/21/2026 10:20', 'Date: 11/22/2026 13:41'],
    ['12 people are viewing this right now', '9 people are viewing this right now'],
  ] as const;
  for (const [one, variant] of pairs) {
    assert.deepEqual(compare(stamped(one), [stamped(variant)]).changes, [], `${one} | ${variant}`);
  }
  const updated = compare(stamped('Last updated: 08:02'), [stamped('Last updated: 12:15')]);
  assert.equal(updated.changes.length, 1);
});

test('many differences are listed in time linear in the text', () => {
  const lines = (word: string) =>
    Array.from({ length: 5_000 }, (_, index) => `${word} ${index}`).join('\n\n');
  assert.equal(compare(lines('old'), [lines('new')]).changes.length, 10_000);
});
