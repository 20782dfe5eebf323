import type { Warning } from '../../../domain/pages/outcome.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { parseXml } from '../office/parse-xml.ts';
import { createEntryReader } from '../office/read-xml-entry.ts';
import type { ZipEntry } from '../office/zip.ts';
import { columnsLeftOut, maxColumns, tableHtml } from '../table-html.ts';
import { cellText } from './cell-text.ts';
import { openPackage } from './package.ts';
import { readStyles, type Styles } from './styles.ts';

/** Maximum numbers of sheets, and of cells and UTF-16 code units of HTML of all sheets. */
const maxSheets = 100;
const maxCells = 400_000;
const maxTextLength = 16_000_000;

/** HTML of the cells of a sheet. */
interface Sheet {
  name: string;
  rows: string[][];
}

/** Elements of a cell whose text is not its value. */
const skipped: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'frame',
  'custom-shape',
  'control',
  'forms',
]);

/** Collects the sheets of a spreadsheet (OpenDocument 1.3 part 3, 9). */
class SheetReader {
  readonly sheets: Sheet[] = [];
  readonly hidden: string[] = [];
  hasMoreCells = false;
  hasMoreColumns = false;
  hasMoreSheets = false;
  private readonly styles: Styles;
  private remainingCells = maxCells;
  private remainingText = maxTextLength;
  private sheet: Sheet | null = null;
  private row: string[] = [];
  /** Index of the column of the next cell. */
  private column = 0;
  private rowCopies = 1;
  private cell: Record<string, string> = {};
  private paragraphs: string[] = [];
  private html = '';
  private isInText = false;
  private skippedDepth = 0;

  constructor(styles: Styles) {
    this.styles = styles;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.skippedDepth > 0 || skipped.has(name)) {
      this.skippedDepth += 1;
      return;
    }
    if (name === 'table') this.openSheet(attributes);
    else if (name === 'table-row') {
      this.row = [];
      this.column = 0;
      this.rowCopies = copiesOf(attributes['table:number-rows-repeated']);
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cell = attributes;
      this.paragraphs = [];
    } else if (name === 'p') {
      this.html = '';
      this.isInText = true;
    } else if (this.isInText) this.openText(name, attributes);
  }

  close(name: string): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth -= 1;
      return;
    }
    if (name === 'p') {
      this.paragraphs.push(this.html);
      this.isInText = false;
    } else if (name === 'a' && this.isInText) this.html += '</a>';
    else if (name === 'table-cell' || name === 'covered-table-cell') this.closeCell();
    else if (name === 'table-row') this.closeRow();
    else if (name === 'table') this.closeSheet();
  }

  text(text: string): void {
    if (this.isInText && this.skippedDepth === 0) this.html += escapeHtml(text);
  }

  private openSheet(attributes: Record<string, string>): void {
    const name = attributes['table:name'] ?? '';
    this.sheet = null;
    if (this.styles.resolve('table', attributes['table:style-name']).isHidden === true)
      this.hidden.push(name);
    else if (this.sheets.length >= maxSheets) this.hasMoreSheets = true;
    else this.sheet = { name, rows: [] };
  }

  private openText(name: string, attributes: Record<string, string>): void {
    if (name === 's') this.html += ' ';
    else if (name === 'tab') this.html += ' ';
    else if (name === 'line-break') this.html += '<br>';
    else if (name === 'a') this.html += `<a href="${escapeHtml(attributes['xlink:href'] ?? '')}">`;
  }

  private closeCell(): void {
    const copies = copiesOf(this.cell['table:number-columns-repeated']);
    const html = cellText(this.cell, this.paragraphs.join('<br>'));
    this.paragraphs = [];
    const start = this.column;
    this.column += copies;
    if (html === '' || this.sheet === null) return;
    const end = Math.min(this.column, maxColumns);
    if (this.column > maxColumns) this.hasMoreColumns = true;
    while (this.row.length < Math.min(start, maxColumns)) this.row.push('');
    for (let column = start; column < end; column++) this.row.push(html);
  }

  private closeRow(): void {
    if (this.row.length === 0 || this.sheet === null) return;
    const length = this.row.reduce((sum, cell) => sum + cell.length, 0);
    for (let copy = 0; copy < this.rowCopies; copy++) {
      this.remainingCells -= this.row.length;
      this.remainingText -= length;
      if (this.remainingCells < 0 || this.remainingText < 0) {
        this.hasMoreCells = true;
        return;
      }
      this.sheet.rows.push(this.row);
    }
  }

  private closeSheet(): void {
    if (this.sheet !== null) this.sheets.push(this.sheet);
    this.sheet = null;
  }
}

function copiesOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function removeEmptyColumns(rows: string[][]): string[][] {
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const isUsed = Array.from({ length: width }, (_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  return isUsed.every(Boolean) ? rows : rows.map((row) => row.filter((_, column) => isUsed[column] === true));
}

function warningsOf(reader: SheetReader): Warning[] {
  const leftOut = (message: string): Warning => ({ code: 'rows_left_out', message });
  const names = reader.hidden
    .map((name) => `"${name}"`)
    .join(', ')
    .slice(0, 300);
  return [
    ...(reader.hasMoreCells
      ? [leftOut(`At most ${maxCells} cells with ${maxTextLength} characters are returned.`)]
      : []),
    ...(reader.hasMoreSheets ? [leftOut(`Only the first ${maxSheets} sheets are returned.`)] : []),
    ...(reader.hasMoreColumns ? [columnsLeftOut] : []),
    ...(names === '' ? [] : [{ code: 'hidden_content', message: `Hidden sheets are left out: ${names}.` }]),
  ];
}

/** Converts an OpenDocument spreadsheet to HTML: a heading and a table per visible sheet. */
export async function odsToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const { content, styles, metadata } = openPackage(createEntryReader(bytes, entries));
  const reader = new SheetReader(readStyles([styles, content]));
  parseXml(content, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  const html = reader.sheets
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ name, rows }) => [
      `<h2>${escapeHtml(name)}</h2>`,
      tableHtml(removeEmptyColumns(rows), { hasHeading: true, cellHtml: (cell) => cell }),
    ]);
  return { html: html.join('\n'), metadata, warnings: warningsOf(reader) };
}
