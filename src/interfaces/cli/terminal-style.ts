import { styleText } from 'node:util';

const formats = {
  heading: 'bold',
  comment: 'dim',
  good: 'green',
  bad: 'red',
  attention: 'yellow',
} as const;

/** Meaning of emphasized words. */
export type Emphasis = keyof typeof formats;

/** States of pages, jobs, monitors and runs that are as they should be, and those that are not. */
const emphasisByState: Readonly<Record<string, Emphasis>> = {
  ok: 'good',
  completed: 'good',
  active: 'good',
  failed: 'bad',
  failing: 'bad',
  invalid: 'bad',
  blocked: 'attention',
  not_found: 'attention',
  unavailable: 'attention',
  budget_exhausted: 'attention',
  cancelled: 'attention',
  paused: 'attention',
  needs_input: 'attention',
};
const stateColumns: ReadonlySet<string> = new Set(['status', 'state']);

/** Emphasizes words on standard output; returns them unchanged if it is no terminal, or colors are switched off (`NO_COLOR`). */
export function emphasize(text: string, emphasis: Emphasis): string {
  return styleText(formats[emphasis], text);
}

/** Emphasizes the cell of a table by what its column and its value say. */
export function emphasizeCell(column: string, value: string): string {
  const emphasis = stateColumns.has(column) ? emphasisByState[value.trim()] : undefined;
  return emphasis === undefined ? value : emphasize(value, emphasis);
}
