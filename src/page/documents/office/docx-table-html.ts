import { type SpanCell, spanTableHtml } from './span-table.ts';
import { childOf, settingOf, switchOf, type XmlElement } from './xml-tree.ts';

interface Cell extends SpanCell {
  column: number;
  /** True if the cell continues the one above. */
  isCovered: boolean;
}

/** Maximum number of columns that a cell spans. */
const maxSpan = 200;

/** Converts a table (ECMA-376 part 1, 17.4) to HTML; `cellHtml` returns the blocks of a cell. */
export function docxTableHtml(table: XmlElement, cellHtml: (cell: XmlElement) => string): string {
  const rows = rowsOf(table).map((row) => ({ row, cells: cellsOf(row, cellHtml) }));
  joinCoveredCells(rows.map(({ cells }) => cells));
  const hasHeading = namesColumns(table);
  return spanTableHtml(
    rows.map(({ row, cells }, index) => ({
      isHeading: switchOf(childOf(row, 'trPr'), 'tblHeader') ?? (index === 0 && hasHeading),
      cells,
    })),
  );
}

/** Returns the rows of a table, also those in content controls, without deleted ones. */
function rowsOf(table: XmlElement): XmlElement[] {
  return partsOf(table, 'tr').filter((row) => childOf(childOf(row, 'trPr'), 'del') === undefined);
}

/** Returns the children with a name, also those in content controls and other wrappers. */
function partsOf(parent: XmlElement, name: 'tr' | 'tc'): XmlElement[] {
  return parent.children.flatMap((child) => {
    if (child.name === name) return [child];
    return /^(?:sdt|sdtContent|customXml|ins|moveTo)$/.test(child.name) ? partsOf(child, name) : [];
  });
}

/** Returns true if the look of the table sets its first row apart (ECMA-376 part 1, 17.4.56). */
function namesColumns(table: XmlElement): boolean {
  const { firstRow, val } = childOf(childOf(table, 'tblPr'), 'tblLook')?.attributes ?? {};
  if (firstRow !== undefined) return /^(?:1|true|on)$/.test(firstRow);
  return (Number.parseInt(val ?? '0', 16) & 0x20) !== 0;
}

function cellsOf(row: XmlElement, cellHtml: (cell: XmlElement) => string): Cell[] {
  let column = Number(settingOf(childOf(row, 'trPr'), 'gridBefore') ?? 0) || 0;
  return partsOf(row, 'tc').map((element) => {
    const properties = childOf(element, 'tcPr');
    const merge = childOf(properties, 'vMerge');
    const columns = Math.min(maxSpan, Math.max(1, Number(settingOf(properties, 'gridSpan') ?? 1) || 1));
    const isCovered = merge !== undefined && merge.attributes.val !== 'restart';
    const cell: Cell = { column, columns, rows: 1, isCovered, html: isCovered ? '' : cellHtml(element) };
    column += columns;
    return cell;
  });
}

/** Adds the rows of covered cells to the cell above them, and removes these. */
function joinCoveredCells(rows: Cell[][]): void {
  const above = new Map<number, Cell>();
  for (const cells of rows) {
    for (const cell of cells) {
      const start = above.get(cell.column);
      if (cell.isCovered && start !== undefined) start.rows++;
      else above.set(cell.column, cell);
    }
  }
  for (const cells of rows) {
    const shown = cells.filter((cell) => !cell.isCovered || above.get(cell.column) === cell);
    cells.splice(0, cells.length, ...shown);
  }
}
