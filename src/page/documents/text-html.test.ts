import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaKind } from '../metadata/media-kind.ts';
import { textToHtml } from './text-html.ts';

/** Returns the cells of the tables of a text by rows: headings in upper case. */
function cellsOf(text: string, kind: MediaKind = 'markdown'): string[][] {
  const rows = textToHtml(text, kind).match(/<tr>.*?<\/tr>/g) ?? [];
  return rows.map((row) =>
    [...row.matchAll(/<(t[hd])>(.*?)<\/t[hd]>/g)].map(([, name, cell = '']) =>
      name === 'th' ? cell.toUpperCase() : cell,
    ),
  );
}

const tables: [name: string, text: string, cells: string[][], kind?: MediaKind][] = [
  [
    'without bars at the ends, and with a bar in a cell',
    'Sign | Use\n--- | :---:\na \\| b | either\n`c` | *one*',
    [
      ['SIGN', 'USE'],
      ['a | b', 'either'],
      ['c', 'one'],
    ],
  ],
  [
    'with a first row of a label and a value in the place of headings',
    '| Phone | +45 3312 |\n|---|---|\n| Seat | Holm |',
    [
      ['Phone', '+45 3312'],
      ['Seat', 'Holm'],
    ],
  ],
  [
    'with rows of other lengths',
    '|a|b|\n|-|-|\n|1|\n|1|2|3|',
    [
      ['A', 'B'],
      ['1', ''],
      ['1', '2'],
    ],
  ],
  [
    'of a database client',
    ' id | name \n----+------\n  1 | Oak\n  2 | Tin\n(2 rows)',
    [
      ['ID', 'NAME'],
      ['1', 'Oak'],
      ['2', 'Tin'],
    ],
    'text',
  ],
  [
    'of columns with empty cells',
    'NAME      STATUS    AGE\noak-1     Running   3d\ntin-22              12d\nash-3     Stopped   7d',
    [
      ['NAME', 'STATUS', 'AGE'],
      ['oak-1', 'Running', '3d'],
      ['tin-22', '', '12d'],
      ['ash-3', 'Stopped', '7d'],
    ],
    'text',
  ],
  [
    'of words above amounts',
    'Item      Price\nLamp      12.50\nRope       3.10\nOar       40.00',
    [
      ['ITEM', 'PRICE'],
      ['Lamp', '12.50'],
      ['Rope', '3.10'],
      ['Oar', '40.00'],
    ],
    'text',
  ],
  [
    'of words below a line of headings',
    'Vessel      Harbour\n------      -------\nSpray       Kiel\nAnna        Bremen',
    [
      ['VESSEL', 'HARBOUR'],
      ['Spray', 'Kiel'],
      ['Anna', 'Bremen'],
    ],
    'text',
  ],
  [
    'of words below one long line',
    'Vessel      Harbour\n===================\nSpray       Kiel\nAnna        Bremen',
    [
      ['VESSEL', 'HARBOUR'],
      ['Spray', 'Kiel'],
      ['Anna', 'Bremen'],
    ],
    'text',
  ],
  [
    'of words below capitals',
    'VESSEL      HARBOUR\nSpray       Kiel\nAnna        Bremen\nDove        Kiel',
    [
      ['VESSEL', 'HARBOUR'],
      ['Spray', 'Kiel'],
      ['Anna', 'Bremen'],
      ['Dove', 'Kiel'],
    ],
    'text',
  ],
  [
    'of words whose values repeat in many rows',
    `Vessel      Harbour\n${[...'abcdefghi'].map((one, at) => `boat ${one}      ${['Kiel', 'Bremen', 'Husum'][at % 3]}`).join('\n')}`,
    [
      ['VESSEL', 'HARBOUR'],
      ...[...'abcdefghi'].map((one, at) => [`boat ${one}`, ['Kiel', 'Bremen', 'Husum'][at % 3] ?? '']),
    ],
    'text',
  ],
  [
    'of labels and values in words',
    'Colour      Red\nMaterial    Brass\nFinish      Matt\nHull        Oak',
    [
      ['Colour', 'Red'],
      ['Material', 'Brass'],
      ['Finish', 'Matt'],
      ['Hull', 'Oak'],
    ],
    'text',
  ],
];

for (const [name, text, cells, kind] of tables) {
  test(`a table ${name}`, () => assert.deepEqual(cellsOf(text, kind), cells));
}

const noTables: [name: string, text: string, kind?: MediaKind][] = [
  [
    'sentences with two blanks between them',
    'It rains.  We wait here.\nThe boat is late.  No one\nknows why.  We go home.',
    'text',
  ],
  ['code in a fence', '```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  ['a line with a bar', 'Home | Boats | Ropes\n\nText.', 'text'],
  ['a table of another type of file', '| a | b |\n|---|---|\n| 1 | 2 |', 'xml'],
];

for (const [name, text, kind] of noTables) {
  test(`no table: ${name}`, () => assert.deepEqual(cellsOf(text, kind), []));
}

test('headings, entries and links of Markdown', () => {
  const text = '## Boats ##\n\n- [Oak **boat**](/oak "The boat") for 3\n1. snake_case & <b>\n![Plan](p.png)';
  assert.equal(
    textToHtml(text, 'markdown'),
    '<h2>Boats</h2>\n<li><a href="/oak">Oak boat</a> for 3</li>\n<li>snake_case &amp; &lt;b&gt;</li>\n<p><img src="p.png" alt="Plan"></p>',
  );
  assert.equal(textToHtml('# not a heading', 'text'), '<p># not a heading</p>');
});
