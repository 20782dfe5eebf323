import { itemAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { attributeOf, endOf, parentOf } from '../../tree/tree.ts';
import type { MarkdownContext } from '../context.ts';

/** Maximum number of columns of a table; further cells are dropped. */
const maxColumns = 200;
/** Maximum number of cells that row and column spans may add. */
const maxCells = 200_000;

interface Row {
  cells: string[];
  isHeader: boolean;
}

interface Grid {
  rows: Row[];
  /** `left`, `center`, `right` or '' by column. */
  alignments: string[];
  /** Number of further rows that the span of a cell covers, by column. */
  reserved: number[];
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

function readRow(context: MarkdownContext, row: number, grid: Grid): void {
  const { tree, flow } = context;
  const cells: string[] = [];
  // Columns that a row span covers in this row; `reserved` holds those of the next rows.
  const covered = grid.reserved;
  grid.reserved = covered.map((rows) => Math.max(0, rows - 1));
  let headers = 0;
  let cellTotal = 0;
  const end = endOf(tree, row);
  for (let cell = row + 1; cell < end && cells.length < maxColumns; cell = endOf(tree, cell)) {
    const tagId = tree.tag[cell];
    if ((tagId !== tag.td && tagId !== tag.th) || flow.kind[cell] === flowKind.skipped) continue;
    while ((covered[cells.length] ?? 0) > 0) cells.push('');
    cellTotal++;
    if (tagId === tag.th) headers++;
    readCell(context, cell, cells, grid);
  }
  grid.cellCount += cells.length;
  if (cellTotal > 0 && cells.some((cell) => cell !== '')) {
    grid.rows.push({ cells, isHeader: headers === cellTotal || isInHead(context, row) });
  }
}

function readCell(context: MarkdownContext, cell: number, cells: string[], grid: Grid): void {
  const column = cells.length;
  if (!grid.alignments[column]) grid.alignments[column] = cellAlignment(context, cell);
  cells.push(context.line(cell).replaceAll('|', '\\|'));
  const rows = spanAttribute(context, cell, attribute.rowspan, 65534);
  const columns = spanAttribute(context, cell, attribute.colspan, maxColumns - column);
  for (let i = 1; i < columns; i++) cells.push('');
  if (rows === 1) return;
  for (let i = 0; i < columns; i++) {
    while (grid.reserved.length <= column + i) grid.reserved.push(0);
    grid.reserved[column + i] = rows - 1;
  }
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

/** Writes a data table (GFM 4.10) with one header row, which may be empty; spans leave empty cells. */
export function writeTable(context: MarkdownContext, table: number): void {
  const { blocks } = context;
  const grid: Grid = { rows: [], alignments: [], reserved: [], cellCount: 0 };
  const caption = findCaption(context, table);
  if (caption !== -1) context.content(caption);
  for (const row of tableRows(context, table)) {
    if (grid.cellCount > maxCells) grid.reserved.length = 0;
    readRow(context, row, grid);
  }
  if (grid.rows.length === 0) return;
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
