import { createHash } from 'node:crypto';
import { type LocatorFamily, locatorFamilies } from '../locators/locator.ts';

/** Maximum number of voting locators of a family, and of candidates while few pages were observed. */
const maxVotersPerFamily = 3;
const maxCandidatesPerFamily = 24;
/** Maximum number of voting locators. */
const maxVoters = 9;
/** Number of pages after which only voters are stored. */
const minSettledPages = 3;
/** Minimum ratio of right to wrong answers of a trusted locator. */
const minRightPerWrong = 10;

const familyWeights: Record<LocatorFamily, number> = {
  semantic: 1,
  label: 1,
  id: 0.9,
  class: 0.8,
  anchor: 0.7,
  path: 0.5,
};

/** Result of a locator on a page with a known value: the value, another value, or none. */
export type Verdict = 'right' | 'wrong' | 'missed';

/** A locator of any structure that belongs to a family. */
export interface WithFamily {
  family: LocatorFamily;
}

/** A locator with the number of each verdict. Plain data; it is stored. */
export interface ScoredLocator<AnyLocator extends WithFamily> extends Record<Verdict, number> {
  way: AnyLocator;
}

/** Locators of one value of a layout with their record. Plain data; it is stored. */
export interface Rule<AnyLocator extends WithFamily> {
  /** Number of pages with a known value that the rule was learned from since its last reset. */
  pages: number;
  /** Number of consecutive pages on which no locator was right. */
  failures: number;
  ways: ScoredLocator<AnyLocator>[];
  /** Forms of the known values, empty for texts without digits; absent if the values are not texts. */
  forms?: string[];
}

/** Observation of a rule on a page with a known value. Plain data; it crosses threads and waits for a lock. */
export interface Observation<AnyLocator extends WithFamily> {
  /** Verdicts by the key of the locator. */
  verdicts: Record<string, Verdict>;
  /** Locators of the value on this page, best first. */
  newLocators: AnyLocator[];
  /** Form of the known value, if it is a text. */
  form?: string;
}

/** Returns a short key of a locator; equal locators have equal keys. */
export function getLocatorKey(way: unknown): string {
  return createHash('sha1').update(JSON.stringify(way)).digest('base64url').slice(0, 14);
}

function isTrusted<AnyLocator extends WithFamily>({
  right,
  wrong,
  missed,
}: ScoredLocator<AnyLocator>): boolean {
  return right > 0 && right >= wrong * minRightPerWrong && right >= missed;
}

function compareScores<AnyLocator extends WithFamily>(
  one: ScoredLocator<AnyLocator>,
  other: ScoredLocator<AnyLocator>,
): number {
  return one.wrong - other.wrong || other.right - one.right || one.missed - other.missed;
}

/** Returns the first locators of each family, in order. */
function limitPerFamily<AnyLocator extends WithFamily>(
  ways: ScoredLocator<AnyLocator>[],
  maxCount: number,
): ScoredLocator<AnyLocator>[] {
  const counts = new Map<LocatorFamily, number>();
  return ways.filter(({ way: { family } }) => {
    const count = counts.get(family) ?? 0;
    counts.set(family, count + 1);
    return count < maxCount;
  });
}

/** Number of consecutive failures after which a proven rule is no longer used. */
const maxFailures = 2;

/** Returns true if a settled rule is right again, so that no new locators are needed. */
export function isSettled<AnyLocator extends WithFamily>(
  rule: Rule<AnyLocator> | null,
  verdicts: Readonly<Record<string, Verdict>>,
): boolean {
  if (rule === null || rule.pages < minSettledPages) return false;
  return Object.values(verdicts).includes('right');
}

/** Returns true if a rule was right on two pages; until then it is provisional. */
export function isProven<AnyLocator extends WithFamily>(rule: Rule<AnyLocator>): boolean {
  return rule.ways.some((scored) => scored.right > 1);
}

/** Returns true if a rule is no longer used. */
export function hasFailed<AnyLocator extends WithFamily>(rule: Rule<AnyLocator>): boolean {
  return rule.failures >= maxFailures || rule.ways.length === 0;
}

