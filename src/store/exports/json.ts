import type { TableRow, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';

/** Formats a row as JSON with every column, in their order. */
function formatRow(row: TableRow, columns: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

/** Writes a JSON array with one row per line. */
export const writeJson: TableWriter = (table) => {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    yield '[';
    for await (const batch of table.rows()) {
      for (const row of batch) {
        yield `${rows === 0 ? '\n' : ',\n'}${formatRow(row, table.columns)}`;
        rows += 1;
      }
    }
    yield '\n]\n';
  }
  return { pieces: textPieces(texts()), rows: () => rows, notes: () => [] };
};

/** Writes one JSON object per line. */
export const writeNdjson: TableWriter = (table) => {
  let rows = 0;
  async function* texts(): AsyncGenerator<string> {
    for await (const batch of table.rows()) {
      for (const row of batch) yield `${formatRow(row, table.columns)}\n`;
      rows += batch.length;
    }
  }
  return { pieces: textPieces(texts()), rows: () => rows, notes: () => [] };
};
