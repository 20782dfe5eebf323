import { type BrowserAction, browserAction, type FormValue } from '../../../domain/pages/browser-action.ts';
import type { WorkflowStep } from '../../../domain/resources/workflow.ts';
import { fillText, type Variables } from './templates.ts';

/** Returns the browser action of a step with its variables filled in. Throws TemplateError. */
export function toBrowserAction(step: WorkflowStep, variables: Variables): BrowserAction {
  const text = (value: string | undefined) => (value === undefined ? null : fillText(value, variables));
  const { dialog } = step;
  return browserAction({
    type: step.type as BrowserAction['type'],
    target: text(step.target),
    text: text(step.text),
    to: text(step.to),
    fromX: step.from_x ?? null,
    fromY: step.from_y ?? null,
    x: step.x ?? null,
    y: step.y ?? null,
    url: text(step.url),
    key: text(step.key),
    form: step.form === undefined ? null : fillForm(step.form, variables),
    values: (step.values ?? []).map((value) => fillText(value, variables)),
    ms: step.ms ?? null,
    direction: step.direction ?? null,
    amount: step.amount ?? null,
    tab: step.tab ?? null,
    files: (step.files ?? []).map((file) => fillText(file, variables)),
    submit: step.submit ?? false,
    secret: step.secret ?? false,
    append: step.append ?? false,
    double: step.double ?? false,
    dialog: dialog === undefined ? null : { accept: dialog.accept, text: text(dialog.text ?? undefined) },
    fullPage: step.full_page ?? false,
    quality: step.quality ?? null,
    schema: step.schema ?? null,
    prompt: text(step.prompt),
    name: text(step.name),
    timeoutMs: step.timeout_ms ?? null,
    snapshot: false,
    maxLength: step.max_length ?? 20_000,
  });
}

/** Fills in the variables of a form's values. */
function fillForm(
  form: Readonly<Record<string, FormValue>>,
  variables: Variables,
): Record<string, FormValue> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      fillText(name, variables),
      typeof value === 'boolean'
        ? value
        : typeof value === 'string'
          ? fillText(value, variables)
          : value.map((one) => fillText(one, variables)),
    ]),
  );
}

/** Describes a step briefly, without the text that it types. */
export function describeStep(step: WorkflowStep): string {
  const subject =
    step.target ??
    (step.type === 'goto' || step.type === 'download' ? step.url : undefined) ??
    step.key ??
    step.question ??
    step.name;
  return subject === undefined ? step.type : `${step.type} ${JSON.stringify(subject.slice(0, 120))}`;
}

/** Steps that are safe to repeat on the same page and restore its state. */
const repeatableTypes: ReadonlySet<string> = new Set([
  'type',
  'fill',
  'select',
  'hover',
  'scroll',
  'wait_for',
  'wait',
]);

/** Returns true for a step that is repeated to restore the page in a new browser. */
export function isRepeatable(step: WorkflowStep): boolean {
  if (step.submit === true) return false;
  return (
    repeatableTypes.has(step.type) ||
    (step.effect === 'none' && (step.type === 'click' || step.type === 'press' || step.type === 'evaluate'))
  );
}

/** Steps that do not change cookies or storage. */
const statelessTypes: ReadonlySet<string> = new Set([
  'hover',
  'scroll',
  'wait',
  'wait_for',
  'read',
  'screenshot',
  'extract',
  'type',
  'fill',
  'select',
  'upload',
]);

/** Returns true for a step that may change cookies or storage. */
export function mayChangeState(step: WorkflowStep): boolean {
  return !statelessTypes.has(step.type) || step.submit === true;
}
