import { lastOf } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, endOf, parentOf, type Tree } from '../../../page/tree/tree.ts';
import { maxCells } from './row-collector.ts';

/** A row of a table by columns: a cell that spans several rows or columns appears in each of them. */
export interface GridRow {
  element: number;
  /** Cell of each column; -1 for none. */
  cells: number[];
  /** Cells that start in this row. */
  own: number[];
  part: 'head' | 'body' | 'foot';
}

const maxColumnSpan = 20;
const maxRowSpan = 500;

function spanOf(tree: Tree, cell: number, id: number, max: number): number {
  const span = Number(attributeOf(tree, cell, id) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(max, span) : 1;
}

function partOf(tree: Tree, row: number, table: number): GridRow['part'] {
  for (let at = parentOf(tree, row); at > table; at = parentOf(tree, at)) {
    if (tree.tag[at] === tag.thead) return 'head';
    if (tree.tag[at] === tag.tfoot) return 'foot';
  }
  return 'body';
}

/** A cell of an earlier row that continues in the next ones. */
interface OpenCell {
  cell: number;
  left: number;
}

function readCells(tree: Tree, row: number, open: (OpenCell | undefined)[]): Pick<GridRow, 'cells' | 'own'> {
  const cells: number[] = [];
  const own: number[] = [];
  const addOpen = () => {
    for (let above = open[cells.length]; above !== undefined && above.left > 0; above = open[cells.length]) {
      above.left--;
      cells.push(above.cell);
    }
  };
  for (let node = row + 1; node < endOf(tree, row) && cells.length < maxCells; node++) {
    const tagId = tree.tag[node];
    if (tagId !== tag.td && tagId !== tag.th) continue;
    addOpen();
    own.push(node);
    const left = spanOf(tree, node, attribute.rowspan, maxRowSpan) - 1;
    for (let at = spanOf(tree, node, attribute.colspan, maxColumnSpan); at > 0; at--) {
      open[cells.length] = { cell: node, left };
      cells.push(node);
    }
    node = endOf(tree, node) - 1;
  }
  addOpen();
  return { cells, own };
}

/** Returns the visible rows of a table, without those of tables in its cells. */
export function readGrid({ tree, flow }: PageView, table: number): GridRow[] {
  const rows: GridRow[] = [];
  let open: (OpenCell | undefined)[] = [];
  for (let node = table + 1; node < endOf(tree, table); node++) {
    if (flow.kind[node] === flowKind.skipped || (tree.tag[node] === tag.table && node !== table)) {
      node = Math.max(node, endOf(tree, node) - 1);
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    const part = partOf(tree, node, table);
    // A cell does not span beyond its section (HTML, 4.9.12).
    if (rows.length > 0 && lastOf(rows).part !== part) open = [];
    rows.push({ element: node, ...readCells(tree, node, open), part });
  }
  return rows;
}

/** Returns the text of the cell in a column; empty if there is none. */
export function cellText(page: PageView, row: GridRow, column: number): string {
  const cell = row.cells[column] ?? -1;
  return cell === -1 ? '' : page.textOf(cell);
}

/** Returns the form of a text with its numbers replaced: `€#`, `#.# kg`; empty for a text without a number. */
export function formOf(text: string): string {
  return /\d/.test(text) ? text.replace(/\d+(?:[.,]\d+)*/g, '#').toLowerCase() : '';
}
