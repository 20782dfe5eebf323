import type { Json } from '../../domain/extraction.ts';
import type { Table, TableRow } from './table.ts';

/** Columns of a table whose objects have columns of their own, at most. */
const mostColumns = 5_000;
const mostDepth = 8;

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every place of a value and what stands there; lists, and what lies too deep, stay whole. */
function* places(name: string, value: Json | undefined, depth = 0): Generator<[string, Json | undefined]> {
  if (!isObject(value) || depth >= mostDepth || Object.keys(value).length === 0) {
    yield [name, value];
    return;
  }
  for (const [inner, one] of Object.entries(value)) yield* places(`${name}.${inner}`, one, depth + 1);
}

function flatRow(row: TableRow, columns: readonly string[]): TableRow {
  const flat: Record<string, Json | undefined> = {};
  for (const column of columns) {
    for (const [name, value] of places(column, row[column])) flat[name] = value;
  }
  return flat;
}

/** The table with a column for each place in its objects, beside the column that they were in; reads all rows once. */
export async function flattened(table: Table): Promise<Table> {
  const found = new Map<string, Set<string>>(table.columns.map((column) => [column, new Set<string>()]));
  let count = 0;
  for await (const batch of table.rows()) {
    for (const row of batch) {
      for (const [column, names] of found) {
        for (const [name, value] of places(column, row[column])) {
          // A column that holds nothing but objects gives way to theirs.
          if (value == null || names.has(name) || count >= mostColumns) continue;
          names.add(name);
          count += 1;
        }
      }
    }
  }
  const columns = [...found].flatMap(([column, names]) => (names.size === 0 ? [column] : [...names]));
  return {
    columns: [...new Set(columns)],
    async *rows() {
      for await (const batch of table.rows()) yield batch.map((row) => flatRow(row, table.columns));
    },
  };
}
