import { dayMs } from '../../../domain/values/day-ms.ts';
import { describeChange } from '../notify/describe-change.ts';
import { areConditionsMet, type EvaluatedChange } from '../settings/conditions.ts';
import type { CheckState, MonitorSettings, MonitorStatus, Version } from '../settings/monitor-settings.ts';
import { changedRecords } from './compare/changed-records.ts';
import { isEmptyDiff, type VersionDiff } from './compare/compare-versions.ts';

/** State of a monitor between two checks. */
export interface MonitorState {
  status: MonitorStatus;
  /** The version that new ones are compared with; null until the first good one. */
  baseline: Version | null;
  /** The last notified version; null when that is the baseline. */
  lastNotified: Version | null;
  /** True when the page was removed. */
  isRemoved: boolean;
  /** Error code of a finding that needs confirmation by a second check; null for none. */
  unconfirmedCode: string | null;
  /** Number of failed checks in a row. */
  failures: number;
  /** Time of the last `failing` notification; null when there was none since the last success. */
  failingNotifiedAt: Date | null;
}

/** Finding of a check. */
export type Finding =
  /** A version; `diff` is null when there is no baseline. `isConfirmed`: the site confirmed that it is the baseline. */
  | { kind: 'version'; version: Version; diff: VersionDiff | null; isConfirmed?: boolean }
  | { kind: 'gone'; code: string; message: string }
  | { kind: 'fault'; code: string; message: string; isWatchMissing: boolean };

/** An event to notify. */
export type MonitorEvent = 'changed' | 'failing' | 'recovered';

/** Result of the evaluation of a check. */
export interface CheckResult {
  state: CheckState;
  /** One line of text for a person. */
  summary: string;
  diff: VersionDiff | null;
  error: { code: string; message: string } | null;
  monitorState: MonitorState;
  events: MonitorEvent[];
  /** True when the page should be checked again soon to confirm the finding. */
  needsConfirmation: boolean;
}

/** The settings by which checks are evaluated. */
export type EvaluationRules = Pick<MonitorSettings, 'conditions' | 'match' | 'failing_after' | 'watch'>;

/** Interval between `failing` notifications, in ms. */
const reminderIntervalMs = dayMs;
/** A page with less than this share of its previous words needs confirmation by a second check. */
const sparseShare = 0.2;
const minWords = 40;