/**
 * Applies the observation of one more page to a rule. Observations may come in any order; verdicts about
 * locators that the rule no longer has are ignored.
 */
export function applyObservation<AnyLocator extends WithFamily>(
  rule: Rule<AnyLocator> | null,
  observation: Observation<AnyLocator>,
): Rule<AnyLocator> {
  const next = applyVerdicts(rule, observation);
  const { form } = observation;
  if (form === undefined) return next;
  return { ...next, forms: [...new Set([...(rule?.forms ?? []), form])].slice(0, maxForms) };
}

/** Maximum number of forms of values that a rule remembers. */
const maxForms = 4;

function applyVerdicts<AnyLocator extends WithFamily>(
  rule: Rule<AnyLocator> | null,
  { verdicts, newLocators }: Observation<AnyLocator>,
): Rule<AnyLocator> {
  const candidates = newLocators.map((way) => ({ way, right: 1, wrong: 0, missed: 0 }));
  if (rule === null || rule.ways.length === 0) {
    return { pages: 1, failures: 0, ways: limitPerFamily(candidates, maxCandidatesPerFamily) };
  }
  const freshKeys = new Set(newLocators.map(getLocatorKey));
  const outcomes = rule.ways.map((scored) => {
    const key = getLocatorKey(scored.way);
    const verdict = freshKeys.has(key) ? 'right' : verdicts[key];
    return {
      before: scored,
      verdict,
      after: verdict === undefined ? scored : { ...scored, [verdict]: scored[verdict] + 1 },
    };
  });
  const trusted = outcomes.map((one) => one.after).filter(isTrusted);
  const isRight = outcomes.some((one) => one.verdict === 'right');
  if (!isRight) return applyFailure(rule, outcomes, trusted, candidates);
  const pages = rule.pages + 1;
  const maxCount = pages < minSettledPages ? maxCandidatesPerFamily : maxVotersPerFamily;
  return { pages, failures: 0, ways: limitPerFamily(trusted.sort(compareScores), maxCount) };
}

/**
 * Handles a page on which no locator was right. The rule is reset after repeated failures, or at once if its
 * locators find nothing.
 */
function applyFailure<AnyLocator extends WithFamily>(
  rule: Rule<AnyLocator>,
  outcomes: readonly { verdict: Verdict | undefined }[],
  trusted: ScoredLocator<AnyLocator>[],
  candidates: ScoredLocator<AnyLocator>[],
): Rule<AnyLocator> {
  const failures = rule.failures + 1;
  const allMissed = outcomes.every((one) => one.verdict === 'missed');
  if (candidates.length === 0 || (isProven(rule) && !allMissed && failures < maxFailures))
    return { ...rule, failures };
  const rest = isProven(rule) ? [] : trusted;
  return { pages: 1, failures: 0, ways: limitPerFamily([...candidates, ...rest], maxCandidatesPerFamily) };
}

/**
 * Returns the voting locators with their weights: three of each family, nine in total, with families taking
 * turns.
 */
export function selectVoters<AnyLocator extends WithFamily>(
  rule: Rule<AnyLocator>,
): { way: AnyLocator; weight: number }[] {
  const best = Math.max(0, ...rule.ways.map((scored) => scored.right));
  // Locators observed on fewer pages than others do not vote yet.
  const bestLocators = rule.ways.filter((scored) => scored.right === best && scored.wrong === 0);
  const ranked = limitPerFamily(
    bestLocators.length > 0 ? bestLocators : [...rule.ways].sort(compareScores),
    maxVotersPerFamily,
  );
  const voters: ScoredLocator<AnyLocator>[] = [];
  for (let turn = 0; turn < maxVotersPerFamily; turn++) {
    for (const family of locatorFamilies) {
      const next = ranked.filter((scored) => scored.way.family === family)[turn];
      if (next !== undefined && voters.length < maxVoters) voters.push(next);
    }
  }
  return voters.map(({ way }) => ({ way, weight: familyWeights[way.family] }));
}
