import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { makeZip, type ZipFile } from '../../../../test/corpus/documents/make-zip.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';

interface Parts {
  /** XML of the automatic styles. */
  automatic?: string;
  more?: readonly ZipFile[];
}

/** Creates an OpenDocument package of a kind with this XML in its body. */
function makePackage(kind: string, body: string, { automatic = '', more = [] }: Parts = {}): Buffer {
  const content = `<office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`;
  return makeZip([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'content.xml', bytes: content },
    ...more,
  ]);
}

function read(bytes: Uint8Array): Promise<PageContent> {
  return readResponse(jobFor(bytes, { headers: { 'content-type': 'application/octet-stream' } }));
}

async function markdownOf(body: string, parts?: Parts): Promise<string> {
  const { markdown, error } = await read(makePackage('text', `<office:text>${body}</office:text>`, parts));
  assert.equal(error, null);
  return markdown;
}

const p = (text: string, style = '') =>
  `<text:p${style === '' ? '' : ` text:style-name="${style}"`}>${text}</text:p>`;
const textStyle = (name: string, properties: string, family = 'text') =>
  `<style:style style:name="${name}" style:family="${family}"><style:text-properties ${properties}/></style:style>`;
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
const numbered = (level: number) =>
  `<text:list-level-style-number text:level="${level}" style:num-format="1"/>`;
const listStyle = (name: string, levels: string) =>
  `<text:list-style style:name="${name}">${levels}</text:list-style>`;
