import { type RawBuilder, sql } from 'kysely';

/** A column of rows in a statement: its PostgreSQL type, and its value. */
type SqlColumn<Row> = readonly [type: string, getValue: (row: Row) => unknown];

/**
 * Returns rows as a table of a statement, `unnest(…) as name (columns)`, in which each column is listed once. The text
 * of the statement does not depend on the number of rows, so it can be prepared. With `ordinal`, the table also has a
 * column of that name with the position of each row, from 1.
 */
export function sqlRows<Row>(
  name: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, SqlColumn<Row>>>,
  ordinal: string | null = null,
): RawBuilder<unknown> {
  const listed = Object.entries(columns);
  const arrays = listed.map(([, [type, getValue]]) => sql`${rows.map(getValue)}::${sql.raw(type)}[]`);
  const names = [...listed.map(([column]) => column), ...(ordinal === null ? [] : [ordinal])];
  return sql`unnest(${sql.join(arrays)}) ${sql.raw(ordinal === null ? '' : 'with ordinality')} as ${sql.ref(name)} (${sql.join(names.map((one) => sql.ref(one)))})`;
}
