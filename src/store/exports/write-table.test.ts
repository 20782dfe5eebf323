import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import papaparse from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import type { Json } from '../../domain/pages/extraction.ts';
import type { ExportFormat, ExportOptions, Table, TableRow } from './table.ts';
import { writeTable } from './write-table.ts';

const defaultOptions: Omit<ExportOptions, 'format'> = { isSafe: true, hasBom: false, nested: 'json' };

function createTable(columns: string[], rows: TableRow[], batch = 2): Table {
  return {
    columns,
    async *rows() {
      for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch);
    },
  };
}

async function writeToBuffer(table: Table, format: ExportFormat, choices: Partial<ExportOptions> = {}) {
  const result = writeTable(table, { ...defaultOptions, format, ...choices });
  const pieces: Uint8Array[] = [];
  for await (const piece of result.pieces) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), rows: result.rows(), notes: result.notes() };
}

async function csvText(table: Table, choices: Partial<ExportOptions> = {}): Promise<string> {
  return (await writeToBuffer(table, 'csv', choices)).bytes.toString('utf8');
}

const columns = ['id', 'name', 'price', 'tags', 'seen'];
const hard = 'a,"b"\r\n;\'c\'\té ñ 日本 🙂 _x0041_ <&>';
const rows: TableRow[] = [
  { id: 1, name: hard, price: 19.9, tags: { kind: 'x', list: [1, null] }, seen: '2026-10-05T12:00:00.000Z' },
  { id: 2, name: '', price: null, tags: [], seen: null },
  { id: 3, name: null, price: -3, tags: null },
];

test('CSV has a header, the same number of cells in each line, CRLF, and doubled quotes (RFC 4180)', async () => {
  const text = await csvText(createTable(columns, rows));
  assert.equal(text.slice(0, text.indexOf('\n') + 1), 'id,name,price,tags,seen\r\n');
  const { data, errors } = papaparse.parse<string[]>(text, { newline: '\r\n', skipEmptyLines: false });
  assert.deepEqual(errors, []);
  assert.deepEqual(data.slice(1), [
    ['1', hard, '19.9', '{"kind":"x","list":[1,null]}', '2026-10-05T12:00:00.000Z'],
    ['2', '', '', '[]', ''],
    ['3', '', '-3', '', ''],
    [''],
  ]);
});

test('a row with one empty cell is not an empty line, and an empty table has a header', async () => {
  assert.equal(await csvText(createTable(['a'], [{ a: null }, { a: 'x' }, {}])), 'a\r\n""\r\nx\r\n""\r\n');
  assert.equal(await csvText(createTable(['a', 'b'], [])), 'a,b\r\n');
});

test('formulas are escaped unless disabled; numbers are unchanged', async () => {
  const cells: [Json, string][] = [
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x.test","y")', '"\'=HYPERLINK(""http://x.test"",""y"")"'],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+4930123456', "'+4930123456"],
    ['-12.5', '-12.5'],
    ['-12.5e3', '-12.5e3'],
    ['-1.234,56', '"-1.234,56"'],
    ['-2+3', "'-2+3"],
    ['- item', "'- item"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['a=1', 'a=1'],
    [-5, '-5'],
    [false, 'false'],
  ];
  for (const [value, cell] of cells) {
    assert.equal(await csvText(createTable(['v', 'w'], [{ v: value, w: 1 }])), `v,w\r\n${cell},1\r\n`);
  }
  assert.equal(await csvText(createTable(['=v', 'w'], [{ w: '=1' }]), { isSafe: false }), '=v,w\r\n,=1\r\n');
  assert.equal(await csvText(createTable(['=v'], [{ '=v': 1 }])), "'=v\r\n1\r\n");
});

test('a byte order mark comes first if requested', async () => {
  const { bytes } = await writeToBuffer(createTable(['ä'], []), 'csv', { hasBom: true });
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
});

test('nested objects become columns if requested', async () => {
  const nested: TableRow[] = [
    { id: 1, offer: { price: 1, seller: { name: 'x' } }, mixed: 'text' },
    { id: 2, offer: { price: null, rating: [1, 2] }, mixed: { a: 1 } },
    { id: 3, offer: null },
  ];
  const text = await csvText(createTable(['id', 'offer', 'mixed', 'none'], nested), { nested: 'columns' });
  assert.equal(
    text,
    [
      'id,offer.price,offer.seller.name,offer.rating,mixed,mixed.a,none',
      '1,1,x,,text,,',
      '2,,,"[1,2]",,1,',
      '3,,,,,,',
      '',
    ].join('\r\n'),
  );
});

