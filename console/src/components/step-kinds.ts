import { linesOf } from '../text/lines.ts';

/** Names of the fields that forms for steps show. */
export type StepFieldName = 'target' | 'text' | 'values' | 'url' | 'key' | 'direction' | 'amount' | 'ms';

/** A type of step that forms offer. */
export interface StepKind {
  type: string;
  label: string;
  /** Fields of the step, with their labels. */
  fields: readonly (readonly [StepFieldName, string])[];
  /** Field whose value an input of a workflow can replace. */
  value?: 'text' | 'url';
}

/** A step with the fields of its type. */
export type AnyStep = { type: string } & Record<string, unknown>;

/** JSON Schema of one input of a workflow. */
export type InputSchema = Readonly<Record<string, unknown>>;

/** Inputs of a workflow by name. */
export type Inputs = Readonly<Record<string, InputSchema>>;

/** An input that replaces the value of a step. */
export interface NewInput {
  name: string;
  schema: InputSchema;
}

/** The steps that forms offer; all others are written as JSON. */
export const stepKinds: readonly StepKind[] = [
  { type: 'click', label: 'Click', fields: [['target', 'Element: text or selector']] },
  {
    type: 'type',
    label: 'Type',
    fields: [
      ['target', 'Field: label or selector'],
      ['text', 'Text'],
    ],
    value: 'text',
  },
  { type: 'press', label: 'Press a key', fields: [['key', 'Key, such as Enter']] },
  {
    type: 'select',
    label: 'Choose',
    fields: [
      ['target', 'List: label or selector'],
      ['values', 'Options, one per line'],
    ],
  },
  { type: 'goto', label: 'Go to', fields: [['url', 'Address']], value: 'url' },
  { type: 'wait_for', label: 'Wait for', fields: [['text', 'Text']] },
  {
    type: 'scroll',
    label: 'Scroll',
    fields: [
      ['direction', 'Direction: up, down, left or right'],
      ['amount', 'Distance in pixels'],
    ],
  },
  { type: 'wait', label: 'Wait', fields: [['ms', 'Milliseconds']] },
];

/** Texts of the fields of a form. */
export type StepTexts = Readonly<Partial<Record<StepFieldName, string>>>;

const numberFields: ReadonlySet<string> = new Set(['amount', 'ms']);
const fieldNames = new Set(stepKinds.flatMap(({ fields }) => fields.map(([name]) => name)));

/** Returns the kind of a step; undefined if the form cannot express it. */
export function kindOfStep({ type, text, values, target }: AnyStep): StepKind | undefined {
  const kind = stepKinds.find((one) => one.type === type);
  // A wait for an element has no text.
  if (type === 'wait_for' && text === undefined && target !== undefined) return undefined;
  return type === 'select' && values === undefined && text === undefined ? undefined : kind;
}

/** Returns the texts of a form that shows a step. */
export function textsOfStep(step: AnyStep): StepTexts {
  const shown = [...fieldNames].map((name) => {
    const value = name === 'values' ? (step.values ?? [step.text ?? '']) : step[name];
    return [name, Array.isArray(value) ? value.map(String).join('\n') : String(value ?? '')] as const;
  });
  return Object.fromEntries(shown);
}

function toValue(name: StepFieldName, text: string): unknown {
  if (name === 'values') return linesOf(text);
  if (numberFields.has(name)) return Number(text);
  return name === 'text' ? text : text.trim();
}

/** Returns the step of a form. Of a step of the same type, fields that the form does not show stay as they are. */
export function stepOfTexts(kind: StepKind, texts: StepTexts, before: AnyStep | null): AnyStep {
  const isSame = before?.type === kind.type;
  const others = Object.entries(isSame ? before : {}).filter(
    ([name]) =>
      !kind.fields.some(([shown]) => shown === name) && !(kind.type === 'select' && name === 'text'),
  );
  const own = kind.fields
    .map(([name]) => [name, texts[name] ?? ''] as const)
    .filter(([name, text]) => text !== '' || (name === 'text' && kind.type === 'type'))
    .map(([name, text]) => [name, toValue(name, text)] as const);
  return { ...Object.fromEntries(others), type: kind.type, ...Object.fromEntries(own) };
}
