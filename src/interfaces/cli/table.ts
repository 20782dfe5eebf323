import { itemAt } from '../../domain/values/elements.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import { emphasize, emphasizeCell } from './terminal-style.ts';

/** A row of a table, or the fields of a value. */
export type Fields = Record<string, unknown>;

/** Returns true for an object without objects and lists in it. */
export function isFlat(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);
}

/** Writes a flat object in one line, without absent and zero values. */
function brief(value: Fields): string {
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== 0);
  return entries.map(([name, one]) => `${name} ${cell(one)}`).join(', ') || '-';
}

/** Returns a value as one line of text; `-` if it is absent. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(cell).join(', ') || '-';
  if (isObject(value)) return brief(value);
  return oneLine(String(value));
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Identifiers are shown completely or not at all, because they are copied. */
const id = /^(?:[a-z]+_[0-9a-z]{20,}|[a-z]{3}_\w{10,})$/;
const url = /^https?:\/\//;
const widest = 60;
const narrowest = 12;
/** Minimum width of a URL column. */
const minOfAddress = 44;
/** Columns of at most this width are not cut: statuses, types and numbers. */
const shortest = 16;

interface Column {
  name: string;
  cells: string[];
  isInstant: boolean;
  isWhole: boolean;
  isAddress: boolean;
  width: number;
  /** Minimum width of the column. */
  least: number;
}

function columnOf(name: string, rows: readonly Fields[], isCut: boolean): Column {
  const values = rows.map((row) => row[name]);
  const texts = values.filter((value): value is string => typeof value === 'string');
  const isInstant = texts.some((text) => instant.test(text));
  // Times are shown to the second, without the letters of ISO 8601.
  const short = (text: string) => (instant.test(text) ? text.slice(0, 19).replace('T', ' ') : text);
  const cells = [name, ...values.map((value) => short(cell(value)))];
  const longest = Math.max(...cells.map((text) => text.length));
  const isWhole = !isCut || isInstant || longest <= shortest || texts.some((text) => id.test(text));
  const isAddress = texts.some((text) => url.test(text));
  return {
    name,
    cells,
    isInstant,
    isWhole,
    isAddress,
    width: isWhole ? longest : Math.min(isAddress ? longest : widest, longest),
    least: isAddress ? minOfAddress : narrowest,
  };
}

/**
 * Fits columns into the width: shortens long texts first, then omits times except in the first column, then the
 * last columns.
 */
function fitColumns(columns: readonly Column[], width: number): Column[] {
  let kept = [...columns];
  const total = () => kept.reduce((sum, column) => sum + column.width + 2, -2);
  for (;;) {
    const texts = kept.filter((column) => !column.isWhole && column.width > column.least);
    const [longest] = texts.sort((one, other) => other.width - one.width);
    if (total() <= width || kept.length === 1) return kept;
    if (longest !== undefined) longest.width -= 1;
    else {
      const times = kept.filter(({ isInstant }) => isInstant);
      const dropped = times.length > 1 ? times.at(-1) : kept.at(-1);
      kept = kept.filter((column) => column !== dropped);
    }
  }
}

/** Returns a cell of a width: addresses keep their start and their end, which tells pages of a site apart. */
function fitCell(text: string, { width, isAddress }: Column): string {
  if (text.length <= width) return text.padEnd(width);
  if (!isAddress) return `${text.slice(0, width - 1)}…`;
  const end = Math.floor(width / 2);
  return `${text.slice(0, width - end - 1)}…${text.slice(text.length - end)}`;
}

/** How a table is written. */
export interface TableLayout {
  /** Maximum width in characters; null for a table in which nothing is cut. */
  width: number | null;
  /** True for a terminal that may show colors. */
  isColored: boolean;
}

/**
 * Writes rows as a table. Empty columns are
 * omitted; columns that do not fit are listed below the table after the words `also`.
 */
export function table(rows: readonly Fields[], { width, isColored }: TableLayout, also: string): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => cell(row[name]) !== '-' && row[name] !== false),
  );
  const columns = names.map((name) => columnOf(name, rows, width !== null));
  // Nested values are not readable in a cell.
  const flatColumns = columns.filter(({ name }) =>
    rows.every((row) => !isObject(row[name]) || isFlat(row[name])),
  );
  const shown = width === null ? flatColumns : fitColumns(flatColumns, width);
  const style = (column: Column, row: number, text: string) => {
    if (!isColored) return text;
    return row === 0 ? emphasize(text, 'heading') : emphasizeCell(column.name, text);
  };
  const lines = [0, ...rows.keys().map((row) => row + 1)].map((row) =>
    shown
      .map((column, at) => {
        const text = fitCell(itemAt(column.cells, row), column);
        return style(column, row, at === shown.length - 1 ? text.trimEnd() : text);
      })
      .join('  ')
      .trimEnd(),
  );
  const left = columns.filter((column) => !shown.includes(column)).map(({ name }) => name);
  if (left.length > 0 && width !== null) lines.push(`(${also} ${left.join(', ')})`);
  return lines.join('\n');
}
