import { cleanText, cleanValue } from '../../domain/values/clean-text.ts';
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

/** Returns the table without NUL and lone surrogates, which the formats exclude or their readers reject. */
function cleanTable({ columns, rows }: Table): Table {
  return {
    columns: columns.map(cleanText),
    async *rows() {
      for await (const batch of rows()) yield batch.map((row) => cleanValue(row));
    },
  };
}

/** Writes a table in any format as a stream: memory use does not grow with the rows. */
export function writeTable(table: Table, options: ExportOptions): TableOutput {
  return writers[options.format](cleanTable(table), options);
}
