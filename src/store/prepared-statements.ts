import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Statements that begin with this comment are parsed once a connection; their plans may be kept by the database. */
export const preparedMark = '/* prepared */';

/** Names of texts. Only texts of ours are marked, in a few shapes each; past this bound others are parsed every time. */
const mostNames = 200;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `webdata_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Makes a connection prepare marked statements under a name (PostgreSQL manual, "Extended Query"): parsing and planning
 * the statements that settle work costs more than running them.
 */
export function prepareMarked(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const prepared: Query = (text, values, callback) => {
    if (typeof text !== 'string' || !text.trimStart().startsWith(preparedMark))
      return query(text, values, callback);
    const name = nameOf(text);
    return name === undefined ? query(text, values, callback) : query({ name, text, values }, callback);
  };
  client.query = prepared as typeof client.query;
}