test('JSON and NDJSON contain every column of every row', async () => {
  const table = createTable(columns, rows);
  const expected = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  );
  const json = await writeToBuffer(table, 'json');
  assert.deepEqual(JSON.parse(json.bytes.toString('utf8')), expected);
  assert.equal(json.rows, 3);
  const lines = (await writeToBuffer(table, 'ndjson')).bytes.toString('utf8').split('\n');
  assert.deepEqual(
    lines.slice(0, -1).map((line) => JSON.parse(line)),
    expected,
  );
  assert.equal(lines.at(-1), '');
  assert.deepEqual(
    JSON.parse((await writeToBuffer(createTable(['a'], []), 'json')).bytes.toString('utf8')),
    [],
  );
});

test('another library reads the workbook, with texts as texts and numbers as numbers', async () => {
  const more: TableRow[] = [
    ...rows,
    { id: 12345678901234567000, name: '=1+1', price: true, tags: 'x\u0001y', seen: ' spaced ' },
    { id: 4, name: `${'z'.repeat(32_766)}🙂` },
  ];
  const { bytes, rows: count, notes } = await writeToBuffer(createTable(columns, more), 'xlsx');
  const sheet = await readSheet(bytes, { trim: false });
  assert.equal(count, 5);
  assert.deepEqual(sheet[0], columns);
  const [, first, second, third, fourth, fifth] = sheet;
  assert.equal(first?.[0], 1);
  // Line ends of XML (XML 1.0 section 2.11), and the escapes of a carriage return and of text that looks like an
  // escape.
  assert.equal(String(first?.[1]).replaceAll('_x000D_', '\r').replaceAll('_x005F_', '_'), hard);
  assert.deepEqual(first?.slice(2), [19.9, '{"kind":"x","list":[1,null]}', '2026-10-05T12:00:00.000Z']);
  assert.deepEqual([second?.[0], second?.[2], third?.[2]], [2, null, -3]);
  assert.deepEqual(fourth, ['12345678901234567000', '=1+1', true, 'xy', ' spaced ']);
  assert.equal(String(fifth?.[1]).length, 32_766, 'no half surrogate pair');
  assert.deepEqual(notes, ['1 cells were truncated to 32767 characters, the limit of a cell.']);
});

test('another library reads the Parquet file, with column types inferred from the whole table', async () => {
  const typed: TableRow[] = Array.from({ length: 10_002 }, (_, id) => ({
    id,
    ratio: id % 2 === 0 ? id : id / 3,
    isNew: id % 3 === 0,
    seen: new Date(id * 1_000).toISOString(),
    mixed: id === 10_001 ? { a: [1] } : id % 2 === 0 ? 'x' : 7,
    tags: { n: id, list: ['ä', null] },
    name: id % 10 === 0 ? null : `name ${id % 7}`,
  }));
  const names = ['id', 'ratio', 'isNew', 'seen', 'mixed', 'tags', 'name', 'never'];
  const { bytes, rows: count } = await writeToBuffer(createTable(names, typed, 999), 'parquet');
  assert.equal(count, 10_002);
  const file = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(file);
  assert.equal(metadata.row_groups.length, 3);
  assert.deepEqual(
    metadata.schema.slice(1).map(({ name, type, converted_type: logical }) => [name, type, logical]),
    [
      ['id', 'INT64', undefined],
      ['ratio', 'DOUBLE', undefined],
      ['isNew', 'BOOLEAN', undefined],
      ['seen', 'INT64', 'TIMESTAMP_MILLIS'],
      ['mixed', 'BYTE_ARRAY', 'UTF8'],
      ['tags', 'BYTE_ARRAY', 'JSON'],
      ['name', 'BYTE_ARRAY', 'UTF8'],
      ['never', 'BYTE_ARRAY', 'UTF8'],
    ],
  );
  const read = await parquetReadObjects({ file });
  for (const at of [0, 1, 4_999, 5_000, 10_000, 10_001]) {
    const row = typed[at] as TableRow;
    assert.deepEqual(
      { ...read[at] },
      {
        ...row,
        id: BigInt(at),
        seen: new Date(at * 1_000),
        mixed: typeof row.mixed === 'string' ? row.mixed : JSON.stringify(row.mixed),
        name: row.name ?? null,
        never: null,
      },
    );
  }
  const empty = await writeToBuffer(createTable(['a'], []), 'parquet');
  assert.deepEqual(await parquetReadObjects({ file: new Uint8Array(empty.bytes).buffer }), []);
});

test('a writer that is not read to the end closes its rows', async () => {
  for (const format of ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const) {
    let open = 0;
    const table: Table = {
      columns: ['a'],
      async *rows() {
        open += 1;
        try {
          for (let at = 0; at < 300; at += 1) yield Array.from({ length: 500 }, () => ({ a: Math.random() }));
        } finally {
          open -= 1;
        }
      },
    };
    for await (const piece of writeTable(table, { ...defaultOptions, format }).pieces)
      if (piece.length > 1_000) break;
    assert.equal(open, 0, format);
  }
});
