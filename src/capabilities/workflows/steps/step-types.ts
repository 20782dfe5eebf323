import type { StepType, WorkflowStep } from '../../../domain/resources/workflow.ts';

/** A field of a step, except its type. */
export type StepField = Exclude<keyof WorkflowStep, 'type'>;

/** Fields of a step type: `needs` requires one field of each list, `may` lists optional ones. */
interface TypeFields {
  required: readonly (readonly StepField[])[];
  optional: readonly StepField[];
}

/** Optional fields of every step. */
const commonFields: readonly StepField[] = ['optional'];
/** Optional fields of all browser steps. */
const browserFields: readonly StepField[] = ['timeout_ms', 'effect', 'save_as'];

const fieldsByType: Readonly<Record<StepType, TypeFields>> = {
  goto: { required: [['url']], optional: browserFields },
  click: { required: [['target', 'x']], optional: ['y', 'double', 'dialog', ...browserFields] },
  drag: {
    required: [
      ['target', 'from_x'],
      ['to', 'x', 'y'],
    ],
    optional: ['from_y', 'dialog', ...browserFields],
  },
  type: {
    required: [['text']],
    optional: ['target', 'submit', 'append', 'secret', 'dialog', ...browserFields],
  },
  fill: { required: [['form']], optional: ['submit', 'dialog', ...browserFields] },
  press: { required: [['key']], optional: ['target', 'dialog', ...browserFields] },
  select: { required: [['target'], ['text', 'values']], optional: ['dialog', ...browserFields] },
  hover: { required: [['target', 'x']], optional: ['y', ...browserFields] },
  scroll: { required: [], optional: ['target', 'direction', 'amount', ...browserFields] },
  wait: { required: [['ms']], optional: browserFields },
  wait_for: { required: [['target', 'text']], optional: browserFields },
  evaluate: { required: [['text']], optional: ['dialog', ...browserFields] },
  back: { required: [], optional: browserFields },
  forward: { required: [], optional: browserFields },
  reload: { required: [], optional: browserFields },
  read: { required: [], optional: ['max_length', ...browserFields] },
  screenshot: { required: [], optional: ['full_page', 'quality', ...browserFields] },
  extract: { required: [['schema', 'prompt']], optional: ['record', ...browserFields] },
  upload: { required: [['target'], ['files']], optional: browserFields },
  download: { required: [['target', 'url']], optional: browserFields },
  save_login: { required: [['name']], optional: browserFields },
  close_tab: { required: [], optional: ['tab', ...browserFields] },
  switch_tab: { required: [['tab']], optional: browserFields },
  collect_rows: { required: [['fields']], optional: ['target', 'limit', 'save_as', 'record'] },
  for_each: { required: [['items'], ['steps']], optional: ['as', 'limit'] },
  repeat_until: { required: [['steps'], ['until']], optional: ['limit'] },
  if: { required: [['condition'], ['then']], optional: ['else'] },
  set: { required: [['name'], ['value']], optional: [] },
  ask: { required: [['question'], ['name']], optional: ['schema', 'secret', 'wait_seconds'] },
};

/** Returns the required fields of a type: one field of each list. */
export function requiredFieldsOf(type: StepType): TypeFields['required'] {
  return fieldsByType[type].required;
}

/** Returns all fields of a type. */
export function fieldsOfType(type: StepType): ReadonlySet<StepField> {
  const { required, optional } = fieldsByType[type];
  return new Set([...required.flat(), ...optional, ...commonFields]);
}

/**
 * Returns true for a step that may have an effect outside the page, which must not happen twice. `effect` overrides the
 * default of the type.
 */
export function hasOutsideEffect({ type, submit, effect }: WorkflowStep): boolean {
  if (effect !== undefined) return effect === 'outside';
  return (
    type === 'click' ||
    type === 'drag' ||
    type === 'press' ||
    type === 'evaluate' ||
    ((type === 'type' || type === 'fill') && submit === true)
  );
}

/** Fields of a step that contain steps. */
export const nestedStepFields = ['steps', 'then', 'else'] as const;

/** Fields of a condition of which exactly one is set. */
export const conditionForms = ['exists', 'text', 'url', 'var', 'not', 'all', 'any'] as const;

/** Operators of a condition that need no value. */
export const unaryOperators: ReadonlySet<string> = new Set(['exists', 'empty']);

/** Limits of a workflow. */
export const limits = {
  /** Steps of a workflow, including those in loops and branches. */
  maxSteps: 300,
  maxDepth: 8,
  /** Default and maximum number of iterations of a loop. */
  defaultTurns: 100,
  maxTurns: 1_000,
  /** Steps that one run performs. */
  maxStepsPerRun: 10_000,
  maxRecords: 100_000,
} as const;
