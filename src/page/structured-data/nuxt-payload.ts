import { defineProperty } from './microdata.ts';

/** Maximum number of values and nesting levels. */
const maxValues = 200_000;
const maxDepth = 100;

interface DecoderState {
  table: readonly unknown[];
  /** Indexes of enclosing values; a value that contains itself becomes null. */
  ancestors: Set<number>;
  remaining: number;
}

/**
 * Decodes the flat payload format of Nuxt: a list in which numbers inside objects and lists are indexes of that list. Returns
 * undefined for other values.
 */
export function decodeNuxtPayload(payload: unknown): unknown {
  if (!Array.isArray(payload) || payload.length === 0 || typeof payload[0] !== 'object') return undefined;
  return decodeValue({ table: payload, ancestors: new Set(), remaining: maxValues }, 0, 0);
}

/** Values without JSON representation are negative indexes; they become null or 0. */
const negativeZero = -6;

function decodeValue(state: DecoderState, index: unknown, depth: number): unknown {
  if (typeof index !== 'number' || !Number.isInteger(index)) return null;
  if (index < 0) return index === negativeZero ? 0 : null;
  if (state.ancestors.has(index) || depth > maxDepth || state.remaining-- <= 0) return null;
  const value = state.table[index];
  if (typeof value !== 'object' || value === null) return value ?? null;
  state.ancestors.add(index);
  const result = Array.isArray(value) ? decodeList(state, value, depth) : decodeObject(state, value, depth);
  state.ancestors.delete(index);
  return result;
}

function decodeObject(state: DecoderState, value: object, depth: number): object {
  const object = {};
  for (const [name, index] of Object.entries(value))
    defineProperty(object, name, decodeValue(state, index, depth + 1));
  return object;
}

/** Decodes a list of indexes, or a tagged value whose first element is a type name. */
function decodeList(state: DecoderState, value: readonly unknown[], depth: number): unknown {
  const [name, ...rest] = value;
  const decodeInner = (index: unknown) => decodeValue(state, index, depth + 1);
  if (typeof name !== 'string') return value.map(decodeInner);
  switch (name) {
    case 'Date':
    case 'BigInt':
    case 'RegExp':
    case 'URL':
      return typeof rest[0] === 'string' ? rest[0] : null;
    case 'Set':
      return rest.map(decodeInner);
    case 'Map':
      return toPairs(rest).map(([key, item]) => [decodeInner(key), decodeInner(item)]);
    case 'null': {
      const object = {};
      for (const [key, item] of toPairs(rest)) defineProperty(object, String(key), decodeInner(item));
      return object;
    }
    case 'Object':
      return rest[0] ?? null;
    default:
      return rest.length === 0 ? null : decodeInner(rest[0]);
  }
}

function toPairs(flat: readonly unknown[]): [unknown, unknown][] {
  const pairs: [unknown, unknown][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([flat[i], flat[i + 1]]);
  return pairs;
}
