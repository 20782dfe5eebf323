import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiscoveredSource } from '../../listings/discovery/discovered-source.ts';
import { rankSources } from './inspected-sources.ts';

const source = (score: number) => ({ found: { score }, credits: 1, isRendered: false }) as DiscoveredSource;

test('sources that a response leaves out are counted, and none is claimed without them', () => {
  const exact = rankSources({ sources: Array.from({ length: 12 }, () => source(1)) });
  assert.equal(exact.sources.length, 12);
  assert.equal(exact.warning, null);
  const cut = rankSources({ sources: Array.from({ length: 15 }, () => source(1)) });
  assert.equal(cut.sources.length, 12);
  assert.equal(cut.warning?.code, 'limit_reached');
  assert.match(cut.warning?.message ?? '', /^15 sources were found and the 12 cheapest are returned/);
});
