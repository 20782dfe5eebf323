import { itemAt } from '../../../domain/values/elements.ts';
import { alignCells } from '../aligned-table.ts';
import { leftOf, type Row, rowText, type Segment } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';
import { markerNumber } from './pdf-text.ts';

const minTableRows = 2;
/** Maximum distance of the edges of cells in one column, in points. */
const maxShift = 3;
/** Minimum share of rows with a cell in a column, and of cells of a column that have an edge or the middle in common. */
const minFilled = 0.5;
const minAligned = 0.6;
/** Maximum number of cells of a column that are compared. */
const maxCompared = 200;

/** Minimum number of dots before the number of a page. */
const minLeaderDots = 4;

/** Splits an entry of a table of contents with dot leaders; null for other texts. */
export function splitLeader(text: string): { title: string; page: string } | null {
  const match = /(?:^|[\s.])([^\s.]{1,8})$/.exec(text);
  const page = match?.[1];
  if (page === undefined) return null;
  let end = text.length - page.length;
  let dots = 0;
  while (end > 0 && /[\s.…]/.test(text[end - 1] ?? '')) {
    end--;
    if (text[end] === '.') dots++;
    else if (text[end] === '…') dots += minLeaderDots;
  }
  return dots < minLeaderDots ? null : { title: text.slice(0, end), page };
}

/** Returns true for an entry of a table of contents: with dot leaders, or a link to the page whose number is at its end. */
export function isContentsRow(row: Row): boolean {
  if (splitLeader(removeMarks(rowText(row))) !== null) return true;
  const last = itemAt(row.segments, row.segments.length - 1);
  return row.segments.some(({ isInternal }) => isInternal === true) && /^(?:\d+|[ivxl]+)$/.test(last.text);
}

/** Returns true for a formula: a relation, or the number of an equation, without words. */
function isFormulaRow(row: Row): boolean {
  const text = removeMarks(rowText(row));
  if (/\p{L}{4}/u.test(text)) return false;
  const isNumbered = row.segments.length > 1 && /[^\d\s]\s\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/.test(text);
  return isNumbered || /[∑∫√∈]/.test(text) || (/[=≈≤≥≠±→]/.test(text) && /\p{L}/u.test(text));
}

/** Returns a line whose marker of a list and text are one segment. */
export function joinMarker(row: Row): Row {
  const [marker, text, ...others] = row.segments;
  if (marker === undefined || text === undefined || others.length > 0) return row;
  if (markerNumber(removeMarks(marker.text)) === null) return row;
  if (text.left - marker.right > row.size * 4) return row;
  const joined: Segment = { ...text, text: `${marker.text} ${text.text}`, left: marker.left };
  return { ...row, segments: [joined] };
}

/** Table that starts at a line, or running text with notes beside, and the index of the first line after it. */
export type FoundTable = { end: number } & ({ rows: string[][] } | { columns: Row[][] });

/** Returns the table that starts at a row: consecutive rows with at least two aligned cells, and the rest of wrapped cells. */
export function findTable(
  rows: readonly Row[],
  start: number,
  isCode: (row: Row) => boolean,
): FoundTable | null {
  const run: Row[] = [];
  let end = start;
  for (; end < rows.length; end++) {
    const row = itemAt(rows, end);
    if (isCode(row) || !isNear(rows, end, start)) break;
    if (isTableRow(row)) run.push(row);
    else if (!addWrapped(run, row, rows[end + 1])) break;
  }
  if (run.length < minTableRows) return null;
  const segments = run.map((row) => row.segments);
  const cells = alignCells(segments);
  if (cells === null || !hasAlignedColumns(segments, cells)) return null;
  const columns = columnsOf(segments, cells);
  if (columns.length === 2 && columns.some(isRunningText))
    return { columns: splitColumns(rows.slice(start, end), segments), end };
  return { rows: cells, end };
}

/** Minimum number of words of a line of running text, and maximum share of its column that it leaves empty. */
const minLineWords = 6;
const maxEmpty = 0.12;

/** Returns true if cells below each other are the lines of a paragraph, beside which a note stands. */
function isRunningText(cells: readonly Segment[]): boolean {
  const end = Math.max(...cells.map(({ right }) => right));
  const goesOn = cells.slice(1).filter((line, at) => {
    const above = itemAt(cells, at);
    const text = removeMarks(above.text);
    const isFull = end - above.right <= (end - above.left) * maxEmpty;
    const isOpen = text.split(' ').length >= minLineWords && !/[.:;!?]$/.test(text);
    return isFull && isOpen && /^\p{Ll}/u.test(removeMarks(line.text));
  });
  return goesOn.length > 0 && goesOn.length * 2 >= cells.length - 1;
}

