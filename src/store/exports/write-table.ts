import { writeCsv } from './csv.ts';
import { writeJson, writeNdjson } from './json.ts';
import { writeParquet } from './parquet.ts';
import type { ExportChoices, ExportFormat, Table, TableWriter, WrittenTable } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const writers: Readonly<Record<ExportFormat, TableWriter>> = {
  csv: writeCsv,
  json: writeJson,
  ndjson: writeNdjson,
  xlsx: writeXlsx,
  parquet: writeParquet,
};

/** Writes a table in any format, piece by piece: what is held at once does not grow with the rows. */
export function writeTable(table: Table, choices: ExportChoices): WrittenTable {
  return writers[choices.format](table, choices);
}
