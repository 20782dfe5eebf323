import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity } from '../system/activity.ts';
import { type AccountPage, attributeCrash, type Crash, type CrashCounts, maxCrashesAlone } from './crash.ts';

const page = (name: string): AccountPage => ({ accountId: 'acct_1', url: `https://site.test/${name}` });
const [poison, one, two, three] = ['poison', 'one', 'two', 'three'].map(page) as [
  AccountPage,
  AccountPage,
  AccountPage,
  AccountPage,
];

function activity(fields: Partial<Activity>): Activity {
  return {
    operation: 'crawl',
    accountId: 'acct_1',
    requestId: null,
    jobId: null,
    row: null,
    pages: [],
    isNested: false,
    waitsFor: null,
    ...fields,
  };
}

const unknown = { culprit: null, workerId: null };
const noCounts = () => null;

test('a crash explained by the watchdog is attributed to its page alone', () => {
  const culprit = activity({ pages: [poison.url], row: { workerId: 'w', id: 7 } });
  assert.deepEqual(attributeCrash({ ...unknown, culprit, inFlight: [one, poison, two] }, noCounts), {
    alone: [poison],
    together: [],
    rowId: 0,
  });
});

test('a crash of a task that read no page, or several, is attributed to the task', () => {
  for (const pages of [[], [one.url, two.url]]) {
    const culprit = activity({ pages, row: { workerId: 'w', id: 7 } });
    assert.deepEqual(attributeCrash({ ...unknown, culprit, inFlight: [one, two] }, noCounts), {
      alone: [],
      together: [],
      rowId: 7,
    });
  }
});

test('a crash with one page in flight is attributed to that page', () => {
  assert.deepEqual(attributeCrash({ ...unknown, inFlight: [poison] }, noCounts).alone, [poison]);
  assert.deepEqual(attributeCrash({ ...unknown, inFlight: [] }, noCounts), {
    alone: [],
    together: [],
    rowId: null,
  });
});

/**
 * Simulates crashes of a process that requests the same pages until it survives: one page crashes the process, and
 * others are read meanwhile. A finished page loses its counts, a suspected page is read without other suspected ones,
 * and a page with too many crashes is rejected. Returns the number of crashes and the rejected pages.
 */
function play(innocent: AccountPage[]): { crashes: number; refused: string[] } {
  const counts = new Map<string, CrashCounts>();
  const countsOf = ({ url }: AccountPage) => counts.get(url) ?? null;
  for (let crashes = 0; crashes < 50; crashes += 1) {
    const isRefused = ({ url }: AccountPage) => (counts.get(url)?.alone ?? 0) >= maxCrashesAlone;
    const all = [...innocent, poison];
    if (isRefused(poison)) return { crashes, refused: all.filter(isRefused).map(({ url }) => url) };
    const isSuspect = (candidate: AccountPage) => (countsOf(candidate)?.together ?? 0) >= 2;
    const suspects = all.filter(isSuspect);
    // Suspected pages run one at a time: those before the crashing one have finished.
    for (const { url } of suspects.slice(0, suspects.indexOf(poison))) counts.delete(url);
    const inFlight = [...all.filter((candidate) => !isSuspect(candidate) && candidate !== poison), poison];
    const crash: Crash = { ...unknown, inFlight };
    const blame = attributeCrash(crash, countsOf);
    for (const kind of ['alone', 'together'] as const) {
      for (const { url } of blame[kind]) {
        const before = counts.get(url) ?? { together: 0, alone: 0 };
        counts.set(url, { ...before, [kind]: before[kind] + 1 });
      }
    }
  }
  throw new Error('the process never stops crashing');
}

test('a page that crashes the process among others is identified, and no other page is blamed', () => {
  assert.deepEqual(play([]), { crashes: 3, refused: [poison.url] });
  assert.deepEqual(play([one, two, three]), { crashes: 5, refused: [poison.url] });
});
