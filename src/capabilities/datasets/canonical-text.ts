import type { Json } from '../../domain/extraction.ts';

/** Shapes of objects whose order is remembered, at most. */
const mostShapes = 10_000;
const shapes = new Map<string, readonly [name: string, written: string][]>();

/** An object's names in the order of RFC 8785, each with its JSON; records of one source have the same few shapes. */
function orderOf(value: { [name: string]: Json }): readonly [name: string, written: string][] {
  const names = Object.keys(value);
  const shape = names.join('\0');
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  if (shapes.size >= mostShapes) shapes.clear();
  const order = names.sort().map((name): [string, string] => [name, `${JSON.stringify(name)}:`]);
  shapes.set(shape, order);
  return order;
}

/** JSON that is the same for the same value, whatever the order of its fields (RFC 8785, of what JSON can hold). */
export function canonicalText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  let text = '';
  for (const [name, written] of orderOf(value)) {
    const inner = value[name];
    if (inner === undefined) continue;
    text += `${text === '' ? '{' : ','}${written}${canonicalText(inner)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
