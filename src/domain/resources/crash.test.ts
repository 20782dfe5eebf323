import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributeCrash,
  type Crash,
  type CrashCounts,
  type Culprit,
  markPage,
  maxCrashesAlone,
  type PageMark,
} from './crash.ts';

const page = (name: string) => markPage({ accountId: 'acct_1', url: `https://site.test/${name}` });
const [poison, one, two, three] = ['poison', 'one', 'two', 'three'].map(page) as [
  PageMark,
  PageMark,
  PageMark,
  PageMark,
];

const culpritOf = (pages: PageMark[]): Culprit => ({ jobId: null, row: { workerId: 'w', id: 7 }, pages });

const unknown = { culprit: null, workerId: null };
const noCounts = () => null;

test('a crash explained by the watchdog is attributed to its page alone', () => {
  const culprit = culpritOf([poison]);
  assert.deepEqual(attributeCrash({ ...unknown, culprit, inFlight: [one, poison, two] }, noCounts), {
    alone: [poison],
    together: [],
    rowId: 0,
  });
});

test('a crash of a task that read no page, or several, is attributed to the task', () => {
  for (const pages of [[], [one, two]]) {
    const culprit = culpritOf(pages);
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
function play(innocent: PageMark[]): { crashes: number; refused: string[] } {
  const counts = new Map<string, CrashCounts>();
  const countsOf = ({ digest }: PageMark) => counts.get(digest) ?? null;
  for (let crashes = 0; crashes < 50; crashes += 1) {
    const isRefused = ({ digest }: PageMark) => (counts.get(digest)?.alone ?? 0) >= maxCrashesAlone;
    const all = [...innocent, poison];
    if (isRefused(poison)) return { crashes, refused: all.filter(isRefused).map(({ digest }) => digest) };
    const isSuspect = (candidate: PageMark) => (countsOf(candidate)?.together ?? 0) >= 2;
    const suspects = all.filter(isSuspect);
    // Suspected pages run one at a time: those before the crashing one have finished.
    for (const { digest } of suspects.slice(0, suspects.indexOf(poison))) counts.delete(digest);
    const inFlight = [...all.filter((candidate) => !isSuspect(candidate) && candidate !== poison), poison];
    const crash: Crash = { ...unknown, inFlight };
    const blame = attributeCrash(crash, countsOf);
    for (const kind of ['alone', 'together'] as const) {
      for (const { digest } of blame[kind]) {
        const before = counts.get(digest) ?? { together: 0, alone: 0 };
        counts.set(digest, { ...before, [kind]: before[kind] + 1 });
      }
    }
  }
  throw new Error('the process never stops crashing');
}

test('a page that crashes the process among others is identified, and no other page is blamed', () => {
  assert.deepEqual(play([]), { crashes: 3, refused: [poison.digest] });
  assert.deepEqual(play([one, two, three]), { crashes: 5, refused: [poison.digest] });
});
