import type { Warning } from '../../domain/outcome.ts';
import { type CellFormat, cellFormatOf, shownNumber } from './cell-format.ts';
import { coreProperties } from './core-properties.ts';
import type { ReadDocument } from './html-document.ts';
import { escapedHtml, tableHtml } from './html-text.ts';
import { readXml } from './xml-events.ts';
import { type ByteBudget, readEntry, type ZipEntry } from './zip.ts';

/** Most bytes of XML that a workbook may unpack into, and what of it becomes tables. */
const maxXml = 64_000_000;
const maxSheets = 100;
const maxCells = 400_000;
const maxColumns = 200;

interface Workbook {
  part(name: string): Uint8Array | null;
  strings: string[];
  formats: CellFormat[];
  uses1904: boolean;
  cellsLeft: number;
}

/** An Excel workbook (ECMA-376 part 1, 18): each visible sheet as a heading and a table. */
export function readXlsx(bytes: Uint8Array, entries: readonly ZipEntry[]): ReadDocument {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const budget: ByteBudget = { left: maxXml };
  const part = (name: string): Uint8Array | null => {
    const entry = byName.get(name.toLowerCase());
    return entry === undefined ? null : readEntry(bytes, entry, budget);
  };
  const { sheets, uses1904 } = sheetsOf(part);
  const workbook: Workbook = {
    part,
    strings: stringsOf(part('xl/sharedStrings.xml')),
    formats: formatsOf(part('xl/styles.xml')),
    uses1904,
    cellsLeft: maxCells,
  };
  const parts: string[] = [];
  for (const { name, path } of sheets.slice(0, maxSheets)) {
    const rows = workbook.cellsLeft > 0 ? rowsOf(workbook, path) : [];
    if (rows.length > 0) parts.push(`<h2>${escapedHtml(name)}</h2>`, tableHtml(rows));
  }
  const warnings: Warning[] =
    workbook.cellsLeft > 0 && sheets.length <= maxSheets
      ? []
      : [{ code: 'rows_left_out', message: `Only the first ${maxCells} cells are given.` }];
  const core = part('docProps/core.xml');
  const metadata = core === null ? {} : coreProperties(Buffer.from(core).toString());
  return { html: parts.join('\n'), metadata, warnings };
}

interface Sheet {
  name: string;
  path: string;
}

function sheetsOf(part: Workbook['part']): { sheets: Sheet[]; uses1904: boolean } {
  const workbook = part('xl/workbook.xml');
  if (workbook === null) throw new Error('It has no workbook.');
  const targets = new Map<string, string>();
  const relations = part('xl/_rels/workbook.xml.rels');
  if (relations !== null) {
    const open = (_name: string, { Id, Target }: Record<string, string>) => {
      if (Id !== undefined && Target !== undefined) targets.set(Id, Target);
    };
    readXml(relations, { open, close: () => {}, text: () => {} });
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
  readXml(workbook, { open, close: () => {}, text: () => {} });
  return { sheets, uses1904 };
}

/** Texts that cells name by number; readings for pronunciation (`rPh`) are no part of them. */
function stringsOf(xml: Uint8Array | null): string[] {
  const strings: string[] = [];
  if (xml === null) return strings;
  let text = '';
  let isText = false;
  let isReading = false;
  readXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      else if (name === 'rPh') isReading = false;
      isText = false;
    },
    text(value) {
      if (isText) text += value;
    },
  });
  return strings;
}

/** The formats of cells by the number that a cell's `s` names. */
function formatsOf(xml: Uint8Array | null): CellFormat[] {
  const formats: CellFormat[] = [];
  if (xml === null) return formats;
  const codes = new Map<number, string>();
  let isInCells = false;
  readXml(xml, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'xf' && isInCells) formats.push(cellFormatOf(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
    text() {},
  });
  return formats;
}

/** The number of a column from a reference such as `AB12`, counted from 0, or -1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function rowsOf(workbook: Workbook, path: string): string[][] {
  const xml = workbook.part(path);
  if (xml === null) return [];
  const rows: string[][] = [];
  let row: string[] = [];
  let column = -1;
  let cell: Record<string, string> = {};
  let value = '';
  let isValue = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        row = [];
        column = -1;
      } else if (name === 'c') {
        const named = columnOf(attributes.r ?? '');
        column = named === -1 ? column + 1 : named;
        cell = attributes;
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    close(name) {
      isValue = false;
      if (name === 'c' && value !== '' && column < maxColumns && workbook.cellsLeft > 0) {
        while (row.length < column) row.push('');
        row[column] = shownCell(workbook, cell, value);
        workbook.cellsLeft--;
      } else if (name === 'row' && row.length > 0) rows.push(row);
    },
    text(text) {
      if (isValue) value += text;
    },
  });
  return withoutEmptyColumns(rows);
}

function shownCell(workbook: Workbook, cell: Record<string, string>, value: string): string {
  switch (cell.t) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return shownNumber(value, workbook.formats[Number(cell.s ?? 0)] ?? 'number', workbook.uses1904);
    default:
      return value;
  }
}

function withoutEmptyColumns(rows: string[][]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const used = Array.from({ length: width }, (_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  return used.every(Boolean) ? rows : rows.map((row) => row.filter((_, column) => used[column] === true));
}
