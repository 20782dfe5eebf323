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
      'The ferry leaves at **dawn** and crosses the *sound* in an hour—whatever the wind is.  \nIt is the “oldest” of them.',
      '- First berth\n- Second berth',
      'See [the locks](https://example.com/locks).',
      '| Berth | Depth |\n| --- | --- |\n| 1 | 9 m |',
      'The end of it.',
    ].join('\n\n'),
  );
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
