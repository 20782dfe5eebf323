import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { makeDocx, type ZipFile } from '../../../../test/corpus/documents/make-zip.ts';
import { readResponse } from '../../read/read-response.ts';

const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** Returns the parts of a document that its relationships name, and external links. */
function parts(files: Readonly<Record<string, string>>, links: readonly string[] = []): ZipFile[] {
  const relations = [
    ...Object.keys(files).map(
      (type) => `<Relationship Id="p-${type}" Type="${relationTypes}${type}" Target="${type}.xml"/>`,
    ),
    ...links.map(
      (url, index) =>
        `<Relationship Id="link${index + 1}" Type="${relationTypes}hyperlink" Target="${url}" TargetMode="External"/>`,
    ),
  ];
  return [
    ...Object.entries(files).map(([type, bytes]) => ({ name: `word/${type}.xml`, bytes })),
    { name: 'word/_rels/document.xml.rels', bytes: `<Relationships>${relations.join('')}</Relationships>` },
  ];
}

async function read(
  body: string,
  files: Readonly<Record<string, string>> = {},
  links: readonly string[] = [],
) {
  const { markdown, error } = await readResponse(
    jobFor(makeDocx(body, parts(files, links)), { headers: {} }),
  );
  assert.equal(error, null);
  return markdown;
}

