import { isObject } from '../../domain/values/is-object.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { OutputFormat } from './output-format.ts';
import { listFieldOf } from './render.ts';
import { UsageError } from './usage-error.ts';

/**
 * The field with the rows of a response that has other fields as well, by operation; several if the response has one of them. An
 * object in it is a single row.
 */
const rowFields: Readonly<Record<string, readonly string[]>> = {
  map: ['links'],
  search: ['results'],
  scrape: ['results'],
  inspect: ['sources'],
  extract: ['data'],
  compare: ['rows'],
  archive: ['snapshots', 'urls'],
  get_dataset_records: ['records'],
  get_dataset_changes: ['changes'],
  get_run_records: ['records'],
  get_job_results: ['results'],
  find_job_passages: ['pages'],
  billing: ['ledger'],
  usage: ['by_day'],
};

type RowsOperation = Pick<Operation, 'name' | 'output'>;

function fieldsOf(operation: RowsOperation): readonly string[] {
  const list = listFieldOf(operation);
  return list === null ? (rowFields[operation.name] ?? []) : [list];
}

/** Returns true if responses of an operation can be written as rows. */
export function hasRows(operation: RowsOperation, view: AnswerView<unknown>): boolean {
  return view.cliRows !== undefined || fieldsOf(operation).length > 0;
}

/** The error for a response that cannot be written as rows. */
export function noRows(format: OutputFormat): UsageError {
  return new UsageError(`the response has no list to write as ${format}; use --json`);
}

/** Returns the rows of a response. Throws UsageError if it has none. */
export function findRows(
  document: unknown,
  operation: RowsOperation,
  view: AnswerView<unknown>,
  format: OutputFormat,
): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const rows = view.cliRows?.(document) ?? null;
  if (rows !== null) return rows;
  if (!isObject(document)) throw noRows(format);
  for (const field of fieldsOf(operation)) {
    const value = document[field];
    if (Array.isArray(value)) return value;
    if (isObject(value)) return [value];
  }
  // A single page is the response itself.
  if (operation.name === 'scrape') return [document];
  throw noRows(format);
}