const list = (style: string, items: readonly string[], attributes = '') =>
  `<text:list text:style-name="${style}"${attributes}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;

describe('OpenDocument texts', () => {
  test('a level that a list style does not define has the format of the level above it', async () => {
    const automatic = listStyle('L1', numbered(1));
    const inner = list('L1', [p('a'), p('b')]);
    assert.equal(await markdownOf(list('L1', [p('one') + inner]), { automatic }), '1. one\n   1. a\n   2. b');
  });

  test('elements that are named like properties of objects are read through', async () => {
    assert.equal(
      await markdownOf(`${p('one')}<text:constructor>${p('two')}</text:constructor><text:valueOf/>`),
      'one\n\ntwo',
    );
  });

  test('bold, italic, struck, raised and lowered text, also by an ancestor of the style', async () => {
    const automatic = [
      textStyle('T1', 'fo:font-weight="bold"'),
      textStyle('T2', 'fo:font-style="italic"'),
      textStyle('T3', 'style:text-line-through-style="solid"'),
      textStyle('T4', 'style:text-position="super 58%"'),
      textStyle('T5', 'style:text-position="-33% 58%"'),
      '<style:style style:name="T6" style:family="text" style:parent-style-name="T1"/>',
      textStyle('P1', 'fo:font-weight="bold"', 'paragraph'),
    ].join('');
    const body = `${p(`${span('T1', 'dawn')}, ${span('T2', 'sound')}, ${span('T3', 'old')}, x${span('T4', '2')}, H${span('T5', '2')}O, ${span('T6', 'heir')}`)}${p('A bold line', 'P1')}`;
    assert.equal(
      await markdownOf(body, { automatic }),
      '**dawn**, *sound*, ~~old~~, x<sup>2</sup>, H<sub>2</sub>O, **heir**\n\n**A bold line**',
    );
  });

  test('titles, headings, quotations and code by their styles', async () => {
    const automatic =
      '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>';
    const body = [
      p('Harbour report', 'Title'),
      '<text:h text:outline-level="2">Ferries</text:h>',
      p('Said one.', 'Quotations'),
      p('gate --open<text:line-break/>', 'P2'),
      p('<text:s text:c="2"/>--now', 'P2'),
      p(`Run ${span('Source_20_Text', 'gate')}.`),
    ].join('');
    assert.equal(
      await markdownOf(body, { automatic }),
      '# Harbour report\n\n## Ferries\n\n> Said one.\n\n```\ngate --open\n\n  --now\n```\n\nRun `gate`.',
    );
  });

  test('numbers of lists: nested, with a start, continued, divided by a list of another style', async () => {
    const automatic = [
      listStyle('L1', numbered(1) + numbered(2)),
      listStyle(
        'L2',
        '<text:list-level-style-bullet text:level="1"/><text:list-level-style-bullet text:level="2"/>',
      ),
      listStyle(
        'L3',
        '<text:list-level-style-number text:level="1" style:num-format="a" text:start-value="7"/>',
      ),
    ].join('');
    const body = [
      list('L1', [p('one') + list('L1', [p('inner')]), p('two')], ' xml:id="a"'),
      list('L2', [list('L2', [p('bullet')])]),
      list('L1', [p('three')], ' text:continue-list="a"'),
      p('Between.'),
      list('L1', [p('four')], ' text:continue-numbering="true"'),
      p('Then.'),
      list('L3', [p('seven')]),
    ].join('');
    assert.equal(
      await markdownOf(body, { automatic }),
      '1. one\n   1. inner\n2. two\n   - bullet\n3. three\n\nBetween.\n\n4. four\n\nThen.\n\n7. seven',
    );
  });

  test('a heading in a list that numbers it is a heading', async () => {
    const body = list('L1', ['<text:h text:outline-level="1"><text:number>1.</text:number>Ferries</text:h>']);
    assert.equal(await markdownOf(body), '# Ferries');
  });

  test('formulas are TeX, alone in a paragraph on a line of their own', async () => {
    const formula =
      '<math><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation encoding="StarMath 5.0">a over b</annotation></semantics></math>';
    const frame =
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="x"/></draw:frame>';
    const more = [{ name: 'Object 1/content.xml', bytes: formula }];
    assert.equal(
      await markdownOf(p(`Take ${frame} of it.`) + p(frame), { more }),
      'Take $\\frac{a}{b}$ of it.\n\n$$\\frac{a}{b}$$',
    );
  });

  test('footnotes and endnotes, also with several paragraphs', async () => {
    const note = (mark: string, text: string) =>
      `<text:note><text:note-citation>${mark}</text:note-citation><text:note-body>${text}</text:note-body></text:note>`;
    assert.equal(
      await markdownOf(p(`Text${note('1', p('First.') + p('More.'))} and${note('i', p('Second.'))}.`)),
      'Text[^1] and[^2].\n\n[^1]: First.\n\n    More.\n\n[^2]: Second.',
    );
  });

  test('hidden text, deleted text and comments are left out', async () => {
    const automatic = [
      textStyle('T1', 'text:display="none"'),
      textStyle('P1', 'text:display="none"', 'paragraph'),
    ].join('');
    const body = [
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>',
      p(
        `Gate<text:change text:change-id="c"/> ${span('T1', 'hidden')}opens<office:annotation><text:p>comment</text:p></office:annotation>.`,
      ),
      p('hidden line', 'P1'),
      '<text:section text:display="none"><text:p>hidden part</text:p></text:section>',
      p('<text:hidden-paragraph text:is-hidden="true"/>hidden by a field'),
    ].join('');
    assert.equal(await markdownOf(body, { automatic }), 'Gate opens.');
  });

  test('tables: rows of headings, spans, repeated empty cells and tables within text boxes', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell${attributes}>${text}</table:table-cell>`;
    const table = `<table:table><table:table-header-rows><table:table-row>${cell(p('A'))}${cell(p('B'))}${cell(p('C'))}</table:table-row></table:table-header-rows><table:table-row>${cell(p('wide'), ' table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell(p('c'))}</table:table-row><table:table-row>${cell('', ' table:number-columns-repeated="2"')}${cell(p('d'))}</table:table-row></table:table>`;
    const expected = '| A | B | C |\n| --- | --- | --- |\n| wide |  | c |\n|  |  | d |';
    assert.equal(await markdownOf(table), expected);
    const boxed = `<draw:frame><draw:text-box>${table}${p('Below.')}</draw:text-box></draw:frame>`;
    assert.equal(await markdownOf(p(`Before ${boxed} after.`)), `Before after.\n\n${expected}\n\nBelow.`);
  });

  test('the text of an image stands in its place, its title is no field', async () => {
    const frame =
      '<draw:frame><draw:image xlink:href="x.png"/><svg:title>Map</svg:title><svg:desc>The quays from above</svg:desc></draw:frame>';
    assert.equal(
      await markdownOf(p(`See ${frame}.`) + p('<text:title>Report</text:title>')),
      'See *The quays from above*.\n\nReport',
    );
  });

  test('the author is who created the document', async () => {
    const meta =
      '<office:meta><meta:initial-creator>A. Mole</meta:initial-creator><dc:creator>B. Rat</dc:creator><meta:creation-date>2026-11-23T10:00:00</meta:creation-date><dc:date>2026-11-24T10:00:00</dc:date><dc:title>Harbour</dc:title></office:meta>';
    const { metadata, title } = await read(
      makePackage('text-template', `<office:text>${p('x')}</office:text>`, {
        more: [{ name: 'meta.xml', bytes: meta }],
      }),
    );
    assert.equal(title, 'Harbour');
    assert.deepEqual(
      [metadata.author, metadata.created, metadata.modified],
      ['A. Mole', '2026-11-23T10:00:00', '2026-11-24T10:00:00'],
    );
  });
});

