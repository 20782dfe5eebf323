import { itemAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { isHeading, tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, isElement, tagOf } from '../../../page/tree/tree.ts';
import { cellText, formOf, type GridRow } from './table-grid.ts';

const maxHeadingLength = 40;
/** Minimum share of the rows whose cells in one column are of a type that the first row does not have there. */
const minTyped = 0.6;
/** The same for the form of the cells, in a table of two columns. */
const minForm = 0.8;
const minRows = 3;
/** Number of rows with a title of the table in front of its headings. */
const maxTitleRows = 2;
const isStrong = tagSet('b strong u em');
const headingClass = /(?:^|[\s_-])(?:head(?:er|ing|ings|row)?|titles?|th|kopf|labels?)(?:$|[\s_-])/i;
const emailForm = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;

/** Returns the type of a cell that words do not have: a form of numbers, an address, a link, an image; empty for words. */
function typeOf(page: PageView, cell: number): string {
  const { tree } = page;
  const text = page.textOf(cell);
  const form = formOf(text);
  if (form !== '') return form;
  if (emailForm.test(text)) return '@';
  for (let node = cell + 1; node < endOf(tree, cell); node++) {
    if (tree.tag[node] === tag.img) return 'image';
    if (tree.tag[node] === tag.a && attributeOf(tree, node, attribute.href) !== null) return 'link';
  }
  return '';
}

/** Returns true if the whole text of a cell is bold or a heading, or if the cell has a class of headings. */
function isMarked(page: PageView, cell: number): boolean {
  const { tree } = page;
  if (headingClass.test(attributeOf(tree, cell, attribute.class) ?? '')) return true;
  const text = page.textOf(cell);
  for (let node = cell + 1; node < endOf(tree, cell); node++) {
    if (!isElement(tree, node)) continue;
    const kind = tagOf(tree, node);
    if ((isStrong[kind] === 1 || isHeading[kind] === 1) && page.textOf(node) === text) return true;
  }
  return false;
}

/** Returns true if a row is marked as one of headings, and none of the rows below it is. */
function isMarkedAlone(page: PageView, first: GridRow, body: readonly GridRow[]): boolean {
  if (body.length < minRows) return false;
  const hasClass = ({ element }: GridRow) =>
    headingClass.test(attributeOf(page.tree, element, attribute.class) ?? '');
  const isMarkedRow = (row: GridRow) =>
    hasClass(row) || row.own.every((cell) => page.textOf(cell) === '' || isMarked(page, cell));
  return (
    isMarkedRow(first) && !body.some((row) => hasClass(row) || row.own.some((cell) => isMarked(page, cell)))
  );
}

/** Returns true if a column has values of a type below a heading that is only words. */
function isTypedColumn(page: PageView, first: GridRow, body: readonly GridRow[], column: number): boolean {
  const typeAt = (row: GridRow) => typeOf(page, row.cells[column] ?? -1);
  const own = typeAt(first);
  const types = body.map(typeAt).filter((type) => type !== '');
  if (types.includes(own)) return false;
  if (types.length < body.length * minTyped) return false;
  if (first.cells.length > 2) return true;
  // Rows of a label and a value have values of different forms.
  const same = types.filter((type) => type === types[0]);
  return body.length >= minRows && column > 0 && same.length >= body.length * minForm;
}

/** Returns true if a row without the elements of headings is one: words above columns of values, or marked as such. */
function isImpliedHeading(page: PageView, first: GridRow, rest: readonly GridRow[]): boolean {
  const body = rest.filter(({ part, cells }) => part === 'body' && cells.length === first.cells.length);
  if (first.own.length < 2 || body.length < 2) return false;
  const texts = first.cells.map((_cell, column) => cellText(page, first, column));
  const isName = (text: string, column: number) =>
    text === ''
      ? column === 0 && texts.length > 2
      : text.length <= maxHeadingLength && (/\p{L}/u.test(text) || /^[#%]$/.test(text));
  if (new Set(texts).size < texts.length || !texts.every(isName)) return false;
  if (isMarkedAlone(page, first, body)) return true;
  return texts.some((_text, column) => isTypedColumn(page, first, body, column));
}

/**
 * Returns the index of the row of headings in a table without the elements of headings: the first one, or the one below a title
 * of the table that spans it. -1 if there is none.
 */
export function findImpliedHeading(page: PageView, grid: readonly GridRow[]): number {
  let at = 0;
  while (at < Math.min(maxTitleRows, grid.length) && itemAt(grid, at).own.length === 1) at++;
  const first = grid[at];
  return first !== undefined && isImpliedHeading(page, first, grid.slice(at + 1)) ? at : -1;
}
