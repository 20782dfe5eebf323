import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readResponse } from '../../read/read-response.ts';

function read(rtf: string, type = 'application/rtf') {
  return readResponse(jobFor(Buffer.from(rtf, 'latin1'), { headers: { 'content-type': type } }));
}

const header = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fswiss\fcharset204 Arial;}{\f2\fcharset128 Mincho;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}
{\info{\title Harbour report}{\author A. Mole}{\creatim\yr2026\mo11\dy23}}{\*\generator Writer 7;}`;

test('headings, paragraphs, emphasis, lists, tables and links of an RTF document', async () => {
  const { markdown, title, metadata, error } = await read(
    String.raw`${header}{\header Page \field{\*\fldinst PAGE}{\fldrslt 1}}
\pard\plain\s1\outlinelevel0\b Ferries\b0\par
\pard\plain The ferry leaves at {\b dawn} and crosses
 the {\i sound} in an hour\u8212-whatever the wind is.\line It is the \ldblquote oldest\rdblquote  of them.{\footnote A note.}\par
\pard{\listtext\bullet\tab}\ls1 First berth\par{\listtext\bullet\tab}Second berth\par
\pard\plain See {\field{\*\fldinst{HYPERLINK "https://example.com/locks"}}{\fldrslt{\ul the locks}}}.\par
\trowd\cellx2000\cellx4000\pard\intbl Berth\cell Depth\cell\row
\trowd\cellx2000\cellx4000\pard\intbl 1\cell 9 m\cell\row
\pard\plain The end {\v hidden }of it.\par}`,
  );
  assert.equal(error, null);
  assert.equal(title, 'Harbour report');
  assert.equal(metadata.author, 'A. Mole');
  assert.equal(metadata.content_type, 'application/rtf');
  assert.equal(
    markdown,
    [
      '# Ferries',
      'The ferry leaves at **dawn** and crosses the *sound* in an hour—whatever the wind is.  \nIt is the “oldest” of them.[^1]',
      '- First berth\n- Second berth',
      'See [the locks](https://example.com/locks).',
      '| Berth | Depth |\n| --- | --- |\n| 1 | 9 m |',
      'The end of it.',
      '[^1]: A note.',
    ].join('\n\n'),
  );
});

async function markdownOf(body: string, head = '{\\fonttbl{\\f0 Times;}}'): Promise<string> {
  const { markdown, error } = await read(`{\\rtf1\\ansi\\ansicpg1252\\deff0${head}${body}}`);
  assert.equal(error, null);
  return markdown;
}

test('lists: nested, with numbers and bullets, continued after a paragraph', async () => {
  const item = (marker: string, level: number, list: number, text: string) =>
    String.raw`\pard\plain{\listtext\pard\plain ${marker}\tab}\ilvl${level}\ls${list} ${text}\par`;
  const body = [
    item('1.', 0, 1, 'one'),
    item('a)', 1, 1, 'inner'),
    item(String.raw`\u8226\'95`, 2, 2, 'bullet'),
    item('2.', 0, 1, 'two'),
    String.raw`\pard\plain Between.\par`,
    item('3.', 0, 1, 'three'),
    item('1.1.', 1, 1, 'three one'),
  ].join('\n');
  assert.equal(
    await markdownOf(body),
    '1. one\n   1. inner\n      - bullet\n2. two\n\nBetween.\n\n3. three\n   1. three one',
  );
});

test('lists without computed markers have those of the list table', async () => {
  const level = (format: number) =>
    String.raw`{\listlevel\levelnfc${format}\levelstartat1{\leveltext\'01\u8226 ?;}}`;
  const table = String.raw`{\*\listtable{\list${level(0)}${level(23)}\listid7}}{\*\listoverridetable{\listoverride\listid7\ls1}}`;
  const item = (index: number, text: string) => String.raw`\pard\ls1\ilvl${index} ${text}\par`;
  assert.equal(
    await markdownOf(item(0, 'one') + item(1, 'bullet') + item(0, 'two'), table),
    '1. one\n   - bullet\n2. two',
  );
});

test('markers that are written before a hanging indent are lists', async () => {
  const item = (indent: number, marker: string, text: string) =>
    String.raw`{\pard\li${indent}\fi-360 ${marker}\tx360\tab ${text}\par}`;
  const body =
    item(360, '4.', 'four') + item(720, String.raw`\bullet `, '{\\b bold} one') + item(360, '5.', 'five');
  assert.equal(await markdownOf(body), '4. four\n   - **bold** one\n5. five');
  assert.equal(await markdownOf(String.raw`\pard 4.\tab No list.\par`), '4\\. No list.');
});

