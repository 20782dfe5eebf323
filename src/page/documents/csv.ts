import type { HtmlDocument } from './html-document.ts';
import { columnsLeftOut, maxColumns, tableHtml } from './table-html.ts';

/** Maximum numbers of rows and columns of a table; what is beyond is left out with a warning. */
const maxRows = 20_000;

const separators = [',', ';', '\t', '|'];

interface ParsedRows {
  rows: string[][];
  hasMoreRows: boolean;
  /** True if a row has a value beyond the last column. */
  hasMoreColumns: boolean;
}

/** Parses delimited text (RFC 4180, also with semicolons, tabs or bars). */
function parseCsvRows(text: string, separator: string): ParsedRows {
  const rows: string[][] = [];
  let hasMoreColumns = false;
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = parseField(text, at, separator);
    if (row.length < maxColumns) row.push(value);
    else if (value !== '') hasMoreColumns = true;
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
    if (rows.length >= maxRows) return { rows, hasMoreRows: at < text.length, hasMoreColumns };
  }
  return { rows, hasMoreRows: false, hasMoreColumns };
}

function parseField(text: string, start: number, separator: string): { value: string; end: number } {
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

/** Returns the separator that splits the first lines consistently into the most columns. */
function detectSeparator(text: string): string {
  const start = text.slice(0, 20_000);
  let bestSeparator = ',';
  let bestScore = 0;
  for (const separator of separators) {
    const widths = parseCsvRows(start, separator)
      .rows.slice(0, 20)
      .map((row) => row.length);
    const width = widths[0] ?? 1;
    const consistentRows = widths.slice(0, -1).filter((other) => other === width).length + 1;
    const score = width > 1 ? (consistentRows / Math.max(1, widths.length)) * Math.min(width, 20) : 0;
    if (score > bestScore) {
      bestSeparator = separator;
      bestScore = score;
    }
  }
  return bestSeparator;
}

/** Line with which spreadsheets state the separator of the rest. */
const separatorLine = /^"?sep=(.)"?(?:\r\n?|\n|$)/i;

/** Converts delimited text to an HTML table. */
export function csvToHtml(source: string): HtmlDocument {
  const text = source.replace(/^\uFEFF/, '');
  const [line = '', separator] = separatorLine.exec(text.slice(0, 20)) ?? [];
  const { rows, hasMoreRows, hasMoreColumns } = parseCsvRows(
    text.slice(line.length),
    separator ?? detectSeparator(text),
  );
  const warnings = [
    ...(hasMoreRows
      ? [{ code: 'rows_left_out', message: `Only the first ${maxRows} rows are returned.` }]
      : []),
    ...(hasMoreColumns ? [columnsLeftOut] : []),
  ];
  return { html: rows.length === 0 ? '' : tableHtml(rows), metadata: {}, warnings };
}
