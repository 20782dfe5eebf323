import { toWords } from './format.ts';

type Step = { type: string } & Record<string, unknown>;

/** Fields that say the most about a step, in the order in which they are shown. */
const shownFields = [
  'target',
  'text',
  'url',
  'key',
  'values',
  'question',
  'items',
  'name',
  'fields',
] as const;
const maxLength = 120;

function fieldText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Returns the name of the input that is the whole value; null for any other value. */
export function inputNameOf(value: unknown): string | null {
  return typeof value === 'string' ? (/^\{\{(\w{1,200})\}\}$/.exec(value)?.[1] ?? null) : null;
}

function quoted(value: unknown): string {
  const input = inputNameOf(value);
  return input === null ? `“${fieldText(value)}”` : `the input ${input}`;
}

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';
const inPlace = (word: string, value: unknown) => (hasValue(value) ? ` ${word} ${quoted(value)}` : '');

function optionsText({ values, text }: Step): string {
  return Array.isArray(values) ? values.map(quoted).join(', ') : quoted(text);
}

/** Sentences of the steps that are recorded most. */
const sentences: Readonly<Record<string, (step: Step) => string>> = {
  goto: ({ url }) => (inputNameOf(url) === null ? `Go to ${fieldText(url)}` : `Go to ${quoted(url)}`),
  type: ({ text, target }) => `Type ${quoted(text)}${inPlace('into', target)}`,
  press: ({ key, target }) => `Press ${fieldText(key)}${inPlace('in', target)}`,
  select: (step) => `Choose ${optionsText(step)}${inPlace('in', step.target)}`,
  scroll: ({ direction, amount, target }) =>
    `Scroll ${fieldText(direction ?? 'down')}${hasValue(amount) ? ` by ${fieldText(amount)} px` : ''}${inPlace('in', target)}`,
  evaluate: ({ text }) => `Run the script ${quoted(text)}`,
  wait: ({ ms }) => `Wait ${fieldText(ms)} ms`,
};

/** Describes a step of a session or workflow in one line, such as `Click “Add to cart”`. */
export function stepText(step: Step): string {
  const parts = shownFields.filter((name) => hasValue(step[name])).map((name) => quoted(step[name]));
  const sentence = sentences[step.type]?.(step) ?? `${toWords(step.type)} ${parts.join(' ')}`;
  return `${sentence}${step.submit === true ? ' and press Enter' : ''}`.trim();
}
