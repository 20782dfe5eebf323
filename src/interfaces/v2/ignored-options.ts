import type { z } from 'zod';
import { isObject } from '../../domain/values/is-object.ts';

/** Options that are accepted without effect, with the reason for the warning; null for no warning. */
export type IgnoredOptions = Readonly<Record<string, string | null>>;

/** Returns one warning with the unknown keys of a body, and one per known key without effect. */
export function createKeyWarnings(
  schema: z.ZodObject,
  value: unknown,
  ignored: IgnoredOptions,
  prefix = '',
): string[] {
  if (!isObject(value)) return [];
  const presentKeys = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  const unknown = presentKeys.filter(
    (key) => !Object.hasOwn(schema.shape, key) && !Object.hasOwn(ignored, key),
  );
  const names = unknown.slice(0, 20).map((key) => `${prefix}${key.slice(0, 100)}`);
  const warnings = names.length === 0 ? [] : [`Unknown keys were ignored: ${names.join(', ')}.`];
  for (const key of presentKeys) {
    const reason = Object.hasOwn(ignored, key) ? ignored[key] : null;
    if (reason !== null && reason !== undefined && value[key] !== false) {
      warnings.push(`${prefix}${key}: ${reason}`);
    }
  }
  return warnings;
}
