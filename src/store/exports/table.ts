import type { Json } from '../../domain/extraction.ts';

/** What tables can be written as. */
export const exportFormats = ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const;

/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/** One row: values by column; a column that is absent holds nothing. */
export type TableRow = Readonly<Record<string, Json | undefined>>;

/** Rows under columns, given in batches. */
export interface Table {
  columns: readonly string[];
  /** All rows from the first, the same ones each time. */
  rows(): AsyncIterable<readonly TableRow[]>;
}

/** How a table is written. */
export interface ExportChoices {
  format: ExportFormat;
  /** CSV: whether cells that a spreadsheet would run as a formula get an apostrophe before them. */
  isSafe: boolean;
  /** CSV: whether a byte order mark comes first, by which spreadsheets know the file as UTF-8. */
  hasBom: boolean;
  /** CSV and XLSX: objects as columns of their own (`a.b`), or as JSON text. */
  nested: 'columns' | 'json';
}

/** A table as bytes, and what can be told of it when all of them were taken. */
export interface WrittenTable {
  pieces: AsyncIterable<Uint8Array>;
  /** Rows that were written. */
  rows(): number;
  /** What of the table could not be written whole, one sentence each. */
  notes(): string[];
}

/** Writes one format. */
export type TableWriter = (table: Table, choices: ExportChoices) => WrittenTable;

/** Media types by format. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};
