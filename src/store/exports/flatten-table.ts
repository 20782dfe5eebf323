import type { Json } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { Table, TableRow } from './table.ts';

/** Maximum columns of a flattened table. */
const maxColumns = 5_000;
const maxDepth = 8;

/** Yields every nested field of a value with its name; lists, and values that are nested too deep, stay whole. */
function* flattenValue(
  name: string,
  value: Json | undefined,
  depth = 0,
): Generator<[string, Json | undefined]> {
  if (!isObject(value) || depth >= maxDepth || Object.keys(value).length === 0) {
    yield [name, value];
    return;
  }
  for (const [inner, one] of Object.entries(value)) yield* flattenValue(`${name}.${inner}`, one, depth + 1);
}

function flattenRow(row: TableRow, columns: readonly string[]): TableRow {
  const flat: Record<string, Json | undefined> = {};
  for (const column of columns) {
    for (const [name, value] of flattenValue(column, row[column])) flat[name] = value;
  }
  return flat;
}

/** Returns the table with one column for each nested field, placed next to its original column; reads all rows once. */
export async function flattenTable(table: Table): Promise<Table> {
  const namesByColumn = new Map<string, Set<string>>(
    table.columns.map((column) => [column, new Set<string>()]),
  );
  let count = 0;
  for await (const batch of table.rows()) {
    for (const row of batch) {
      for (const [column, names] of namesByColumn) {
        for (const [name, value] of flattenValue(column, row[column])) {
          // A column that contains only objects is replaced by their fields.
          if (value == null || names.has(name) || count >= maxColumns) continue;
          names.add(name);
          count += 1;
        }
      }
    }
  }
  const columns = [...namesByColumn].flatMap(([column, names]) => (names.size === 0 ? [column] : [...names]));
  return {
    columns: [...new Set(columns)],
    async *rows() {
      for await (const batch of table.rows()) yield batch.map((row) => flattenRow(row, table.columns));
    },
  };
}
