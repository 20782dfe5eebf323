import type { Json } from '../../domain/extraction.ts';
import { flattened } from './flat-table.ts';
import type { Table, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';

/** Beginnings that make spreadsheets take a cell for a formula, also in full width (OWASP, "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** What begins likewise and is only a number; a plus is how telephone numbers begin. */
const plainNumber = /^-\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?$/;
/** RFC 4180 section 2, rules 6 and 7. */
const needsQuotes = /[",\r\n]/;

/** A text as a cell that no spreadsheet runs. */
function defused(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cell(value: Json | undefined, isSafe: boolean): string {
  if (value === null || value === undefined) return '';
  // Numbers and truth values are never taken for anything else.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quoted(isSafe ? defused(text) : text);
}

/** One line with its end; a single empty cell is written as `""`, since readers skip empty lines. */
function line(values: readonly (Json | undefined)[], isSafe: boolean): string {
  const text = values.map((value) => cell(value, isSafe)).join(',');
  return `${text === '' ? '""' : text}\r\n`;
}

/**
 * CSV as of RFC 4180: a header, then a row a line, all with the same number of cells; nothing is an empty cell, lists and
 * objects are JSON.
 */
export const writeCsv: TableWriter = (asked, { isSafe, hasBom, nested }) => {
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    const table: Table = nested === 'columns' ? await flattened(asked) : asked;
    const { columns } = table;
    if (hasBom) yield '\ufeff';
    yield line(columns, isSafe);
    for await (const batch of table.rows()) {
      let text = '';
      for (const row of batch) {
        text += line(
          columns.map((column) => row[column]),
          isSafe,
        );
      }
      rows += batch.length;
      yield text;
    }
  }
  return { pieces: textPieces(lines()), rows: () => rows, notes: () => [] };
};
