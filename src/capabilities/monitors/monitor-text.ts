import type { AgentText, SuggestedCall } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { countOf, warningLines, webWarnings } from '../../operations/views/page-text.ts';
import { minute, oneLine } from '../../operations/views/terminal-text.ts';
import type { CheckDocument, LatestCheck } from './check/checks.ts';
import type { VersionDiff } from './check/compare/compare-versions.ts';
import type { MonitorDetail, MonitorDocument, VersionDocument } from './monitor-document.ts';
import type { Condition } from './settings/monitor-settings.ts';

/** Maximum length of a text of which an answer shows the start, in UTF-16 code units. */
const maxTextLength = 400;
const maxShownChecks = 5;

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** Describes the schedule of a monitor, and its next check. */
export function scheduleText({ schedule, status, next_run_at: next }: MonitorDocument): string {
  const { every, cron } = schedule as { every?: string; cron?: string };
  const times = every === undefined ? (cron ?? '') : `every ${every}`;
  return `${times}; ${status}${next === null ? '' : `, next check ${minute(next)}`}`;
}

/** Counts the recipients of notifications. */
export function countRecipients({ notify }: MonitorDocument): {
  webhooks: number;
  emails: number;
  isMuted: boolean;
} {
  const {
    webhook = [],
    email = [],
    muted,
  } = notify as { webhook?: unknown; email?: unknown; muted?: boolean };
  return { webhooks: [webhook].flat().length, emails: [email].flat().length, isMuted: muted === true };
}

function hasRecipients(monitor: MonitorDocument): boolean {
  const { webhooks, emails, isMuted } = countRecipients(monitor);
  return !isMuted && webhooks + emails > 0;
}

function conditionText({ field, op, value }: Condition): string {
  return [field, op, ...(value === null ? [] : [JSON.stringify(value)])].join(' ');
}

/** Describes the conditions of a monitor in one line; empty if it has none. */
export function conditionLines(monitor: MonitorDocument & Partial<MonitorDetail>): string[] {
  const { conditions, match, condition_met: isMet } = monitor;
  if (conditions.length === 0) return [];
  const joined = conditions.map(conditionText).join(match === 'all' ? ' and ' : ' or ');
  if (isMet === undefined) return [`condition: ${joined}`];
  const state = isMet === null ? 'depends on the next change' : isMet ? 'holds now' : 'does not hold now';
  return [`condition: ${joined}: ${state}`];
}

/** Returns the values of a version, or the start of its text. */
function versionRows({ data, title, text }: Pick<VersionDocument, 'data' | 'title' | 'text'>): string[] {
  if (data !== null && text === null) return jsonRows(data);
  return [title ?? '', shorten(text ?? '')].filter(Boolean);
}

/** Returns the line of the service about a check; its summary has the words of the page. */
function checkLine({ check, at, state }: LatestCheck, isMet = false, isNotified = false): string {
  const facts = [isMet ? 'condition_met' : '', isNotified ? 'notified' : ''].filter(Boolean);
  return [`check ${check}, ${minute(at)}: ${state}`, ...facts].join(', ');
}

/** Says who decided about the goal, and how. */
function decisionText({ decision }: CheckDocument): string {
  if (decision === undefined) return '';
  const { met, by, reason } = decision;
  if (met === null) return `; goal: not decided${reason === undefined ? '' : ` (${reason})`}`;
  return `; goal: ${met ? 'met' : 'not met'}, decided by ${by === 'model' ? 'the model' : 'values'}`;
}

/** Returns what the service found in a check; the words of the page are in {@link summaryRows}. */
function resultLine(check: CheckDocument): string {
  return `${checkLine(check, check.condition_met, check.notified)}${decisionText(check)}`;
}

/** Returns the changes that the decision about the goal rests on; with a decision by values, the differences show them. */
function evidenceRows({ decision }: CheckDocument): string[] {
  if (decision?.by !== 'model') return [];
  return decision.evidence.map(
    ({ place, old, new: now }) =>
      `evidence: ${JSON.stringify([place, old, now].filter((one) => one !== null))}`,
  );
}

/** States that the line of the service says completely: their summaries have no words of the page. */
const wordlessStates: ReadonlySet<CheckDocument['state']> = new Set(['new', 'same']);

/** Returns the words of the page about a check; empty if it has none. */
function wordsOf({ state, summary }: Pick<CheckDocument, 'state' | 'summary'>): string {
  return wordlessStates.has(state) ? '' : oneLine(summary);
}

/** Returns the words of the page about checks, with their numbers, which lead to the lines of the service. */
function summaryRows(checks: readonly Pick<CheckDocument, 'check' | 'state' | 'summary'>[]): string[] {
  return checks.flatMap((check) => {
    const words = wordsOf(check);
    return words === '' ? [] : `${check.check}: ${words}`;
  });
}

