import { itemAt, numberAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, endOf, isElement, type Tree } from '../../../page/tree/tree.ts';
import { machineAttributes, maxCells, type Row, RowCollector, type Rows } from './row-collector.ts';

/** Returns the cells of a table row; a cell that spans several columns appears once for each. */
function cellsOf(tree: Tree, row: number): number[] {
  const cells: number[] = [];
  for (let node = row + 1; node < endOf(tree, row) && cells.length < maxCells; node++) {
    const tagId = tree.tag[node];
    if (tagId !== tag.td && tagId !== tag.th) continue;
    const span = Number(attributeOf(tree, node, attribute.colspan) ?? 1);
    for (let at = 0; at < Math.min(20, Number.isInteger(span) && span > 0 ? span : 1); at++) cells.push(node);
    node = endOf(tree, node) - 1;
  }
  return cells;
}

/**
 * Reads the records of a table with headings, with the headings as keys. Returns null for a table without
 * headings.
 */
export function readTableRows(page: PageView, table: number): Rows | null {
  const { tree, flow } = page;
  const tableRows: number[][] = [];
  const elements: number[] = [];
  for (let node = table + 1; node < endOf(tree, table); node++) {
    if (flow.kind[node] === flowKind.skipped || (tree.tag[node] === tag.table && node !== table)) {
      node = Math.max(node, endOf(tree, node) - 1);
      continue;
    }
    if (tree.tag[node] !== tag.tr) continue;
    tableRows.push(cellsOf(tree, node));
    elements.push(node);
  }
  const headingIndex = tableRows.findIndex(
    (cells) => cells.length >= 2 && cells.every((cell) => tree.tag[cell] === tag.th),
  );
  if (headingIndex === -1) return null;
  const headings = itemAt(tableRows, headingIndex).map(
    (cell, index) => page.textOf(cell).slice(0, 80) || `column ${index + 1}`,
  );
  const names = new Map<string, string[]>();
  const rows: Row[] = [];
  const nodes: number[] = [];
  for (let at = headingIndex + 1; at < tableRows.length; at++) {
    const cells = itemAt(tableRows, at);
    const isHeadingRow = cells.every((cell) => tree.tag[cell] === tag.th);
    if (isHeadingRow || cells.length < Math.max(2, headings.length / 2)) continue;
    const collector = new RowCollector(names);
    cells.forEach((cell, index) => {
      const heading = headings[index] ?? `column ${index + 1}`;
      addCell(page, cell, heading, collector);
    });
    rows.push(collector.row);
    nodes.push(numberAt(elements, at));
  }
  return rows.length < 2 ? null : { rows, nodes, names };
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
