import type { Json } from '../../domain/extraction.ts';

/** Values by name, as far as a run knows them. */
export type Variables = Readonly<Record<string, Json>>;

/** A name of a variable. */
export const variableName = /^[A-Za-z_]\w{0,63}$/;

const place = /\{\{\s*([^{}]*?)\s*\}\}/g;
const pathShape = /^[A-Za-z_]\w*(?:\.[\w-]+|\[\d{1,6}\])*$/;

/** A place of a text that names no variable as it should. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

function keysOf(path: string): string[] {
  return [...path.matchAll(/[\w-]+/g)].map(([key]) => key);
}

/** The names of the variables that a text speaks of. Throws TemplateError for what is none. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(place)].map(([whole, path = '']) => {
    if (!pathShape.test(path)) throw new TemplateError(`${whole.slice(0, 60)} is no variable`);
    return keysOf(path)[0] as string;
  });
}

/** The value at a path such as `item.links[0].url`; undefined when there is none. Only own properties are looked at. */
export function valueAt(variables: Variables, path: string): Json | undefined {
  let value: Json | undefined = variables as Record<string, Json>;
  for (const key of keysOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, Json>)[key];
  }
  return value;
}

function known(variables: Variables, path: string): Json {
  if (!pathShape.test(path)) throw new TemplateError(`{{${path.slice(0, 60)}}} is no variable`);
  const value = valueAt(variables, path);
  if (value === undefined) throw new TemplateError(`{{${path}}} has no value here`);
  return value;
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A text with its variables in their places; one that is nothing but a variable is that variable's value. */
export function filled(text: string, variables: Variables): Json {
  const alone = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text);
  if (alone !== null) return known(variables, alone[1] as string);
  return text.replace(place, (_, path: string) => textOf(known(variables, path)));
}

/** The same for every text of a value. */
export function filledDeep(value: Json, variables: Variables): Json {
  if (typeof value === 'string') return filled(value, variables);
  if (Array.isArray(value)) return value.map((inner) => filledDeep(inner, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filledDeep(inner, variables)]),
  );
}

/** The same as a text. */
export function filledText(text: string, variables: Variables): string {
  return textOf(filled(text, variables));
}
