import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareEntries, findFixedEntries } from './compare-entries.ts';

const none: ReadonlySet<string> = new Set();
/** Returns entries `from` to `to` of a list, each with two cells of which one is the same in many rows. */
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at).flatMap((at) => [
    `5:1 Crane ${at}, berth ${at % 3}`,
    `6:2 Crane ${at}`,
    `6:2 berth ${at % 3}`,
  ]);
const menu = ['3:9 Home', '3:9 About', '3:9 Help'];

test('entries that come are told from entries that take the place of others', () => {
  const grown = compareEntries([...menu, ...rows(0, 5)], [...menu, ...rows(0, 8)], none);
  assert.deepEqual([grown.isGrown, grown.isReplaced, grown.gone, grown.hasGap], [true, false, 0, false]);
  const moved = compareEntries([...menu, ...rows(0, 8)], [...menu, ...rows(4, 12)], none);
  assert.deepEqual([moved.isReplaced, moved.hasGap], [true, false]);
  const same = compareEntries(rows(0, 5), rows(0, 5), none);
  assert.deepEqual([same.gone, same.added, same.hasGap], [0, 0, false]);
});

test('windows of a list without a common entry have a gap, though the menu and some cells stay', () => {
  const { hasGap } = compareEntries([...menu, ...rows(0, 8)], [...menu, ...rows(9, 17)], none);
  assert.equal(hasGap, true);
});

test('a heading that stays in place is no common entry', () => {
  const heading = '5:1 Name, berth';
  const start = [heading, ...rows(0, 8)];
  const end = [heading, ...rows(60, 68)];
  const fixed = findFixedEntries(start, end);
  assert.ok(fixed.has(heading));
  assert.equal(compareEntries(start, [heading, ...rows(9, 17)], fixed).hasGap, true);
  assert.equal(compareEntries(start, [heading, ...rows(7, 15)], fixed).hasGap, false);
});

test('entries that the start and the end of a short list share are not fixed', () => {
  const fixed = findFixedEntries(rows(0, 15), rows(5, 20));
  assert.equal(compareEntries(rows(0, 15), rows(5, 20), fixed).hasGap, false);
});
