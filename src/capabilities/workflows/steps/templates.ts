import type { Json } from '../../../domain/pages/extraction.ts';
import { groupOf, itemAt } from '../../../domain/values/elements.ts';

/** Values of variables by name. */
export type Variables = Readonly<Record<string, Json>>;

/** Matches the name of a variable. */
export const variableName = /^(?!__proto__$)[A-Za-z_]\w{0,63}$/;

const placeholder = /\{\{([^{}]*)\}\}/g;
const pathPattern = /^[A-Za-z_]\w*(?:\.[\w-]+|\[\d{1,6}\])*$/;

/** Error of a template: an invalid variable, or one without a value. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

function splitPath(path: string): string[] {
  return [...path.matchAll(/[\w-]+/g)].map(([key]) => key);
}

/** Returns the names of the variables in a text. Throws TemplateError for an invalid one. */
export function findVariables(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([whole, path = '']) => {
    if (!pathPattern.test(path.trim()))
      throw new TemplateError(`${whole.slice(0, 60)} is not a valid variable`);
    return itemAt(splitPath(path), 0);
  });
}

/**
 * Returns the value at a path such as `item.links[0].url`; undefined when there is none. Only own properties are read.
 */
export function valueAt(variables: Variables, path: string): Json | undefined {
  let value: Json | undefined = variables as Record<string, Json>;
  for (const key of splitPath(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, Json>)[key];
  }
  return value;
}

function requireValue(variables: Variables, path: string): Json {
  if (!pathPattern.test(path)) throw new TemplateError(`{{${path.slice(0, 60)}}} is not a valid variable`);
  const value = valueAt(variables, path);
  if (value === undefined) throw new TemplateError(`the variable {{${path}}} has no value here`);
  return value;
}

function toText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Fills in the variables of a text. A text that is a single variable yields the variable's value. */
export function fillTemplate(text: string, variables: Variables): Json {
  const singleVariable = /^\{\{([^{}]*)\}\}$/.exec(text);
  if (singleVariable !== null) return requireValue(variables, groupOf(singleVariable, 1).trim());
  return text.replace(placeholder, (_, path: string) => toText(requireValue(variables, path.trim())));
}

/** Fills in the variables of all texts in a value. */
export function fillTemplates(value: Json, variables: Variables): Json {
  if (typeof value === 'string') return fillTemplate(value, variables);
  if (Array.isArray(value)) return value.map((inner) => fillTemplates(inner, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillTemplates(inner, variables)]),
  );
}

/** Fills in the variables of a text; returns a string. */
export function fillText(text: string, variables: Variables): string {
  return toText(fillTemplate(text, variables));
}
