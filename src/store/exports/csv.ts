import type { Json } from '../../domain/pages/extraction.ts';
import { flattenTable } from './flatten-table.ts';
import type { Table, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';

/** First characters of cells that spreadsheets run as formulas, also in full width (OWASP, "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/**
 * Negative numbers, which are not formulas. Numbers with a plus sign are not exempt, because phone numbers start with
 * one.
 */
const plainNumber = /^-\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?$/;
/** RFC 4180 section 2, rules 6 and 7. */
const needsQuotes = /[",\r\n]/;

/** Escapes a text so that no spreadsheet runs it as a formula. */
function escapeFormula(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

function quoteText(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function formatCell(value: Json | undefined, isSafe: boolean): string {
  if (value === null || value === undefined) return '';
  // Numbers and booleans are never interpreted as formulas.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quoteText(isSafe ? escapeFormula(text) : text);
}

/** Formats one line with its end; a single empty cell is written as `""`, because readers skip empty lines. */
function formatLine(values: readonly (Json | undefined)[], isSafe: boolean): string {
  const text = values.map((value) => formatCell(value, isSafe)).join(',');
  return `${text === '' ? '""' : text}\r\n`;
}

/**
 * Writes CSV (RFC 4180): a header, then one line for each row, all with the same number of cells; empty cells for
 * missing values, JSON for lists and objects.
 */
export const writeCsv: TableWriter = (source, { isSafe, hasBom, nested }) => {
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    const table: Table = nested === 'columns' ? await flattenTable(source) : source;
    const { columns } = table;
    if (hasBom) yield '\ufeff';
    yield formatLine(columns, isSafe);
    for await (const batch of table.rows()) {
      let text = '';
      for (const row of batch) {
        text += formatLine(
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
