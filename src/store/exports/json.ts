import type { TableRow, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';

/** The row as JSON with every column, in their order. */
function rowText(row: TableRow, columns: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

/** A JSON array, a row a line. */
export const writeJson: TableWriter = (table) => {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    yield '[';
    for await (const batch of table.rows()) {
      for (const row of batch) {
        yield `${rows === 0 ? '\n' : ',\n'}${rowText(row, table.columns)}`;
        rows += 1;
      }
    }
    yield '\n]\n';
  }
  return { pieces: textPieces(texts()), rows: () => rows, notes: () => [] };
};

/** A JSON object a line. */
export const writeNdjson: TableWriter = (table) => {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const batch of table.rows()) {
      for (const row of batch) yield `${rowText(row, table.columns)}\n`;
      rows += batch.length;
    }
  }
  return { pieces: textPieces(texts()), rows: () => rows, notes: () => [] };
};
