import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentThreads } from '../../../domain/pages/content.ts';
import type { MonitorSettings, Version } from '../settings/monitor-settings.ts';
import { type CompareRequest, compareInThread } from './compare/compare-in-thread.ts';
import type { NoiseMemory } from './compare/noise-memory.ts';
import { readUntilConfirmed } from './read-until-confirmed.ts';

const settings = { confirm: 0, ignore: [] } as unknown as MonitorSettings;
const page = (parts: Partial<Version>, hour = 0): Version => ({
  ...{ at: new Date(Date.UTC(2026, 10, 21, hour)), title: null, url: null, data: null, anchor: null },
  ...{ text: 'Lamp\n\nPrice 10', picture: null, states: ['Action: Buy'], ...parts },
});

/** Checks a reading against a baseline; returns the number of comparisons, and whether it is a change. */
async function check(baseline: Version, version: Version, noise: NoiseMemory = {}) {
  let comparisons = 0;
  const run = async (work: { name: string }, request: unknown) => {
    if (work.name !== 'compare_versions') return noise;
    comparisons += 1;
    return compareInThread(request as CompareRequest);
  };
  const { finding } = await readUntilConfirmed(
    { threads: { run } as Pick<ContentThreads, 'run'>, confirmPauseMs: 0 },
    { settings, baseline, noise, check: 2, signal: AbortSignal.timeout(10_000) },
    async () => ({ kind: 'version', version }),
  );
  if (finding.kind !== 'version' || finding.diff === null) return assert.fail('a version is compared');
  const { added, removed, changed } = finding.diff.summary;
  return { comparisons, isChange: added + removed + changed > 0, at: finding.version.at };
}

test('a reading that is equal to the baseline is not compared', async () => {
  const later = page({}, 5);
  const unchanged = { comparisons: 0, isChange: false, at: later.at };
  assert.deepEqual(await check(page({}), later), unchanged);
  const values = { text: null, data: { price: 10, sizes: ['S', 'M'] } };
  const reordered = page({ text: null, data: { sizes: ['S', 'M'], price: 10 } }, 5);
  assert.deepEqual(await check(page(values), reordered), unchanged);
  const { states: _, ...ofEarlierRelease } = page({});
  assert.deepEqual(await check(ofEarlierRelease, later), unchanged);
});

test('a reading that differs anywhere is compared', async () => {
  const changes: Partial<Version>[] = [
    { text: 'Lamp\n\nPrice 9' },
    { states: ['Action: Sold out (disabled)'] },
    { text: 'Lamp\n\nPrice 10\n\nNew in blue' },
  ];
  for (const change of changes) {
    const { comparisons, isChange } = await check(page({}), page(change, 5));
    assert.deepEqual([comparisons, isChange], [1, true], JSON.stringify(change));
  }
  const [before, after] = [{ price: 10 }, { price: 9 }].map((data) => page({ text: null, data }));
  assert.equal((await check(before as Version, after as Version)).isChange, true);
});

test('a page with known noise is compared, so that its memory is kept up to date', async () => {
  const { comparisons, isChange } = await check(page({}), page({}, 5), { digest: { here: true, since: 1 } });
  assert.deepEqual([comparisons, isChange], [1, false]);
});
