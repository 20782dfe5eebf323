import type { ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { Json } from '../../domain/extraction.ts';
import type { Table, TableRow, TableWriter } from './table.ts';

/** What the values of a column have in common over the whole table. */
type ColumnType = 'boolean' | 'integer' | 'number' | 'time' | 'text' | 'json';

type SchemaElement = ParquetWriter['schema'][number];

/** Rows of one row group. */
const groupRows = 5_000;
/** An instant in UTC to the millisecond at most; anything else that looks like a time stays the text it is. */
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

function typeOf(value: Json): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (typeof value === 'object') return 'json';
  return instantForm.test(value) && !Number.isNaN(Date.parse(value)) ? 'time' : 'text';
}

/** The one type for values of both; those that have nothing in common are texts, objects among them JSON. */
function widened(one: ColumnType | null, other: ColumnType): ColumnType {
  if (one === null || one === other) return other;
  const both = new Set([one, other]);
  if (both.has('integer') && both.has('number')) return 'number';
  return 'text';
}

async function columnTypes(table: Table): Promise<{ types: Map<string, ColumnType>; count: number }> {
  const found = new Map<string, ColumnType | null>(table.columns.map((column) => [column, null]));
  let count = 0;
  for await (const batch of table.rows()) {
    count += batch.length;
    for (const row of batch) {
      for (const column of table.columns) {
        const value = row[column];
        const known = found.get(column) ?? null;
        if (value != null && known !== 'text') found.set(column, widened(known, typeOf(value)));
      }
    }
  }
  return { types: new Map([...found].map(([column, type]) => [column, type ?? 'text'])), count };
}

/** Physical and logical types (Apache Parquet format, "Logical Types"); every column may hold nothing. */
function elementOf(name: string, type: ColumnType): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  if (type === 'boolean') return { ...element, type: 'BOOLEAN' };
  if (type === 'integer') return { ...element, type: 'INT64' };
  if (type === 'number') return { ...element, type: 'DOUBLE' };
  if (type === 'time') return { ...element, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
  return { ...element, type: 'BYTE_ARRAY', converted_type: type === 'json' ? 'JSON' : 'UTF8' };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function written(value: Json | undefined, type: ColumnType): unknown {
  if (value === null || value === undefined) return undefined;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'time') return new Date(value as string);
  return type === 'text' ? textOf(value) : value;
}

/** The library, loaded with the first table, and a writer whose bytes can be taken from it while it goes on counting. */
async function loadLibrary() {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  class TakenBytes extends ByteWriter {
    take(): Uint8Array {
      const taken = this.getBytes().slice();
      this.index = 0;
      return taken;
    }
  }
  return { TakenBytes, ParquetWriter };
}

/** The rows in groups of one size, whatever the batches are. */
async function* groups(table: Table): AsyncGenerator<TableRow[]> {
  let group: TableRow[] = [];
  for await (const batch of table.rows()) {
    for (const row of batch) {
      group.push(row);
      if (group.length < groupRows) continue;
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/**
 * Apache Parquet, compressed with Snappy. Types are chosen over the whole table, which is read twice: truth values, whole
 * numbers, numbers, instants in UTC, texts, JSON; a column of several kinds is text.
 */
export const writeParquet: TableWriter = (table) => {
  let rows = 0;
  async function* allPieces(): AsyncGenerator<Uint8Array> {
    const { TakenBytes, ParquetWriter } = await loadLibrary();
    const { types } = await columnTypes(table);
    const schema: SchemaElement[] = [
      { name: 'schema', num_children: types.size },
      ...[...types].map(([name, type]) => elementOf(name, type)),
    ];
    const writer = new TakenBytes();
    const parquet = new ParquetWriter({ writer, schema, createdBy: 'webdata' });
    for await (const group of groups(table)) {
      const columnData: ColumnSource[] = [...types].map(([name, type]) => ({
        name,
        data: group.map((row) => written(row[name], type)),
      }));
      await parquet.write({ columnData, rowGroupSize: groupRows });
      rows += group.length;
      yield writer.take();
    }
    await parquet.finish();
    yield writer.take();
  }
  return { pieces: allPieces(), rows: () => rows, notes: () => [] };
};
