import { z } from 'zod';
import type { PageResult } from '../../domain/pages/page.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { withoutControls } from '../../operations/views/terminal-text.ts';
import { errorText } from './error-text.ts';
import { findListColumns, type ListColumn } from './list-columns.ts';
import { cell, type Fields, isFlat, type TableLayout, table } from './table.ts';

/** Returns one line about a page, for standard error. */
export function pageNotice({ url, status, receipt, error, truncated, length }: PageResult): string {
  const why = error ? ` ${errorText(error)}` : '';
  const rest = truncated ? `; ${length} characters in all` : '';
  return withoutControls(
    `${status}${why} ${url}; ${receipt.credits} credit${receipt.credits === 1 ? '' : 's'}, receipt ${receipt.id}${rest}`,
  );
}

const pagingFields = new Set(['total', 'next_offset', 'next_before']);

/** Returns the field of the answer that holds its rows, if the operation answers a list and nothing else but paging; null otherwise. */
export function listFieldOf({ output }: Pick<Operation, 'output'>): string | null {
  if (!(output instanceof z.ZodObject)) return null;
  const fields = Object.entries(output.shape).filter(([name]) => !pagingFields.has(name));
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && only[1] instanceof z.ZodArray ? only[0] : null;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function isTable(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** Summarizes a receipt in one line: identifier, cost and route. */
function receiptLine({ id, credits, route }: Fields): string {
  return `${cell(id)}, ${cell(credits)} credit${credits === 1 ? '' : 's'}, route ${cell(route)} (whole with --json)`;
}

/** Returns objects of one kind under their own names as rows that start with the name; otherwise null. */
function namedRows(value: unknown): Fields[] | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const isOfOneKind = entries.length > 1 && entries.every(([, one]) => isFlat(one));
  return isOfOneKind ? entries.map(([name, one]) => ({ '': name, ...(one as Fields) })) : null;
}

/** Writes a value below its name if it does not fit next to it. */
function below(value: unknown, width: number): string {
  if (isTable(value)) return table(value, { width, isColored: false }, 'with --json also');
  const rows = namedRows(value);
  if (rows !== null) return table(rows, { width, isColored: false }, 'with --json also');
  if (isObject(value)) return properties(value, width);
  return Array.isArray(value) ? value.map((one) => `- ${cell(one)}`).join('\n') : cell(value);
}

function property(key: string, value: unknown, longest: number, width: number): string {
  const name = key.padEnd(longest);
  // In every answer, this field holds a receipt or null.
  if (key === 'receipt' && isObject(value)) return `${name}  ${receiptLine(value)}`;
  if (typeof value === 'string' && value.trim().includes('\n'))
    return `${key}\n${indented(withoutControls(value.trim()))}`;
  const line = `${name}  ${cell(value)}`;
  const isShort = line.length <= width && !isTable(value);
  const isText = typeof value !== 'object' || value === null;
  return isShort || isText ? line : `${key}\n${indented(below(value, width - 2))}`;
}

function properties(value: Fields, width: number): string {
  const longest = Math.max(...Object.keys(value).map((key) => key.length));
  return Object.entries(value)
    .map(([key, one]) => property(key, one, longest, width))
    .join('\n');
}

/** Formats any JSON value: each field beside its name, or below it as a table or indented text. */
export function renderValue(value: unknown, width: number): string {
  return isObject(value) ? properties(value, width) : cell(value);
}

/** Returns the value at a dotted path. */
function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);
}

/** Returns rows with the columns of a list; with all other fields after them for a wide list. */
function columnRows(rows: readonly Fields[], columns: readonly ListColumn[], isWide: boolean): Fields[] {
  const shown = new Set(columns.flatMap(({ paths }) => paths));
  return rows.map((row) => {
    const cells = columns.map(({ heading, paths }): [string, unknown] => [
      heading,
      paths.map((path) => valueAt(row, path)).find((value) => value !== null && value !== undefined),
    ]);
    const others = isWide ? Object.entries(row).filter(([name]) => !shown.has(name)) : [];
    return Object.fromEntries([...cells, ...others]);
  });
}

/** How a list is shown; without a terminal, as in a pipe, nothing is cut. */
export interface ListLayout extends TableLayout {
  /** True to show all fields of the rows. */
  isWide: boolean;
}

/** Formats the rows of an answer as a table with the columns of its operation; null if the answer is no list. */
function renderList(
  value: unknown,
  operation: RenderedOperation,
  { width, isWide, isColored }: ListLayout,
): string | null {
  const listField = listFieldOf(operation);
  const rows = listField === null || !isObject(value) ? null : value[listField];
  if (!Array.isArray(rows) || !rows.every(isObject)) return null;
  if (rows.length === 0) return `no ${listField}`;
  const columns = findListColumns(operation.name);
  const shown = columns === null ? rows : columnRows(rows, columns, isWide);
  return table(shown, { width: isWide ? null : width, isColored }, '--wide shows also');
}

/** The properties of an operation with which its answer is rendered. */
export type RenderedOperation = Pick<Operation, 'name' | 'output'>;

/**
 * Formats an answer for people: as the view of its operation does (on a terminal, its summary), lists and records as tables, everything else field by field.
 * `width` is the width of values that are no list, in characters.
 */
export function renderAnswer(
  value: unknown,
  width: number,
  operation: RenderedOperation,
  view: AnswerView<unknown>,
  layout: ListLayout,
): string {
  const text = view.cliText?.(value) ?? null;
  if (text !== null) return withoutControls(text);
  const isCurated = layout.width !== null && !layout.isWide;
  if (isCurated && view.cliSummary !== undefined) return withoutControls(view.cliSummary(value));
  const rows = view.cliRows?.(value) ?? null;
  if (rows !== null)
    return rows.length === 0
      ? ''
      : table(rows, { ...layout, width: layout.isWide ? null : layout.width }, '--wide shows also');
  return renderList(value, operation, layout) ?? renderValue(value, width);
}
