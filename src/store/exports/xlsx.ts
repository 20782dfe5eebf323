import type { Json } from '../../domain/extraction.ts';
import { flattened } from './flat-table.ts';
import type { Table, TableRow, TableWriter } from './table.ts';
import { textPieces } from './text-pieces.ts';
import { type ZipPart, zipPieces } from './zip-writer.ts';

/** Bounds of a sheet (ECMA-376 leaves them to applications; these are what Excel documents). */
const mostRows = 1_048_576;
const mostColumns = 16_384;
const mostCharacters = 32_767;
/** Whole numbers beyond these lose digits in a spreadsheet, and are written as text. */
const mostExact = 999_999_999_999_999;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML 1.0 does not have. */
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** What spreadsheets would read as a character by its number (ECMA-376 part 1, 22.9.2.19). */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(escapeLike, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_');
}

function cutAt(text: string, most: number): string {
  // Never within a pair of surrogates.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return text.slice(0, end);
}

/** The letters of a column: A to Z, then AA. */
function lettersOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : lettersOf(Math.floor(index / 26) - 1) + letter;
}

/** Rows of a sheet as XML; counts what had to be cut. */
function createRowWriter() {
  let cutCells = 0;

  function cell(place: string, value: Json | undefined): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number' && Math.abs(value) <= mostExact)
      return `<c r="${place}"><v>${value}</v></c>`;
    let text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (text.length > mostCharacters) {
      cutCells += 1;
      text = cutAt(text, mostCharacters);
    }
    // A text of its own, never a formula; the first row is bold.
    const style = /^[A-Z]+1$/.test(place) ? ' s="1"' : '';
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  }

  return {
    row: (number: number, letters: readonly string[], values: readonly (Json | undefined)[]) =>
      `<row r="${number}">${values.map((value, at) => cell(`${letters[at]}${number}`, value)).join('')}</row>`,
    cutCells: () => cutCells,
  };
}

const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

function each(count: number, write: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index + 1)).join('');
}

/** Everything but the sheets, which by then are known. */
function workbookParts(sheets: number): [name: string, text: string][] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(sheets, (number) => `<sheet name="Records${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${each(sheets, (number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each(sheets, (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * An Excel workbook (ECMA-376): texts as texts, so that none is a formula, numbers as numbers; a sheet for each 1,048,575
 * rows. Texts are cut at 32,767 characters.
 */
export const writeXlsx: TableWriter = (asked, { nested }) => {
  let rows = 0;
  let sheets = 0;
  let leftOut = 0;
  const writer = createRowWriter();

  async function* allPieces(): AsyncGenerator<Uint8Array> {
    const table: Table = nested === 'columns' ? await flattened(asked) : asked;
    const columns = table.columns.slice(0, mostColumns);
    const letters = columns.map((_, index) => lettersOf(index));
    leftOut = table.columns.length - columns.length;
    const batches = table.rows()[Symbol.asyncIterator]();
    let waiting: readonly TableRow[] = [];
    let isOver = false;

    /** The rows of one sheet: as many as it holds. */
    async function* sheet(): AsyncGenerator<string> {
      yield sheetStart + writer.row(1, letters, columns);
      for (let number = 2; number <= mostRows; ) {
        if (waiting.length === 0) {
          const next = await batches.next();
          if (next.done === true) {
            isOver = true;
            break;
          }
          waiting = next.value;
        }
        const first = number;
        const taken = waiting.slice(0, mostRows - first + 1);
        waiting = waiting.slice(taken.length);
        number += taken.length;
        rows += taken.length;
        const valuesOf = (row: TableRow) => columns.map((column) => row[column]);
        yield taken.map((row, at) => writer.row(first + at, letters, valuesOf(row))).join('');
      }
      yield sheetEnd;
    }

    function* parts(): Generator<ZipPart> {
      do {
        sheets += 1;
        yield { name: `xl/worksheets/sheet${sheets}.xml`, pieces: textPieces(sheet()) };
      } while (!isOver);
      for (const [name, text] of workbookParts(sheets)) yield { name, pieces: textPieces(once(text)) };
    }

    try {
      yield* zipPieces(parts());
    } finally {
      await batches.return?.();
    }
  }

  return {
    pieces: allPieces(),
    rows: () => rows,
    notes: () => [
      ...(writer.cutCells() > 0
        ? [`${writer.cutCells()} cells were cut at ${mostCharacters} characters, which is all a cell holds`]
        : []),
      ...(leftOut > 0 ? [`${leftOut} columns were left out: a sheet holds ${mostColumns}`] : []),
    ],
  };
};
