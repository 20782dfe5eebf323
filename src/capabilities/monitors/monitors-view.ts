import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import type { MonitorDetail, MonitorDocument } from './monitor-document.ts';
import { checksText, checkText, monitorListText, monitorText, versionDiffText } from './monitor-text.ts';

/** A part of a list of monitors. */
interface MonitorList {
  monitors: MonitorDocument[];
  total: number;
  next_offset: number | null;
}

const maxNameLength = 40;
const maxSummaryLength = 60;

function shorten(text: string, length: number): string {
  const line = oneLine(text);
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Returns the time and the result of the last check. */
function latestCells({ latest_check: latest, checking }: MonitorDocument): string[] {
  if (latest === null) return ['-', checking === null ? '-' : 'running', ''];
  const at = latest.at.slice(0, 19).replace('T', ' ');
  return [at, latest.state, shorten(latest.summary, maxSummaryLength)];
}

/** Returns one line for each monitor: its last check and the result come before its settings. */
function listText({ monitors, total, next_offset: next }: MonitorList): string | null {
  if (monitors.length === 0) return null;
  const rows = monitors.map((monitor) => [
    monitor.mid,
    shorten(monitor.name ?? monitor.url ?? monitor.watch.kind, maxNameLength),
    monitor.status,
    ...latestCells(monitor),
  ]);
  const table = [['mid', 'name', 'status', 'last check', 'result', ''], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const rest = next === null ? [] : [`(${monitors.length} of ${total}; the next ones with --offset ${next})`];
  return [...lines.map((line) => line.trimEnd()), ...rest].join('\n');
}

/** Shows a list of monitors. */
export const monitorsView: AnswerView<MonitorList> = { agentText: monitorListText, cliText: listText };

/** Shows a monitor. */
export const monitorView: AnswerView<MonitorDocument & Partial<MonitorDetail>> = {
  agentText: monitorText,
  machineFields: ['mid', 'status', 'next_run_at', 'check_count', 'condition_met', 'checking'],
};

/** Shows a monitor after an action. */
export const actedMonitorView: AnswerView<{ monitor: MonitorDocument }> = {
  agentText: ({ monitor }) => monitorText(monitor),
};

/** Shows checks. */
export const checksView: AnswerView<Parameters<typeof checksText>[0]> = { agentText: checksText };

/** Shows a check. */
export const checkView: AnswerView<Parameters<typeof checkText>[0]> = { agentText: checkText };

/** Shows the differences between two versions. */
export const versionDiffView: AnswerView<Parameters<typeof versionDiffText>[0]> = {
  agentText: versionDiffText,
};
