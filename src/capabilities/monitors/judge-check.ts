import { changedRecords } from './changed-records.ts';
import { isEmptyDiff, type VersionDiff } from './compare-versions.ts';
import { isWanted, type JudgedChange } from './conditions.ts';
import { describeChange } from './describe-change.ts';
import type { CheckState, MonitorSettings, MonitorStatus, Version } from './watch.ts';

/** What a monitor stands on between two checks. */
export interface Standing {
  status: MonitorStatus;
  /** What pages are compared with; null until the first good one. */
  baseline: Version | null;
  /** What was last told of; null when that is the baseline. */
  told: Version | null;
  /** Whether the page was found to be gone. */
  isGone: boolean;
  /** What was seen once and is told of only when it is seen again; null for nothing. */
  doubt: string | null;
  /** Failed checks in a row. */
  failures: number;
  /** When failing was last told of; null while it was not. */
  failingToldAt: Date | null;
}

/** What a check found. */
export type Finding =
  /** A version; its difference from the baseline is null when there is none to compare with. */
  | { kind: 'version'; version: Version; diff: VersionDiff | null }
  | { kind: 'gone'; code: string; message: string }
  | { kind: 'fault'; code: string; message: string; isLost: boolean };

/** Something to tell of. */
export type MonitorEvent = 'changed' | 'failing' | 'recovered';

/** What follows from a check. */
export interface Verdict {
  state: CheckState;
  /** For a person. */
  summary: string;
  diff: VersionDiff | null;
  error: { code: string; message: string } | null;
  standing: Standing;
  events: MonitorEvent[];
  /** Whether the page should be looked at again soon, so that a doubt is settled. */
  isDoubtful: boolean;
}

/** How a monitor judges. */
export type JudgeRules = Pick<MonitorSettings, 'conditions' | 'match' | 'failing_after' | 'watch'>;

/** How often a failing monitor is told of again. */
const reminderMs = 24 * 60 * 60_000;
/** A page with fewer than this share of its words is looked at twice before that is believed. */
const sparseShare = 0.2;
const fewWords = 40;

function wordCount({ text }: Version): number {
  return (text ?? '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** Whether nearly all of a page is gone, as on a half-loaded page or behind a wall that nobody knew. */
function isSparse(before: Version, after: Version, rules: JudgeRules): boolean {
  if (rules.watch.kind !== 'page') return false;
  const words = wordCount(before);
  return words >= fewWords && wordCount(after) < words * sparseShare;
}

function failed(
  standing: Standing,
  { code, message }: { code: string; message: string },
  rules: JudgeRules,
  now: Date,
): Verdict {
  const failures = standing.failures + 1;
  const { failingToldAt: told } = standing;
  const isDue = told === null || now.getTime() - told.getTime() >= reminderMs;
  const tells = failures >= rules.failing_after && isDue;
  return {
    state: 'error',
    summary: message,
    diff: null,
    error: { code, message },
    standing: { ...standing, failures, failingToldAt: tells ? now : told },
    events: tells ? ['failing'] : [],
    isDoubtful: false,
  };
}

/** The standing after a check that worked, and whether that is a recovery. */
function succeeded(standing: Standing): { standing: Standing; events: MonitorEvent[] } {
  const status = standing.status === 'needs_attention' ? 'active' : standing.status;
  return {
    standing: { ...standing, status, failures: 0, failingToldAt: null, doubt: null },
    events: standing.failingToldAt === null ? [] : ['recovered'],
  };
}

/** A first sight of something grave: no change yet, and looked at again soon. */
function doubted(standing: Standing, doubt: string, message: string): Verdict {
  return {
    state: 'error',
    summary: message,
    diff: null,
    error: { code: doubt, message },
    standing: { ...standing, doubt },
    events: [],
    isDoubtful: true,
  };
}

function ofGone(standing: Standing, finding: Extract<Finding, { kind: 'gone' }>): Verdict {
  const good = succeeded(standing);
  const common = { diff: null, error: null, isDoubtful: false };
  if (standing.isGone) return { ...common, ...good, state: 'same', summary: 'The page is still gone.' };
  if (standing.doubt !== finding.code) {
    return doubted(
      standing,
      finding.code,
      `${finding.message} It is looked at again before that is believed.`,
    );
  }
  return {
    ...common,
    state: 'removed',
    summary: `The page is gone: ${finding.message}`,
    standing: { ...good.standing, isGone: true },
    events: [...good.events, 'changed'],
  };
}

/** Whether a change is one to tell of: of a dataset, when one of its records has changed so. */
function isTold({ conditions, match, watch }: JudgeRules, change: JudgedChange): boolean {
  if (watch.kind !== 'dataset' || conditions.length === 0) return isWanted(conditions, match, change);
  return changedRecords(change.diff).some((record) => {
    const before = { ...change.after, data: record.old };
    return isWanted(conditions, match, {
      before,
      told: before,
      after: { ...change.after, data: record.new },
      diff: change.diff,
    });
  });
}

function ofVersion(
  standing: Standing,
  { version, diff }: Extract<Finding, { kind: 'version' }>,
  rules: JudgeRules,
): Verdict {
  const { baseline, isGone } = standing;
  const good = succeeded(standing);
  const common = { diff: null, error: null, isDoubtful: false };
  const taken = { ...good.standing, baseline: version, isGone: false };
  if (baseline === null || diff === null) {
    const summary = 'The first version, which others are compared with.';
    return { ...common, state: 'new', summary, standing: taken, events: good.events };
  }
  if (isEmptyDiff(diff) && !isGone) {
    return { ...common, ...good, state: 'same', summary: 'Nothing changed.' };
  }
  if (isSparse(baseline, version, rules) && standing.doubt !== 'text_missing') {
    const message = 'Nearly all of the text is missing. It is looked at again before that is believed.';
    return doubted(standing, 'text_missing', message);
  }
  const told = standing.told ?? baseline;
  const wanted = isGone || isTold(rules, { before: baseline, after: version, told, diff });
  const change = isEmptyDiff(diff) ? 'as it was' : describeChange(diff);
  return {
    ...common,
    state: 'changed',
    summary: isGone ? `The page is back: ${change}` : change,
    diff: isEmptyDiff(diff) ? null : diff,
    standing: { ...taken, told: wanted ? null : told },
    events: wanted ? [...good.events, 'changed'] : good.events,
  };
}

/**
 * What follows from what a check found. Only a version becomes a baseline: what failed, and what is gone, leaves it as it
 * was. A page that is gone, or nearly empty, is believed when it is seen twice in a row.
 */
export function judgeCheck(standing: Standing, finding: Finding, rules: JudgeRules, now: Date): Verdict {
  if (finding.kind === 'version') return ofVersion(standing, finding, rules);
  if (finding.kind === 'gone' && standing.baseline !== null) return ofGone(standing, finding);
  const isLost = finding.kind === 'fault' && finding.isLost;
  const base = { ...standing, doubt: null };
  return failed(isLost ? { ...base, status: 'needs_attention' } : base, finding, rules, now);
}
