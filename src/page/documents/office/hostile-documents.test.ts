import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { makeDocx, makeXlsx, makeZip } from '../../../../test/corpus/documents/make-zip.ts';
import { readResponse } from '../../read/read-response.ts';

async function read(bytes: Uint8Array) {
  const { markdown, error, warnings } = await readResponse(jobFor(bytes, { headers: {} }));
  return { markdown, reason: error?.message ?? '', codes: warnings.map(({ code }) => code) };
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const presentation = (shapes: string) =>
  makeZip([
    {
      name: 'ppt/slides/slide1.xml',
      bytes: `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    },
  ]);

test('nesting beyond the limit is an error, in each format that nests', async () => {
  const depth = 100_000;
  const groups = presentation(`${'<p:grpSp>'.repeat(depth)}${'</p:grpSp>'.repeat(depth)}`);
  const controls = makeDocx(`${'<w:sdt>'.repeat(depth)}${paragraph('x')}${'</w:sdt>'.repeat(depth)}`);
  for (const bytes of [groups, controls])
    assert.match((await read(bytes)).reason, /more than 400 nested elements/);
});

test('text within the limit of nesting is read', async () => {
  const tables = 60;
  const body = `${'<w:tbl><w:tr><w:tc>'.repeat(tables)}${paragraph('inside')}${'</w:tc></w:tr></w:tbl>'.repeat(tables)}`;
  assert.match((await read(makeDocx(body))).markdown, /inside/);
  const groups = presentation(
    `${'<p:grpSp>'.repeat(300)}<p:sp><p:txBody><a:p><a:r><a:t>inside</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(300)}`,
  );
  assert.equal((await read(groups)).markdown, 'inside');
});

test('too many elements are an error', async () => {
  assert.match((await read(makeDocx('<w:p/>'.repeat(1_000_001)))).reason, /more than 1000000 elements/);
});

test('a line of 100 MB is an error, one of 2 MB is text', async () => {
  assert.match(
    (await read(makeDocx(paragraph('x'.repeat(100_000_000))))).reason,
    /decompressed size exceeds/,
  );
  const { markdown } = await read(makeDocx(paragraph('word '.repeat(400_000))));
  assert.equal(markdown.length, 1_000_000);
});

test('empty cells cost no output, and cells beyond the limit are named in a warning', async () => {
  const row = (cells: string) => `<row>${cells}</row>`;
  const empty = await read(
    makeXlsx([{ name: 'A', rows: row('<c s="1"/>'.repeat(1_000)).repeat(200) + row('<c><v>7</v></c>') }]),
  );
  assert.equal(empty.markdown, '## A\n\n| 7 |\n| --- |');
  const full = await read(makeXlsx([{ name: 'A', rows: row('<c><v>1</v></c>'.repeat(200)).repeat(2_001) }]));
  assert.deepEqual(full.codes, ['rows_left_out']);
});

test('a number format of any length is read', async () => {
  const styles = {
    name: 'xl/styles.xml',
    bytes: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0.${'0'.repeat(100_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
  };
  const rows = '<row><c s="0"><v>0.3333333333333333</v></c></row>';
  assert.match((await read(makeXlsx([{ name: 'A', rows }], [], [styles]))).markdown, /\| 0\.3333/);
});
