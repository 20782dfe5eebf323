import type { Locator, Page } from 'playwright-core';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { type FieldFacts, isSecretField } from '../../../domain/secrets/secret-words.ts';
import type { SavedState } from '../page/saved-state.ts';

/** The used properties of a DOM element. */
interface FieldElement {
  localName: string;
  type?: string;
  value?: unknown;
  maxLength?: number;
  isContentEditable?: boolean;
  textContent: string | null;
  labels?: Iterable<{ textContent: string | null }> | null;
  getAttribute(name: string): string | null;
}

interface Field extends FieldFacts {
  value: string;
}

/** Fields into which text is typed. Locators also find them in open shadow roots. */
const fieldSelector =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]):not([type=file]), textarea, [contenteditable]';
const frameTimeoutMs = 1_000;
const maxFrames = 20;

/** Returns the facts and the content of one or more fields. Runs in the page. */
function describeFields(fields: unknown): Field[] {
  const elements = (Array.isArray(fields) ? fields : [fields]) as FieldElement[];
  return elements.slice(0, 500).map((element) => {
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    const labels = Array.from(element.labels ?? [], (label) => (label.textContent ?? '').slice(0, 300));
    const isField = element.localName === 'input' || element.localName === 'textarea';
    return {
      type: element.localName === 'input' ? String(element.type ?? '') : '',
      autocomplete: attribute('autocomplete'),
      inputmode: attribute('inputmode'),
      names: [
        ...labels,
        ...['name', 'id', 'aria-label', 'placeholder', 'title', 'data-testid'].map(attribute),
      ].filter((name) => name !== ''),
      maxLength:
        isField && typeof element.maxLength === 'number' && element.maxLength > 0 ? element.maxLength : 1_000,
      value: isField ? String(element.value ?? '') : (element.textContent ?? '').slice(0, 10_000),
    };
  });
}

/** Fields of each page that were secret before: a field stays secret after the page shows its content. */
const knownFields = new WeakMap<Page, Set<string>>();

/** Tells whether a field is secret now, or was before. Fields without names cannot be told apart. */
function isSecret(page: Page, field: Field): boolean {
  const known = knownFields.get(page) ?? new Set<string>();
  knownFields.set(page, known);
  const key = field.names.join('\n');
  if (isSecretField(field)) {
    if (key !== '') known.add(key);
    return true;
  }
  return known.has(key);
}

/** Returns the value of a promise, or `none` on an error or after a second: a detached or hanging frame has no fields. */
async function noneOnTimeout(work: Promise<Field[]>): Promise<Field[]> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<Field[]>((resolve) => {
    timer = setTimeout(() => resolve([]), frameTimeoutMs);
  });
  // A detached or hanging frame has no fields.
  return Promise.race([work.catch(() => []), expired]).finally(() => clearTimeout(timer));
}

async function readFields(page: Page, selector: string): Promise<Field[][]> {
  const frames = page.frames().slice(0, maxFrames);
  return Promise.all(
    frames.map((frame) => noneOnTimeout(frame.locator(selector).evaluateAll(describeFields))),
  );
}

/** Adds the content of all secret fields of a page, in every frame and open shadow root, to a filter. */
export async function addSecretFields(page: Page, secrets: SecretFilter): Promise<void> {
  for (const fields of await readFields(page, fieldSelector)) {
    const secretValues = fields.filter((field) => isSecret(page, field));
    for (const { value } of secretValues) secrets.add(value);
    // A one-time code is often typed into a row of fields of one digit.
    secrets.add(
      secretValues
        .filter(({ maxLength }) => maxLength === 1)
        .map(({ value }) => value)
        .join(''),
    );
  }
}

/** Tells whether the focused element of a page, in any frame or open shadow root, is a secret field. */
export async function isFocusSecret(page: Page): Promise<boolean> {
  return (await readFields(page, ':focus')).flat().some((field) => isSecret(page, field));
}

/** Tells whether the element is a secret field. */
export async function isSecretTarget(locator: Locator): Promise<boolean> {
  // A reference of a snapshot finds one element, and not a list.
  const fields = await noneOnTimeout(
    locator.evaluate(describeFields, undefined, { timeout: frameTimeoutMs }),
  );
  return fields.some((field) => isSecret(locator.page(), field));
}

const minTokenLength = 16;
const minCookieLength = 8;

/** Returns true for a value such as a session id; `dark`, `en-US` and settings are none. */
function isToken(value: string): boolean {
  return value.length >= minTokenLength && !/\s/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Adds the texts of a stored value that look like tokens. */
function addTokens(value: unknown, secrets: SecretFilter, depth = 0): void {
  if (typeof value === 'string') {
    if (isToken(value)) secrets.add(value);
  } else if (typeof value === 'object' && value !== null && depth < 8)
    for (const inner of Object.values(value)) addTokens(inner, secrets, depth + 1);
}

/** Adds the credentials of a saved login to a filter: cookies that scripts cannot read, and all tokens. */
export function addLoginSecrets({ cookies, origins }: SavedState, secrets: SecretFilter): void {
  for (const { value, httpOnly } of cookies)
    if ((httpOnly && value.length >= minCookieLength) || isToken(value)) secrets.add(value);
  for (const { localStorage } of origins)
    for (const { value } of localStorage) addTokens(parseStored(value), secrets);
}

function parseStored(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
