import type { Json } from '../../../domain/pages/extraction.ts';

/** Maximum number of remembered object shapes. */
const maxShapes = 10_000;
const shapes = new Map<string, readonly [name: string, written: string][]>();

/** Returns an object's names in the order of RFC 8785, each with its JSON. Records of one source share few shapes. */
function sortedNames(value: { [name: string]: Json }): readonly [name: string, written: string][] {
  const names = Object.keys(value);
  const shape = JSON.stringify(names);
  const cached = shapes.get(shape);
  if (cached !== undefined) return cached;
  if (shapes.size >= maxShapes) shapes.clear();
  const order = names.sort().map((name): [string, string] => [name, `${JSON.stringify(name)}:`]);
  shapes.set(shape, order);
  return order;
}

/** Returns canonical JSON (RFC 8785), which is independent of the order of fields. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '';
  for (const [name, written] of sortedNames(value)) {
    const inner = value[name];
    if (inner === undefined) continue;
    text += `${text === '' ? '{' : ','}${written}${canonicalJson(inner)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
