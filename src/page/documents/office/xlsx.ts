import type { Warning } from '../../../domain/pages/outcome.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { columnsLeftOut, maxColumns, tableHtml } from '../table-html.ts';
import { type CellFormat, formatNumber, resolveCellFormat } from './cell-format.ts';
import { readCoreProperties } from './core-properties.ts';
import { parseXml } from './parse-xml.ts';
import { type ByteBudget, readEntry, type ZipEntry } from './zip.ts';

/** Maximum decompressed size in bytes, and maximum numbers of sheets and cells. */
const maxXmlBytes = 64_000_000;
const maxSheets = 100;
const maxCells = 400_000;

interface Workbook {
  readPart(name: string): Uint8Array | null;
  strings: string[];
  formats: CellFormat[];
  uses1904: boolean;
  remainingCells: number;
  /** True if a cell with a value was left out because there are too many cells, or because of its column. */
  hasMoreCells: boolean;
  hasMoreColumns: boolean;
}

/** Converts an Excel workbook (ECMA-376 part 1, 18) to HTML: a heading and a table per visible sheet. */
export function xlsxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): HtmlDocument {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const budget: ByteBudget = { remaining: maxXmlBytes };
  const readPart = (name: string): Uint8Array | null => {
    const entry = byName.get(name.toLowerCase());
    return entry === undefined ? null : readEntry(bytes, entry, budget);
  };
  const { sheets, uses1904 } = readSheets(readPart);
  const workbook: Workbook = {
    readPart,
    strings: readSharedStrings(readPart('xl/sharedStrings.xml')),
    formats: readFormats(readPart('xl/styles.xml')),
    uses1904,
    remainingCells: maxCells,
    hasMoreCells: false,
    hasMoreColumns: false,
  };
  const parts: string[] = [];
  for (const { name, path } of sheets.slice(0, maxSheets)) {
    const rows = workbook.hasMoreCells ? [] : readRows(workbook, path);
    if (rows.length > 0) parts.push(`<h2>${escapeHtml(name)}</h2>`, tableHtml(rows));
  }
  const leftOut = (message: string): Warning => ({ code: 'rows_left_out', message });
  const warnings = [
    ...(workbook.hasMoreCells ? [leftOut(`Only the first ${maxCells} cells are returned.`)] : []),
    ...(sheets.length > maxSheets ? [leftOut(`Only the first ${maxSheets} sheets are returned.`)] : []),
    ...(workbook.hasMoreColumns ? [columnsLeftOut] : []),
  ];
  const core = readPart('docProps/core.xml');
  const metadata = core === null ? {} : readCoreProperties(Buffer.from(core).toString());
  return { html: parts.join('\n'), metadata, warnings };
}

interface Sheet {
  name: string;
  path: string;
}

function readSheets(readPart: Workbook['readPart']): { sheets: Sheet[]; uses1904: boolean } {
  const workbook = readPart('xl/workbook.xml');
  if (workbook === null) throw new Error('The file contains no workbook.');
  const targets = new Map<string, string>();
  const relations = readPart('xl/_rels/workbook.xml.rels');
  if (relations !== null) {
    const open = (_name: string, { Id, Target }: Record<string, string>) => {
      if (Id !== undefined && Target !== undefined) targets.set(Id, Target);
    };
    parseXml(relations, { open, close: () => {}, text: () => {} });
  }
  const sheets: Sheet[] = [];
  let uses1904 = false;
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'workbookPr') uses1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
    const target = targets.get(attributes['r:id'] ?? '') ?? `worksheets/sheet${sheets.length + 1}.xml`;
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    sheets.push({ name: attributes.name ?? '', path });
  };
  parseXml(workbook, { open, close: () => {}, text: () => {} });
  return { sheets, uses1904 };
}

/** Returns the shared strings without phonetic readings (`rPh`). */
function readSharedStrings(xml: Uint8Array | null): string[] {
  const strings: string[] = [];
  if (xml === null) return strings;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  parseXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      else if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text(value) {
      if (isText) text += value;
    },
  });
  return strings;
}

/** Returns the cell formats by style index (attribute `s` of a cell). */
function readFormats(xml: Uint8Array | null): CellFormat[] {
  const formats: CellFormat[] = [];
  if (xml === null) return formats;
  const codes = new Map<number, string>();
  let isInCellFormats = false;
  parseXml(xml, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'xf' && isInCellFormats) formats.push(resolveCellFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
    text() {},
  });
  return formats;
}

/** Returns the column index, from 0, of a reference such as `AB12`, or -1. */
function columnIndex(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function readRows(workbook: Workbook, path: string): string[][] {
  const xml = workbook.readPart(path);
  if (xml === null) return [];
  const rows: string[][] = [];
  let row: string[] = [];
  let column = -1;
  let cell: Record<string, string> = {};
  let value = '';
  let isValue = false;
  const addCell = () => {
    while (row.length < column) row.push('');
    row[column] = formatCell(workbook, cell, value);
    workbook.remainingCells--;
  };
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = [];
        column = -1;
      } else if (name === 'c') {
        const explicitColumn = columnIndex(attributes.r ?? '');
        column = explicitColumn === -1 ? column + 1 : explicitColumn;
        cell = attributes;
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    close(name) {
      isValue = false;
      if (name === 'c' && value !== '') {
        if (column >= maxColumns) workbook.hasMoreColumns = true;
        else if (workbook.remainingCells === 0) workbook.hasMoreCells = true;
        else addCell();
      } else if (name === 'row' && row.length > 0) rows.push(row);
    },
    text(text) {
      if (isValue) value += text;
    },
  });
  return removeEmptyColumns(rows);
}

function formatCell(workbook: Workbook, cell: Record<string, string>, value: string): string {
  switch (cell.t) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return formatNumber(value, workbook.formats[Number(cell.s ?? 0)] ?? 'number', workbook.uses1904);
    default:
      return value;
  }
}

function removeEmptyColumns(rows: string[][]): string[][] {
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const isUsed = Array.from({ length: width }, (_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  return isUsed.every(Boolean) ? rows : rows.map((row) => row.filter((_, column) => isUsed[column] === true));
}
