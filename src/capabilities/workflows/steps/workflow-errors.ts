import type { JsonSchema } from '../../../domain/pages/extraction.ts';
import type { Condition, WorkflowStep } from '../../../domain/resources/workflow.ts';
import { errorMessage, type ValidationError } from '../../../domain/system/failure.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import {
  conditionForms,
  fieldsOfType,
  limits,
  nestedStepFields,
  requiredFieldsOf,
  type StepField,
  unaryOperators,
} from './step-types.ts';
import { findVariables, variableName } from './templates.ts';

/** Fields whose texts are not searched for variables: free text, or checked elsewhere. */
const uncheckedFields: ReadonlySet<string> = new Set([
  'type',
  'schema',
  'steps',
  'then',
  'else',
  'name',
  'as',
  'save_as',
]);
const comparisonFields = new Set(['var', 'op', 'value']);

/** Returns the names of the variables that steps set, including nested steps. */
function assignedNames(steps: readonly WorkflowStep[], found = new Set<string>()): Set<string> {
  for (const step of steps) {
    const names = [step.save_as, step.type === 'set' || step.type === 'ask' ? step.name : undefined];
    for (const name of names) if (name !== undefined) found.add(name);
    if (step.type === 'for_each') {
      found.add(step.as ?? 'item');
      found.add('index');
    }
    for (const field of nestedStepFields) assignedNames(step[field] ?? [], found);
  }
  return found;
}

/** Collects the validation errors of a workflow whose shape is already valid. */
class WorkflowValidator {
  readonly errors: ValidationError[] = [];
  readonly #variables: ReadonlySet<string>;
  #count = 0;

  constructor(steps: readonly WorkflowStep[], inputs: JsonSchema | null) {
    const properties = isObject(inputs?.properties) ? Object.keys(inputs.properties) : [];
    this.#variables = new Set(['inputs', ...properties, ...assignedNames(steps)]);
  }

  steps(steps: readonly WorkflowStep[], pointer: string, depth: number): void {
    if (depth > limits.maxDepth) {
      this.#addError(pointer, `exceeds the maximum nesting depth of ${limits.maxDepth} steps`);
      return;
    }
    for (const [at, step] of steps.entries()) {
      this.#count += 1;
      if (this.#count === limits.maxSteps + 1)
        this.#addError(pointer, `exceeds the maximum of ${limits.maxSteps} steps`);
      this.#validateStep(step, `${pointer}/${at}`, depth);
    }
  }

  #addError(pointer: string, detail: string): void {
    if (this.errors.length < 50) this.errors.push({ pointer, detail });
  }

  #validateStep(step: WorkflowStep, pointer: string, depth: number): void {
    const { type } = step;
    const allowed = fieldsOfType(type);
    const presentFields = (Object.keys(step) as (keyof WorkflowStep)[]).filter(
      (field) => field !== 'type' && step[field] !== undefined,
    ) as StepField[];
    for (const field of presentFields) {
      if (!allowed.has(field)) this.#addError(`${pointer}/${field}`, `is not a field of ${type}`);
      else if (field === 'text' && step.secret === true && !/^\{\{[^{}]*\}\}$/.test(String(step.text)))
        this.#addError(
          `${pointer}/text`,
          'must be a variable such as {{password}}, because workflows hold no secrets',
        );
    }
    for (const fields of requiredFieldsOf(type)) {
      if (fields.every((field) => step[field] === undefined))
        this.#addError(`${pointer}/${fields[0]}`, `is required: ${type} needs ${fields.join(' or ')}`);
    }
    for (const field of presentFields)
      if (!uncheckedFields.has(field)) this.#validateVariables(step[field], `${pointer}/${field}`);
    this.#validateNames(step, pointer);
    if (step.until !== undefined) this.#validateCondition(step.until, `${pointer}/until`, 0);
    if (step.condition !== undefined) this.#validateCondition(step.condition, `${pointer}/condition`, 0);
    for (const field of nestedStepFields) {
      const inner = step[field];
      if (inner !== undefined) this.steps(inner, `${pointer}/${field}`, depth + 1);
    }
  }

  #validateNames(step: WorkflowStep, pointer: string): void {
    const named: [string, string | undefined][] = [
      ['save_as', step.save_as],
      ['as', step.as],
      ['name', step.type === 'set' || step.type === 'ask' ? step.name : undefined],
    ];
    for (const [field, name] of named) {
      if (name === undefined) continue;
      if (!variableName.test(name))
        this.#addError(
          `${pointer}/${field}`,
          'must be a name of letters, digits and underscores that does not start with a digit',
        );
      else if (name === 'inputs')
        this.#addError(`${pointer}/${field}`, 'must not be `inputs`, which is reserved');
    }
  }

  /** Checks that every variable in the texts of a value is defined. */
  #validateVariables(value: unknown, pointer: string): void {
    if (typeof value === 'string') {
      try {
        const unknown = findVariables(value).find((name) => !this.#variables.has(name));
        if (unknown !== undefined)
          this.#addError(pointer, `{{${unknown}}} is not defined by an input or a step`);
      } catch (error) {
        this.#addError(pointer, errorMessage(error));
      }
    } else if (Array.isArray(value))
      for (const [at, inner] of value.entries()) this.#validateVariables(inner, `${pointer}/${at}`);
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) this.#validateVariables(inner, `${pointer}/${name}`);
  }

  #validateCondition(condition: Condition, pointer: string, depth: number): void {
    const forms = Object.keys(condition).filter((field) => !['op', 'value'].includes(field));
    if (forms.length !== 1) {
      this.#addError(pointer, `must contain exactly one of ${conditionForms.join(', ')}`);
      return;
    }
    if (depth > 4) {
      this.#addError(pointer, 'exceeds the maximum nesting depth of 5 conditions');
      return;
    }
    if (condition.var === undefined) {
      for (const field of ['op', 'value'] as const)
        if (condition[field] !== undefined)
          this.#addError(`${pointer}/${field}`, 'is valid only together with `var`');
    } else this.#validateComparison(condition, pointer);
    if (condition.not !== undefined) this.#validateCondition(condition.not, `${pointer}/not`, depth + 1);
    for (const field of ['all', 'any'] as const) {
      for (const [at, inner] of (condition[field] ?? []).entries())
        this.#validateCondition(inner, `${pointer}/${field}/${at}`, depth + 1);
    }
  }

  #validateComparison(condition: Condition, pointer: string): void {
    const name = /^[A-Za-z_]\w*/.exec(condition.var ?? '')?.[0];
    if (name === undefined || !this.#variables.has(name))
      this.#addError(`${pointer}/var`, 'is not defined by an input or a step');
    if (condition.op === undefined) this.#addError(`${pointer}/op`, 'is required: `var` needs `op`');
    else if (!unaryOperators.has(condition.op) && condition.value === undefined)
      this.#addError(`${pointer}/value`, `is required: ${condition.op} needs a value`);
    for (const field of Object.keys(condition))
      if (!comparisonFields.has(field))
        this.#addError(`${pointer}/${field}`, 'must not be combined with `var`');
  }
}

/**
 * Returns the validation errors of a workflow: unknown or missing fields of steps, undefined variables, too many steps.
 */
export function workflowErrors(steps: readonly WorkflowStep[], inputs: JsonSchema | null): ValidationError[] {
  const validator = new WorkflowValidator(steps, inputs);
  validator.steps(steps, '/steps', 1);
  return validator.errors;
}
