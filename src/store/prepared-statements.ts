import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Statements that start with this comment are parsed once per connection; the database may cache their plans. */
export const preparedMarker = '/* prepared */';

/**
 * Maximum number of prepared statements. Only internal statements are marked, each in a few shapes; others are parsed
 * every time.
 */
const maxNames = 200;
const names = new Map<string, string>();

function getStatementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= maxNames) return existing;
  const name = `webdata_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Makes a connection prepare marked statements by name (PostgreSQL manual, "Extended Query"), because parsing and
 * planning them costs more than running them.
 */
export function prepareMarkedStatements(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const prepared: Query = (text, values, callback) => {
    if (typeof text !== 'string' || !text.trimStart().startsWith(preparedMarker))
      return query(text, values, callback);
    const name = getStatementName(text);
    return name === undefined ? query(text, values, callback) : query({ name, text, values }, callback);
  };
  client.query = prepared as typeof client.query;
}
