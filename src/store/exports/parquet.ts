import type { ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { Json } from '../../domain/pages/extraction.ts';
import type { Table, TableRow, TableWriter } from './table.ts';

/** Common type of a column's values over the whole table. */
type ColumnType = 'boolean' | 'integer' | 'number' | 'time' | 'text' | 'json';

type SchemaElement = ParquetWriter['schema'][number];

/** Maximum rows of one row group, and about the characters of its texts after which it ends. */
const rowsPerGroup = 5_000;
const charactersPerGroup = 32 * 1024 * 1024;
/** A UTC instant with at most milliseconds; other times stay text. */
const utcInstantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

function inferType(value: Json): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (typeof value === 'object') return 'json';
  return utcInstantPattern.test(value) && !Number.isNaN(Date.parse(value)) ? 'time' : 'text';
}

/** Returns the common type of two types; types without one become text, with objects as JSON. */
function widenType(one: ColumnType | null, other: ColumnType): ColumnType {
  if (one === null || one === other) return other;
  const both = new Set([one, other]);
  if (both.has('integer') && both.has('number')) return 'number';
  return 'text';
}

async function columnTypes(table: Table): Promise<{ types: Map<string, ColumnType>; count: number }> {
  const typesByColumn = new Map<string, ColumnType | null>(table.columns.map((column) => [column, null]));
  let count = 0;
  for await (const batch of table.rows()) {
    count += batch.length;
    for (const row of batch) {
      for (const column of table.columns) {
        const value = row[column];
        const current = typesByColumn.get(column) ?? null;
        if (value != null && current !== 'text')
          typesByColumn.set(column, widenType(current, inferType(value)));
      }
    }
  }
  return { types: new Map([...typesByColumn].map(([column, type]) => [column, type ?? 'text'])), count };
}

/**
 * Creates a schema element with physical and logical type (Apache Parquet format, "Logical Types"); every column is
 * optional.
 */
function createSchemaElement(name: string, type: ColumnType): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  if (type === 'boolean') return { ...element, type: 'BOOLEAN' };
  if (type === 'integer') return { ...element, type: 'INT64' };
  if (type === 'number') return { ...element, type: 'DOUBLE' };
  if (type === 'time') return { ...element, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
  return { ...element, type: 'BYTE_ARRAY', converted_type: type === 'json' ? 'JSON' : 'UTF8' };
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toParquetValue(value: Json | undefined, type: ColumnType): unknown {
  if (value === null || value === undefined) return undefined;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'time') return new Date(value as string);
  return type === 'text' ? toText(value) : value;
}

/** Loads the library at the first table, with a writer whose bytes can be drained while it keeps its offset. */
async function loadLibrary() {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  class TakenBytes extends ByteWriter {
    drain(): Uint8Array {
      const bytes = this.getBytes().slice();
      this.index = 0;
      return bytes;
    }
  }
  return { TakenBytes, ParquetWriter };
}

function textLength(row: TableRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}

/** Yields the rows in groups of limited size, independent of the batches. */
async function* rowGroups(table: Table): AsyncGenerator<TableRow[]> {
  let group: TableRow[] = [];
  let characters = 0;
  for await (const batch of table.rows()) {
    for (const row of batch) {
      group.push(row);
      characters += textLength(row);
      if (group.length < rowsPerGroup && characters < charactersPerGroup) continue;
      yield group;
      group = [];
      characters = 0;
    }
  }
  if (group.length > 0) yield group;
}

/**
 * Writes Apache Parquet, compressed with Snappy. Column types are inferred from the whole table, which is read twice:
 * booleans, integers, numbers, UTC instants, texts, JSON; a column with several types is text.
 */
export const writeParquet: TableWriter = (table) => {
  let rows = 0;
  async function* allPieces(): AsyncGenerator<Uint8Array> {
    const { TakenBytes, ParquetWriter } = await loadLibrary();
    const { types } = await columnTypes(table);
    const schema: SchemaElement[] = [
      { name: 'schema', num_children: types.size },
      ...[...types].map(([name, type]) => createSchemaElement(name, type)),
    ];
    const writer = new TakenBytes();
    const parquet = new ParquetWriter({ writer, schema, createdBy: 'webdata' });
    for await (const group of rowGroups(table)) {
      const columnData: ColumnSource[] = [...types].map(([name, type]) => ({
        name,
        data: group.map((row) => toParquetValue(row[name], type)),
      }));
      await parquet.write({ columnData, rowGroupSize: rowsPerGroup });
      rows += group.length;
      yield writer.drain();
    }
    await parquet.finish();
    yield writer.drain();
  }
  return { pieces: allPieces(), rows: () => rows, notes: () => [] };
};