describe('OpenDocument presentations', () => {
  const frame = (role: string, content: string) =>
    `<draw:frame presentation:class="${role}"><draw:text-box>${content}</draw:text-box></draw:frame>`;

  test('slides with titles, nested lists, tables, shapes and notes; hidden slides are left out', async () => {
    const automatic = [
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
      listStyle(
        'L2',
        '<text:list-level-style-bullet text:level="1"/><text:list-level-style-bullet text:level="2"/>',
      ),
    ].join('');
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((text) => `<table:table-cell>${p(text)}</table:table-cell>`).join('')}</table:table-row>`;
    const slides = [
      `<draw:page>${frame('title', p('Quays'))}${frame('outline', list('L2', [p('north') + list('L2', [p('far')]), p('south')]))}${frame('page-number', p('1'))}<draw:custom-shape>${p('A shape')}</draw:custom-shape><presentation:notes><draw:page-thumbnail/>${frame('notes', p('Say hello.'))}</presentation:notes></draw:page>`,
      `<draw:page draw:style-name="dp2">${frame('title', p('Secret'))}</draw:page>`,
      `<draw:page>${frame('title', p('Depths'))}<draw:frame><table:table>${row('Berth', 'Depth')}${row('1', '9 m')}</table:table></draw:frame></draw:page>`,
    ];
    const { markdown, error } = await read(
      makePackage('presentation', `<office:presentation>${slides.join('')}</office:presentation>`, {
        automatic,
      }),
    );
    assert.equal(error, null);
    assert.equal(
      markdown,
      '## Quays\n\n- north\n  - far\n- south\n\nA shape\n\n> Say hello.\n\n## Depths\n\n| Berth | Depth |\n| --- | --- |\n| 1 | 9 m |',
    );
  });
});

describe('OpenDocument spreadsheets', () => {
  const cell = (shown: string, attributes = '') =>
    `<table:table-cell ${attributes}>${shown === '' ? '' : p(shown)}</table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const sheet = (name: string, rows: string, style = '') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
  const readSheets = (sheets: string, automatic = '') =>
    read(makePackage('spreadsheet', `<office:spreadsheet>${sheets}</office:spreadsheet>`, { automatic }));

  test('values by their types, repeated cells and rows, links, hidden sheets', async () => {
    const automatic =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const value = (type: string, rest: string) => `office:value-type="${type}" ${rest}`;
    const rows = [
      row(['Day', 'Sum', 'Share', 'Code', 'Open'].map((text) => cell(text)).join('')),
      row(
        cell('05.03.24', value('date', 'office:date-value="2024-03-05"')) +
          cell('1.234,50 €', value('currency', 'office:value="1234.5"')) +
          cell('13 %', value('percentage', 'office:value="0.125"')) +
          cell('00042', value('float', 'office:value="42"')) +
          cell('WAHR', value('boolean', 'office:boolean-value="true"')),
      ),
      row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1000000"'),
      row(
        cell('<text:a xlink:href="https://example.com/1">one</text:a>') +
          cell('0,3', value('float', 'office:value="0.30000000000000004"')) +
          cell('a<text:s/>b', 'table:number-columns-repeated="2"') +
          cell('13,0 %', value('percentage', 'office:value="0.13"')),
        'table:number-rows-repeated="2"',
      ),
    ];
    const { markdown, warnings, error } = await readSheets(
      sheet('Costs', rows.join('')) + sheet('Secret', row(cell('x')), 'ta2'),
      automatic,
    );
    assert.equal(error, null);
    const repeated = '| [one](https://example.com/1) | 0.3 | a b | a b | 13.0% |';
    assert.equal(
      markdown,
      `## Costs\n\n| Day | Sum | Share | Code | Open |\n| --- | --- | --- | --- | --- |\n| 2024-03-05 | 1.234,50 € | 12.5% | 00042 | TRUE |\n${repeated}\n${repeated}`,
    );
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['Hidden sheets are left out: "Secret".'],
    );
  });

  test('more cells than the limit are left out with a warning', async () => {
    const bomb = row(
      cell('x', 'table:number-columns-repeated="16384"'),
      'table:number-rows-repeated="1048576"',
    );
    const { warnings, error } = await readSheets(sheet('A', bomb));
    assert.equal(error, null);
    const long = row(cell('x'.repeat(100_000)), 'table:number-rows-repeated="1000"');
    assert.deepEqual(
      (await readSheets(sheet('A', long))).warnings.map(({ code }) => code),
      ['rows_left_out'],
    );
    assert.deepEqual(warnings.map(({ code }) => code).sort(), ['columns_left_out', 'rows_left_out']);
  });
});

test('damaged and hostile packages fail with the reason, or are read in part', async () => {
  const failure = async (kind: string, body: string, more: readonly ZipFile[] = []) =>
    (await read(makePackage(kind, body, { more }))).error?.message ?? '';
  assert.match(await failure('text', '<office:text><text:p>x</office:text>'), /not well-formed/);
  assert.match(await failure('spreadsheet', ' '.repeat(40_000_000)), /decompressed size/);
  const manifest = { name: 'META-INF/manifest.xml', bytes: '<manifest:encryption-data/>' };
  assert.match(await failure('presentation', '', [manifest]), /password-protected/);
  const depth = 20_000;
  for (const name of ['text:list', 'text:p', 'text:span', 'draw:text-box', 'table:table']) {
    const body = `<office:text>${`<${name}>`.repeat(depth)}x${`</${name}>`.repeat(depth)}</office:text>`;
    assert.match(await failure('text', body), /nested too deeply/, name);
  }
  const empty = '<table:table-cell table:number-columns-repeated="200"/>'.repeat(20_000);
  assert.equal(
    await markdownOf(`<table:table><table:table-row>${empty}</table:table-row></table:table>`),
    '',
  );
  const loop =
    '<style:style style:name="A" style:family="text" style:parent-style-name="B"/><style:style style:name="B" style:family="text" style:parent-style-name="A"/>';
  assert.equal(await markdownOf(p(span('A', 'Text')), { automatic: loop }), 'Text');
});
