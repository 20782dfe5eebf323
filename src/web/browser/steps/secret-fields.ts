import type { Locator, Page } from 'playwright-core';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { isSecretField } from '../../../domain/secrets/secret-words.ts';
import type { SavedState } from '../page/saved-state.ts';
import { describeFields, type Field } from './describe-fields.ts';
import { fieldsSelector } from './snapshot-engine.ts';

const frameTimeoutMs = 1_000;
const maxFrames = 20;

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

/** Returns the fields of each frame, or only that with the focus. */
async function readFields(page: Page, onlyFocused: boolean): Promise<Field[][]> {
  const frames = page.frames().slice(0, maxFrames);
  const read = frames.map(async (frame) => {
    const list = frame.locator(fieldsSelector(onlyFocused));
    return JSON.parse((await list.getAttribute('value', { timeout: frameTimeoutMs })) ?? '[]') as Field[];
  });
  return Promise.all(read.map(noneOnTimeout));
}

/** Adds the content of all secret fields of a page, in every frame and shadow root, to a filter. */
export async function addSecretFields(page: Page, secrets: SecretFilter): Promise<void> {
  for (const fields of await readFields(page, false)) {
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

/** Tells whether the focused element of a page, in any frame or shadow root, is a secret field. */
export async function isFocusSecret(page: Page): Promise<boolean> {
  return (await readFields(page, true)).flat().some((field) => isSecret(page, field));
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
