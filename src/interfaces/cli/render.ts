import { z } from 'zod';
import type { PageResult } from '../../domain/pages/page.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { oneLine, withoutControls } from '../../operations/views/terminal-text.ts';

type Fields = Record<string, unknown>;

/** Returns one line about a page, for standard error. */
export function pageNotice(page: PageResult, programName: string): string {
  const { receipt, error } = page;
  const why = error ? ` (${error.code}): ${error.message}${error.advice ? ` ${error.advice}` : ''}` : '';
  const rest =
    page.truncated && page.ref ? `; ${page.length} characters in all: ${programName} read ${page.ref}` : '';
  return withoutControls(
    `${page.status}${why} ${page.url}; ${receipt.credits} credit${receipt.credits === 1 ? '' : 's'}, receipt ${receipt.id}${rest}`,
  );
}

function isFlat(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);
}

/** Writes a flat object in one line, without absent and zero values. */
function brief(value: Fields): string {
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== 0);
  return entries.map(([name, one]) => `${name} ${cell(one)}`).join(', ') || '-';
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(cell).join(', ') || '-';
  if (isObject(value)) return brief(value);
  return oneLine(String(value));
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Identifiers are shown completely or not at all, because they are copied. */
const id = /^(?:[a-z]+_[0-9a-z]{20,}|[a-z]{3}_\w{10,})$/;
const widest = 60;
const narrowest = 12;
/** Minimum width of a URL column. */
const minOfAddress = 44;

interface Column {
  name: string;
  cells: string[];
  isInstant: boolean;
  isWhole: boolean;
  width: number;
  /** Minimum width of the column. */
  least: number;
}

function columnOf(name: string, rows: readonly Fields[]): Column {
  const values = rows.map((row) => row[name]);
  const isInstant = values.some((value) => typeof value === 'string' && instant.test(value));
  // Times are shown to the second, without the letters of ISO 8601.
  const short = (text: string) => (instant.test(text) ? text.slice(0, 19).replace('T', ' ') : text);
  const cells = [name, ...values.map((value) => short(cell(value)))];
  const longest = Math.max(...cells.map((text) => text.length));
  const isWhole = isInstant || values.some((value) => typeof value === 'string' && id.test(value));
  const isAddress = name === 'url' && values.some((value) => typeof value === 'string' && value !== '');
  const width = isWhole ? longest : Math.min(widest, longest);
  return { name, cells, isInstant, isWhole, width, least: isAddress ? minOfAddress : narrowest };
}

/**
 * Fits columns into the width: shortens long texts first, then times except in the first column, then drops the
 * last columns.
 */
function fitColumns(columns: Column[], width: number): Column[] {
  const total = () => columns.reduce((sum, column) => sum + column.width + 2, -2);
  let kept = columns;
  for (;;) {
    const texts = kept.filter((column) => !column.isWhole && column.width > column.least);
    const [longest] = texts.sort((one, other) => other.width - one.width);
    if (total() <= width || kept.length === 1) return kept;
    if (longest !== undefined) longest.width -= 1;
    else {
      const times = kept.filter(({ isInstant }) => isInstant);
      const dropped = times.length > 1 ? times.at(-1) : kept.at(-1);
      kept = kept.filter((column) => column !== dropped);
      columns = kept;
    }
  }
}

/**
 * Writes rows as a table of at most `width` characters. Empty columns are omitted; columns that do not fit are
 * listed below the table.
 */
function table(rows: readonly Fields[], width: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => cell(row[name]) !== '-' && row[name] !== false),
  );
  const columns = names.map((name) => columnOf(name, rows));
  // Nested values are not readable in a cell.
  const flatColumns = columns.filter(({ name }) =>
    rows.every((row) => !isObject(row[name]) || isFlat(row[name])),
  );
  const shown = fitColumns(flatColumns, width);
  const fit = (text: string, most: number) =>
    text.length > most ? `${text.slice(0, most - 1)}…` : text.padEnd(most);
  const lines = [-1, ...rows.keys()].map((row) =>
    shown
      .map((column) => fit(itemAt(column.cells, row + 1), column.width))
      .join('  ')
      .trimEnd(),
  );
  const left = columns.filter((column) => !shown.includes(column)).map(({ name }) => name);
  if (left.length > 0) lines.push(`(with --json also ${left.join(', ')})`);
  return lines.join('\n');
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
  if (isTable(value)) return table(value, width);
  const rows = namedRows(value);
  if (rows !== null) return table(rows, width);
  if (isObject(value)) return properties(value, width);
  return Array.isArray(value) ? value.map((one) => `- ${cell(one)}`).join('\n') : cell(value);
}

function property(key: string, value: unknown, longest: number, width: number): string {
  const name = key.padEnd(longest);
  // In every answer, this field holds a receipt or null.
  if (key === 'receipt' && isObject(value)) return `${name}  ${receiptLine(value)}`;
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

/** Returns the position of the next page of a list, if any. */
function goesOn({ next_offset: offset, next_before: before }: Fields): string {
  if (typeof offset === 'number') return `\nmore: --offset ${offset}`;
  return before === null || before === undefined ? '' : `\nmore: --before ${cell(before)}`;
}

const pagingFields = new Set(['total', 'next_offset', 'next_before']);

/** Returns the field of the answer that holds its rows, if the operation answers a list and nothing else but paging; null otherwise. */
export function listFieldOf({ output }: Pick<Operation, 'output'>): string | null {
  if (!(output instanceof z.ZodObject)) return null;
  const fields = Object.entries(output.shape).filter(([name]) => !pagingFields.has(name));
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && only[1] instanceof z.ZodArray ? only[0] : null;
}

/** Formats any JSON value: each field beside its name, or below it as a table or indented text. */
export function renderValue(value: unknown, width: number): string {
  return isObject(value) ? properties(value, width) : cell(value);
}

/** Formats an answer for a terminal: as the view of its operation does, lists as tables, everything else field by field. */
export function renderAnswer(
  value: unknown,
  width: number,
  operation: Pick<Operation, 'output'>,
  view: AnswerView<unknown>,
): string {
  const text = view.cliText?.(value) ?? null;
  if (text !== null) return withoutControls(text);
  const listField = listFieldOf(operation);
  const rows = listField === null || !isObject(value) ? null : value[listField];
  if (!Array.isArray(rows) || !rows.every(isObject)) return renderValue(value, width);
  return rows.length === 0 ? `no ${listField}` : table(rows, width) + goesOn(value as Fields);
}
