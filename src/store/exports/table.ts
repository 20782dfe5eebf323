import type { Json } from '../../domain/pages/extraction.ts';

/** Formats of exported tables. */
export const exportFormats = ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const;

/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/** One row: values by column; an absent column is empty. */
export type TableRow = Readonly<Record<string, Json | undefined>>;

/** Columns and rows; rows are read in batches. */
export interface Table {
  columns: readonly string[];
  /** Yields all rows from the first, the same ones each time. */
  rows(): AsyncIterable<readonly TableRow[]>;
}

/** Options of an export. */
export interface ExportOptions {
  format: ExportFormat;
  /** CSV: whether cells that a spreadsheet would run as a formula get a leading apostrophe. */
  isSafe: boolean;
  /** CSV: whether a byte order mark comes first, by which spreadsheets recognize UTF-8. */
  hasBom: boolean;
  /** CSV and XLSX: nested objects as columns (`a.b`), or as JSON text. */
  nested: 'columns' | 'json';
}

/** A table as bytes, with statistics that are valid after all bytes were read. */
export interface TableOutput {
  pieces: AsyncIterable<Uint8Array>;
  /** Rows that were written. */
  rows(): number;
  /** Losses of the format, one sentence each. */
  notes(): string[];
}

/** Writes one format. */
export type TableWriter = (table: Table, choices: ExportOptions) => TableOutput;

/** Media types by format. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};
