import type { ReadDocument } from './html-document.ts';
import { tableHtml } from './html-text.ts';

/** Most rows and columns that become a table; the rest is left out with a warning. */
const maxRows = 20_000;
const maxColumns = 200;

const separators = [',', ';', '\t', '|'];

/** Rows of delimited text (RFC 4180; also with semicolons, tabs or bars), and whether there were more. */
export function csvRows(text: string, separator: string): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = fieldAt(text, at, separator);
    if (row.length < maxColumns) row.push(value);
    at = end;
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      if (row.length < maxColumns) row.push('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
    if (rows.length >= maxRows) return { rows, isCut: at < text.length };
  }
  return { rows, isCut: false };
}

function fieldAt(text: string, start: number, separator: string): { value: string; end: number } {
  let value = '';
  let at = start;
  if (text[at] === '"') {
    for (;;) {
      const quote = text.indexOf('"', at + 1);
      const end = quote === -1 ? text.length : quote;
      value += text.slice(at + 1, end);
      at = end;
      if (text[at + 1] !== '"') break;
      value += '"';
      at++;
    }
    at = Math.min(at + 1, text.length);
  }
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: (value + text.slice(at, end)).trim(), end };
}

/** The separator that splits the first lines alike, into the most columns. */
function separatorOf(text: string): string {
  const start = text.slice(0, 20_000);
  let best = ',';
  let bestScore = 0;
  for (const separator of separators) {
    const widths = csvRows(start, separator)
      .rows.slice(0, 20)
      .map((row) => row.length);
    const width = widths[0] ?? 1;
    const alike = widths.slice(0, -1).filter((other) => other === width).length + 1;
    const score = width > 1 ? (alike / Math.max(1, widths.length)) * Math.min(width, 20) : 0;
    if (score > bestScore) {
      best = separator;
      bestScore = score;
    }
  }
  return best;
}

/** Delimited text as a table. */
export function readCsv(text: string): ReadDocument {
  const { rows, isCut } = csvRows(text.replace(/^\uFEFF/, ''), separatorOf(text));
  const warnings = isCut
    ? [{ code: 'rows_left_out', message: `Only the first ${maxRows} rows are given.` }]
    : [];
  return { html: rows.length === 0 ? '' : tableHtml(rows), metadata: {}, warnings };
}
