import { isObject } from '../../domain/values/is-object.ts';

/** Object of an external response, whose fields may have any value. */
export type Fields = Record<string, unknown>;

/** Returns the value if it is an object, else an empty object. */
export function toFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

const maxRows = 1_000;

/** Returns the objects of a list, at most a thousand; empty if the value is not a list. */
export function toRows(value: unknown): Fields[] {
  return Array.isArray(value)
    ? value.slice(0, maxRows).filter((row) => typeof row === 'object' && row !== null)
    : [];
}

/** Returns the value if it is a string, else an empty string. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the strings of a list. */
export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, maxRows).filter((one) => typeof one === 'string') : [];
}

/** Returns the value if it is a positive integer, or a string of one. */
export function toPixels(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) > 0 ? (number as number) : null;
}
