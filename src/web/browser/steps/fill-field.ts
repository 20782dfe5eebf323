import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Locator } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { otherContentCode } from '../../../domain/pages/instructions-warning.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';

/** What the fields take that the browser gives a form of its own (HTML, 4.10.5.1). */
const forms: Readonly<Record<string, string>> = {
  date: 'a date such as 2031-05-04',
  'datetime-local': 'a date and time such as 2031-05-04T15:30',
  month: 'a month such as 2031-05',
  week: 'a week such as 2031-W18',
  time: 'a time such as 15:30',
  color: 'a color such as #ff8800',
  range: 'a number',
  number: 'a number',
};

/** The used parts of a field in the page. */
interface Field {
  localName: string;
  type?: string;
  value?: unknown;
  isContentEditable?: boolean;
  textContent?: string | null;
}

/** Type and content of a field. */
interface FieldContent {
  type: string;
  value: string;
}

/** What a field holds that does not hold what was entered. */
export interface OtherContent {
  /** The content of the field. */
  held: string;
  /** The text that was typed, or the options that were chosen. */
  typed: string;
}

/** Time in which a page has replaced what was typed: its listeners often wait for the end of their own task. */
export const replaceMs = 40;

/** Returns type and content of a field or of an element with editable content; null for any other element. Runs in the page. */
function readContent(element: unknown): FieldContent | null {
  const { localName, type = 'text', value, isContentEditable, textContent } = element as Field;
  if (['input', 'textarea'].includes(localName) && typeof value === 'string') return { type, value };
  return isContentEditable === true ? { type: 'text', value: textContent ?? '' } : null;
}

/** Returns what a field holds; null for an element that is none. */
export async function readField(field: Locator, timeout: number): Promise<FieldContent | null> {
  return field.evaluate(readContent, undefined, { timeout });
}

/** Returns a text without what does not count when contents are compared: spaces, and the case of a color. */
function normalize(text: string, type: string): string {
  const words = text.replace(/\s/g, '');
  return type === 'color' ? words.toLowerCase() : words;
}

/** Returns the content of a field if it is not the expected text. */
export async function findOtherContent(
  field: Locator,
  expected: string,
  timeout: number,
): Promise<OtherContent | null> {
  await pause(replaceMs);
  // A field that the page removes when it is filled has taken the text.
  const content = await readField(field, timeout).catch(() => null);
  if (content === null) return null;
  const { type, value } = content;
  return normalize(value, type) === normalize(expected, type) ? null : { held: value, typed: expected };
}

/** Returns true if an element has the focus. Runs in the page. */
function hasFocus(found: unknown): boolean {
  const element = found as { getRootNode(): { activeElement?: unknown } };
  return element.getRootNode().activeElement === element;
}

/** Returns the content of a field that has kept the focus, if the text that was typed into it is no part of it. */
export async function findOtherFocused(field: ElementHandle, typed: string): Promise<OtherContent | null> {
  await pause(replaceMs);
  // Fields of one digit each pass the focus on.
  if (!(await field.evaluate(hasFocus))) return null;
  const content = await field.evaluate(readContent);
  if (content === null) return null;
  const { type, value } = content;
  return normalize(value, type).includes(normalize(typed, type)) ? null : { held: value, typed };
}

const maxQuote = 200;

/** Returns the warning about a field that does not hold what was typed; a secret is not quoted. */
export function otherContentWarning({ held, typed }: OtherContent, isSecret: boolean): Warning {
  const quote = held.length > maxQuote ? `${held.slice(0, maxQuote)}…` : held;
  const message = isSecret
    ? `The field does not hold the text that was entered: it has ${held.length} characters instead of ${typed.length}.`
    : `The field holds ${JSON.stringify(quote)} instead of what was entered.`;
  return { code: otherContentCode, message };
}

/**
 * Replaces the content of a field, and returns what it holds then if that is another text, such as a phone number with spaces or a
 * part. Rejects if the field does not hold any of the text, with what it takes.
 */
export async function fillField(
  field: Locator,
  action: Pick<BrowserAction, 'text'>,
  timeout: number,
): Promise<OtherContent | null> {
  const text = action.text ?? '';
  const before = await readField(field, timeout);
  const form = before === null ? undefined : forms[before.type];
  try {
    await field.fill(text, { timeout });
  } catch (error) {
    const isRefused = error instanceof Error && /Malformed value|Cannot type text/.test(error.message);
    if (isRefused && form !== undefined) throw new Error(refusal(before?.type, form));
    if (error instanceof Error && /Element is not an <input>/.test(error.message))
      throw new Error(
        'the element takes no text: press keys such as ArrowUp or ArrowRight in it, click or drag',
      );
    throw error;
  }
  const other = await findOtherContent(field, text, timeout);
  if (other === null || text === '') return other;
  // A slider takes the nearest number of its range in the place of any other.
  if (before?.type === 'range') {
    if (Number(other.held) === Number(text)) return null;
    throw new Error(
      `the slider takes no ${text}: it holds ${other.held} now; the snapshot tells its range and steps`,
    );
  }
  if (other.held !== '') return other;
  throw new Error(
    form === undefined
      ? 'the field is empty after the text was typed: the page removed it'
      : refusal(before?.type, form),
  );
}

function refusal(type: string | undefined, form: string): string {
  return `a field of type ${type} takes ${form}`;
}
