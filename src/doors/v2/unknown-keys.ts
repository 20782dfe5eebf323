import type { z } from 'zod';

/** Options that are taken and change nothing, with what a caller should know of that; null where nothing is to be said. */
export type IgnoredOptions = Readonly<Record<string, string | null>>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One sentence on the keys of a body that nobody knows, and one on each known one that changes nothing. */
export function keyWarnings(
  schema: z.ZodObject,
  value: unknown,
  ignored: IgnoredOptions,
  prefix = '',
): string[] {
  if (!isObject(value)) return [];
  const given = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  const unknown = given.filter((key) => !Object.hasOwn(schema.shape, key) && !Object.hasOwn(ignored, key));
  const names = unknown.slice(0, 20).map((key) => `${prefix}${key.slice(0, 100)}`);
  const warnings = names.length === 0 ? [] : [`Unknown keys were ignored: ${names.join(', ')}.`];
  for (const key of given) {
    const reason = Object.hasOwn(ignored, key) ? ignored[key] : null;
    if (reason !== null && reason !== undefined && value[key] !== false) {
      warnings.push(`${prefix}${key}: ${reason}`);
    }
  }
  return warnings;
}
