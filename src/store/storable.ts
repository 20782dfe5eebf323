import type { PoolClient } from 'pg';
import { cleanJson } from '../domain/values/clean-text.ts';

declare const isStorable: unique symbol;

/** JSON text that PostgreSQL's `jsonb` and JSON functions accept: without NUL and lone surrogates. */
export type StorableJson = string & { readonly [isStorable]: true };

/** Returns the JSON of a value for a `jsonb` column, or for a `json` column that SQL reads. */
export function storableJson(value: unknown): StorableJson {
  return cleanJson(value) as StorableJson;
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
