import type { Row, RunFile } from './run-record.ts';
import { type Column, type Table, tables } from './tables.ts';

/** Differences below this share of a value are within what two runs of the same program differ by. */
const noise: Readonly<Record<Column['unit'], number>> = {
  '': 0,
  '%': 0.001,
  ms: 0.05,
  MB: 0.05,
  s: 0.05,
  '/s': 0.05,
};

/** Returns the rows of a table; the kinds of pages are figures of the rows of `content`. */
export function rowsOf(run: RunFile, table: Table): Row[] {
  const name = table.name === 'content-kinds' ? 'content' : table.name;
  return run.rows.filter((row) => row.section === table.section && row.table === name);
}

/** Returns a figure with its unit; a dash if there is none. */
export function valueText(value: number | null | undefined, { unit, digits }: Column): string {
  if (value === null || value === undefined) return '–';
  if (unit === '%') return `${(value * 100).toFixed(digits)} %`;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '' || unit === '/s' ? text : `${text} ${unit}`;
}

function isBetter(column: Column, one: number, other: number): boolean {
  const margin = column.unit === '%' ? noise['%'] : Math.abs(other) * noise[column.unit];
  return column.better === 'more' ? one > other + margin : one < other - margin;
}

/** Returns whether a figure of a row may be compared: speed and cost only between systems that did the work. */
export function isComparable({ qualifies }: Table, { figures }: Row, { unit }: Column): boolean {
  if (qualifies === undefined || unit === '%' || unit === '') return true;
  return (figures[qualifies.key] ?? 0) >= qualifies.atLeast;
}

/** Returns the best value of a column over the rows, or null. */
export function bestOf(
  table: Table,
  rows: readonly Row[],
  column: Column,
): { row: Row; value: number } | null {
  let best: { row: Row; value: number } | null = null;
  for (const row of rows) {
    if (!isComparable(table, row, column)) continue;
    const value = row.figures[column.key];
    if (value === null || value === undefined || column.better === null) continue;
    const leads = best === null || (column.better === 'more' ? value > best.value : value < best.value);
    if (leads) best = { row, value };
  }
  return best;
}

/** A column in which a peer is better than webdata. */
export interface Difference {
  table: Table;
  column: Column;
  /** Log of the row of webdata. */
  log: string;
  ours: number;
  peer: Row;
  theirs: number;
}

/** Returns every column in which a peer is better than webdata by more than noise. */
export function differencesOf(run: RunFile): Difference[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(run, table);
    const ours = rows.find(({ system }) => system === 'webdata');
    if (ours === undefined) return [];
    const others = rows.filter((row) => row !== ours);
    return table.columns.flatMap((column) => {
      const own = ours.figures[column.key];
      const best = bestOf(table, others, column);
      if (own === null || own === undefined || best === null || !isBetter(column, best.value, own)) return [];
      return [{ table, column, log: ours.log, ours: own, peer: best.row, theirs: best.value }];
    });
  });
}
