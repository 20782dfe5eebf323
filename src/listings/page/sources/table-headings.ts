import { numberAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf } from '../../../page/tree/tree.ts';
import { findImpliedHeading } from './implied-headings.ts';
import { cellText, type GridRow } from './table-grid.ts';

/** Headings of a table: the rows that hold them, and the heading of each column. */
export interface TableHeadings {
  /** Index of the first row after the headings. */
  end: number;
  rows: readonly GridRow[];
  texts: readonly string[];
}

const maxHeadingLength = 80;

function isHeadingRow(page: PageView, { own, cells, part }: GridRow): boolean {
  if (new Set(cells).size < 2 || own.length === 0) return false;
  if (part === 'head') return true;
  return own.every(
    (cell, at) => page.tree.tag[cell] === tag.th || (at === 0 && own.length > 2 && page.textOf(cell) === ''),
  );
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
    const at = findImpliedHeading(page, grid);
    const implied = grid[at];
    return implied === undefined
      ? null
      : { end: at + 1, rows: [implied], texts: composeHeadings(page, [implied]) };
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

/** Names that fields use for a column whose heading is a sign, by the sign. */
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

/** Kind of a row below the headings. */
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
