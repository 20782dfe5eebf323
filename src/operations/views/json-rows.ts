import { isObject } from '../../domain/values/is-object.ts';

/** Lists longer than this are written one item a line. */
const maxInlineLength = 200;

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutEmpty(one)]));
}

/**
 * Writes a JSON value for a model as lines that can be cut between each other: each field of the object, and each item of its
 * long lists, is a line. Fields that are null, and the receipt, which every answer shows in its first lines, are left out.
 */
export function jsonRows(value: unknown): string[] {
  const compact = withoutEmpty(value);
  if (!isObject(compact)) return Array.isArray(compact) ? compact.map(toJson) : [toJson(compact)];
  return Object.entries(compact).flatMap(([name, one]) => {
    if (name === 'receipt') return [];
    const line = `${name}: ${toJson(one)}`;
    if (!Array.isArray(one) || line.length <= maxInlineLength) return [line];
    return [`${name}:`, ...one.map((item) => `- ${toJson(item)}`)];
  });
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
