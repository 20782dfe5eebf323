import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { maxColumns } from '../table-html.ts';
import { type CellFormat, formatNumber, generalFormat } from './cell-format.ts';
import { parseXml } from './parse-xml.ts';
import { type SpanCell, spanTableHtml } from './span-table.ts';

/** What all sheets of a workbook share, and its limits. */
export interface Workbook {
  strings: readonly string[];
  formats: readonly CellFormat[];
  uses1904: boolean;
  remainingCells: number;
  /** Number of UTF-16 code units that cells may still have; a shared text can stand in many. */
  remainingText: number;
  /** True if a cell with a value was left out because there are too many cells, or because of its column. */
  hasMoreCells: boolean;
  hasMoreColumns: boolean;
}

/** Rectangle of cells, from 0. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Row with the texts of its cells by column. */
interface SheetRow {
  index: number;
  texts: string[];
}

/** Content of a sheet. */
export interface Sheet {
  rows: SheetRow[];
  merged: CellRange[];
  /** URLs, or ids of relationships, of linked cells. */
  links: {
    range: CellRange;
    url?: string | undefined;
    relation?: string | undefined;
    fragment?: string | undefined;
  }[];
}

/** Maximum number of merged ranges and links that are read. */
const maxRanges = 50_000;

/** Parses a reference such as `B2` or `B2:D4`, or returns null. */
export function parseRange(reference: string): CellRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference);
  if (match === null) return null;
  const [, column = '', row = '', lastColumn = column, lastRow = row] = match;
  return {
    top: Number(row) - 1,
    left: columnIndex(column),
    bottom: Number(lastRow) - 1,
    right: columnIndex(lastColumn),
  };
}

/** Returns the index, from 0, of the column that a reference such as `AB12` starts with, or -1. */
function columnIndex(reference: string): number {
  let column = 0;
  for (let at = 0; at < 3; at++) {
    const code = reference.charCodeAt(at);
    if (!(code >= 65 && code <= 90)) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

/** Returns the literal URL of a formula that is a hyperlink, and the text that it shows, or null. */
function formulaLink(formula: string): { url: string; text: string } | null {
  const match = /^\s*HYPERLINK\(\s*"([^"]*)"\s*(?:,\s*"([^"]*)")?/i.exec(formula);
  return match === null ? null : { url: match[1] ?? '', text: match[2] ?? match[1] ?? '' };
}

/** Reads the cells, merged ranges and links of a sheet (ECMA-376 part 1, 18.3). */
export function readSheet(workbook: Workbook, xml: Uint8Array): Sheet {
  const sheet: Sheet = { rows: [], merged: [], links: [] };
  let row: SheetRow = { index: -1, texts: [] };
  let column = -1;
  let cell: Record<string, string> = {};
  let value = '';
  let formula = '';
  let target: 'value' | 'formula' | null = null;
  let isPhonetic = false;
  const addCell = () => {
    const link = formula === '' ? null : formulaLink(formula);
    // Programs that do not calculate write formulas without their values.
    const text = value === '' ? (link?.text ?? '') : formatCell(workbook, cell, value);
    if (text === '') return;
    if (column >= maxColumns) workbook.hasMoreColumns = true;
    else if (workbook.remainingCells === 0 || text.length > workbook.remainingText)
      workbook.hasMoreCells = true;
    else {
      while (row.texts.length < column) row.texts.push('');
      row.texts[column] = text;
      workbook.remainingCells--;
      workbook.remainingText -= text.length;
      const range = { top: row.index, left: column, bottom: row.index, right: column };
      if (link !== null && sheet.links.length < maxRanges) sheet.links.push({ range, url: link.url });
    }
  };
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = { index: rowIndex(attributes.r, row.index + 1), texts: [] };
        column = -1;
      } else if (name === 'c') {
        const explicitColumn = columnIndex(attributes.r ?? '');
        column = explicitColumn === -1 ? column + 1 : explicitColumn;
        cell = attributes;
        value = '';
        formula = '';
      } else if (name === 'rPh') isPhonetic = true;
      else addRange(sheet, name, attributes);
      target = name === 'f' ? 'formula' : name === 'v' || (name === 't' && !isPhonetic) ? 'value' : null;
    },
    close(name) {
      target = null;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && (value !== '' || formula !== '')) addCell();
      else if (name === 'row' && row.texts.length > 0) sheet.rows.push(row);
    },
    text(text) {
      if (target === 'value') value += text;
      else if (target === 'formula') formula += text;
    },
  });
  return sheet;
}

function rowIndex(reference: string | undefined, next: number): number {
  const index = Number(reference) - 1;
  return Number.isInteger(index) && index >= 0 ? index : next;
}

