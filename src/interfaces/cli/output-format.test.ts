import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFormat, formatRows } from './output-format.ts';

const rows = [
  { name: 'Crane "A"', price: 1200, tags: ['a', 'b'] },
  { name: 'B, or C', weight: null },
];

test('rows are written as CSV and NDJSON', () => {
  assert.equal(
    formatRows(rows, 'csv'),
    'name,price,tags,weight\r\n"Crane ""A""",1200,"[""a"",""b""]",\r\n"B, or C",,,\r\n',
  );
  assert.equal(formatRows(rows, 'ndjson'), `${JSON.stringify(rows[0])}\n${JSON.stringify(rows[1])}\n`);
});

test('the extension of the file chooses the format, unless a flag does', () => {
  assert.equal(chooseFormat(null, { extension: 'jsonl' }), 'ndjson');
  assert.equal(chooseFormat('json', { extension: 'csv' }), 'json');
  assert.equal(chooseFormat(null, { extension: 'txt' }), 'text');
  assert.equal(chooseFormat(null, { extension: 'md' }), 'text');
});
