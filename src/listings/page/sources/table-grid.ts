import { lastOf, numberAt } from '../../../domain/values/elements.ts';
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

/** Headings of a table: the rows that hold them, and the heading of each column. */
export interface TableHeadings {
  /** Index of the first row after the headings. */
  end: number;
  rows: readonly GridRow[];
  texts: readonly string[];
}

const maxHeadingLength = 80;
const maxImpliedLength = 40;
/** Minimum share of the rows whose cell in one column has a number, below a row that has none. */
const minNumbers = 0.6;
/** The same for the form of the cells, in a table of two columns. */
const minForm = 0.8;
const minImpliedRows = 3;

/** Returns the form of a text with its numbers replaced: `€#`, `#.# kg`; empty for a text without a number. */
export function formOf(text: string): string {
  return /\d/.test(text) ? text.replace(/\d+(?:[.,]\d+)*/g, '#').toLowerCase() : '';
}

function isHeadingRow(page: PageView, { own, cells, part }: GridRow): boolean {
  if (new Set(cells).size < 2 || own.length === 0) return false;
  if (part === 'head') return true;
  return own.every(
    (cell, at) => page.tree.tag[cell] === tag.th || (at === 0 && own.length > 2 && page.textOf(cell) === ''),
  );
}

/** Returns true if a first row without markup of headings is one: words above columns of numbers. */
function isImpliedHeading(page: PageView, grid: readonly GridRow[]): boolean {
  const [first, ...rest] = grid;
  const body = rest.filter(({ part, cells }) => part === 'body' && cells.length === first?.cells.length);
  if (first === undefined || first.own.length < 2 || body.length < 2) return false;
  const texts = first.cells.map((_cell, column) => cellText(page, first, column));
  const isWord = (text: string, column: number) =>
    (text !== '' || (column === 0 && texts.length > 2)) &&
    text.length <= maxImpliedLength &&
    !/\d/.test(text);
  if (new Set(texts).size < texts.length || !texts.every(isWord)) return false;
  return texts.some((_text, column) => {
    const forms = body.map((row) => formOf(cellText(page, row, column)));
    const numbers = forms.filter((form) => form !== '');
    if (numbers.length < body.length * minNumbers) return false;
    if (texts.length > 2) return true;
    // Rows of a label and a value have values of different forms.
    const same = numbers.filter((form) => form === numbers[0]);
    return body.length >= minImpliedRows && column > 0 && same.length >= body.length * minForm;
  });
}

function spans({ cells, own }: GridRow): boolean {
  return new Set(cells).size < cells.length || own.length < cells.length;
}

/** Composes the heading of each column from all rows of headings: "Home" above "Won" is "Home Won". */
function composeHeadings(page: PageView, rows: readonly GridRow[]): string[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const titled = rows.filter(({ cells }) => new Set(cells).size > 1);
  return Array.from({ length: width }, (_, column) => {
    const parts = titled.map((row) => cellText(page, row, column)).filter((text) => text !== '');
    return [...new Set(parts)].join(' ').slice(0, maxHeadingLength);
  });
}

/** Finds the headings of a table; null if it has none. */
export function findHeadings(page: PageView, grid: readonly GridRow[]): TableHeadings | null {
  const start = grid.findIndex((row) => row.part !== 'foot' && isHeadingRow(page, row));
  if (start === -1) {
    const first = grid[0];
    if (first === undefined || !isImpliedHeading(page, grid)) return null;
    return { end: 1, rows: [first], texts: composeHeadings(page, [first]) };
  }
  const rows = [grid[start] as GridRow];
  for (let at = start + 1; at < grid.length; at++) {
    const row = grid[at] as GridRow;
    if (row.part === 'foot' || !isHeadingRow(page, row)) break;
    if (row.part !== 'head' && !rows.some(spans)) break;
    rows.push(row);
  }
  return { end: start + rows.length, rows, texts: composeHeadings(page, rows) };
}

/** What a field may call a column without words, by its sign. */
const namesBySign: Readonly<Record<string, readonly string[]>> = {
  '#': ['rank', 'position', 'number'],
  '%': ['percent', 'percentage', 'share'],
};

/** Returns what the attributes in a heading call its column: `<abbr title="Points">Pts</abbr>`. */
function spelledOut({ tree }: PageView, cell: number): string[] {
  const names: string[] = [];
  for (let node = cell; node < endOf(tree, cell); node++) {
    if (tree.tag[node] === tag.text) continue;
    for (const id of [attribute.abbr, attribute.title, attribute.ariaLabel]) {
      const name = attributeOf(tree, node, id)?.trim() ?? '';
      if (name !== '' && name.length <= maxHeadingLength) names.push(name);
    }
  }
  return names;
}

/** Returns other names of a column than the text of its heading. */
export function otherNamesOf(page: PageView, { rows, texts }: TableHeadings, column: number): string[] {
  const cells = new Set(rows.map(({ cells }) => cells[column] ?? -1));
  cells.delete(-1);
  return [
    ...[...cells].flatMap((cell) => spelledOut(page, cell)),
    ...(namesBySign[texts[column] ?? ''] ?? []),
  ];
}

/** Words for the sum of the rows above. */
const totalWords =
  /^(?:(?:grand|sub|net|gross)[ -]?)?(?:totals?|sum|summe|gesamt(?:summe|betrag)?|insgesamt|zwischensumme|totale|totaal|totaux|suma|razem|celkem|summa|sammanlagt|i alt|yhteensä|összesen|toplam|итого|всего|разом|合計|合计|总计|總計|합계|total général|sous-total)\s*[:：]?$/iu;

/** What a row below the headings is. */
export type RowRole = 'record' | 'heading' | 'group' | 'total';

/** Returns what a row below the headings is: repeated headings, the name of a group and totals are no records. */
export function roleOfRow(
  page: PageView,
  grid: readonly GridRow[],
  at: number,
  headings: TableHeadings,
): RowRole {
  const row = grid[at] as GridRow;
  const width = headings.texts.length;
  if (row.part === 'foot') return 'total';
  const filled = [...new Set(row.cells)].filter((cell) => cell !== -1 && page.textOf(cell) !== '');
  if (filled.length === 0) return 'heading';
  if (filled.length === 1 && width > 1) {
    const only = numberAt(filled, 0);
    const columns = row.cells.filter((cell) => cell === only).length;
    if (columns >= Math.max(2, width - 1) || row.own.length === 1) return 'group';
  }
  const texts = row.cells.map((_cell, column) => cellText(page, row, column));
  const isRepeated = headings.rows.some(
    (one) =>
      one.cells.length === texts.length &&
      texts.every((text, column) => text === cellText(page, one, column)),
  );
  if (isRepeated || row.own.every((cell) => page.tree.tag[cell] === tag.th)) return 'heading';
  if (totalWords.test(texts.find((text) => text !== '') ?? '') && endsGroup(page, grid, at)) return 'total';
  return 'record';
}

/** Returns true if no further record of the same group follows a row. */
function endsGroup(page: PageView, grid: readonly GridRow[], at: number): boolean {
  const next = grid[at + 1];
  if (next === undefined || next.part === 'foot') return true;
  const filled = new Set(next.cells.filter((cell) => cell !== -1 && page.textOf(cell) !== ''));
  return (
    filled.size <= 1 ||
    parentOf(page.tree, next.element) !== parentOf(page.tree, (grid[at] as GridRow).element)
  );
}
