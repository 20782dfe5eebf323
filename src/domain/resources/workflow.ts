import { browserActionTypes, type FormValue } from '../pages/browser-action.ts';
import type { Json, JsonSchema } from '../pages/extraction.ts';
import type { NetworkChoice } from '../system/settings.ts';

/** Steps that act in the browser, as in a session, without those that only show a page. */
const browserStepTypes = browserActionTypes.filter(
  (type) => type !== 'snapshot' && type !== 'live' && type !== 'log',
);

/** Control steps, available only in workflows. */
const controlStepTypes = ['collect_rows', 'for_each', 'repeat_until', 'if', 'set', 'ask'] as const;

/** All step types, in the order of the reference. */
export const stepTypes = [...browserStepTypes, ...controlStepTypes] as const;

/** One of {@link stepTypes}. */
export type StepType = (typeof stepTypes)[number];

/** A test of the page or of variables; exactly one of its forms is set. Part of the API. */
export interface Condition {
  /** An element that must exist, by selector or text. */
  exists?: string | undefined;
  /** Text that the page must show. */
  text?: string | undefined;
  /** Text that the URL must contain. */
  url?: string | undefined;
  /** A variable that `op` compares with `value`. */
  var?: string | undefined;
  op?: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'exists' | 'empty' | undefined;
  value?: Json | undefined;
  not?: Condition | undefined;
  all?: Condition[] | undefined;
  any?: Condition[] | undefined;
}

/** Items of a loop: a list, a variable that holds one, or the elements that match a selector. */
export type LoopItems = Json[] | string | { target: string };

/** A step as sent by callers. Part of the API; the fields of each type are validated when a workflow is saved. */
export interface WorkflowStep {
  type: StepType;
  target?: string | undefined;
  text?: string | undefined;
  to?: string | undefined;
  from_x?: number | undefined;
  from_y?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
  url?: string | undefined;
  key?: string | undefined;
  form?: Record<string, FormValue> | undefined;
  values?: string[] | undefined;
  ms?: number | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount?: number | undefined;
  tab?: number | undefined;
  files?: string[] | undefined;
  submit?: boolean | undefined;
  secret?: boolean | undefined;
  append?: boolean | undefined;
  double?: boolean | undefined;
  dialog?: { accept: boolean; text?: string | null | undefined } | undefined;
  full_page?: boolean | undefined;
  quality?: number | undefined;
  max_length?: number | undefined;
  schema?: JsonSchema | undefined;
  prompt?: string | undefined;
  record?: boolean | undefined;
  fields?: string[] | undefined;
  limit?: number | undefined;
  items?: LoopItems | undefined;
  as?: string | undefined;
  steps?: WorkflowStep[] | undefined;
  until?: Condition | undefined;
  condition?: Condition | undefined;
  then?: WorkflowStep[] | undefined;
  else?: WorkflowStep[] | undefined;
  name?: string | undefined;
  value?: Json | undefined;
  question?: string | undefined;
  wait_seconds?: number | undefined;
  timeout_ms?: number | undefined;
  optional?: boolean | undefined;
  effect?: 'none' | 'outside' | undefined;
  save_as?: string | undefined;
}

/** Statuses of a run. */
export const runStatuses = ['queued', 'running', 'needs_input', 'completed', 'failed', 'cancelled'] as const;

/** One of {@link runStatuses}. */
export type RunStatus = (typeof runStatuses)[number];

/** Plan of a run: its workflow as it was when the run started. */
export interface RunPlan {
  steps: WorkflowStep[];
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  login: string | null;
  /** Id of the login that the state of the browser at the end of the run renews. */
  renews?: string;
}

/** Question of a run to its owner. Part of the API. */
export interface RunQuestion {
  /** `repeat`: asks whether to repeat a step that was interrupted. */
  kind: 'ask' | 'repeat';
  /** JSON Pointer of the step. */
  step: string;
  question: string;
  /** Variable that stores the answer, or null. */
  name: string | null;
  /** JSON Schema of the answer, or null. */
  schema: Record<string, unknown> | null;
}

/** Results of a step in the log. */
export const logStatuses = ['ok', 'failed', 'skipped', 'asked', 'answered', 'resumed'] as const;

/** One of {@link logStatuses}. */
export type LogStatus = (typeof logStatuses)[number];
