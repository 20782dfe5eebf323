import { createHash } from 'node:crypto';
import { type LocatorFamily, locatorFamilies } from './locator.ts';

/** Locators of a family that vote, and those kept in waiting while few pages have judged them. */
const votersPerFamily = 3;
const waitingPerFamily = 24;
/** Locators that vote. */
const maxVoters = 9;
/** Pages after which only voters are kept. */
const settledPages = 3;
/** How often a locator must have been right for every time that it was wrong. */
const rightPerWrong = 10;

const familyWeights: Record<LocatorFamily, number> = {
  semantic: 1,
  label: 1,
  id: 0.9,
  class: 0.8,
  anchor: 0.7,
  path: 0.5,
};

/** What a locator did on a page with a known value: found it, found another, or found nothing. */
export type Verdict = 'right' | 'wrong' | 'missed';

/** Anything that leads to a value and belongs to a family. */
export interface Kindred {
  family: LocatorFamily;
}

/** A locator and how often each verdict fell. Plain data: it is stored. */
export interface Judged<Way extends Kindred> extends Record<Verdict, number> {
  way: Way;
}

/** Where a layout shows one value, and how sure that is. Plain data: it is stored. */
export interface Rule<Way extends Kindred> {
  /** Pages with a known value that it was learned from, since it was last learned anew. */
  pages: number;
  /** How many of the last of them in a row no locator was right about. */
  failures: number;
  ways: Judged<Way>[];
}

/** What one page with a known value says of a rule. Plain data: it crosses threads and waits for a lock. */
export interface Observation<Way extends Kindred> {
  /** By the key of a way. */
  verdicts: Record<string, Verdict>;
  /** Ways that lead to the value on this page, best first. */
  fresh: Way[];
}

/** A short name of a way: equal ways have equal keys. */
export function keyOf(way: unknown): string {
  return createHash('sha1').update(JSON.stringify(way)).digest('base64url').slice(0, 14);
}

function isTrusted<Way extends Kindred>({ right, wrong, missed }: Judged<Way>): boolean {
  return right > 0 && right >= wrong * rightPerWrong && right >= missed;
}

function byRank<Way extends Kindred>(one: Judged<Way>, other: Judged<Way>): number {
  return one.wrong - other.wrong || other.right - one.right || one.missed - other.missed;
}

/** The best of each family, in their order. */
function perFamily<Way extends Kindred>(ways: Judged<Way>[], most: number): Judged<Way>[] {
  const counts = new Map<LocatorFamily, number>();
  return ways.filter(({ way: { family } }) => {
    const count = counts.get(family) ?? 0;
    counts.set(family, count + 1);
    return count < most;
  });
}

/** Failures in a row after which a rule that was right on two pages is no longer asked. */
const mostFailures = 2;

/** Whether a rule that was right on some pages is right again, so that no other ways need be looked for. */
export function isSettled<Way extends Kindred>(
  rule: Rule<Way> | null,
  verdicts: Readonly<Record<string, Verdict>>,
): boolean {
  if (rule === null || rule.pages < settledPages) return false;
  return Object.values(verdicts).includes('right');
}

/** Whether a rule was right on two pages: until then it is provisional. */
export function isProven<Way extends Kindred>(rule: Rule<Way>): boolean {
  return rule.ways.some((known) => known.right > 1);
}

/** Whether a rule is no longer to be asked. */
export function hasFailed<Way extends Kindred>(rule: Rule<Way>): boolean {
  return rule.failures >= mostFailures || rule.ways.length === 0;
}

/**
 * The rule after one more page. Pages may come in any order, also those that were read before the rule was what it is now:
 * what they say of ways that are no longer there is passed over.
 */
export function afterPage<Way extends Kindred>(
  rule: Rule<Way> | null,
  { verdicts, fresh }: Observation<Way>,
): Rule<Way> {
  const added = fresh.map((way) => ({ way, right: 1, wrong: 0, missed: 0 }));
  if (rule === null || rule.ways.length === 0) {
    return { pages: 1, failures: 0, ways: perFamily(added, waitingPerFamily) };
  }
  const freshKeys = new Set(fresh.map(keyOf));
  const judged = rule.ways.map((known) => {
    const key = keyOf(known.way);
    const verdict = freshKeys.has(key) ? 'right' : verdicts[key];
    return {
      before: known,
      verdict,
      after: verdict === undefined ? known : { ...known, [verdict]: known[verdict] + 1 },
    };
  });
  const kept = judged.map((one) => one.after).filter(isTrusted);
  const isRight = judged.some((one) => one.verdict === 'right');
  if (!isRight) return afterFailure(rule, judged, kept, added);
  const pages = rule.pages + 1;
  const most = pages < settledPages ? waitingPerFamily : votersPerFamily;
  return { pages, failures: 0, ways: perFamily(kept.sort(byRank), most) };
}

/** What becomes of a rule none of whose ways was right: it is learned anew, at once when its ways lead nowhere any more. */
function afterFailure<Way extends Kindred>(
  rule: Rule<Way>,
  judged: readonly { verdict: Verdict | undefined }[],
  kept: Judged<Way>[],
  added: Judged<Way>[],
): Rule<Way> {
  const failures = rule.failures + 1;
  const isGone = judged.every((one) => one.verdict === 'missed');
  if (added.length === 0 || (isProven(rule) && !isGone && failures < mostFailures))
    return { ...rule, failures };
  const rest = isProven(rule) ? [] : kept;
  return { pages: 1, failures: 0, ways: perFamily([...added, ...rest], waitingPerFamily) };
}

/** The ways that vote, with their weights: three a family, nine in all, families taking turns. */
export function votersOf<Way extends Kindred>(rule: Rule<Way>): { way: Way; weight: number }[] {
  const best = Math.max(0, ...rule.ways.map((known) => known.right));
  // A way that has seen fewer pages than another waits.
  const full = rule.ways.filter((known) => known.right === best && known.wrong === 0);
  const ranked = perFamily(full.length > 0 ? full : [...rule.ways].sort(byRank), votersPerFamily);
  const chosen: Judged<Way>[] = [];
  for (let turn = 0; turn < votersPerFamily; turn++) {
    for (const family of locatorFamilies) {
      const next = ranked.filter((known) => known.way.family === family)[turn];
      if (next !== undefined && chosen.length < maxVoters) chosen.push(next);
    }
  }
  return chosen.map(({ way }) => ({ way, weight: familyWeights[way.family] }));
}
