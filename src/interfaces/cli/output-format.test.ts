import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFormat, formatDocument } from './output-format.ts';
import { UsageError } from './usage-error.ts';

const document = {
  records: [
    { name: 'Crane "A"', price: 1200, tags: ['a', 'b'] },
    { name: 'B, or C', weight: null },
  ],
  warnings: [1, 2, 3],
};

test('rows are written as CSV and NDJSON', () => {
  assert.equal(
    formatDocument(document, 'csv'),
    'name,price,tags,weight\r\n"Crane ""A""",1200,"[""a"",""b""]",\r\n"B, or C",,,\r\n',
  );
  assert.equal(
    formatDocument(document, 'ndjson'),
    `${JSON.stringify(document.records[0])}\n${JSON.stringify(document.records[1])}\n`,
  );
  assert.deepEqual(JSON.parse(formatDocument(document, 'json')), document);
  assert.throws(() => formatDocument({ status: 'ok' }, 'csv'), UsageError);
});

test('the extension of the file chooses the format, unless a flag does', () => {
  assert.equal(chooseFormat(null, { extension: 'jsonl' }), 'ndjson');
  assert.equal(chooseFormat('json', { extension: 'csv' }), 'json');
  assert.equal(chooseFormat(null, { extension: 'md' }), 'text');
});
