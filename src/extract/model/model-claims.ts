import { itemAt } from '../../domain/values/elements.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { maxRecords } from '../page-data/map-entity.ts';
import type { Field } from '../schema/field.ts';
import { foldText } from '../words/words.ts';
import { relativeTokens, rootName } from './model-shape.ts';

/** One value in a model's answer. */
export interface ModelClaim {
  field: Field;
  /** JSON Pointer into the data, with indexes for list entries. */
  pointer: string;
  raw: string | number | boolean;
  /** Id of the block that the model named, or null. */
  block: string | null;
  /** Quote that the model gives for a choice, or null. */
  quote: string | null;
  /** Pointer of the enclosing entry of an array of objects, or null. */
  entry: string | null;
}

const maxTextLength = 10_000;
/** Texts with which models express that a value is absent. */
const emptyAnswers = new Set([
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
 * Reads the claims of an answer in any of these shapes: the requested one, the caller's schema without blocks,
 * or either inside a wrapper. Other content is ignored.
 */
export function readClaims(fields: readonly Field[], answer: unknown): ModelClaim[] {
  const claims: ModelClaim[] = [];
  const body = unwrap(fields, answer);
  for (const field of fields) {
    const answered = valueAt(body, relativeTokens(field, null)) ?? readRoot(field, body);
    addClaims(claims, field, answered, { pointer: field.pointer, entry: null });
  }
  return claims;
}

interface ClaimTarget {
  pointer: string;
  entry: string | null;
}

function addClaims(claims: ModelClaim[], field: Field, answered: unknown, target: ClaimTarget): void {
  if (answered === undefined || answered === null) return;
  if (field.structure === 'scalar') {
    addScalar(claims, field, readLeaf(answered), target);
    return;
  }
  if (field.structure === 'list') {
    addList(claims, field, answered, target);
    return;
  }
  const leaf = isObject(answered) && Array.isArray(answered.value) ? answered.value : answered;
  const entries: unknown[] = (Array.isArray(leaf) ? leaf : [leaf]).slice(0, field.maxItems ?? maxRecords);
  for (const [index, entry] of entries.entries()) {
    const pointer = `${target.pointer}/${index}`;
    for (const inner of field.fields) {
      const tokens = relativeTokens(inner, field);
      const below = inner.pointer.slice(field.pointer.length + '/*'.length);
      addClaims(claims, inner, valueAt(entry, tokens), { pointer: `${pointer}${below}`, entry: pointer });
    }
  }
}

function addList(claims: ModelClaim[], field: Field, answered: unknown, target: ClaimTarget): void {
  const shared = readLeaf(answered);
  const items: unknown[] = Array.isArray(shared.value) ? shared.value : [shared.value];
  let index = 0;
  for (const item of items.slice(0, Math.min(field.maxItems ?? maxRecords, maxRecords))) {
    const leaf = readLeaf(item);
    const pointer = `${target.pointer}/${index}`;
    const block = leaf.block ?? shared.block;
    if (addScalar(claims, field, { ...leaf, block }, { pointer, entry: target.entry })) index += 1;
  }
}

function addScalar(claims: ModelClaim[], field: Field, leaf: Leaf, { pointer, entry }: ClaimTarget): boolean {
  const raw = leaf.value;
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return false;
  if (typeof raw === 'string' && (emptyAnswers.has(raw.trim().toLowerCase()) || raw.length > maxTextLength))
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

function readLeaf(answered: unknown): Leaf {
  if (!isObject(answered) || !Object.hasOwn(answered, 'value'))
    return { value: answered, block: null, quote: null };
  const quote = typeof answered.quote === 'string' ? answered.quote : null;
  return { value: answered.value, block: blockId(answered.block ?? answered.block_id), quote };
}

/** Normalizes a block id such as `[b12]`, `B12` or 12 to `b12`. */
function blockId(id: unknown): string | null {
  const digits = /\d+/.exec(typeof id === 'number' || typeof id === 'string' ? String(id) : '');
  return digits === null ? null : `b${Number(digits[0])}`;
}

function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let current = value;
  for (const token of tokens) {
    if (!isObject(current)) return undefined;
    current = findMember(current, token);
  }
  return current;
}

/** Returns a member by its name, or by a name that differs only in case and punctuation. */
function findMember(object: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const plain = plainName(name);
  const matching = Object.keys(object).filter((key) => plainName(key) === plain);
  return matching.length === 1 ? object[itemAt(matching, 0)] : undefined;
}

function plainName(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function readRoot(field: Field, answer: unknown): unknown {
  return field.pointer === '' && (!isObject(answer) || !Object.hasOwn(answer, rootName)) ? answer : undefined;
}

/** Removes an object or a list that some models add around the requested answer. */
function unwrap(fields: readonly Field[], answer: unknown): unknown {
  const names = new Set(fields.map((field) => plainName(itemAt(relativeTokens(field, null), 0))));
  if (names.has(rootName) && fields.some(({ pointer }) => pointer === '')) return answer;
  if (Array.isArray(answer)) return answer.length === 1 ? answer[0] : answer;
  if (!isObject(answer)) return answer;
  const [only, ...others] = Object.entries(answer);
  if (only === undefined || others.length > 0 || names.has(plainName(only[0]))) return answer;
  return only[1];
}
