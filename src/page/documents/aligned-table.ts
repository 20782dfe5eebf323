import { itemAt } from '../../domain/values/elements.ts';

/** A piece of text with its horizontal extent: points of a PDF page, or columns of characters. */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
}

const maxTableColumns = 20;
/** Minimum number of rows below the heading, and share of them whose values have one form, in a table of two columns. */
const minFormRows = 3;
const minForm = 0.8;
/** Minimum number of rows of which repeated values tell that they are no labels with values. */
const minCategoryRows = 8;

/** Returns the column intervals of all rows; a cell that spans two columns merges them. */
function computeColumns(rows: readonly (readonly PlacedText[])[]): { left: number; right: number }[] {
  const pieces = rows.flat().sort((a, b) => a.left - b.left);
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of pieces) {
    const last = columns.at(-1);
    if (last !== undefined && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

/** Returns the cells of rows whose pieces are aligned in at least two columns; null if they are not. */
export function alignCells(rows: readonly (readonly PlacedText[])[]): string[][] | null {
  const columns = computeColumns(rows);
  if (columns.length < 2 || columns.length > maxTableColumns) return null;
  return rows.map((row) => {
    const line = columns.map(() => '');
    for (const piece of row) {
      const column = columns.findIndex(({ left, right }) => piece.left >= left && piece.right <= right);
      line[column] = line[column] ? `${line[column]} ${piece.text}` : piece.text;
    }
    return line;
  });
}

/** Returns true if only the first row is in capitals. */
function isOnlyCapitals(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const isCapital = (row: readonly string[]) =>
    row.every((cell) => /\p{Lu}{2}/u.test(cell) && cell === cell.toUpperCase());
  return isCapital(first) && !body.some(isCapital);
}

/** Returns true if the values of the second column repeat in many rows, as those of labels do not, and the first row has another. */
function areCategories(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const values = body.map((row) => itemAt(row, 1));
  const distinct = new Set(values);
  return (
    body.length >= minCategoryRows &&
    distinct.size > 2 &&
    distinct.size * 2 <= values.length &&
    !distinct.has(itemAt(first, 1))
  );
}

/**
 * Returns true if the first of the rows names the columns, which alignment alone does not show. Two columns are labels and
 * values, unless a line is below the first row, only it is in capitals, it stands above values of one form, such as amounts, or
 * the values repeat in many rows.
 */
export function hasHeadingRow(rows: readonly (readonly string[])[], isUnderlined = false): boolean {
  const [first = [], ...body] = rows;
  if (first.length !== 2) return true;
  if (first.some((cell) => cell === '' || /\d|[:：]$/.test(cell))) return false;
  if (isUnderlined) return true;
  if (body.length < minFormRows) return false;
  if (isOnlyCapitals(first, body) || areCategories(first, body)) return true;
  const forms = body.map((row) => itemAt(row, 1).replace(/\d+(?:[.,]\d+)*/g, '#'));
  const same = forms.filter((form) => form === forms[0]);
  return /#/.test(forms[0] ?? '') && same.length >= forms.length * minForm;
}
