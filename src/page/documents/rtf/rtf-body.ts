import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { tableHtml } from '../table-html.ts';
import { linkTag, type ParagraphElement, RtfBlocks, type RtfItem } from './rtf-blocks.ts';

/** Format of a run of text. */
export interface RunFormat {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  /** True for a font of one width. */
  isCode: boolean;
  position: 'sup' | 'sub' | null;
}

/** Format of a paragraph. */
export interface ParagraphFormat {
  element: ParagraphElement;
  /** Place in a list, or null. */
  item: RtfItem | null;
  /** Depth of the table that contains the paragraph; 0 outside of tables. */
  tableLevel: number;
}

interface OpenTable {
  rows: string[][];
  cells: string[];
  cell: RtfBlocks;
}

const maxColumns = 100;
const maxTableLevel = 10;
/** Maximum length of a marker at the start of a paragraph, in UTF-16 code units. */
const maxMarkerLength = 12;
const writtenMarker =
  /^\s*(?:([\u2022\u2013\u25aa\u25e6\u25cf\u00b7\uf0b7-])|(\d{1,4})[.)]|[a-z]{1,4}[.)])\t\s*/;

/** Collects the text of a document, or of one of its notes, as HTML. */
export class RtfBody {
  private readonly main = new RtfBlocks();
  private readonly tables: OpenTable[] = [];
  /** HTML and plain text of the open paragraph. */
  private runs: string[] = [];
  private plain = '';
  private isLinked = false;
  private onlyCode = true;
  /** Lengths of the text in fonts of one width and in others. */
  private readonly lengths = { code: 0, other: 0 };

  addText(text: string, format: RunFormat): void {
    this.plain += text;
    const isMarked = text.trim() !== '';
    const names = isMarked ? formatNames(format) : [];
    if (isMarked) {
      this.lengths[format.isCode ? 'code' : 'other'] += text.length;
      if (!format.isCode) this.onlyCode = false;
    }
    const start = names.map((name) => `<${name}>`).join('');
    const end = names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('');
    this.runs.push(`${start}${escapeHtml(text)}${end}`);
  }

  /** Adds a line break within a paragraph. */
  breakLine(): void {
    this.plain += '\n';
    this.runs.push('<br>');
  }

  addNoteReference(number: number): void {
    this.plain += String(number);
    this.runs.push(`<a href="#footnote-${number}">${number}</a>`);
  }

  openLink(url: string): void {
    this.closeLink();
    this.runs.push(linkTag(url));
    this.isLinked = true;
  }

  closeLink(): void {
    if (this.isLinked) this.runs.push('</a>');
    this.isLinked = false;
  }

  endParagraph(
    { element, item, tableLevel }: ParagraphFormat,
    hasHangingIndent: boolean,
    indent: number,
  ): void {
    this.closeLink();
    const html = this.runs.join('');
    const { plain, onlyCode } = this;
    this.runs = [];
    this.plain = '';
    this.onlyCode = true;
    if (plain.trim() === '') return;
    const blocks = this.blocksAt(tableLevel);
    const written = hasHangingIndent ? writtenMarker.exec(plain.slice(0, maxMarkerLength)) : null;
    if (element.startsWith('h')) blocks.addParagraph(html.trim(), element);
    else if (item !== null) blocks.addItem(html.trim(), item);
    else if (written !== null) {
      const number = written[2] === undefined ? null : Number(written[2]);
      blocks.addItem(removeStart(html, written[0]).trim(), {
        indent,
        isOrdered: written[1] === undefined,
        number,
      });
    } else if (element === 'pre' || (onlyCode && element === 'p'))
      blocks.addParagraph(html.replace(/<\/?code>/g, '').replaceAll('<br>', '\n'), 'pre');
    else blocks.addParagraph(html.trim(), element);
  }

  endCell(level: number): void {
    const table = this.tableAt(level);
    this.flushTables(level);
    if (table.cells.length < maxColumns) table.cells.push(table.cell.toHtml());
    table.cell = new RtfBlocks();
  }

  endRow(level: number): void {
    const table = this.tableAt(level);
    if (table.cells.length > 0) table.rows.push(table.cells);
    table.cells = [];
  }

  /** Returns the HTML of the paragraphs that have ended. */
  toHtml(): string {
    this.flushTables(0);
    return this.main.toHtml();
  }

  /** Returns true if more than half of the text is in fonts of one width, which then tell nothing. */
  isMostlyCode(): boolean {
    return this.lengths.code > this.lengths.other;
  }

  private tableAt(level: number): OpenTable {
    const depth = Math.min(maxTableLevel, Math.max(1, level));
    while (this.tables.length < depth) this.tables.push({ rows: [], cells: [], cell: new RtfBlocks() });
    return this.tables[depth - 1] as OpenTable;
  }

  private blocksAt(level: number): RtfBlocks {
    this.flushTables(level);
    return level === 0 ? this.main : this.tableAt(level).cell;
  }

  /** Ends the tables that are nested deeper than a level. */
  private flushTables(level: number): void {
    while (this.tables.length > level) {
      this.endRow(this.tables.length);
      const table = this.tables.pop();
      if (table === undefined || table.rows.length === 0) continue;
      const blocks = this.tables.at(-1)?.cell ?? this.main;
      blocks.addBlock(tableHtml(table.rows, { hasHeading: true, cellHtml: (cell) => cell }));
    }
  }
}

function formatNames({ isBold, isItalic, isStruck, isCode, position }: RunFormat): string[] {
  return [
    ...(isCode ? ['code'] : []),
    ...(isBold ? ['b'] : []),
    ...(isItalic ? ['i'] : []),
    ...(isStruck ? ['s'] : []),
    ...(position === null ? [] : [position]),
  ];
}

/** Removes the text of a marker from the start of HTML; its tags stay. */
function removeStart(html: string, marker: string): string {
  let left = escapeHtml(marker).length;
  let at = 0;
  let tags = '';
  while (left > 0 && at < html.length) {
    if (html[at] === '<') {
      const end = html.indexOf('>', at);
      tags += html.slice(at, end + 1);
      at = end + 1;
    } else {
      at += 1;
      left -= 1;
    }
  }
  return tags + html.slice(at);
}