const run = (text: string, properties = '') =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const style = (id: string, name: string, rest: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
const styled = (id: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${id}"/>`);

describe('headings', () => {
  const styles = `<w:styles>${[
    style('H2', 'heading 2', ''),
    style('Chapter', 'House chapter', '<w:basedOn w:val="H2"/>'),
    style('Outlined', 'House part', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
    style('Contents', 'TOC Heading', '<w:basedOn w:val="H2"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
    style('Title', 'Title', ''),
    style('Subtitle', 'Subtitle', '<w:basedOn w:val="Title"/>'),
    style('Loop', 'Loop', '<w:basedOn w:val="Loop2"/>'),
    style('Loop2', 'Loop 2', '<w:basedOn w:val="Loop"/>'),
  ].join('')}</w:styles>`;

  test('styles that are based on headings or have an outline level are headings', async () => {
    const body = ['Title', 'Subtitle', 'Contents', 'Chapter', 'Outlined', 'Loop']
      .map((id) => styled(id, id))
      .join('');
    const direct = paragraph(run('Direct'), '<w:outlineLvl w:val="3"/>');
    assert.equal(
      await read(body + direct, { styles }),
      '# Title\n\nSubtitle\n\nContents\n\n## Chapter\n\n### Outlined\n\nLoop\n\n#### Direct',
    );
  });

  test('a numbered heading has its number', async () => {
    const level = (index: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '%1.')}${level(1, 'lowerLetter', '%1-%2')}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
    const heading = (text: string, at: number) =>
      paragraph(
        run(text),
        `<w:outlineLvl w:val="${at}"/><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="5"/></w:numPr>`,
      );
    const body =
      heading('Quay', 0) +
      heading('North', 1) +
      heading('South', 1) +
      heading('Lock', 0) +
      heading('Gate', 1);
    assert.equal(
      await read(body, { numbering }),
      '# I. Quay\n\n## I-a North\n\n## I-b South\n\n# II. Lock\n\n## II-a Gate',
    );
  });
});

describe('lists', () => {
  const level = (index: number, format: string, indent: number, text = '%1.') =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${indent}"/></w:pPr></w:lvl>`;
  const definition = (id: number, levels: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
  const list = (id: number, rest = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${rest}</w:num>`;
  const numbering = `<w:numbering>${[
    definition(1, level(0, 'bullet', 360, '•')),
    definition(2, level(0, 'bullet', 720, '◦')),
    definition(3, level(0, 'decimal', 360) + level(1, 'bullet', 720, '•')),
    definition(4, level(0, 'bullet', 360, ' ')),
    definition(5, level(0, 'bullet', 360, '\uf020')),
    definition(6, level(0, 'none', 360, '%1')),
  ].join(
    '',
  )}${list(1)}${list(2)}${list(3)}${list(4)}${list(5)}${list(6)}<w:num w:numId="9"><w:abstractNumId w:val="3"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`;
  const numbered = (id: number) => `<w:pPr><w:numPr><w:numId w:val="${id}"/></w:numPr></w:pPr>`;
  const styles = `<w:styles>${style('B1', 'List Bullet', numbered(1))}${style('B2', 'List Bullet 2', numbered(2))}</w:styles>`;
  const item = (id: number, at: number, text: string) =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`);

  test('lists of styles are nested by their indent', async () => {
    const body = styled('B1', 'one') + styled('B2', 'two') + styled('B2', 'three') + styled('B1', 'four');
    assert.equal(await read(body, { styles, numbering }), '- one\n  - two\n  - three\n- four');
  });

  test('numbers go on after a paragraph, restart where the list says so, and stop where they are switched off', async () => {
    const body =
      item(3, 0, 'one') +
      item(3, 1, 'a') +
      paragraph(run('Between')) +
      item(3, 0, 'two') +
      paragraph(run('After')) +
      item(9, 0, 'first') +
      item(9, 0, 'second') +
      item(0, 0, 'none');
    assert.equal(
      await read(body, { numbering }),
      '1. one\n   - a\n\nBetween\n\n2. two\n\nAfter\n\n1. first\n2. second\n\nnone',
    );
  });

  test('a level without a sign continues its item', async () => {
    for (const blank of [4, 5, 6])
      assert.equal(
        await read(item(1, 0, 'one') + item(blank, 0, 'more') + item(1, 0, 'two'), { numbering }),
        '- one\n\n  more\n\n- two',
      );
  });
});

describe('text', () => {
  test('hidden text is left out, also by style; switches are read', async () => {
    const styles = `<w:styles><w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;
    const body = paragraph(
      run('shown ') +
        run('hidden ', '<w:vanish/>') +
        run('secret ', '<w:rStyle w:val="Secret"/>') +
        run('open ', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>') +
        run('plain ', '<w:b w:val="false"/>') +
        run('bo', '<w:b/>') +
        run('ld', '<w:b/>'),
    );
    assert.equal(await read(body, { styles }), 'shown open plain **bold**');
  });

  test('tracked changes are accepted', async () => {
    const deletedRow =
      '<w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc></w:tr>';
    const body =
      paragraph(
        `${run('The ')}<w:del><w:r><w:delText>old </w:delText></w:r></w:del><w:ins>${run('new ')}</w:ins><w:moveFrom>${run('from ')}</w:moveFrom>${run('quay')}`,
        '<w:rPr><w:del/></w:rPr>',
      ) +
      paragraph(run(' opens.')) +
      `<w:tbl><w:tr><w:tc>${paragraph(run('kept'))}</w:tc></w:tr>${deletedRow}</w:tbl>`;
    const markdown = await read(body);
    assert.match(markdown, /^The new quay opens\./);
    assert.match(markdown, /kept/);
    assert.doesNotMatch(markdown, /old|from|gone/);
  });

  test('links: relationships, fields, simple fields; those within the document are text', async () => {
    const field = (code: string, result: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = paragraph(
      [
        `<w:hyperlink r:id="link1">${run('berths')}</w:hyperlink>`,
        field(' HYPERLINK "https://example.org/b" \\o "tip"', run('tides')),
        `<w:fldSimple w:instr=" HYPERLINK &quot;https://example.org/c&quot; ">${run('locks')}</w:fldSimple>`,
        `<w:hyperlink w:anchor="top">${run('top')}</w:hyperlink>`,
        `<w:fldSimple w:instr=" DATE ">${run('5 May')}</w:fldSimple>`,
        field(' REF _1 ', run('Table 2')),
      ].join(run(', ')),
    );
    assert.equal(
      await read(body, {}, ['https://example.org/a']),
      '[berths](https://example.org/a), [tides](https://example.org/b), [locks](https://example.org/c), top, 5 May, Table 2',
    );
  });

  test('quotations are quoted, and text in a font of one width is code', async () => {
    const styles = `<w:styles>${style('Q', 'Intense Quote', '')}${style('Mine', 'House quote', '<w:basedOn w:val="Q"/>')}</w:styles>`;
    const fixed = '<w:rFonts w:ascii="Courier New"/>';
    const body =
      styled('Q', 'One.') +
      styled('Mine', 'Two.') +
      paragraph(run('open(gate)', fixed)) +
      paragraph(
        `${run('  wait()', fixed)}<w:r><w:br/></w:r>${run('close', `${fixed}<w:b/>`)}${run('()', fixed)}`,
      ) +
      paragraph(run('Call ') + run('open', fixed));
    assert.equal(
      await read(body, { styles }),
      '> One.\n>\n> Two.\n\n```\nopen(gate)\n  wait()\nclose()\n```\n\nCall `open`',
    );
  });

  test('check boxes of controls, form fields and symbol fonts', async () => {
    const control = (isChecked: number) =>
      `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="w14"><w14:checked w14:val="${isChecked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('x')}</w:sdtContent></w:sdt>`;
    const form = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const symbol = '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>';
    assert.equal(
      await read(
        paragraph(
          `${control(1)}${run(' fuel ')}${control(0)}${run(' water ')}${form}${run(' ice ')}${symbol}${run(' bait')}`,
        ),
      ),
      '☑ fuel ☐ water ☑ ice ☐ bait',
    );
  });

  test('footnotes and endnotes in the order of their references, with their own links', async () => {
    const reference = (kind: string, id: number) =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="${id}"/></w:r>`;
    const body = paragraph(
      `${run('One')}${reference('endnote', 3)}${run(' two')}${reference('footnote', 2)}`,
    );
    const footnotes = `<w:footnotes><w:footnote w:id="2">${paragraph(run('Foot.'))}</w:footnote></w:footnotes>`;
    const endnotes = `<w:endnotes><w:endnote w:id="3">${paragraph(run('End.'))}</w:endnote></w:endnotes>`;
    assert.equal(await read(body, { footnotes, endnotes }), 'One[^1] two[^2]\n\n[^1]: End.\n[^2]: Foot.');
  });
});

describe('objects', () => {
  test('texts of images stand at their place; decoration and file names do not', async () => {
    const image = (attributes: string, inner = '') =>
      `<w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="1" name="Picture 1" ${attributes}>${inner}</wp:docPr><pic:cNvPr xmlns:pic="pic" name="quay.png" descr="quay.png"/></wp:inline></w:drawing></w:r>`;
    const body = paragraph(
      run('See ') +
        image('descr="A gate at dawn"') +
        image('title="Quay"') +
        image('descr="Border"', '<adec:decorative xmlns:adec="adec" val="1"/>') +
        image('descr="IMG_1.jpeg"'),
    );
    assert.equal(await read(body), 'See *A gate at dawn* *Quay*');
    const captioned =
      paragraph(image('descr="A gate"')) + paragraph(run('A gate')) + paragraph(run('A gate'));
    assert.equal(await read(captioned), 'A gate\n\nA gate');
  });

  test('text boxes follow their paragraph once', async () => {
    const box = (name: string) =>
      `<${name}><w:txbxContent>${paragraph(run('In the box'))}</w:txbxContent></${name}>`;
    const body = paragraph(
      `${run('Before ')}<w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:drawing>${box('wps')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box('v')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>${run('after')}`,
    );
    assert.equal(await read(body), 'Before after\n\nIn the box');
  });

  test('cells that span rows and columns, and rows of headings', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
    const span = '<w:gridSpan w:val="2"/>';
    const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Berth')}${cell('Depths', span)}</w:tr><w:tr>${cell('North', '<w:vMerge w:val="restart"/>')}${cell('9')}${cell('8')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('7')}${cell('6')}</w:tr></w:tbl>`;
    const { formats } = await readFormats(body);
    assert.match(formats, /<td rowspan="2">(?:<p>)?North/);
    assert.match(formats, /<th colspan="2">(?:<p>)?Depths/);
    assert.match(await read(body), /\| North \| 9 \| 8 \|\n\| {2}\| 7 \| 6 \|/);
  });
});

async function readFormats(body: string) {
  const { html } = await readResponse(jobFor(makeDocx(body), { headers: {}, formats: ['html'] }));
  return { formats: html ?? '' };
}

describe('equations', () => {
  const text = (one: string) => `<m:r><m:t>${one}</m:t></m:r>`;
  const math = (content: string) => paragraph(`<m:oMath xmlns:m="m">${content}</m:oMath>`);
  const e = (content: string) => `<m:e>${content}</m:e>`;
  const cases: readonly [string, string][] = [
    [`<m:f><m:num>${text('a')}</m:num><m:den>${text('b+1')}</m:den></m:f>`, '\\frac{a}{b+1}'],
    [`<m:rad><m:deg>${text('3')}</m:deg>${e(text('x'))}</m:rad>`, '\\sqrt[3]{x}'],
    [
      `<m:sSubSup>${e(text('x'))}<m:sub>${text('i')}</m:sub><m:sup>${text('2')}</m:sup></m:sSubSup>`,
      'x_{i}^{2}',
    ],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${text('i=1')}</m:sub><m:sup>${text('n')}</m:sup>${e(text('i'))}</m:nary>`,
      '\\sum_{i=1}^{n} i',
    ],
    [
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>${e(text('x'))}</m:d>`,
      '\\left[ x \\right.',
    ],
    [`<m:func><m:fName>${text('sin')}</m:fName>${e(text('θ'))}</m:func>`, '\\sin \\theta'],
    [`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(text('v'))}</m:acc>`, '\\vec{v}'],
    [
      `<m:m><m:mr>${e(text('1'))}${e(text('0'))}</m:mr><m:mr>${e(text('0'))}${e(text('1'))}</m:mr></m:m>`,
      '\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}',
    ],
    [
      `<m:func><m:fName><m:limLow>${e(text('lim'))}<m:lim>${text('n→∞')}</m:lim></m:limLow></m:fName>${e(text('a'))}</m:func>`,
      '\\lim_{n\\to \\infty} a',
    ],
    [`<m:r><m:rPr><m:nor/></m:rPr><m:t>if </m:t></m:r>${text('𝑥 ≤ 5%')}`, '\\text{if }x \\leq 5\\%'],
  ];
  for (const [omml, tex] of cases) {
    test(`TeX of ${tex}`, async () => assert.equal(await read(math(omml)), `$${tex}$`));
  }

  test('an equation in a paragraph of its own is set apart', async () => {
    const body = paragraph(`<m:oMathPara xmlns:m="m"><m:oMath>${text('a=b')}</m:oMath></m:oMathPara>`);
    assert.equal(await read(body), '$$a=b$$');
  });
});
