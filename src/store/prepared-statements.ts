import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

/**
 * Statements that start or end with this comment are parsed once per connection; the database may cache their plans. They name
 * their result columns: `*` would change its meaning, and fail, when a newer release adds a column.
 */
export const preparedMarker = '/* prepared */';

/** The marker for `modifyEnd` of a query builder. */
export const prepared = sql.raw(preparedMarker);

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

function isMarked(text: string): boolean {
  return text.trimStart().startsWith(preparedMarker) || text.endsWith(preparedMarker);
}

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Makes a connection prepare marked statements by name (PostgreSQL manual, "Extended Query"), because parsing and
 * planning them costs more than running them.
 */
export function prepareMarkedStatements(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const queryByName: Query = (text, values, callback) => {
    if (typeof text !== 'string' || !isMarked(text)) return query(text, values, callback);
    const name = getStatementName(text);
    return name === undefined ? query(text, values, callback) : query({ name, text, values }, callback);
  };
  client.query = queryByName as typeof client.query;
}
