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

const relation = (id: string, type: string, target: string, isExternal = false) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;
const relations = (part: string, ...items: string[]) => ({
  name: part,
  bytes: `<Relationships>${items.join('')}</Relationships>`,
});
const documentRelations = 'word/_rels/document.xml.rels';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('links of many notes are read, as their relationships are read once', async () => {
  const references = numbers(3_000).map(
    (id) => `<w:p><w:r><w:t>t</w:t><w:footnoteReference w:id="${id}"/></w:r></w:p>`,
  );
  const notes = numbers(3_000).map(
    (id) =>
      `<w:footnote w:id="${id}"><w:p><w:hyperlink r:id="r${id}"><w:r><w:t>n${id}</w:t></w:r></w:hyperlink></w:p></w:footnote>`,
  );
  const links = numbers(3_000).map((id) =>
    relation(`r${id}`, 'hyperlink', `https://example.com/page/${id}`, true),
  );
  const { markdown } = await read(
    makeDocx(references.join(''), [
      relations(documentRelations, relation('f', 'footnotes', 'footnotes.xml')),
      { name: 'word/footnotes.xml', bytes: `<w:footnotes>${notes.join('')}</w:footnotes>` },
      relations('word/_rels/footnotes.xml.rels', ...links),
    ]),
  );
  assert.match(markdown, /\[\^3000\]: \[n2999\]\(https:\/\/example\.com\/page\/2999\)$/);
});

// Without the bounds, each of these reads the product of two lengths: minutes, or gigabytes.
test('many elements that refer to large ones are read in linear time', { timeout: 60_000 }, async () => {
  const count = 60_000;
  const styled = (styles: string) => [
    relations(documentRelations, relation('s', 'styles', 'styles.xml')),
    { name: 'word/styles.xml', bytes: `<w:styles>${styles}</w:styles>` },
  ];
  const chain = numbers(count).map(
    (id) =>
      `<w:style w:type="paragraph" w:styleId="s${id}"><w:basedOn w:val="s${(id + 1) % count}"/></w:style>`,
  );
  const chained = numbers(count).map(
    (id) => `<w:p><w:pPr><w:pStyle w:val="s${id}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
  );
  const wide = `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr>${'<w:q/>'.repeat(300_000)}</w:rPr></w:style>`;
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const fields = `<w:p>${(mark('begin') + mark('separate')).repeat(100_000)}${'<w:r><w:t>x</w:t></w:r>'.repeat(100_000)}</w:p>`;
  for (const bytes of [
    makeDocx(chained.join(''), styled(chain.join(''))),
    makeDocx(`<w:p>${'<w:r><w:t>x</w:t></w:r>'.repeat(count)}</w:p>`, styled(wide)),
    makeDocx(fields),
  ])
    assert.match((await read(bytes)).markdown, /^x[x\n]+x$/);
});

test('a long URL, number or text that many parts show is bounded', async () => {
  const links = '<w:p><w:hyperlink r:id="h"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>'.repeat(5_000);
  const target = relation('h', 'hyperlink', `https://example.com/${'a'.repeat(200_000)}`, true);
  assert.match((await read(makeDocx(links, [relations(documentRelations, target)]))).markdown, /^x\n\nx/);
  const item =
    '<w:p><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>';
  const level = `<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${'%1-'.repeat(70_000)}"/></w:lvl>`;
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="1">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
  const { markdown } = await read(
    makeDocx(item.repeat(5_000), [
      relations(documentRelations, relation('n', 'numbering', 'numbering.xml')),
      { name: 'word/numbering.xml', bytes: numbering },
    ]),
  );
  assert.match(markdown, /^# 1-1-1-/);
  const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(100);
  const shared = await read(makeXlsx([{ name: 'A', rows }], ['z'.repeat(200_000)]));
  assert.deepEqual([shared.reason, shared.codes], ['', ['rows_left_out']]);
});
