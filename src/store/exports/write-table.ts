import { writeCsv } from './csv.ts';
import { writeJson, writeNdjson } from './json.ts';
import { writeParquet } from './parquet.ts';
import type { ExportFormat, ExportOptions, Table, TableOutput, TableWriter } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const writers: Readonly<Record<ExportFormat, TableWriter>> = {
  csv: writeCsv,
  json: writeJson,
  ndjson: writeNdjson,
  xlsx: writeXlsx,
  parquet: writeParquet,
};

/** Writes a table in any format as a stream: memory use does not grow with the rows. */
export function writeTable(table: Table, options: ExportOptions): TableOutput {
  return writers[options.format](table, options);
}
