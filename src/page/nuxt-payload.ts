import { define } from './microdata.ts';

/** Most values that a payload may unfold into, and how deep. */
const maxValues = 200_000;
const maxDepth = 100;

interface Unfolding {
  table: readonly unknown[];
  /** Places that are being unfolded; one that holds itself becomes null there. */
  open: Set<number>;
  left: number;
}

/**
 * The value of a payload in the flat form that Nuxt leaves in a page: a list in which numbers inside objects and lists are
 * places of that list. Undefined when the value is not of that form.
 */
export function unfoldedPayload(payload: unknown): unknown {
  if (!Array.isArray(payload) || payload.length === 0 || typeof payload[0] !== 'object') return undefined;
  return unfolded({ table: payload, open: new Set(), left: maxValues }, 0, 0);
}

/** Values that JSON has no word for stand as negative places; as JSON they are null or 0. */
const negativeZero = -6;

function unfolded(state: Unfolding, place: unknown, depth: number): unknown {
  if (typeof place !== 'number' || !Number.isInteger(place)) return null;
  if (place < 0) return place === negativeZero ? 0 : null;
  if (state.open.has(place) || depth > maxDepth || state.left-- <= 0) return null;
  const value = state.table[place];
  if (typeof value !== 'object' || value === null) return value ?? null;
  state.open.add(place);
  const result = Array.isArray(value)
    ? unfoldedList(state, value, depth)
    : unfoldedObject(state, value, depth);
  state.open.delete(place);
  return result;
}

function unfoldedObject(state: Unfolding, value: object, depth: number): object {
  const object = {};
  for (const [name, place] of Object.entries(value)) define(object, name, unfolded(state, place, depth + 1));
  return object;
}

/** A list of places, or a tagged value: its first element is a name then. */
function unfoldedList(state: Unfolding, value: readonly unknown[], depth: number): unknown {
  const [name, ...rest] = value;
  const inner = (place: unknown) => unfolded(state, place, depth + 1);
  if (typeof name !== 'string') return value.map(inner);
  switch (name) {
    case 'Date':
    case 'BigInt':
    case 'RegExp':
    case 'URL':
      return typeof rest[0] === 'string' ? rest[0] : null;
    case 'Set':
      return rest.map(inner);
    case 'Map':
      return pairsOf(rest).map(([key, item]) => [inner(key), inner(item)]);
    case 'null': {
      const object = {};
      for (const [key, item] of pairsOf(rest)) define(object, String(key), inner(item));
      return object;
    }
    case 'Object':
      return rest[0] ?? null;
    default:
      return rest.length === 0 ? null : inner(rest[0]);
  }
}

function pairsOf(flat: readonly unknown[]): [unknown, unknown][] {
  const pairs: [unknown, unknown][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([flat[i], flat[i + 1]]);
  return pairs;
}
