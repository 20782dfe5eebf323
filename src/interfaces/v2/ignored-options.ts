import type { z } from 'zod';
import { isObject } from '../../domain/values/is-object.ts';

/** Reason for the warning about an option without effect, unless it has the value that describes what this server does. */
interface ConditionalReason {
  unless: boolean;
  reason: string;
}

/**
 * Options that are accepted without effect, with the reason for the warning; a text stands for a reason unless the value is
 * false, null for no warning.
 */
export type IgnoredOptions = Readonly<Record<string, string | ConditionalReason | null>>;

/** Returns the reason for the warning about an option, or null if there is none. */
export function reasonOf(options: IgnoredOptions, name: string): ConditionalReason | null {
  const reason = Object.hasOwn(options, name) ? (options[name] ?? null) : null;
  return typeof reason === 'string' ? { unless: false, reason } : reason;
}

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
    const reason = reasonOf(ignored, key);
    if (reason !== null && value[key] !== reason.unless) warnings.push(`${prefix}${key}: ${reason.reason}`);
  }
  return warnings;
}
