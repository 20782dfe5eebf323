import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { makeXlsx, type ZipFile } from '../../../../test/corpus/documents/make-zip.ts';
import { readResponse } from '../../read/read-response.ts';
import { formatNumber, resolveCellFormat } from './cell-format.ts';

describe('number formats', () => {
  const cases: readonly [string, number, string][] = [
    ['00000', 1234, '01234'],
    ['000-00-0000', 12345678, '012-34-5678'],
    ['\\(000\\)\\ 000\\-0000', 5551234567, '(555) 123-4567'],
    ['[h]:mm', 1.125, '27:00'],
    ['[hh]:mm:ss', 0.0625, '01:30:00'],
    ['[mm]:ss', 0.0625, '90:00'],
    ['h:mm AM/PM', 0.5, '12:00:00'],
    ['d.m.yyyy', 45356, '2024-03-05'],
    ['[$-407]mmmm yyyy', 45356, '2024-03-05'],
    ['yyyy-mm-dd hh:mm', 45356.5, '2024-03-05T12:00:00'],
    ['0.0%', 0.125, '12.5%'],
    ['0%', 0.125, '12.5%'],
    ['#,##0.00 "€"', 1234.5, '1234.50 €'],
    ['[$£-809]#,##0.00', 12, '£12.00'],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 7.5, '$7.50'],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', -7.5, '-$7.50'],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 0, '$0'],
    ['0.0,,"M"', 2_500_000, '2.5M'],
    ['0.00', 100 / 3, '33.33'],
    ['0', 12.6, '12.6'],
    ['General', 0.1 + 0.2, '0.3'],
    ['General" kg"', 5, '5 kg'],
    ['0.00E+00', 12300, '12300'],
    ['# ?/?', 0.5, '0.5'],
    ['[<100]0" small";0" large"', 5, '5 small'],
    ['[<100]0" small";0" large"', 500, '500 large'],
    ['"yes";"loss";"no"', 0, 'no'],
    ['0;0" below"', -3, '3 below'],
    ['0;[Red]0', -3, '-3'],
    [';;;', 4, ''],
  ];
  for (const [code, value, shown] of cases) {
    test(`${code} of ${value}`, () => {
      assert.equal(formatNumber(String(value), resolveCellFormat(200, code), false), shown);
    });
  }

  test('built-in formats', () => {
    const shown = (id: number, value: number) => formatNumber(String(value), resolveCellFormat(id), false);
    assert.equal(shown(0, 1.5), '1.5');
    assert.equal(shown(10, 0.5), '50.00%');
    assert.equal(shown(14, 1), '1900-01-01');
    assert.equal(shown(46, 1.5), '36:00:00');
  });
});

