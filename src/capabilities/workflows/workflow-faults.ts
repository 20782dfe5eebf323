import type { JsonSchema } from '../../domain/extraction.ts';
import { type Fault, messageOf } from '../../domain/failure.ts';
import type { Condition, WorkflowStep } from '../../domain/workflow.ts';
import { bounds, fieldsOfType, innerSteps, neededBy, type StepField } from './step-types.ts';
import { variableName, variablesIn } from './templates.ts';

/** Fields whose texts are not looked at for variables: they are the caller's own words, or are checked elsewhere. */
const plainFields: ReadonlySet<string> = new Set([
  'type',
  'schema',
  'steps',
  'then',
  'else',
  'name',
  'as',
  'save_as',
]);
const comparisons = new Set(['var', 'op', 'value']);
/** Operators that compare with nothing. */
const lone = new Set(['exists', 'empty']);

type Wire = Record<string, unknown>;

function isObject(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that steps give values to, wherever they stand. */
function namesSet(steps: readonly WorkflowStep[], found = new Set<string>()): Set<string> {
  for (const step of steps) {
    const names = [step.save_as, step.type === 'set' || step.type === 'ask' ? step.name : undefined];
    for (const name of names) if (name !== undefined) found.add(name);
    if (step.type === 'for_each') {
      found.add(step.as ?? 'item');
      found.add('index');
    }
    for (const field of innerSteps) namesSet(step[field] ?? [], found);
  }
  return found;
}

/** Looks through a workflow that has the right shape for what cannot work. */
class Inspection {
  readonly faults: Fault[] = [];
  readonly #known: ReadonlySet<string>;
  #count = 0;

  constructor(steps: readonly WorkflowStep[], inputs: JsonSchema | null) {
    const properties = isObject(inputs?.properties) ? Object.keys(inputs.properties) : [];
    this.#known = new Set(['inputs', ...properties, ...namesSet(steps)]);
  }

  steps(steps: readonly WorkflowStep[], pointer: string, depth: number): void {
    if (depth > bounds.depth) {
      this.#fault(pointer, `steps are nested deeper than ${bounds.depth}`);
      return;
    }
    for (const [at, step] of steps.entries()) {
      this.#count += 1;
      if (this.#count === bounds.steps + 1) this.#fault(pointer, `there are more than ${bounds.steps} steps`);
      this.#step(step, `${pointer}/${at}`, depth);
    }
  }

  #fault(pointer: string, detail: string): void {
    if (this.faults.length < 50) this.faults.push({ pointer, detail });
  }

  #step(step: WorkflowStep, pointer: string, depth: number): void {
    const { type } = step;
    const allowed = fieldsOfType(type);
    const given = (Object.keys(step) as (keyof WorkflowStep)[]).filter(
      (field) => field !== 'type' && step[field] !== undefined,
    ) as StepField[];
    for (const field of given) {
      if (!allowed.has(field)) this.#fault(`${pointer}/${field}`, `is no field of ${type}`);
    }
    for (const fields of neededBy(type)) {
      if (fields.every((field) => step[field] === undefined))
        this.#fault(`${pointer}/${fields[0]}`, `${type} needs ${fields.join(' or ')}`);
    }
    for (const field of given) if (!plainFields.has(field)) this.#texts(step[field], `${pointer}/${field}`);
    this.#names(step, pointer);
    if (step.until !== undefined) this.#condition(step.until, `${pointer}/until`, 0);
    if (step.condition !== undefined) this.#condition(step.condition, `${pointer}/condition`, 0);
    for (const field of innerSteps) {
      const inner = step[field];
      if (inner !== undefined) this.steps(inner, `${pointer}/${field}`, depth + 1);
    }
  }

  #names(step: WorkflowStep, pointer: string): void {
    const named: [string, string | undefined][] = [
      ['save_as', step.save_as],
      ['as', step.as],
      ['name', step.type === 'set' || step.type === 'ask' ? step.name : undefined],
    ];
    for (const [field, name] of named) {
      if (name === undefined) continue;
      if (!variableName.test(name))
        this.#fault(`${pointer}/${field}`, 'must be a name of letters, digits and underscores');
      else if (name === 'inputs') this.#fault(`${pointer}/${field}`, 'inputs is a name of its own');
    }
  }

  /** Variables of every text in a value must have a value somewhere. */
  #texts(value: unknown, pointer: string): void {
    if (typeof value === 'string') {
      try {
        const unknown = variablesIn(value).find((name) => !this.#known.has(name));
        if (unknown !== undefined)
          this.#fault(pointer, `{{${unknown}}} is set nowhere: no input and no step is called so`);
      } catch (error) {
        this.#fault(pointer, messageOf(error));
      }
    } else if (Array.isArray(value))
      for (const [at, inner] of value.entries()) this.#texts(inner, `${pointer}/${at}`);
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) this.#texts(inner, `${pointer}/${name}`);
  }

  #condition(condition: Condition, pointer: string, depth: number): void {
    const forms = Object.keys(condition).filter((field) => !['op', 'value'].includes(field));
    if (forms.length !== 1) {
      this.#fault(pointer, 'must be exactly one of exists, text, url, var, not, all, any');
      return;
    }
    if (depth > 4) {
      this.#fault(pointer, 'conditions are nested too deep');
      return;
    }
    if (condition.var === undefined) {
      for (const field of ['op', 'value'] as const)
        if (condition[field] !== undefined) this.#fault(`${pointer}/${field}`, 'goes with var alone');
    } else this.#comparison(condition, pointer);
    if (condition.not !== undefined) this.#condition(condition.not, `${pointer}/not`, depth + 1);
    for (const field of ['all', 'any'] as const) {
      for (const [at, inner] of (condition[field] ?? []).entries())
        this.#condition(inner, `${pointer}/${field}/${at}`, depth + 1);
    }
  }

  #comparison(condition: Condition, pointer: string): void {
    const name = /^[A-Za-z_]\w*/.exec(condition.var ?? '')?.[0];
    if (name === undefined || !this.#known.has(name))
      this.#fault(`${pointer}/var`, 'is set nowhere: no input and no step is called so');
    if (condition.op === undefined) this.#fault(`${pointer}/op`, 'var needs op');
    else if (!lone.has(condition.op) && condition.value === undefined)
      this.#fault(`${pointer}/value`, `${condition.op} needs a value`);
    for (const field of Object.keys(condition))
      if (!comparisons.has(field)) this.#fault(`${pointer}/${field}`, 'does not go with var');
  }
}

/** What of a workflow cannot work: fields that a step does not take or lacks, variables that nobody sets, too many steps. */
export function workflowFaults(steps: readonly WorkflowStep[], inputs: JsonSchema | null): Fault[] {
  const inspection = new Inspection(steps, inputs);
  inspection.steps(steps, '/steps', 1);
  return inspection.faults;
}