function wordCount({ text }: Version): number {
  return (text ?? '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** Returns true when nearly all of a page's text is missing, as on a half-loaded page or behind an undetected block. */
function isSparse(before: Version, after: Version, rules: EvaluationRules): boolean {
  if (rules.watch.kind !== 'page') return false;
  const words = wordCount(before);
  return words >= minWords && wordCount(after) < words * sparseShare;
}

function failedResult(
  monitorState: MonitorState,
  { code, message }: { code: string; message: string },
  rules: EvaluationRules,
  now: Date,
): CheckResult {
  const failures = monitorState.failures + 1;
  const { failingNotifiedAt } = monitorState;
  const isDue =
    failingNotifiedAt === null || now.getTime() - failingNotifiedAt.getTime() >= reminderIntervalMs;
  const notifies = failures >= rules.failing_after && isDue;
  return {
    state: 'error',
    summary: message,
    diff: null,
    error: { code, message },
    monitorState: { ...monitorState, failures, failingNotifiedAt: notifies ? now : failingNotifiedAt },
    events: notifies ? ['failing'] : [],
    needsConfirmation: false,
  };
}

/** Returns the state after a successful check, with the event `recovered` if the monitor was failing. */
function toSucceeded(monitorState: MonitorState): { monitorState: MonitorState; events: MonitorEvent[] } {
  const status = monitorState.status === 'needs_attention' ? 'active' : monitorState.status;
  return {
    monitorState: { ...monitorState, status, failures: 0, failingNotifiedAt: null, unconfirmedCode: null },
    events: monitorState.failingNotifiedAt === null ? [] : ['recovered'],
  };
}

/** Returns the result of a finding that needs confirmation: not a change yet, and checked again soon. */
function unconfirmedResult(
  monitorState: MonitorState,
  unconfirmedCode: string,
  message: string,
): CheckResult {
  return {
    state: 'error',
    summary: message,
    diff: null,
    error: { code: unconfirmedCode, message },
    monitorState: { ...monitorState, unconfirmedCode },
    events: [],
    needsConfirmation: true,
  };
}

function evaluateRemoved(
  monitorState: MonitorState,
  finding: Extract<Finding, { kind: 'gone' }>,
): CheckResult {
  const succeededState = toSucceeded(monitorState);
  const common = { diff: null, error: null, needsConfirmation: false };
  if (monitorState.isRemoved)
    return { ...common, ...succeededState, state: 'same', summary: 'The page is still missing.' };
  if (monitorState.unconfirmedCode !== finding.code) {
    return unconfirmedResult(monitorState, finding.code, `${finding.message} The next check confirms this.`);
  }
  return {
    ...common,
    state: 'removed',
    summary: `The page was removed: ${finding.message}`,
    monitorState: { ...succeededState.monitorState, isRemoved: true },
    events: [...succeededState.events, 'changed'],
  };
}

/** Returns true for a change to notify: for a dataset, when one of its changed records meets the conditions. */
function shouldNotify({ conditions, match, watch }: EvaluationRules, change: EvaluatedChange): boolean {
  if (watch.kind !== 'dataset' || conditions.length === 0) return areConditionsMet(conditions, match, change);
  return changedRecords(change.diff).some((record) => {
    const before = { ...change.after, data: record.old };
    return areConditionsMet(conditions, match, {
      before,
      lastNotified: before,
      after: { ...change.after, data: record.new },
      diff: change.diff,
    });
  });
}

const confirmedSummary = 'The site confirmed that the page has not changed.';

function evaluateVersion(
  monitorState: MonitorState,
  { version, diff, isConfirmed }: Extract<Finding, { kind: 'version' }>,
  rules: EvaluationRules,
): CheckResult {
  const { baseline, isRemoved } = monitorState;
  const succeededState = toSucceeded(monitorState);
  const common = { diff: null, error: null, needsConfirmation: false };
  const stateAfter = { ...succeededState.monitorState, baseline: version, isRemoved: false };
  if (baseline === null || diff === null) {
    const summary = 'This is the first version. Later checks are compared with it.';
    return { ...common, state: 'new', summary, monitorState: stateAfter, events: succeededState.events };
  }
  if (isEmptyDiff(diff) && !isRemoved) {
    // A baseline of an earlier release has no states and no values, so that later checks could not compare them.
    const lacksStates =
      (baseline.states === undefined && version.states !== undefined) ||
      (baseline.data === null && version.data !== null);
    return {
      ...common,
      ...succeededState,
      ...(lacksStates && { monitorState: { ...succeededState.monitorState, baseline: version } }),
      state: 'same',
      summary: isConfirmed === true ? confirmedSummary : 'No changes.',
    };
  }
  if (isSparse(baseline, version, rules) && monitorState.unconfirmedCode !== 'text_missing') {
    const message = 'Nearly all of the text is missing. The next check confirms this.';
    return unconfirmedResult(monitorState, 'text_missing', message);
  }
  const lastNotified = monitorState.lastNotified ?? baseline;
  const isNotified =
    isRemoved || shouldNotify(rules, { before: baseline, after: version, lastNotified, diff });
  const change = isEmptyDiff(diff) ? 'unchanged' : describeChange(diff);
  return {
    ...common,
    state: 'changed',
    summary: isRemoved ? `The page is back: ${change}` : change,
    diff: isEmptyDiff(diff) ? null : diff,
    monitorState: { ...stateAfter, lastNotified: isNotified ? null : lastNotified },
    events: isNotified ? [...succeededState.events, 'changed'] : succeededState.events,
  };
}

/**
 * Returns whether the evaluation of a finding reads the texts and values of versions, which can take long: only that of a
 * difference and of a page that is back does.
 */
export function readsVersions({ baseline, isRemoved }: MonitorState, finding: Finding): boolean {
  if (finding.kind !== 'version' || finding.diff === null || baseline === null) return false;
  return isRemoved || !isEmptyDiff(finding.diff);
}

/**
 * Evaluates the finding of a check. Only a version becomes the baseline; errors and missing pages leave it unchanged. A
 * missing or nearly empty page is confirmed when two checks in a row find it.
 */
export function evaluateCheck(
  monitorState: MonitorState,
  finding: Finding,
  rules: EvaluationRules,
  now: Date,
): CheckResult {
  if (finding.kind === 'version') return evaluateVersion(monitorState, finding, rules);
  if (finding.kind === 'gone' && monitorState.baseline !== null)
    return evaluateRemoved(monitorState, finding);
  const isWatchMissing = finding.kind === 'fault' && finding.isWatchMissing;
  const stateBefore = { ...monitorState, unconfirmedCode: null };
  return failedResult(
    isWatchMissing ? { ...stateBefore, status: 'needs_attention' } : stateBefore,
    finding,
    rules,
    now,
  );
}