function addRange(sheet: Sheet, name: string, attributes: Record<string, string>): void {
  const list = name === 'mergeCell' ? sheet.merged : name === 'hyperlink' ? sheet.links : null;
  if (list === null || list.length >= maxRanges) return;
  const range = parseRange(attributes.ref ?? '');
  if (range === null) return;
  if (name === 'mergeCell') sheet.merged.push(range);
  else sheet.links.push({ range, relation: attributes['r:id'], fragment: attributes.location });
}

function formatCell(workbook: Workbook, cell: Record<string, string>, value: string): string {
  switch (cell.t) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return formatNumber(value, workbook.formats[Number(cell.s ?? 0)] ?? generalFormat, workbook.uses1904);
    default:
      return value;
  }
}

/** Additions to the cells of a sheet, by {@link cellKey}. */
export interface CellAdditions {
  urls: ReadonlyMap<number, string>;
  /** HTML that follows the text, such as the reference to a note. */
  marks: ReadonlyMap<number, string>;
}

/** Returns the key of a cell. */
export function cellKey(row: number, column: number): number {
  return row * 20_000 + column;
}

/** Converts the rows of a sheet to a table; rows of one cell above it are paragraphs. */
export function sheetHtml({ rows, merged }: Sheet, additions: CellAdditions): string {
  const columns = usedColumns(rows);
  const html = (row: SheetRow, column: number) => cellHtml(row, column, additions);
  const isTitle = (row: SheetRow) => columns.length > 1 && row.texts.filter(Boolean).length === 1;
  const firstRow = rows.findIndex((row) => !isTitle(row));
  const titleCount = firstRow === -1 ? 0 : firstRow;
  const titles = rows.slice(0, titleCount).map((row) => {
    const column = row.texts.findIndex(Boolean);
    return `<p>${html(row, column)}</p>`;
  });
  const spans = new MergedCells(merged, rows.slice(titleCount), columns);
  const body = rows.slice(titleCount).map((row) => ({
    row,
    cells: columns.flatMap((column): SpanCell[] => {
      const span = spans.at(row.index, column);
      return span === null ? [] : [{ ...span, html: html(row, column) }];
    }),
  }));
  const headingRows = headingCount(body[0]?.cells ?? []);
  const table = spanTableHtml(body.map(({ cells }, index) => ({ isHeading: index < headingRows, cells })));
  return `${titles.join('')}${table}`;
}

/** Returns the number of rows with headings: those that merged cells of the first row cover or stand above. */
function headingCount(first: readonly SpanCell[]): number {
  const tallest = first.reduce((max, { rows }) => Math.max(max, rows), 1);
  const isGrouped = first.length > 1 && first.some(({ columns, html }) => columns > 1 && html !== '');
  return Math.min(4, Math.max(tallest, isGrouped ? 2 : 1));
}

function cellHtml({ index, texts }: SheetRow, column: number, { urls, marks }: CellAdditions): string {
  const key = cellKey(index, column);
  const text = escapeHtml(texts[column] ?? '').replaceAll('\n', '<br>');
  const url = urls.get(key);
  return `${url === undefined || text === '' ? text : `<a href="${escapeHtml(url)}">${text}</a>`}${marks.get(key) ?? ''}`;
}

function usedColumns(rows: readonly SheetRow[]): number[] {
  const isUsed: boolean[] = [];
  for (const { texts } of rows)
    for (const [column, text] of texts.entries()) if (text !== '') isUsed[column] = true;
  return [...isUsed.keys()].filter((column) => isUsed[column] === true);
}

/** Merged cells of a table, counted in the rows and columns that are returned. */
class MergedCells {
  readonly #spans = new Map<number, { columns: number; rows: number } | null>();

  constructor(merged: readonly CellRange[], rows: readonly SheetRow[], columns: readonly number[]) {
    const rowIndexes = rows.map(({ index }) => index);
    let covered = rows.length * columns.length;
    for (const { top, left, bottom, right } of merged) {
      const spannedRows = between(rowIndexes, top, bottom);
      const spannedColumns = between(columns, left, right);
      covered -= spannedRows.length * spannedColumns.length;
      // Overlapping ranges are not valid; they end the reading before they cost more than the table has cells.
      if (covered < 0) return;
      const span = { columns: spannedColumns.length, rows: spannedRows.length };
      for (const row of spannedRows) {
        for (const column of spannedColumns) {
          const isStart = row === spannedRows[0] && column === spannedColumns[0];
          this.#spans.set(cellKey(row, column), isStart ? span : null);
        }
      }
    }
  }

  /** Returns the spans of a cell; null for a covered one. */
  at(row: number, column: number): { columns: number; rows: number } | null {
    const span = this.#spans.get(cellKey(row, column));
    return span === undefined ? { columns: 1, rows: 1 } : span;
  }
}

/** Returns the sorted values from `start` to `end`. */
function between(values: readonly number[], start: number, end: number): number[] {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; at < values.length && (values[at] ?? 0) <= end; at++) found.push(values[at] ?? 0);
  return found;
}