/** Returns the lines of the first column, and those of the others. */
function splitColumns(rows: readonly Row[], table: readonly (readonly Segment[])[]): Row[][] {
  const start = Math.min(...table.flatMap(([, second]) => (second === undefined ? [] : [second.left])));
  const parts = [
    (segment: Segment) => segment.left < start - maxShift,
    (segment: Segment) => segment.left >= start - maxShift,
  ];
  return parts.map((isPart) =>
    rows.flatMap((row) => {
      const segments = row.segments.filter(isPart);
      return segments.length === 0 ? [] : [{ ...row, segments }];
    }),
  );
}

function isTableRow(row: Row): boolean {
  return row.segments.length >= 2 && !isContentsRow(row) && !isFormulaRow(row);
}

function isNear(rows: readonly Row[], at: number, start: number): boolean {
  const previous = rows[at - 1];
  const row = itemAt(rows, at);
  return at === start || previous === undefined || row.baseline - previous.baseline < row.size * 3.5;
}

/**
 * Adds a line with one segment to the cell above it if it is the rest of a wrapped cell: close below the row, within the
 * column of a cell that is not the whole row. Returns false for other lines.
 */
function addWrapped(run: Row[], row: Row, next: Row | undefined): boolean {
  const [previous, [segment, ...others]] = [run.at(-1), row.segments];
  if (previous === undefined || segment === undefined || others.length > 0) return false;
  const distance = row.baseline - previous.baseline;
  if (distance > row.size * 1.7 || isContentsRow(row)) return false;
  const at = previous.segments.findIndex(({ left, right }) => segment.left < right && segment.right > left);
  const cell = previous.segments[at];
  if (cell === undefined || Math.abs(cell.left - segment.left) > maxShift) return false;
  const following = previous.segments[at + 1];
  if (following !== undefined && segment.right >= following.left) return false;
  // Below a short table, text begins at the same place as the first column; a row follows the rest of a cell.
  const isBetween = next !== undefined && next.segments.length >= 2;
  if (at === 0 && !isBetween && segment.right > cell.right + row.size * 2) return false;
  const joined = {
    ...cell,
    text: `${cell.text} ${segment.text}`,
    right: Math.max(cell.right, segment.right),
  };
  const segments = previous.segments.map((one, index) => (index === at ? joined : one));
  run[run.length - 1] = { ...previous, segments, baseline: row.baseline };
  return true;
}

/** Returns true if at least two columns are filled in most rows, and the cells of most columns are aligned. */
function hasAlignedColumns(
  rows: readonly (readonly Segment[])[],
  cells: readonly (readonly string[])[],
): boolean {
  const width = cells[0]?.length ?? 0;
  const counts = Array.from({ length: width }, (_, at) => cells.filter((row) => row[at] !== '').length);
  const filled = counts.filter((count) => count >= Math.max(2, cells.length * minFilled)).length;
  if (filled < 2) return false;
  const columns = columnsOf(rows, cells);
  const aligned = columns.filter(isAlignedColumn).length;
  return aligned * 2 >= columns.length && aligned >= 2;
}

/** Returns the first segment of each cell by column. */
function columnsOf(
  rows: readonly (readonly Segment[])[],
  cells: readonly (readonly string[])[],
): Segment[][] {
  const columns: Segment[][] = (cells[0] ?? []).map(() => []);
  for (const [index, row] of rows.entries()) {
    const filled = (cells[index] ?? []).flatMap((cell, at) => (cell === '' ? [] : [at]));
    if (filled.length !== row.length) continue;
    for (const [at, segment] of row.entries()) columns[filled[at] ?? 0]?.push(segment);
  }
  return columns;
}

function isAlignedColumn(column: readonly Segment[]): boolean {
  if (column.length < 2) return false;
  const cells = column.slice(0, maxCompared);
  const edges = [
    cells.map(({ left }) => left),
    cells.map(({ right }) => right),
    cells.map(({ left, right }) => (left + right) / 2),
  ];
  return edges.some((positions) => {
    const counts = positions.map(
      (one) => positions.filter((other) => Math.abs(one - other) <= maxShift).length,
    );
    return Math.max(...counts) >= Math.max(2, positions.length * minAligned);
  });
}

/** Returns the lines of code, indented as in the layout. */
export function codeLines(rows: readonly Row[]): string[] {
  const start = Math.min(...rows.map(leftOf));
  return rows.map(({ segments }) => {
    let line = '';
    for (const { text, left, right } of segments) {
      const width = (right - left) / Math.max(1, removeMarks(text).length);
      const column = Math.round((left - start) / Math.max(1, width));
      line = line.padEnd(Math.min(column, 400)) + removeMarks(text);
    }
    return line;
  });
}
