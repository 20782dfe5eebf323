import { itemAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf } from '../../tree/tree.ts';
import type { MarkdownContext } from '../context.ts';
import { escapeLineStart } from '../inline/escape.ts';

/** Maximum number of columns of a table; further cells are dropped. */
const maxColumns = 200;
/** Maximum number of cells that row and column spans may add. */
const maxCells = 200_000;

interface Row {
  cells: string[];
  isHeader: boolean;
  /** Number of cells that start in the row. */
  ownCells: number;
  /** True if a cell spans several rows or columns. */
  hasSpan: boolean;
}

/** A span that covers cells of the next rows. */
interface Reserved {
  rows: number;
  /** Text of the cell if it is a header, which applies to each row (WHATWG HTML 4.9.12.2), else ''. */
  text: string;
}

interface Grid {
  rows: Row[];
  /** `left`, `center`, `right` or '' by column. */
  alignments: string[];
  /** Spans of cells of earlier rows, by column. */
  reserved: Reserved[];
  cellCount: number;
}

function spanAttribute(context: MarkdownContext, cell: number, name: number, max: number): number {
  const value = Number.parseInt(attributeOf(context.tree, cell, name) ?? '1', 10);
  return Number.isFinite(value) && value > 1 ? Math.min(value, max) : 1;
}

function cellAlignment(context: MarkdownContext, cell: number): string {
  const style = attributeOf(context.tree, cell, attribute.style) ?? '';
  const styleValue = /text-align\s*:\s*(left|center|right)/i.exec(style.slice(0, 500))?.[1];
  const value = (styleValue ?? attributeOf(context.tree, cell, attribute.align) ?? '').toLowerCase();
  return value === 'left' || value === 'center' || value === 'right' ? value : '';
}

function readRow(context: MarkdownContext, node: number, grid: Grid): void {
  const { tree, flow } = context;
  const cellNodes: number[] = [];
  const end = endOf(tree, node);
  for (let cell = node + 1; cell < end; cell = endOf(tree, cell)) {
    const isCell = tree.tag[cell] === tag.td || tree.tag[cell] === tag.th;
    if (isCell && flow.kind[cell] !== flowKind.skipped) cellNodes.push(cell);
  }
  const isHeader =
    cellNodes.length > 0 && (cellNodes.every((cell) => tree.tag[cell] === tag.th) || isInHead(context, node));
  const row: Row = { cells: [], isHeader, ownCells: cellNodes.length, hasSpan: false };
  // Columns that a row span covers in this row; `reserved` holds those of the next rows.
  const covered = grid.reserved;
  grid.reserved = covered.map(({ rows, text }) => ({ rows: Math.max(0, rows - 1), text }));
  const fillCovered = (): void => {
    for (let above = covered[row.cells.length]; above !== undefined && above.rows > 0; ) {
      row.cells.push(above.text);
      above = covered[row.cells.length];
    }
  };
  for (const cell of cellNodes) {
    fillCovered();
    if (row.cells.length >= maxColumns) break;
    readCell(context, cell, row, grid);
  }
  fillCovered();
  grid.cellCount += row.cells.length;
  if (cellNodes.length > 0 && row.cells.some((cell) => cell !== '')) grid.rows.push(row);
}

function readCell(context: MarkdownContext, cell: number, row: Row, grid: Grid): void {
  const column = row.cells.length;
  if (!grid.alignments[column]) grid.alignments[column] = cellAlignment(context, cell);
  const text = context.line(cell).replaceAll('|', '\\|');
  row.cells.push(text);
  const rows = spanAttribute(context, cell, attribute.rowspan, 65534);
  const columns = spanAttribute(context, cell, attribute.colspan, maxColumns - column);
  if (rows > 1 || columns > 1) row.hasSpan = true;
  for (let i = 1; i < columns; i++) row.cells.push(row.isHeader && row.ownCells > 1 ? text : '');
  if (rows === 1) return;
  const isHeaderCell = row.isHeader || context.tree.tag[cell] === tag.th;
  for (let i = 0; i < columns; i++) {
    while (grid.reserved.length <= column + i) grid.reserved.push({ rows: 0, text: '' });
    grid.reserved[column + i] = { rows: rows - 1, text: isHeaderCell ? text : '' };
  }
}

/** Maximum number of rows of headers that become one. */
const maxHeaderRows = 4;

