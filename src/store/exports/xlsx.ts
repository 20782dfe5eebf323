import type { Json } from '../../domain/pages/extraction.ts';
import { escapeHtmlText } from '../../domain/values/escape-html.ts';
import { createZip, type ZipPart } from './create-zip.ts';
import { flattenTable } from './flatten-table.ts';
import type { Table, TableRow, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';

/** Limits of a sheet (documented by Excel; ECMA-376 leaves them to applications). */
const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxCharacters = 32_767;
/** Larger integers lose digits in a spreadsheet and are written as text. */
const maxExactInteger = 999_999_999_999_999;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML 1.0 does not allow. */
const invalidXmlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Text that spreadsheets would read as an escaped character (ECMA-376 part 1, 22.9.2.19). */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

function xmlText(text: string): string {
  const valid = text.toWellFormed().replace(invalidXmlCharacters, '').replace(escapeLike, '_x005F_');
  return escapeHtmlText(valid).replaceAll('\r', '_x000D_');
}

function truncateAt(text: string, maxLength: number): string {
  // Never within a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return text.slice(0, end);
}

/** Returns the letters of a column: A to Z, then AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** Writes rows of a sheet as XML and counts truncated cells. */
function createRowWriter() {
  let truncatedCells = 0;

  function cell(reference: string, value: Json | undefined): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number' && Math.abs(value) <= maxExactInteger)
      return `<c r="${reference}"><v>${value}</v></c>`;
    let text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (text.length > maxCharacters) {
      truncatedCells += 1;
      text = truncateAt(text, maxCharacters);
    }
    // An inline string is never a formula; the first row is bold.
    const style = /^[A-Z]+1$/.test(reference) ? ' s="1"' : '';
    return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  }

  return {
    row: (number: number, letters: readonly string[], values: readonly (Json | undefined)[]) =>
      `<row r="${number}">${values.map((value, at) => cell(`${letters[at]}${number}`, value)).join('')}</row>`,
    cutCells: () => truncatedCells,
  };
}

const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

function repeat(count: number, write: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index + 1)).join('');
}

/** Creates the parts other than the sheets, whose number is known by then. */
function workbookParts(sheets: number): [name: string, text: string][] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${repeat(sheets, (number) => `<sheet name="Records${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${repeat(sheets, (number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${repeat(sheets, (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

async function* singleText(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * Writes an Excel workbook (ECMA-376): texts as inline strings, so that none is a formula, numbers as numbers; one
 * sheet for each 1,048,575 rows. Texts are truncated to 32,767 characters.
 */
export const writeXlsx: TableWriter = (source, { nested }) => {
  let rows = 0;
  let sheets = 0;
  let omittedColumns = 0;
  const writer = createRowWriter();

  async function* allPieces(): AsyncGenerator<Uint8Array> {
    const table: Table = nested === 'columns' ? await flattenTable(source) : source;
    const columns = table.columns.slice(0, maxColumns);
    const letters = columns.map((_, index) => columnLetters(index));
    omittedColumns = table.columns.length - columns.length;
    const batches = table.rows()[Symbol.asyncIterator]();
    let pending: readonly TableRow[] = [];
    let isFinished = false;

    /** Yields the rows of one sheet, up to its limit. */
    async function* sheet(): AsyncGenerator<string> {
      yield sheetStart + writer.row(1, letters, columns);
      for (let number = 2; number <= maxRows; ) {
        if (pending.length === 0) {
          const next = await batches.next();
          if (next.done === true) {
            isFinished = true;
            break;
          }
          pending = next.value;
        }
        const first = number;
        const sheetRows = pending.slice(0, maxRows - first + 1);
        pending = pending.slice(sheetRows.length);
        number += sheetRows.length;
        rows += sheetRows.length;
        const getValues = (row: TableRow) => columns.map((column) => row[column]);
        yield sheetRows.map((row, at) => writer.row(first + at, letters, getValues(row))).join('');
      }
      yield sheetEnd;
    }

    function* parts(): Generator<ZipPart> {
      do {
        sheets += 1;
        yield { name: `xl/worksheets/sheet${sheets}.xml`, pieces: textPieces(sheet()) };
      } while (!isFinished);
      for (const [name, text] of workbookParts(sheets)) yield { name, pieces: textPieces(singleText(text)) };
    }

    try {
      yield* createZip(parts());
    } finally {
      await batches.return?.();
    }
  }

  return {
    pieces: allPieces(),
    rows: () => rows,
    notes: () => [
      ...(writer.cutCells() > 0
        ? [`${writer.cutCells()} cells were truncated to ${maxCharacters} characters, the limit of a cell.`]
        : []),
      ...(omittedColumns > 0
        ? [`${omittedColumns} columns were omitted: a sheet has at most ${maxColumns} columns.`]
        : []),
    ],
  };
};
