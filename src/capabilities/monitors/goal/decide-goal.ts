import type { ModelClient, ModelUse } from '../../../domain/resources/model.ts';
import type { Watch } from '../settings/monitor-settings.ts';
import { canDecide, decideByValues, type GoalChange } from './decide-by-values.ts';
import { decideWithModel } from './decide-with-model.ts';
import type { GoalDecision } from './goal-decision.ts';
import { parseGoal } from './parse-goal.ts';

/** What a decision about a goal needs. */
export interface GoalRequest {
  goal: string;
  watch: Watch;
  change: GoalChange;
  accountId: string;
}

/** A decision about a goal. */
export interface DecidedGoal {
  decision: GoalDecision;
  /** One sentence of a model about the change; null for the one that the differences give. */
  summary: string | null;
  /** Usage of the model; null if it was not called. */
  use: ModelUse | null;
}

const undecided: GoalDecision = {
  met: null,
  by: 'none',
  evidence: [],
  reason: 'Only a model can decide the goal, and none is configured. See docs/models.md.',
};

/** Decides whether a change meets a goal: by values of the page, else by a model. Rejects only if `signal` aborts. */
export async function decideGoal(
  model: ModelClient | null,
  { goal, watch, change, accountId }: GoalRequest,
  signal: AbortSignal,
): Promise<DecidedGoal> {
  const clauses = parseGoal(goal);
  const decision = clauses === null ? undecided : decideByValues(watch, clauses, change);
  if (decision.met !== null || model === null) return { decision, summary: null, use: null };
  return decideWithModel(model, { goal, diff: change.diff, accountId }, signal);
}

/** Returns why neither values nor a model can decide a goal; null if one of them can. */
export function goalError(goal: string, watch: Watch, hasModel: boolean): string | null {
  if (hasModel) return null;
  const clauses = parseGoal(goal);
  if (clauses?.every((clause) => canDecide(watch, clause)) === true) return null;
  const reason =
    clauses === null
      ? 'It does not name a value and its change'
      : 'It names a value that this monitor does not watch';
  return `No rule can decide this goal, and no model is configured. ${reason}. Write a change of one value, such as "the price falls below 20" or "a new size is added", and watch that value with \`watch: {"kind": "fields", "schema": …}\`; put words of the page that appear or disappear into quotation marks; use \`conditions\`; or configure a model (docs/models.md).`;
}
