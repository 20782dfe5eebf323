import { toWords } from './format.ts';

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

/** Describes a step of a session or workflow in one line, such as `Click “Add to cart”`. */
export function stepText(step: { type: string } & Record<string, unknown>): string {
  const parts = shownFields
    .filter((name) => step[name] !== undefined && step[name] !== null)
    .map((name) => `“${fieldText(step[name])}”`);
  const ending = step.submit === true ? ' and press Enter' : '';
  return `${toWords(step.type)} ${parts.join(' ')}${ending}`.trim();
}
