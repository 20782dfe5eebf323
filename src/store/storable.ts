import type { PoolClient } from 'pg';

declare const isStorable: unique symbol;

/** JSON text that PostgreSQL's `jsonb` and JSON functions accept: without NUL and lone surrogates. */
export type StorableJson = string & { readonly [isStorable]: true };

/** Escapes that `JSON.stringify` writes for NUL and lone surrogates. Escaped backslashes can match too. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/;

/** Returns the text with U+FFFD in place of each NUL and each lone surrogate. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text).toWellFormed();
}

function storableCopy(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableCopy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storableCopy(inner)]),
  );
}

/**
 * Applies {@link storableText} to every string and name of a JSON value; returns the value itself if nothing changes.
 * `text` is its JSON, if already known.
 */
export function storableValue<Value>(value: Value, text = JSON.stringify(value)): Value {
  return mayBeUnstorable.test(text) ? (storableCopy(value) as Value) : value;
}

/** Returns the JSON of a value for a `jsonb` column, or for a `json` column that SQL reads. */
export function storableJson(value: unknown): StorableJson {
  const text = JSON.stringify(value);
  return (mayBeUnstorable.test(text) ? JSON.stringify(storableCopy(value)) : text) as StorableJson;
}

function storableParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  if (!Array.isArray(value)) return value;
  const changed = value.map(storableParameter);
  return changed.some((item, index) => item !== value[index]) ? changed : value;
}

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Makes a connection replace NUL in every text parameter by U+FFFD, because PostgreSQL's `text` cannot store it and
 * rejects the statement. Text of pages reaches the database through many statements; all of them pass here.
 */
export function protectParameters(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const protectedQuery: Query = (text, values, callback) =>
    query(text, Array.isArray(values) ? storableParameter(values) : values, callback);
  client.query = protectedQuery as typeof client.query;
}
