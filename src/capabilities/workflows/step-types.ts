import type { StepType, WorkflowStep } from '../../domain/workflow.ts';

/** A field of a step other than its type. */
export type StepField = Exclude<keyof WorkflowStep, 'type'>;

/** What a type of step takes: `needs` one field of each list, and `may` have others. */
interface TypeFields {
  needs: readonly (readonly StepField[])[];
  may: readonly StepField[];
}

/** Fields of every step. */
const common: readonly StepField[] = ['optional'];
/** Fields of steps that act in the browser. */
const acting: readonly StepField[] = ['timeout_ms', 'effect', 'save_as'];

const table: Readonly<Record<StepType, TypeFields>> = {
  goto: { needs: [['url']], may: acting },
  click: { needs: [['target']], may: ['double', 'dialog', ...acting] },
  type: { needs: [['text']], may: ['target', 'submit', 'append', 'dialog', ...acting] },
  press: { needs: [['key']], may: ['target', 'dialog', ...acting] },
  select: { needs: [['target'], ['text', 'values']], may: ['dialog', ...acting] },
  hover: { needs: [['target']], may: acting },
  scroll: { needs: [], may: ['target', 'direction', 'amount', ...acting] },
  wait: { needs: [['ms']], may: acting },
  wait_for: { needs: [['target', 'text']], may: acting },
  evaluate: { needs: [['text']], may: ['dialog', ...acting] },
  back: { needs: [], may: acting },
  forward: { needs: [], may: acting },
  reload: { needs: [], may: acting },
  read: { needs: [], may: ['max_length', ...acting] },
  screenshot: { needs: [], may: ['full_page', 'quality', ...acting] },
  extract: { needs: [['schema', 'prompt']], may: ['record', ...acting] },
  upload: { needs: [['target'], ['files']], may: acting },
  download: { needs: [['target', 'url']], may: acting },
  save_login: { needs: [['name']], may: acting },
  close_tab: { needs: [], may: ['tab', ...acting] },
  switch_tab: { needs: [['tab']], may: acting },
  collect_rows: { needs: [['fields']], may: ['target', 'limit', 'save_as', 'record'] },
  for_each: { needs: [['items'], ['steps']], may: ['as', 'limit'] },
  repeat_until: { needs: [['steps'], ['until']], may: ['limit'] },
  if: { needs: [['condition'], ['then']], may: ['else'] },
  set: { needs: [['name'], ['value']], may: [] },
  ask: { needs: [['question'], ['name']], may: ['schema', 'wait_seconds'] },
};

/** What a type cannot do without: any one field of each list. */
export function neededBy(type: StepType): TypeFields['needs'] {
  return table[type].needs;
}

/** The fields that a type takes. */
export function fieldsOfType(type: StepType): ReadonlySet<StepField> {
  const { needs, may } = table[type];
  return new Set([...needs.flat(), ...may, ...common]);
}

/** Whether a step may do something outside of the page that is not to be done twice, unless it says what it does. */
export function hasOutsideEffect({ type, submit, effect }: WorkflowStep): boolean {
  if (effect !== undefined) return effect === 'outside';
  return type === 'click' || type === 'press' || type === 'evaluate' || (type === 'type' && submit === true);
}

/** Places of a step that hold steps, by field. */
export const innerSteps = ['steps', 'then', 'else'] as const;

/** Bounds of a workflow. */
export const bounds = {
  /** Steps, those in loops and branches counted once. */
  steps: 300,
  depth: 8,
  /** Turns of one loop unless told, and at most. */
  usualTurns: 100,
  turns: 1_000,
  /** Steps that one run does. */
  done: 10_000,
  records: 100_000,
} as const;
