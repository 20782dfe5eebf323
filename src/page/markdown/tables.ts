import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf } from '../tree.ts';
import { flowKind } from '../visible.ts';
import type { Context } from './context.ts';

/** Most columns of a table; what is wider is cut off into the last one. */
const maxColumns = 200;
/** Most cells that row and column spans may add. */
const maxCells = 200_000;

interface Row {
  cells: string[];
  isHeader: boolean;
}

interface Grid {
  rows: Row[];
  /** `left`, `center`, `right` or '' by column. */
  alignments: string[];
  /** Rows still taken by the span of a cell above, by column. */
  reserved: number[];
  cellCount: number;
}

function spanOf(context: Context, cell: number, name: number, most: number): number {
  const value = Number.parseInt(attributeOf(context.tree, cell, name) ?? '1', 10);
  return Number.isFinite(value) && value > 1 ? Math.min(value, most) : 1;
}

function alignmentOf(context: Context, cell: number): string {
  const style = attributeOf(context.tree, cell, attribute.style) ?? '';
  const named = /text-align\s*:\s*(left|center|right)/i.exec(style.slice(0, 500))?.[1];
  const value = (named ?? attributeOf(context.tree, cell, attribute.align) ?? '').toLowerCase();
  return value === 'left' || value === 'center' || value === 'right' ? value : '';
}

function readRow(context: Context, row: number, grid: Grid): void {
  const { tree, flow } = context;
  const cells: string[] = [];
  // Columns that a cell of a row above reaches into, for this row alone and for those to come.
  const taken = grid.reserved;
  grid.reserved = taken.map((rows) => Math.max(0, rows - 1));
  let headers = 0;
  let count = 0;
  const end = tree.end[row] as number;
  for (let cell = row + 1; cell < end && cells.length < maxColumns; cell = tree.end[cell] as number) {
    const tagId = tree.tag[cell];
    if ((tagId !== tag.td && tagId !== tag.th) || flow.kind[cell] === flowKind.skipped) continue;
    while ((taken[cells.length] ?? 0) > 0) cells.push('');
    count++;
    if (tagId === tag.th) headers++;
    readCell(context, cell, cells, grid);
  }
  grid.cellCount += cells.length;
  if (count > 0 && cells.some((cell) => cell !== '')) {
    grid.rows.push({ cells, isHeader: headers === count || isInHead(context, row) });
  }
}

function readCell(context: Context, cell: number, cells: string[], grid: Grid): void {
  const column = cells.length;
  if (!grid.alignments[column]) grid.alignments[column] = alignmentOf(context, cell);
  cells.push(context.line(cell).replaceAll('|', '\\|'));
  const rows = spanOf(context, cell, attribute.rowspan, 65534);
  const columns = spanOf(context, cell, attribute.colspan, maxColumns - column);
  for (let i = 1; i < columns; i++) cells.push('');
  if (rows === 1) return;
  for (let i = 0; i < columns; i++) {
    while (grid.reserved.length <= column + i) grid.reserved.push(0);
    grid.reserved[column + i] = rows - 1;
  }
}

function isInHead(context: Context, row: number): boolean {
  return context.tree.tag[context.tree.parent[row] as number] === tag.thead;
}

function rowsOf(context: Context, table: number): number[] {
  const { tree, flow } = context;
  const head: number[] = [];
  const rows: number[] = [];
  const foot: number[] = [];
  const end = tree.end[table] as number;
  for (let node = table + 1; node < end; node++) {
    if (flow.kind[node] === flowKind.skipped) {
      if (tree.tag[node] !== tag.text) node = (tree.end[node] as number) - 1;
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    const section = tree.tag[tree.parent[node] as number];
    if (section === tag.thead) head.push(node);
    else if (section === tag.tfoot) foot.push(node);
    else rows.push(node);
    node = (tree.end[node] as number) - 1;
  }
  return [...head, ...rows, ...foot];
}

function ruleOf(alignment: string | undefined): string {
  if (alignment === 'left') return ':---';
  if (alignment === 'right') return '---:';
  return alignment === 'center' ? ':---:' : '---';
}

function line(cells: readonly string[], width: number): string {
  let text = '|';
  for (let i = 0; i < width; i++) text += ` ${cells[i] ?? ''} |`;
  return text;
}

/** Writes a data table (GFM 4.10): one header row, empty when the table has none; spans leave empty cells. */
export function writeTable(context: Context, table: number): void {
  const { blocks } = context;
  const grid: Grid = { rows: [], alignments: [], reserved: [], cellCount: 0 };
  const caption = captionOf(context, table);
  if (caption !== -1) context.content(caption);
  for (const row of rowsOf(context, table)) {
    if (grid.cellCount > maxCells) grid.reserved.length = 0;
    readRow(context, row, grid);
  }
  if (grid.rows.length === 0) return;
  let width = 0;
  for (const row of grid.rows) width = Math.max(width, row.cells.length);
  while (width > 1 && grid.rows.every((row) => (row.cells[width - 1] ?? '') === '')) width--;
  const hasHeader = (grid.rows[0] as Row).isHeader;
  const padded = grid.rows.length * width > maxCells ? 0 : width;
  const header = hasHeader ? (grid.rows[0] as Row).cells : [];
  const lines = [line(header, width)];
  let rule = '|';
  for (let i = 0; i < width; i++) rule += ` ${ruleOf(grid.alignments[i])} |`;
  lines.push(rule);
  for (const row of hasHeader ? grid.rows.slice(1) : grid.rows) {
    lines.push(line(row.cells, padded === 0 ? row.cells.length : width));
  }
  blocks.block(lines.join('\n'));
}

function captionOf(context: Context, table: number): number {
  const { tree, flow } = context;
  const end = tree.end[table] as number;
  for (let child = table + 1; child < end; child = tree.end[child] as number) {
    if (tree.tag[child] === tag.caption && flow.kind[child] !== flowKind.skipped) return child;
  }
  return -1;
}
