import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiscoveredSource } from '../../listings/discovery/discovered-source.ts';
import { findCheapest, rankSources } from './inspected-sources.ts';

const source = (score: number, list: number | null = null, isRendered = false, call: object | null = null) =>
  ({ found: { score, list }, credits: 1, isRendered, call, replay: null }) as DiscoveredSource;

test('sources that a response leaves out are counted, and none is claimed without them', () => {
  const exact = rankSources({ sources: Array.from({ length: 12 }, () => source(1)) });
  assert.equal(exact.sources.length, 12);
  assert.equal(exact.warning, null);
  const cut = rankSources({ sources: Array.from({ length: 15 }, () => source(1)) });
  assert.equal(cut.sources.length, 12);
  assert.equal(cut.warning?.code, 'limit_reached');
  assert.match(cut.warning?.message ?? '', /^15 sources were found and the 12 best are returned/);
});

test('the main records come before the cost, and of the same records the cheapest come first', () => {
  const [list, state, call] = [source(8, 0, true), source(6, 0), source(9, 0, true, {})];
  const [menu, partOfList, unseen] = [source(5, 1), source(2, 0), source(4)];
  const { sources } = rankSources({ sources: [menu, unseen, partOfList, list, call, state] });
  assert.deepEqual(sources, [state, list, call, partOfList, menu, unseen]);
  assert.equal(findCheapest(sources), 0);
});
