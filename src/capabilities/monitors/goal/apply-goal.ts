import type { ModelClient, ModelUse } from '../../../domain/resources/model.ts';
import { limitDiff } from '../check/compare/compare-versions.ts';
import type { CheckResult, MonitorState } from '../check/evaluate-check.ts';
import type { StoredMonitor } from '../monitor-table.ts';
import { decideGoal } from './decide-goal.ts';
import type { GoalDecision } from './goal-decision.ts';

/** Result of a check after the decision about the goal. */
export interface GoalResult {
  result: CheckResult;
  /** Null if there was nothing to decide. */
  decision: GoalDecision | null;
  /** Usage of the model; null if it was not called. */
  use: ModelUse | null;
}

/**
 * Decides whether a change that would be notified meets the goal of the monitor; one that does not is not notified. A page
 * that is removed or back is notified without a decision. Rejects only if `signal` aborts.
 */
export async function applyGoal(
  model: ModelClient | null,
  { settings: { goal, watch }, accountId }: Pick<StoredMonitor, 'settings' | 'accountId'>,
  monitorState: MonitorState,
  result: CheckResult,
  signal: AbortSignal,
): Promise<GoalResult> {
  const { diff, events } = result;
  const { baseline: before, isRemoved } = monitorState;
  const after = result.monitorState.baseline;
  const isUndecided = goal != null && result.state === 'changed' && events.includes('changed') && !isRemoved;
  if (!isUndecided || diff === null || before === null || after === null)
    return { result, decision: null, use: null };
  const change = { before, after, diff: limitDiff(diff) };
  const { decision, summary, use } = await decideGoal(model, { goal, watch, change, accountId }, signal);
  const summarized = summary === null ? result : { ...result, summary };
  if (decision.met !== false) return { result: summarized, decision, use };
  const quiet = {
    ...summarized,
    events: events.filter((event) => event !== 'changed'),
    // Drops and rises of conditions still count from the last notified version.
    monitorState: { ...result.monitorState, lastNotified: monitorState.lastNotified ?? before },
  };
  return { result: quiet, decision, use };
}
