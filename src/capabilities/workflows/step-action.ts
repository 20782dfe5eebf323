import { type BrowserAction, browserAction } from '../../domain/browser-action.ts';
import type { WorkflowStep } from '../../domain/workflow.ts';
import { filledText, type Variables } from './templates.ts';

/** The action that a step does, its variables filled in. Throws TemplateError. */
export function actionOf(step: WorkflowStep, variables: Variables): BrowserAction {
  const text = (value: string | undefined) => (value === undefined ? null : filledText(value, variables));
  const { dialog } = step;
  return browserAction({
    type: step.type as BrowserAction['type'],
    target: text(step.target),
    text: text(step.text),
    url: text(step.url),
    key: text(step.key),
    values: (step.values ?? []).map((value) => filledText(value, variables)),
    ms: step.ms ?? null,
    direction: step.direction ?? null,
    amount: step.amount ?? null,
    tab: step.tab ?? null,
    files: (step.files ?? []).map((file) => filledText(file, variables)),
    submit: step.submit ?? false,
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

/** What a step is, in a few words and without what it types. */
export function describeStep(step: WorkflowStep): string {
  const what =
    step.target ??
    (step.type === 'goto' || step.type === 'download' ? step.url : undefined) ??
    step.key ??
    step.question ??
    step.name;
  return what === undefined ? step.type : `${step.type} ${JSON.stringify(what.slice(0, 120))}`;
}

/** Steps that do no harm when they are done again on the same page, and without which it is not what it was. */
const repeatable: ReadonlySet<string> = new Set(['type', 'select', 'hover', 'scroll', 'wait_for', 'wait']);

/** Whether a step belongs to what brings a new browser where the old one was. */
export function isRepeatable(step: WorkflowStep): boolean {
  if (step.type === 'type' && step.submit === true) return false;
  return (
    repeatable.has(step.type) ||
    (step.effect === 'none' && (step.type === 'click' || step.type === 'press' || step.type === 'evaluate'))
  );
}

/** Steps after which cookies and storage are as they were. */
const quiet: ReadonlySet<string> = new Set([
  'hover',
  'scroll',
  'wait',
  'wait_for',
  'read',
  'screenshot',
  'extract',
  'type',
  'select',
  'upload',
]);

/** Whether cookies and storage may have changed by a step. */
export function mayChangeState(step: WorkflowStep): boolean {
  return !quiet.has(step.type) || step.submit === true;
}