/** Returns the differences, one on each line. */
function diffRows(diff: VersionDiff | null): string[] {
  if (diff === null) return [];
  const fields = Object.entries(diff.fields).map(
    ([pointer, change]) => `${pointer}: ${JSON.stringify(change.old)} -> ${JSON.stringify(change.new)}`,
  );
  const blocks = diff.blocks.flatMap(({ section, before, after }) => [
    ...(section === null ? [] : [`@ ${oneLine(section)}`]),
    ...(before === null ? [] : [`- ${oneLine(before)}`]),
    ...(after === null ? [] : [`+ ${oneLine(after)}`]),
  ]);
  return [...fields, ...blocks, ...(diff.truncated ? ['(shortened)'] : [])];
}

function nextCheckCall({ mid, checking }: MonitorDocument): SuggestedCall | null {
  return checking === null ? null : { tool: 'monitor', args: { action: 'get', mid } };
}

/** Describes a monitor: what it watches, its conditions, its baseline and its last checks. */
export function monitorText(monitor: MonitorDocument & Partial<MonitorDetail>): AgentText {
  const { mid, watch, latest_check: latest, checks = [], baseline, check_count: count, checking } = monitor;
  const shownChecks = checks.slice(0, maxShownChecks);
  const essence = [
    `${mid} watches ${watch.kind}, ${scheduleText(monitor)}`,
    ...conditionLines(monitor),
    ...(monitor.goal == null ? [] : [`goal: ${oneLine(monitor.goal)}`]),
    hasRecipients(monitor)
      ? 'changes are sent to `notify`'
      : 'no `notify`: changes are only listed (action checks)',
    checking === null ? `${countOf(count, 'check')} done` : `a check is running; ${count} done`,
    ...(baseline == null ? [] : [`baseline of ${minute(baseline.at)} below`]),
    ...(checks.length === 0 && latest !== null ? [checkLine(latest)] : []),
    ...shownChecks.map(resultLine),
  ];
  const untrusted = [
    [monitor.name, monitor.url].filter((part) => part !== null).join(': '),
    ...(baseline == null ? [] : versionRows(baseline)),
    ...summaryRows(shownChecks),
  ];
  return {
    essence: essence.join('\n'),
    untrusted: null,
    body: untrusted.filter(Boolean),
    continuation: () => nextCheckCall(monitor),
  };
}

/** Describes checks, newest first. */
export function checksText({
  checks,
  total,
  next_before: before,
}: {
  checks: CheckDocument[];
  total: number;
  next_before: number | null;
}): AgentText {
  const [only] = checks;
  const rows =
    checks.length === 1 && only !== undefined ? [...diffRows(only.diff), ...evidenceRows(only)] : [];
  return {
    essence: [`${checks.length} of ${countOf(total, 'check')}`, ...checks.map(resultLine)].join('\n'),
    untrusted: null,
    body: [...summaryRows(checks), ...rows],
    continuation: () => (before === null ? null : { tool: null, args: { before } }),
  };
}

/** Describes a check with its differences, and the version after it. */
export function checkText({
  check,
  version,
}: {
  check: CheckDocument;
  version: VersionDocument | null;
}): AgentText {
  const { credits, error, warnings, receipt, screenshot } = check;
  return {
    essence: [
      resultLine(check),
      ...(error === null ? [] : [`error ${error.code}`]),
      ...(screenshot === undefined ? [] : [`screenshot ${screenshot}`]),
      ...(version === null ? [] : [`version of ${minute(version.at)} below`]),
      ...warningLines(warnings),
      `${countOf(credits, 'credit')}${receipt === null ? '' : `, receipt ${receipt.id}`}`,
    ].join('\n'),
    untrusted: webWarnings(warnings).join('\n') || null,
    body: [
      ...(wordlessStates.has(check.state) ? [] : [check.summary]),
      ...diffRows(check.diff),
      ...evidenceRows(check),
      ...(version === null ? [] : versionRows(version)),
    ],
  };
}

/** Describes the differences between two versions. */
export function versionDiffText({
  from,
  to,
  changed,
  summary,
  diff,
}: {
  from: VersionDocument;
  to: VersionDocument;
  changed: boolean;
  summary: string;
  diff: VersionDiff;
}): AgentText {
  return {
    essence: `${minute(from.at)} to ${minute(to.at)}: ${changed ? 'changed' : 'no differences'}`,
    untrusted: null,
    body: changed ? [summary, ...diffRows(diff)] : [],
  };
}

/** Describes a list of monitors, two lines each. */
export function monitorListText({
  monitors,
  total,
  next_offset: next,
}: {
  monitors: MonitorDocument[];
  total: number;
  next_offset: number | null;
}): AgentText {
  return {
    essence: [
      `${monitors.length} of ${countOf(total, 'monitor')}`,
      ...monitors.map((monitor) => {
        const { mid, watch, latest_check: latest } = monitor;
        return `${mid} ${watch.kind}, ${scheduleText(monitor)}${latest === null ? '' : `; ${checkLine(latest)}`}`;
      }),
    ].join('\n'),
    untrusted: null,
    body: monitors.map(({ mid, name, url, latest_check: latest }) => {
      const words = latest === null ? '' : wordsOf(latest);
      const last = words === '' ? '' : `\n  ${words}`;
      return `${mid} ${[name, url].filter((part) => part !== null).join(': ')}${last}`;
    }),
    continuation: () => (next === null ? null : { tool: null, args: { offset: next } }),
  };
}