test('headings, titles, quotations and code by their styles and fonts', async () => {
  const head = String.raw`{\fonttbl{\f0\froman Times;}{\f1\fmodern\fprq1 Courier;}}{\stylesheet{\s0 Normal;}{\s2\sbasedon0 heading 2;}{\s3 Title;}{\s4 Quote;}{\*\cs5 Strong;}}`;
  const body = String.raw`\pard\s3 Harbour report\par\pard\s2 Ferries\par\pard\s4 Said one.\par\pard Run {\f1 gate} now, {\strike old}, x{\super 2}, H{\sub 2}O.\par\pard\f1 one\line   two\par three\par\pard\f0 The end of the text.\par`;
  assert.equal(
    await markdownOf(body, head),
    '# Harbour report\n\n## Ferries\n\n> Said one.\n\nRun `gate` now, ~~old~~, x<sup>2</sup>, H<sub>2</sub>O.\n\n```\none\n  two\nthree\n```\n\nThe end of the text.',
  );
  // A document that is written with a typewriter font has no code.
  assert.equal(await markdownOf(String.raw`\pard\f1 A letter.\par\f0 x\par`, head), 'A letter.\n\nx');
});

test('tables: cells with links, several paragraphs and a table', async () => {
  const link = String.raw`{\field{\*\fldinst HYPERLINK "https://example.com/a" \\l "b"}{\fldrslt there}}`;
  const nested = String.raw`\pard\intbl\itap2 in\nestcell out\nestcell{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}`;
  const body = String.raw`\trowd\pard\intbl A\cell B\cell\row\pard\intbl ${link}\cell one\par two\cell\row${nested}\pard\intbl after\cell {\b x}\cell\row\pard End.\par`;
  const markdown = await markdownOf(body);
  assert.match(
    markdown,
    /^\| A \| B \|\n\| --- \| --- \|\n\| \[there\]\(https:\/\/example\.com\/a#b\) \| one<br>two \|\n\|/,
  );
  assert.match(markdown, /in\b.*\bout\b.*\bafter \| \*\*x\*\* \|\n\nEnd\.$/);
});

test('footnotes have the format of texts, hidden and deleted text is left out', async () => {
  const body = String.raw`\pard\b Text{\super\chftn{\*\footnote\pard\plain\chftn  The {\i note}.\par More.}} and\b0 {\v hidden}{\deleted gone}{\footnote Second.} end{\*\atnid x}{\annotation comment}.\par`;
  assert.equal(
    await markdownOf(body),
    '**Text**[^1] **and**[^2] end.\n\n[^1]: The *note*.\n\n    More.\n\n[^2]: Second.',
  );
});

test('a link to a place in the document is text; the date of the document', async () => {
  const { markdown, metadata } = await read(
    String.raw`{\rtf1{\info{\creatim\yr2026\mo3\dy5\hr9\min7}}\pard {\field{\*\fldinst HYPERLINK \\l "top"}{\fldrslt up}} there\par}`,
  );
  assert.equal(markdown, 'up there');
  assert.equal(metadata.created, '2026-03-05T09:07:00');
});

test('text in character sets of fonts, as Unicode with fallbacks, and with raw bytes', async () => {
  const { markdown } = await read(
    String.raw`${header}\pard Caf\'e9 \f1\'cf\'ee\'f0\'f2\f0 , \f2\'8d\'60\f0 , {\uc2\u8364 EU}5, \u-3913 ?, 30 \'80 and gr` +
      String.raw`\'fc\'dfe, a\\b \{c\} d\~e.\par}`,
  );
  assert.equal(markdown, 'Café Порт, 港, €5, \uf0b7, 30 € and grüße, a\\b {c} d e.');
});

test('damaged and hostile RTF documents end in time', async () => {
  const cases: Record<string, string> = {
    'binary data of a size that the file does not have': String.raw`{\rtf1 Before{\pict\bin999999999 abc}} after`,
    'binary data with braces': String.raw`{\rtf1 Before {\pict\bin4 }}}}}after}`,
    'no end': String.raw`{\rtf1\ansi Before after`,
    'too many ends': String.raw`{\rtf1 Before}}}} after`,
    'bad escapes': String.raw`{\rtf1 Before \'zz\'4 \u \bin \uc-5 after}`,
    lines: `{\\rtf1 Before ${'a\n'.repeat(300_000)}}`,
    words: `{\\rtf1 Before ${'\\b\\i'.repeat(100_000)}}`,
  };
  for (const [name, rtf] of Object.entries(cases)) {
    const { markdown } = await read(rtf);
    assert.match(markdown, /^Before/, name);
  }
  const { error, warnings } = await read(`{\\rtf1 ${'{'.repeat(5_000)}x`);
  assert.ok(error !== null || warnings.length > 0);
});

test('unknown control words that objects have as properties are ignored', async () => {
  const { markdown } = await read(String.raw`{\rtf1 one {\constructor two} {\valueOf three}\par}`);
  assert.equal(markdown, 'one two three');
});
