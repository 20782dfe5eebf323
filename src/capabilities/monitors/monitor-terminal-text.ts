import { jsonRows } from '../../operations/views/json-rows.ts';
import { countOf } from '../../operations/views/page-text.ts';
import { minute, oneLine } from '../../operations/views/terminal-text.ts';
import type { CheckDocument } from './check/checks.ts';
import type { MonitorDetail, MonitorDocument, VersionDocument } from './monitor-document.ts';
import { conditionLines, countRecipients, scheduleText } from './monitor-text.ts';
import type { Watch } from './settings/monitor-settings.ts';

/** A monitor of a list, or with its checks and its baseline. */
type ShownMonitor = MonitorDocument & Partial<MonitorDetail>;

const maxShownChecks = 5;
/** Maximum length of the text of a version, in UTF-16 code units. */
const maxTextLength = 600;

function watchText(watch: Watch): string {
  if (watch.kind === 'section')
    return 'selector' in watch ? `the part ${watch.selector}` : `the part about ${watch.focus}`;
  if (watch.kind === 'fields') {
    const names = Object.keys(watch.schema?.properties ?? {});
    return names.length > 0 ? `the values ${names.join(', ')}` : `the values ${watch.prompt ?? ''}`;
  }
  if (watch.kind === 'dataset') return `the dataset ${watch.did}`;
  if (watch.kind === 'search') return `the results of the search ${watch.query}`;
  return watch.kind === 'workflow' ? `the records of the workflow ${watch.id}` : 'the page';
}

function recipientsText(monitor: ShownMonitor): string {
  const { webhooks, emails, isMuted } = countRecipients(monitor);
  if (isMuted) return 'nobody: notifications are muted';
  if (webhooks + emails === 0) return 'nobody: changes are only listed';
  const counts = [
    ...(webhooks > 0 ? [countOf(webhooks, 'webhook')] : []),
    ...(emails > 0 ? [`${emails} by e-mail`] : []),
  ];
  return counts.join(', ');
}

/** Says why a change was not sent; empty for a check that was, or that found none. */
function silenceText(check: CheckDocument, monitor: ShownMonitor): string {
  if (check.state !== 'changed' || check.notified) return '';
  if (check.decision?.met === false) return 'not notified: the goal is not met';
  if (!check.condition_met) return 'not notified: the conditions do not hold';
  return `not notified: sent to ${recipientsText(monitor)}`;
}

function checkRow(check: CheckDocument, monitor: ShownMonitor): string {
  const reason = check.error === null ? check.summary : `${check.error.code}: ${check.error.message}`;
  const isUndelivered = (monitor.undelivered ?? []).length > 0;
  const sent = check.notified
    ? `notified${isUndelivered ? ' (see below)' : ''}`
    : silenceText(check, monitor);
  const facts = [`${check.check}`, minute(check.at), check.state, sent, oneLine(reason)];
  return `  ${facts.filter(Boolean).join('  ')}`;
}

/** Says which recipients do not get the changes, and why. */
function undeliveredLines({ undelivered = [] }: ShownMonitor): string[] {
  if (undelivered.length === 0) return [];
  const lines = undelivered.map(
    ({ recipient, failing_since: since, failures, last_error: error, disabled_at: end }) => {
      const state = end === null ? 'is tried again' : `is disabled since ${minute(end)}`;
      return `  ${recipient}  ${countOf(failures, 'failed attempt')} since ${minute(since)}, ${state}: ${oneLine(error)}`;
    },
  );
  return ['', 'Not delivered ("webhook deliveries" lists the messages):', ...lines];
}

function baselineLines({ at, data, title, text }: VersionDocument): string[] {
  const start =
    text !== null && text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : (text ?? '');
  const lines = data !== null && text === null ? jsonRows(data) : [title ?? '', ...start.split('\n')];
  return [
    '',
    `State of ${minute(at)}, with which the next check is compared:`,
    ...lines.filter(Boolean).map((line) => `  ${line}`),
  ];
}

/** Describes a monitor on a terminal: what it watches, who is told, its last checks with the reason why a change was not sent. */
export function monitorTerminalText(monitor: ShownMonitor): string {
  const { mid, name, url, watch, goal, checks, baseline, checking, check_count: count } = monitor;
  const fields: [string, string | null | undefined][] = [
    ['monitor', mid],
    ['name', name],
    ['page', url],
    ['watches', watchText(watch)],
    ['schedule', scheduleText(monitor)],
    ['sends to', recipientsText(monitor)],
    ['goal', goal],
    ['checks', checking === null ? String(count) : `${count}, and one that runs`],
  ];
  const width = Math.max(...fields.map(([heading]) => heading.length));
  const shown = fields.flatMap(([heading, value]) =>
    value === null || value === undefined ? [] : [`${heading.padEnd(width)}  ${oneLine(value)}`],
  );
  const rows = (checks ?? []).slice(0, maxShownChecks).map((check) => checkRow(check, monitor));
  return [
    ...shown,
    ...conditionLines(monitor),
    ...(rows.length > 0 ? ['', 'Last checks:', ...rows] : []),
    ...undeliveredLines(monitor),
    ...(baseline ? baselineLines(baseline) : []),
  ].join('\n');
}
