import type { Warning } from '../../../domain/pages/outcome.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { columnsLeftOut } from '../table-html.ts';
import { type CellFormat, resolveCellFormat } from './cell-format.ts';
import { readCoreProperties } from './core-properties.ts';
import { imageTextHtml } from './graphics.ts';
import { maxUrlLength } from './inline-html.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from './office-package.ts';
import { parseXml } from './parse-xml.ts';
import { paragraphsHtml } from './pptx-text.ts';
import { toText } from './read-xml-entry.ts';
import { cellKey, parseRange, readSheet, type Sheet, sheetHtml, type Workbook } from './xlsx-sheet.ts';
import { childOf, childrenOf, descendantsOf, isOn, textIn } from './xml-tree.ts';
import type { ZipEntry } from './zip.ts';

/** Maximum decompressed size in bytes, and maximum numbers of sheets, cells and cells of one link. */
const maxXmlBytes = 64_000_000;
const maxSheets = 100;
const maxCells = 400_000;
const maxLinkedCells = 100_000;
/** Maximum number of UTF-16 code units of all cells. */
const maxTextLength = 16_000_000;
/** Maximum number of hidden sheets that a warning names. */
const maxNames = 20;

/** Sheet of a workbook. */
interface SheetEntry {
  name: string;
  part: string;
  isHidden: boolean;
}

/** Comments of all sheets, in the order of their cells. */
type Notes = string[];

/** Converts an Excel workbook (ECMA-376 part 1, 18) to HTML: a heading and a table per visible sheet. */
export function xlsxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): HtmlDocument {
  const document = openOfficePackage(bytes, entries, maxXmlBytes);
  const main = relatedPart(document.relations(''), 'officeDocument') ?? 'xl/workbook.xml';
  const { sheets, uses1904 } = readSheets(document, main);
  const relations = document.relations(main);
  const shared = (type: string, fallback: string) => document.part(relatedPart(relations, type) ?? fallback);
  const workbook: Workbook = {
    strings: readSharedStrings(shared('sharedStrings', 'xl/sharedStrings.xml')),
    formats: readFormats(shared('styles', 'xl/styles.xml')),
    uses1904,
    remainingCells: maxCells,
    remainingText: maxTextLength,
    hasMoreCells: false,
    hasMoreColumns: false,
  };
  const notes: Notes = [];
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  const parts = shown.slice(0, maxSheets).flatMap(({ name, part }) => {
    const html = workbook.hasMoreCells ? '' : readSheetPart(document, workbook, part, notes);
    return html === '' ? [] : [`<h2>${escapeHtml(name)}</h2>`, html];
  });
  const items = notes.map((note, index) => `<li id="footnote-${index + 1}">${note}</li>`).join('');
  if (items !== '') parts.push(`<section class="footnotes"><ol>${items}</ol></section>`);
  const metadata = readCoreProperties(toText(document.part('docProps/core.xml')));
  return { html: parts.join('\n'), metadata, warnings: warningsOf(workbook, sheets) };
}

function warningsOf(workbook: Workbook, sheets: readonly SheetEntry[]): Warning[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => `"${name}"`);
  const names = hidden.slice(0, maxNames).join(', ');
  const leftOut = (message: string): Warning => ({ code: 'rows_left_out', message });
  return [
    ...(workbook.hasMoreCells
      ? [leftOut(`At most ${maxCells} cells with ${maxTextLength} characters are returned.`)]
      : []),
    ...(sheets.length - hidden.length > maxSheets
      ? [leftOut(`Only the first ${maxSheets} sheets are returned.`)]
      : []),
    ...(workbook.hasMoreColumns ? [columnsLeftOut] : []),
    ...(hidden.length === 0
      ? []
      : [
          {
            code: 'hidden_content',
            message: `Hidden sheets are left out: ${names}${hidden.length > maxNames ? ', …' : ''}.`,
          },
        ]),
  ];
}

