import { browserActionTypes } from './browser-action.ts';
import type { Json, JsonSchema } from './extraction.ts';
import type { NetworkChoice } from './settings.ts';

/** Steps that are done in the browser, as in a session: what only shows a page to whoever controls it is none. */
export const actingTypes = browserActionTypes.filter((type) => type !== 'snapshot' && type !== 'live');

/** Steps of workflows alone. */
export const flowTypes = ['collect_rows', 'for_each', 'repeat_until', 'if', 'set', 'ask'] as const;

/** Every type of step, in the order of the reference. */
export const stepTypes = [...actingTypes, ...flowTypes] as const;

/** One of {@link stepTypes}. */
export type StepType = (typeof stepTypes)[number];

/** What is asked of the page or of variables; exactly one of its forms. A document. */
export interface Condition {
  /** An element that must be there, by selector or words. */
  exists?: string | undefined;
  /** Words that the page must show. */
  text?: string | undefined;
  /** What the address must hold. */
  url?: string | undefined;
  /** A variable, compared by `op` with `value`. */
  var?: string | undefined;
  op?: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'exists' | 'empty' | undefined;
  value?: Json | undefined;
  not?: Condition | undefined;
  all?: Condition[] | undefined;
  any?: Condition[] | undefined;
}

/** What a loop goes over: a list, a variable that holds one, or the elements that a selector matches. */
export type LoopItems = Json[] | string | { target: string };

/** A step as callers write it. A document; which fields a type takes is checked when a workflow is saved. */
export interface WorkflowStep {
  type: StepType;
  target?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
  key?: string | undefined;
  values?: string[] | undefined;
  ms?: number | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount?: number | undefined;
  tab?: number | undefined;
  files?: string[] | undefined;
  submit?: boolean | undefined;
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

/** Where a run stands. */
export const runStatuses = ['queued', 'running', 'needs_input', 'completed', 'failed', 'cancelled'] as const;

/** One of {@link runStatuses}. */
export type RunStatus = (typeof runStatuses)[number];

/** What a run does: its workflow as it was when the run began. */
export interface RunPlan {
  steps: WorkflowStep[];
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  login: string | null;
}

/** What a run asks. A document. */
export interface RunQuestion {
  /** `repeat`: whether a step that was cut off is to be done again. */
  kind: 'ask' | 'repeat';
  /** JSON pointer of the step. */
  step: string;
  question: string;
  /** The variable that the answer is kept in, or null. */
  name: string | null;
  /** JSON Schema of the answer, or null. */
  schema: Record<string, unknown> | null;
}

/** What became of a step. */
export const logStatuses = ['ok', 'failed', 'skipped', 'asked', 'answered', 'resumed'] as const;

/** One of {@link logStatuses}. */
export type LogStatus = (typeof logStatuses)[number];
