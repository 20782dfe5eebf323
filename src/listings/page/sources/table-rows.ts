import { itemAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, isElement } from '../../../page/tree/tree.ts';
import { machineAttributes, type Row, RowCollector, type Rows } from './row-collector.ts';
import { cellText, formOf, type GridRow } from './table-grid.ts';
import { findHeadings, otherNamesOf, roleOfRow, type TableHeadings } from './table-headings.ts';

/** Key of the name of the group of a record, and what a field may call it. */
export const groupKey = ':group';
export const groupNames = ['group', 'category', 'section', 'department', 'division', 'type', 'class', 'area'];
/** What a field may call the first column of a table if this names the rows. */
const rowNames = ['name', 'title', 'item', 'label'];

/** A row of a table that is a record, with the row that names its group; -1 for none. */
interface BodyRow {
  row: GridRow;
  group: number;
}

/** Returns the records below the headings. A row that names a group belongs to the records after it. */
function findRecordRows(page: PageView, grid: readonly GridRow[], headings: TableHeadings): BodyRow[] {
  const rows: BodyRow[] = [];
  let group = -1;
  for (let at = headings.end; at < grid.length; at++) {
    const row = itemAt(grid, at);
    const role = roleOfRow(page, grid, at, headings);
    if (role === 'group') group = row.element;
    if (role !== 'record' || row.cells.length < Math.max(2, headings.texts.length / 2)) continue;
    rows.push({ row, group });
  }
  // A row between any two records is a part of the one before it, not the name of a group.
  const groups = new Set(rows.map((one) => one.group)).size;
  return groups * 2 > rows.length + 1 ? rows.map(({ row }) => ({ row, group: -1 })) : rows;
}

/** Records of a table, with the headings of its columns. */
export interface TableRows extends Rows {
  headings: readonly string[];
}

/**
 * Reads the records of a table with headings, with the headings as keys. Returns null for a table without
 * headings or records.
 */
export function readTableRows(page: PageView, grid: readonly GridRow[]): TableRows | null {
  const headings = findHeadings(page, grid);
  if (headings === null) return null;
  const records = findRecordRows(page, grid, headings);
  const names = new Map<string, string[]>();
  const gridRows = records.map(({ row }) => row);
  headings.texts.forEach((text, column) => {
    const heading = text || `column ${column + 1}`;
    const others = otherNamesOf(page, headings, column);
    if (others.length > 0 && !names.has(heading)) names.set(heading, [heading, ...others]);
  });
  const rows = records.map(({ row, group }): Row => {
    const collector = new RowCollector(names);
    row.cells.forEach((cell, index) => {
      addCell(page, cell, headings.texts[index] || `column ${index + 1}`, collector);
    });
    if (group !== -1) collector.add(groupKey, page.textOf(group), groupNames);
    return collector.row;
  });
  if (rows.length === 0) return null;
  const groups = records.map(({ group }) => group);
  return {
    rows,
    nodes: gridRows.map(({ element }) => element),
    names,
    headings: headings.texts,
    ...(groups.some((group) => group !== -1) && { groups }),
  };
}

/** Returns the share of groups of cells with numbers whose numbers all have the same form. */
function uniformity(groups: readonly (readonly string[])[]): number {
  const numeric = groups
    .map((forms) => forms.filter((form) => form !== ''))
    .filter((forms) => forms.length > 1);
  if (numeric.length === 0) return 0;
  return numeric.filter((forms) => forms.every((form) => form === forms[0])).length / numeric.length;
}

/**
 * Reads the columns of a comparison as records: the first row names them, the first column names their values. Returns
 * null for other tables, whose columns are alike from the first row to the last one.
 */
export function readTableColumns(page: PageView, grid: readonly GridRow[]): Rows | null {
  const headings = findHeadings(page, grid);
  const named = headings?.rows.at(-1);
  if (headings === null || named === undefined) return null;
  const body = findRecordRows(page, grid, headings).map(({ row }) => row);
  const width = headings.texts.length;
  if (width < 3 || body.length < 2 || headings.texts.slice(1).includes('')) return null;
  const labels = body.map((row) => cellText(page, row, 0));
  if (
    new Set(labels).size < labels.length ||
    labels.includes('') ||
    labels.some((label) => /^\d/.test(label))
  )
    return null;
  const forms = body.map((row) => row.cells.slice(1).map((_cell, at) => formOf(cellText(page, row, at + 1))));
  const columns = Array.from({ length: width - 1 }, (_, at) => forms.map((row) => row[at] ?? ''));
  if (uniformity(forms) <= uniformity(columns)) return null;
  const names = new Map<string, string[]>();
  const first = headings.texts[0] || 'column 1';
  names.set(first, [first, ...rowNames]);
  const rows: Row[] = [];
  for (let column = 1; column < width; column++) {
    const collector = new RowCollector(names);
    collector.add(first, headings.texts[column] ?? '', []);
    body.forEach((row, at) => {
      const cell = row.cells[column];
      if (cell !== undefined && cell !== -1) addCell(page, cell, itemAt(labels, at).slice(0, 80), collector);
    });
    rows.push(collector.row);
  }
  return { rows, nodes: named.cells.slice(1, width), names };
}

function addCell(page: PageView, cell: number, heading: string, collector: RowCollector): void {
  const { tree } = page;
  const text = page.textOf(cell);
  collector.add(heading, text, [heading]);
  let hasFirst = false;
  for (let node = cell; node < endOf(tree, cell); node++) {
    if (!isElement(tree, node)) {
      const first: string = hasFirst || tree.tag[node] !== tag.text ? '' : page.textOf(node);
      hasFirst ||= first !== '';
      // Other lines and labels may follow the first text of a cell.
      if (first !== '' && first !== text && text.startsWith(first))
        collector.add(`${heading}>text`, first, [heading]);
      continue;
    }
    if (tree.tag[node] === tag.a) {
      // Labels and tags may follow the link of a cell.
      const linked = page.textOf(node);
      if (linked !== '' && linked !== text && text.startsWith(linked))
        collector.add(`${heading}>a`, linked, [heading]);
    }
    for (const id of machineAttributes) {
      const value = attributeOf(tree, node, id)?.trim();
      if (value === undefined || value === '') continue;
      collector.add(`${heading}@${tree.attributeNames[id] ?? ''}`, value, [heading]);
    }
  }
}
