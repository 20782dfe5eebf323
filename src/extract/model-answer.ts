import type { Field } from './field.ts';
import { rootName, tokensBelow } from './model-shape.ts';
import { folded } from './words.ts';

/** What a model says of one place of the answer. */
export interface ModelClaim {
  field: Field;
  /** Into the data, entries by their index. */
  pointer: string;
  raw: string | number | boolean;
  /** Id of the block that it names, or null. */
  block: string | null;
  /** The words that it gives for a choice, or null. */
  quote: string | null;
  /** Pointer of the entry of records that it belongs to, or null. */
  entry: string | null;
}

const mostEntries = 200;
const longestText = 10_000;
/** How models say that there is nothing. */
const nothings = new Set([
  '',
  'null',
  'none',
  'n/a',
  'na',
  '-',
  '–',
  '—',
  'unknown',
  'undefined',
  'not found',
  'not specified',
  'not stated',
  'not available',
  'not mentioned',
]);

/**
 * What an answer claims, whatever its shape: the one that was asked for, the caller's plain one without blocks, or either
 * inside a wrapper. What fits nowhere is passed over.
 */
export function claimsOf(fields: readonly Field[], answer: unknown): ModelClaim[] {
  const claims: ModelClaim[] = [];
  const body = unwrapped(fields, answer);
  for (const field of fields) {
    const found = at(body, tokensBelow(field, null)) ?? atRoot(field, body);
    addClaims(claims, field, found, { pointer: field.pointer, entry: null });
  }
  return claims;
}

interface Place {
  pointer: string;
  entry: string | null;
}

function addClaims(claims: ModelClaim[], field: Field, found: unknown, place: Place): void {
  if (found === undefined || found === null) return;
  if (field.structure === 'scalar') {
    addScalar(claims, field, readLeaf(found), place);
    return;
  }
  if (field.structure === 'list') {
    addList(claims, field, found, place);
    return;
  }
  const leaf = isObject(found) && Array.isArray(found.value) ? found.value : found;
  const entries: unknown[] = (Array.isArray(leaf) ? leaf : [leaf]).slice(0, field.maxItems ?? mostEntries);
  for (const [index, entry] of entries.entries()) {
    const pointer = `${place.pointer}/${index}`;
    for (const inner of field.fields) {
      const tokens = tokensBelow(inner, field);
      const below = inner.pointer.slice(field.pointer.length + '/*'.length);
      addClaims(claims, inner, at(entry, tokens), { pointer: `${pointer}${below}`, entry: pointer });
    }
  }
}

function addList(claims: ModelClaim[], field: Field, found: unknown, place: Place): void {
  const shared = readLeaf(found);
  const items: unknown[] = Array.isArray(shared.value) ? shared.value : [shared.value];
  let index = 0;
  for (const item of items.slice(0, Math.min(field.maxItems ?? mostEntries, mostEntries))) {
    const leaf = readLeaf(item);
    const pointer = `${place.pointer}/${index}`;
    const block = leaf.block ?? shared.block;
    if (addScalar(claims, field, { ...leaf, block }, { pointer, entry: place.entry })) index += 1;
  }
}

function addScalar(claims: ModelClaim[], field: Field, leaf: Leaf, { pointer, entry }: Place): boolean {
  const raw = leaf.value;
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return false;
  if (typeof raw === 'string' && (nothings.has(raw.trim().toLowerCase()) || raw.length > longestText))
    return false;
  if (typeof raw === 'number' && !Number.isFinite(raw)) return false;
  claims.push({ field, pointer, raw, block: leaf.block, quote: leaf.quote, entry });
  return true;
}

interface Leaf {
  value: unknown;
  block: string | null;
  quote: string | null;
}

function readLeaf(found: unknown): Leaf {
  if (!isObject(found) || !Object.hasOwn(found, 'value')) return { value: found, block: null, quote: null };
  const quote = typeof found.quote === 'string' ? found.quote : null;
  return { value: found.value, block: blockId(found.block ?? found.block_id), quote };
}

/** `b12` from however it is written: `[b12]`, `B12`, 12. */
function blockId(written: unknown): string | null {
  const digits = /\d+/.exec(
    typeof written === 'number' || typeof written === 'string' ? String(written) : '',
  );
  return digits === null ? null : `b${Number(digits[0])}`;
}

function at(value: unknown, tokens: readonly string[]): unknown {
  let found = value;
  for (const token of tokens) {
    if (!isObject(found)) return undefined;
    found = memberOf(found, token);
  }
  return found;
}

/** A member by its name, or by a name that differs in case and punctuation alone. */
function memberOf(object: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const plain = plainName(name);
  const alike = Object.keys(object).filter((key) => plainName(key) === plain);
  return alike.length === 1 ? object[alike[0] as string] : undefined;
}

function plainName(name: string): string {
  return folded(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function atRoot(field: Field, answer: unknown): unknown {
  return field.pointer === '' && (!isObject(answer) || !Object.hasOwn(answer, rootName)) ? answer : undefined;
}

/** Some models put what was asked for into an object or a list of their own. */
function unwrapped(fields: readonly Field[], answer: unknown): unknown {
  const names = new Set(fields.map((field) => plainName(tokensBelow(field, null)[0] as string)));
  if (names.has(rootName) && fields.some(({ pointer }) => pointer === '')) return answer;
  if (Array.isArray(answer)) return answer.length === 1 ? answer[0] : answer;
  if (!isObject(answer)) return answer;
  const [only, ...others] = Object.entries(answer);
  if (only === undefined || others.length > 0 || names.has(plainName(only[0]))) return answer;
  return only[1];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