/**
 * Makes one row of the rows of headers at the start of a table, of which the upper ones span columns of the lower ones: each
 * column has all of its headers. Returns the text of a header above all columns, which is a title, or ''.
 */
function mergeHeaders(rows: Row[]): string {
  let title = '';
  const [first, second] = rows;
  if (first?.isHeader && second?.isHeader && first.ownCells === 1 && first.hasSpan) {
    title = first.cells.find((cell) => cell !== '') ?? '';
    rows.shift();
  }
  for (let merged = 1; merged < maxHeaderRows; merged++) {
    const [upper, lower] = rows;
    if (!upper?.isHeader || !upper.hasSpan || !lower?.isHeader) break;
    const width = Math.max(upper.cells.length, lower.cells.length);
    const cells = Array.from({ length: width }, (_, column) => {
      const texts = [upper.cells[column] ?? '', lower.cells[column] ?? ''];
      return texts[0] === texts[1] ? itemAt(texts, 0) : texts.filter((text) => text !== '').join(' ');
    });
    rows.splice(0, 2, { ...lower, cells });
  }
  return title;
}

function isInHead(context: MarkdownContext, row: number): boolean {
  return context.tree.tag[parentOf(context.tree, row)] === tag.thead;
}

function tableRows(context: MarkdownContext, table: number): number[] {
  const { tree, flow } = context;
  const head: number[] = [];
  const rows: number[] = [];
  const foot: number[] = [];
  const end = endOf(tree, table);
  for (let node = table + 1; node < end; node++) {
    if (flow.kind[node] === flowKind.skipped) {
      if (tree.tag[node] !== tag.text) node = endOf(tree, node) - 1;
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    const section = tree.tag[parentOf(tree, node)];
    if (section === tag.thead) head.push(node);
    else if (section === tag.tfoot) foot.push(node);
    else rows.push(node);
    node = endOf(tree, node) - 1;
  }
  return [...head, ...rows, ...foot];
}

function delimiterCell(alignment: string | undefined): string {
  if (alignment === 'left') return ':---';
  if (alignment === 'right') return '---:';
  return alignment === 'center' ? ':---:' : '---';
}

function formatRow(cells: readonly string[], width: number): string {
  let text = '|';
  for (let i = 0; i < width; i++) text += ` ${cells[i] ?? ''} |`;
  return text;
}

/**
 * Writes a data table (GFM 4.10) with one header row, which may be empty. Headers are repeated in the cells that they span;
 * other spans leave empty cells.
 */
export function writeTable(context: MarkdownContext, table: number): void {
  const { blocks } = context;
  const grid: Grid = { rows: [], alignments: [], reserved: [], cellCount: 0 };
  const caption = findCaption(context, table);
  if (caption !== -1) context.content(caption);
  for (const row of tableRows(context, table)) {
    if (grid.cellCount > maxCells) grid.reserved.length = 0;
    readRow(context, row, grid);
  }
  const title = mergeHeaders(grid.rows);
  if (grid.rows.length === 0) return;
  if (title !== '') blocks.block(escapeLineStart(title));
  let width = 0;
  for (const row of grid.rows) width = Math.max(width, row.cells.length);
  while (width > 1 && grid.rows.every((row) => (row.cells[width - 1] ?? '') === '')) width--;
  const hasHeader = itemAt(grid.rows, 0).isHeader;
  const paddedWidth = grid.rows.length * width > maxCells ? 0 : width;
  const header = hasHeader ? itemAt(grid.rows, 0).cells : [];
  const lines = [formatRow(header, width)];
  let delimiterRow = '|';
  for (let i = 0; i < width; i++) delimiterRow += ` ${delimiterCell(grid.alignments[i])} |`;
  lines.push(delimiterRow);
  for (const row of hasHeader ? grid.rows.slice(1) : grid.rows) {
    lines.push(formatRow(row.cells, paddedWidth === 0 ? row.cells.length : width));
  }
  blocks.block(lines.join('\n'));
}

function findCaption(context: MarkdownContext, table: number): number {
  const { tree, flow } = context;
  const end = endOf(tree, table);
  for (let child = table + 1; child < end; child = endOf(tree, child)) {
    if (tree.tag[child] === tag.caption && flow.kind[child] !== flowKind.skipped) return child;
  }
  return -1;
}