function readSheets(document: OfficePackage, main: string): { sheets: SheetEntry[]; uses1904: boolean } {
  const workbook = document.tree(main);
  if (workbook === undefined) throw new Error('The file contains no workbook.');
  const relations = document.relations(main);
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet').map(({ attributes }, index) => ({
    name: attributes.name ?? '',
    part: relations.get(attributes.id ?? '')?.target ?? `xl/worksheets/sheet${index + 1}.xml`,
    isHidden: /hidden/i.test(attributes.state ?? ''),
  }));
  return { sheets, uses1904: isOn(childOf(workbook, 'workbookPr')?.attributes.date1904) };
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
  const resolved = new Map<number, CellFormat>();
  let isInCellFormats = false;
  parseXml(xml, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'xf' && isInCellFormats) {
        const format = resolved.get(id) ?? resolveCellFormat(id, codes.get(id));
        resolved.set(id, format);
        formats.push(format);
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
    text() {},
  });
  return formats;
}

/** Returns the table of a sheet, followed by the texts of its drawings; adds its comments to the notes. */
function readSheetPart(document: OfficePackage, workbook: Workbook, part: string, notes: Notes): string {
  const xml = document.part(part);
  if (xml === null) return '';
  const sheet = readSheet(workbook, xml);
  const relations = document.relations(part);
  const additions = {
    urls: cellUrls(sheet, (id) => relations.get(id)),
    marks: commentMarks(document, part, sheet, notes),
  };
  const drawing = document.tree(relatedPart(relations, 'drawing'));
  const images = descendantsOf(drawing, 'pic').map((one) => imageTextHtml(descendantsOf(one, 'cNvPr')[0]));
  const texts = descendantsOf(drawing, 'txBody').flatMap((body) => paragraphsHtml(body, relations));
  const paragraphs = [...images, ...texts].filter(Boolean).map((text) => `<p>${text}</p>`);
  return `${sheet.rows.length === 0 ? '' : sheetHtml(sheet, additions)}${paragraphs.join('')}`;
}

function cellUrls(
  { links }: Sheet,
  relation: (id: string) => { target: string; isExternal: boolean } | undefined,
): Map<number, string> {
  const urls = new Map<number, string>();
  for (const { range, url, relation: id, fragment } of links) {
    const related = relation(id ?? '');
    const target = url ?? (related?.isExternal === true ? related.target : undefined);
    if (target === undefined) continue;
    const whole = fragment === undefined || target.includes('#') ? target : `${target}#${fragment}`;
    if (whole.length > maxUrlLength) continue;
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        if (urls.size >= maxLinkedCells) return urls;
        urls.set(cellKey(row, column), whole);
      }
    }
  }
  return urls;
}

/** Returns the references to the comments of a sheet; a thread of comments replaces the copy for older programs. */
function commentMarks(
  document: OfficePackage,
  part: string,
  sheet: Sheet,
  notes: Notes,
): Map<number, string> {
  const relations = document.relations(part);
  const comments = new Map<string, string[]>();
  for (const { attributes, children } of descendantsOf(
    document.tree(relatedPart(relations, 'comments')),
    'comment',
  ))
    comments.set(attributes.ref ?? '', [
      children
        .map((child) => textIn(child, 't'))
        .join('')
        .trim(),
    ]);
  const threads = new Map<string, string[]>();
  for (const comment of childrenOf(
    document.tree(relatedPart(relations, 'threadedComment')),
    'threadedComment',
  )) {
    const ref = comment.attributes.ref ?? '';
    threads.set(ref, [...(threads.get(ref) ?? []), childOf(comment, 'text')?.text.trim() ?? '']);
  }
  const marks = new Map<number, string>();
  if (comments.size + threads.size === 0) return marks;
  const byPlace = [...comments, ...threads]
    .flatMap(([ref]) => {
      const range = parseRange(ref);
      const texts = (threads.get(ref) ?? comments.get(ref) ?? []).filter(Boolean);
      return range === null || texts.length === 0 ? [] : [{ key: cellKey(range.top, range.left), texts }];
    })
    .sort((one, other) => one.key - other.key);
  const shown = new Set(
    sheet.rows.flatMap(({ index, texts }) => texts.map((_, column) => cellKey(index, column))),
  );
  for (const { key, texts } of byPlace) {
    if (marks.has(key) || !shown.has(key)) continue;
    const number = notes.push(
      texts.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join(''),
    );
    marks.set(key, `<sup><a href="#footnote-${number}">[${number}]</a></sup>`);
  }
  return marks;
}
