import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { MonitorDetail, MonitorDocument } from './monitor-document.ts';
import { monitorTerminalText } from './monitor-terminal-text.ts';
import { checksText, checkText, monitorListText, monitorText, versionDiffText } from './monitor-text.ts';

/** A part of a list of monitors. */
interface MonitorList {
  monitors: MonitorDocument[];
  total: number;
  next_offset: number | null;
}

/** Shows a list of monitors. */
export const monitorsView: AnswerView<MonitorList> = { agentText: monitorListText };

/** Shows a monitor. */
export const monitorView: AnswerView<MonitorDocument & Partial<MonitorDetail>> = {
  agentText: monitorText,
  cliText: monitorTerminalText,
  machineFields: ['mid', 'status', 'next_run_at', 'check_count', 'condition_met', 'checking'],
};

/** Shows a monitor after an action. */
export const actedMonitorView: AnswerView<{ monitor: MonitorDocument }> = {
  agentText: ({ monitor }) => monitorText(monitor),
  cliText: ({ monitor }) => monitorTerminalText(monitor),
};

/** Shows checks. */
export const checksView: AnswerView<Parameters<typeof checksText>[0]> = { agentText: checksText };

/** Shows a check. */
export const checkView: AnswerView<Parameters<typeof checkText>[0]> = { agentText: checkText };

type ShownVersionDiff = Parameters<typeof versionDiffText>[0];

function versionDiffSummary(shown: ShownVersionDiff): string {
  const { essence, body = [] } = versionDiffText(shown);
  return [essence, ...body].join('\n');
}

/** Shows the differences between two versions. */
export const versionDiffView: AnswerView<ShownVersionDiff> = {
  agentText: versionDiffText,
  cliSummary: versionDiffSummary,
};