/** Returns the parts that the first sheet refers to. */
function sheetParts(
  relations: readonly (readonly [string, string, string])[],
  files: Record<string, string>,
): ZipFile[] {
  const entries = relations.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${target.startsWith('https:') ? ' TargetMode="External"' : ''}/>`,
  );
  return [
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      bytes: `<Relationships>${entries.join('')}</Relationships>`,
    },
    ...Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
  ];
}

const text = (reference: string, value: string, formula = '') =>
  `<c r="${reference}" t="str">${formula === '' ? '' : `<f>${formula}</f>`}<v>${value}</v></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
/** Ends the rows, adds elements after them, and leaves an empty element for the end tag. */
const after = (elements: string) => `</sheetData>${elements}<sheetData>`;

async function read(rows: string, more: readonly ZipFile[] = [], formats: 'markdown' | 'html' = 'markdown') {
  const result = await readResponse(
    jobFor(makeXlsx([{ name: 'A', rows }], [], more), { headers: {}, formats: [formats] }),
  );
  assert.equal(result.error, null);
  return (formats === 'html' ? result.html : result.markdown) ?? '';
}

test('links of cells, of ranges and of formulas', async () => {
  const rows =
    row(1, text('A1', 'Berth'), text('B1', 'Site'), text('C1', 'Map')) +
    row(
      2,
      text('A2', 'North'),
      text('B2', 'page'),
      text('C2', 'map', 'HYPERLINK(&quot;https://example.org/map&quot;,&quot;map&quot;)'),
    ) +
    after(
      '<hyperlinks><hyperlink ref="A2:B2" r:id="r1" location="top"/><hyperlink ref="A1" location="Other!A1"/></hyperlinks>',
    );
  const unread = '<c r="A1"><f>HYPERLINK("https://example.org/b", "tides")</f></c><c r="B1"><f>1+1</f></c>';
  assert.equal(await read(row(1, unread)), '## A\n\n| [tides](https://example.org/b) |\n| --- |');
  assert.equal(
    await read(rows, sheetParts([['r1', 'hyperlink', 'https://example.org/a']], {})),
    '## A\n\n| Berth | Site | Map |\n| --- | --- | --- |\n| [North](https://example.org/a#top) | [page](https://example.org/a#top) | [map](https://example.org/map) |',
  );
});

test('a title above the table is a paragraph, and merged cells keep their spans', async () => {
  const rows =
    row(1, text('A1', 'Traffic of the harbour')) +
    row(3, text('A3', 'Berth'), text('B3', 'Ships')) +
    row(4, text('B4', 'May'), text('C4', 'June')) +
    row(5, text('A5', 'North'), text('B5', '4'), text('C5', '5')) +
    row(6, text('B6', '6'), text('C6', '7')) +
    after(
      '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/><mergeCell ref="B3:C3"/><mergeCell ref="A5:A6"/></mergeCells>',
    );
  assert.equal(
    await read(rows),
    '## A\n\nTraffic of the harbour\n\n| Berth | Ships May | Ships June |\n| --- | --- | --- |\n| North | 4 | 5 |\n|  | 6 | 7 |',
  );
  assert.match(await read(rows, [], 'html'), /<td rowspan="2">North<\/td>/);
});

test('comments are notes; a thread replaces its copy for older programs', async () => {
  const rows =
    row(1, text('A1', 'Berth'), text('B1', 'Depth')) + row(2, text('A2', 'North'), text('B2', '9'));
  const comments =
    '<comments><commentList><comment ref="B2"><text><r><t>Measured </t></r><r><t>in May</t></r></text></comment><comment ref="A1"><text><t>[Threaded comment] Your version does not …</t></text></comment></commentList></comments>';
  const threads =
    '<ThreadedComments><threadedComment ref="A1"><text>All of them?</text></threadedComment><threadedComment ref="A1"><text>Yes.</text></threadedComment></ThreadedComments>';
  const more = sheetParts(
    [
      ['c', 'comments', '../comments1.xml'],
      ['t', 'threadedComment', '../threadedComments/t.xml'],
    ],
    { 'xl/comments1.xml': comments, 'xl/threadedComments/t.xml': threads },
  );
  assert.equal(
    await read(rows, more),
    '## A\n\n| Berth[^1] | Depth |\n| --- | --- |\n| North | 9[^2] |\n\n[^1]: All of them?\n\n    Yes.\n\n[^2]: Measured in May',
  );
});

test('images and text boxes of a sheet follow its table', async () => {
  const drawing =
    '<xdr:wsDr><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="p" descr="Plan of the quay"/></xdr:nvPicPr></xdr:pic><xdr:sp><xdr:txBody><a:p><a:r><a:t>Not to scale</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>';
  const more = sheetParts([['d', 'drawing', '../drawings/d.xml']], { 'xl/drawings/d.xml': drawing });
  assert.match(await read(row(1, text('A1', 'x')), more), /\*Plan of the quay\*\n\nNot to scale$/);
});

test('merged cells and links that cover the whole sheet many times end', async () => {
  const whole = 'ref="A1:XFD1048576"';
  const rows =
    row(1, text('A1', 'a'), text('B1', 'b')) +
    row(2, text('A2', 'c'), text('B2', 'd')) +
    after(
      `<mergeCells>${`<mergeCell ${whole}/>`.repeat(2_000)}</mergeCells><hyperlinks>${`<hyperlink ${whole} r:id="r1"/>`.repeat(2_000)}</hyperlinks>`,
    );
  assert.match(await read(rows, sheetParts([['r1', 'hyperlink', 'https://example.org/a']], {})), /\[a\]/);
});
