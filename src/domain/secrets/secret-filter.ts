import { isObject } from '../values/is-object.ts';
import { createSecretIndex, type TextUse } from './secret-index.ts';

/** Replaces a secret in texts that leave the service. */
export const secretMask = '•••';

/**
 * Holds the secret values that a session, a run or the operator uses, and removes them from everything that leaves.
 *
 * A value is found in any case, trimmed, with other whitespace, percent-encoded, with character references of HTML or
 * escapes of JSON, in base64, and in parts. Rules:
 *
 * - A complete value of four or more characters is masked everywhere, also inside a word.
 * - A value of three characters is masked as a word, a shorter one only as the complete content of a field.
 * - A part has at least four characters, eight of a value of 24 or more, and at least an eighth of a long value. In the content and the name of a field
 *   every part is masked. In other text a part is masked if it has eight or more characters and half of the value, if it
 *   mixes letters and digits, or if it is a word of the text without being a word of the value: "rect" stays in
 *   "direction", and "sale" beside a value "summer sale 2026".
 *
 * The time is linear in the length of the text, whatever the values are.
 */
export interface SecretFilter {
  /** Adds a value; empty values are ignored. */
  add(value: string): void;
  /** Adds every text and number of a JSON value. */
  addAll(value: unknown): void;
  /** Returns the text with the values masked. */
  mask(text: string): string;
  /** Returns the content or the name of a field with the values masked. */
  maskField(text: string): string;
  /** Returns a JSON value with all its texts and keys masked; the input is not changed. */
  maskValue<Value>(value: Value): Value;
  /** Returns all values, for a filter of another process. */
  values(): readonly string[];
}

/** Total length and number of the values; beyond it, the oldest half is dropped. */
const maxCharacters = 200_000;
const maxValues = 2_000;
const maxDepth = 60;
/** Shortest number that is masked in a JSON value: shorter ones are counts and sizes. */
const minDigits = 6;

/** Adds the base64 forms (RFC 4648) of a value, without the characters that depend on its neighbours. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=/g, '');
    const end = (offset + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    const core = encoded.slice(Math.ceil((offset * 4) / 3), end);
    const url = core.replaceAll('+', '-').replaceAll('/', '_');
    return core.length < 6 ? [] : url === core ? [core] : [core, url];
  });
}

/** Creates a filter without values. */
export function createSecretFilter(initial: readonly string[] = [], mask = secretMask): SecretFilter {
  let index = createSecretIndex();
  const values = new Set<string>();
  let characters = 0;

  function indexValue(value: string): void {
    index.add(value, 'plain');
    if (/\s/.test(value.trim())) index.add(value.trim().replace(/\s+/g, '+'), 'plain');
    for (const form of base64Forms(value.trim())) index.add(form, 'encoded');
  }

  /** Drops the oldest half, so that the filter of an endless session stays bounded. */
  function shrink(): void {
    const kept = [...values].slice(Math.ceil(values.size / 2));
    index = createSecretIndex();
    values.clear();
    characters = 0;
    for (const value of kept) add(value);
  }

  function add(value: string): void {
    const text = value.slice(0, maxCharacters / 4);
    if (text.trim() === '' || values.has(text)) return;
    values.add(text);
    characters += text.length;
    indexValue(text);
    if (characters > maxCharacters || values.size > maxValues) shrink();
  }

  function addAll(value: unknown, depth = 0): void {
    if (typeof value === 'string' || typeof value === 'number') add(String(value));
    else if (typeof value === 'object' && value !== null && depth < maxDepth)
      for (const inner of Object.values(value)) addAll(inner, depth + 1);
  }

  function replace(text: string, use: TextUse): string {
    if (values.size === 0 || text === '') return text;
    const spans = index.find(text, use);
    if (spans.length === 0) return text;
    let masked = '';
    let at = 0;
    for (const [start, end] of spans) {
      if (start > at || masked === '') masked += text.slice(at, start) + mask;
      at = Math.max(at, end);
    }
    return masked + text.slice(at);
  }

  function maskInner(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return replace(value, 'text');
    if (typeof value === 'number') {
      const digits = String(value);
      return digits.length >= minDigits && replace(digits, 'field') === mask ? mask : value;
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (ArrayBuffer.isView(value)) return value;
    if (depth >= maxDepth) return mask;
    if (Array.isArray(value)) return value.map((inner) => maskInner(inner, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [replace(name, 'text'), maskInner(inner, depth + 1)]),
    );
  }

  for (const value of initial) add(value);
  return {
    add,
    addAll: (value) => addAll(value),
    mask: (text) => replace(text, 'text'),
    maskField: (text) => replace(text, 'field'),
    maskValue: <Value>(value: Value) => (values.size === 0 ? value : (maskInner(value, 0) as Value)),
    values: () => [...values],
  };
}
