import type { Locator } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';

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
}

/** Returns type and value of a field; null for an element that is none, such as one with editable content. */
async function readField(field: Locator, timeout: number): Promise<{ type: string; value: string } | null> {
  return field.evaluate(
    (element) => {
      const { localName, type = 'text', value } = element as unknown as Field;
      return ['input', 'textarea'].includes(localName) && typeof value === 'string' ? { type, value } : null;
    },
    undefined,
    { timeout },
  );
}

/**
 * Replaces the content of a field. Rejects if the field does not hold the text afterwards, with what it takes; a page may write it in
 * another form, such as a phone number with spaces.
 */
export async function fillField(field: Locator, action: BrowserAction, timeout: number): Promise<void> {
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
  // A field that the page removes when it is filled has taken the text.
  const after = await readField(field, timeout).catch(() => null);
  if (after === null || text === '') return;
  // A slider takes the nearest number of its range in the place of any other.
  if (after.type === 'range' && Number(after.value) !== Number(text))
    throw new Error(
      `the slider takes no ${text}: it holds ${after.value} now; the snapshot tells its range and steps`,
    );
  if (after.value !== '') return;
  throw new Error(
    form === undefined
      ? 'the field is empty after the text was typed: the page removed it'
      : refusal(after.type, form),
  );
}

function refusal(type: string | undefined, form: string): string {
  return `a field of type ${type} takes ${form}`;
}
