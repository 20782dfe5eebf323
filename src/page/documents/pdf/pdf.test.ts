import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import {
  contentOf,
  firstObject,
  makePdf,
  type PdfParts,
  type PlacedText,
  pageObject,
  pdfOfStreams,
} from '../../../../test/corpus/documents/make-pdf.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';

type Page = readonly PlacedText[];

function read(pages: readonly Page[], parts: PdfParts = {}, options = {}): Promise<PageContent> {
  return readResponse(jobFor(makePdf(pages, parts), { ...options }));
}

async function markdownOf(pages: readonly Page[], parts: PdfParts = {}, options = {}): Promise<string> {
  return (await read(pages, parts, options)).markdown;
}

/** Returns lines of running text, one below the other, starting at a position. */
function lines(x: number, y: number, texts: readonly string[], size = 10): PlacedText[] {
  return texts.map((text, index) => [x, y - index * size * 1.2, size, text]);
}

/** Returns a text with a raised number behind it, and the note of that number at the end of the page. */
function noted(y: number, text: string, label: string, note: string, noteY: number): PlacedText[] {
  const width = text.length * 4.45;
  return [
    [72, y, 10, text],
    [72 + width, y + 4, 7, label],
    [72, noteY + 3, 6, label],
    [77, noteY, 8, note],
  ];
}

const prose = [
  'The ferry leaves the northern quay at dawn and crosses',
  'the sound in less than an hour, whatever the wind is.',
];

/** Returns the object of a link from an area of the page. */
function linkTo(rect: string, target: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] ${target} >>`;
}

const uri = (url: string) => `/A << /S /URI /URI (${url}) >>`;

/** Returns the parts of a PDF of one page with these annotations. */
function annotated(objects: readonly string[], catalog = ''): PdfParts {
  const first = firstObject(1);
  const references = objects.map((_, index) => `${first + index} 0 R`).join(' ');
  return { page: `/Annots [${references}]`, objects, catalog };
}

describe('links', () => {
  test('the words in the area of a link become its text', async () => {
    // Helvetica of 10 points: "The " is 19.5 points wide, "timetable" 40.6.
    const page = lines(72, 700, ['The timetable of the ferry is on the page of the harbour.', ...prose]);
    const parts = annotated([linkTo('91 696 133 708', uri('https://harbour.example/times'))]);
    assert.match(
      await markdownOf([page], parts),
      /^The \[timetable\]\(https:\/\/harbour\.example\/times\) of the ferry is/,
    );
  });

  test('a link over the end of a line is one link, also within a word', async () => {
    const texts = [
      'Fares and times are in the northern time-',
      'table of the harbour, which is new each year.',
    ];
    const objects = [
      linkTo('72 696 300 708', uri('https://harbour.example/all')),
      linkTo('72 684 95 696', uri('https://harbour.example/all')),
    ];
    assert.equal(
      await markdownOf([lines(72, 700, texts)], annotated(objects)),
      '[Fares and times are in the northern timetable](https://harbour.example/all) of the harbour, which is new each year.',
    );
  });

  test('a link with an area for each line names no words between', async () => {
    const texts = ['Read the rules of the western', 'harbour before you enter it with a boat.'];
    const rect = linkTo(
      '72 684 210 708',
      `/QuadPoints [170 708 210 708 170 696 210 696 72 696 107 696 72 684 107 684] ${uri('https://harbour.example/w')}`,
    );
    assert.equal(
      await markdownOf([lines(72, 700, texts)], annotated([rect])),
      'Read the rules of the [western harbour](https://harbour.example/w) before you enter it with a boat.',
    );
  });

  test('links to other schemes than those of the web and mail are text', async () => {
    const parts = annotated([linkTo('72 696 120 708', uri('javascript:alert\\(1\\)'))]);
    assert.equal(await markdownOf([lines(72, 700, ['Fares are new.'])], parts), 'Fares are new.');
  });
});

/** Returns the parts of a PDF with bookmarks of the first level to heights of its first page. */
function bookmarked(bookmarks: readonly (readonly [title: string, y: number])[], pages = 1): PdfParts {
  const root = firstObject(pages);
  const objects = bookmarks.map(([title, y], index) => {
    const next = index + 1 < bookmarks.length ? `/Next ${root + index + 2} 0 R` : '';
    return `<< /Title (${title}) /Parent ${root} 0 R ${next} /Dest [${pageObject(0)} 0 R /XYZ 72 ${y} 0] >>`;
  });
  const outline = `<< /Type /Outlines /First ${root + 1} 0 R /Last ${root + bookmarks.length} 0 R /Count ${bookmarks.length} >>`;
  return { catalog: `/Outlines ${root} 0 R`, objects: [outline, ...objects] };
}

describe('headings', () => {
  test('bookmarks name the headings, whatever their size; labels in figures are none', async () => {
    const page: PlacedText[] = [
      [72, 720, 10, '1 Ferries'],
      ...lines(72, 700, prose),
      [72, 660, 10, '2 Harbours and quays of the'],
      [72, 648, 10, 'western sound'],
      ...lines(72, 630, prose),
      [72, 590, 10, '3 Fares'],
      ...lines(72, 570, prose),
      [250, 500, 16, 'Quay four'],
      [350, 450, 16, 'Lock'],
    ];
    const parts = bookmarked([
      ['Ferries', 732],
      ['Harbours and quays of the western sound', 672],
      ['Fares', 602],
    ]);
    const headings = (await markdownOf([page], parts)).split('\n').filter((line) => line.startsWith('#'));
    assert.deepEqual(headings, ['# 1 Ferries', '# 2 Harbours and quays of the western sound', '# 3 Fares']);
  });

  test('lines in a font of their own with space above are headings', async () => {
    const page: PlacedText[] = [
      [72, 720, 10, 'Ferries', 'F3'],
      ...lines(72, 700, prose),
      [72, 660, 10, 'Harbours', 'F3'],
      ...lines(72, 640, prose),
    ];
    const widths = (await markdownOf([page])).split('\n\n');
    assert.deepEqual(widths, ['# Ferries', prose.join(' '), '# Harbours', prose.join(' ')]);
  });
});

/** Returns two columns of ten points between, with formulas between the paragraphs. */
function columns(): PlacedText[] {
  const column = (x: number, name: string) =>
    Array.from({ length: 6 }, (_, part): PlacedText[] => [
      ...lines(x, 700 - part * 84, [
        `${name} ${part} begins with a line that fills all of it`,
        'and goes on with a second one of the same width',
      ]),
      [x + 80, 664 - part * 84, 10, 'x'],
      [x + 95, 664 - part * 84, 10, '='],
      [x + 110, 664 - part * 84, 10, `y + ${part}`],
      [x + 60, 646 - part * 84, 10, 'k'],
      [x + 120, 646 - part * 84, 10, `= ${part}`],
    ]).flat();
  return [...column(72, 'Left'), ...column(310, 'Right')];
}

describe('layout', () => {
  test('columns with more formulas than lines of text are read one after the other, without tables', async () => {
    const markdown = await markdownOf([columns()]);
    const order = [...markdown.matchAll(/(Left|Right) (\d) begins/g)].map(
      ([, side, part]) => `${side}${part}`,
    );
    assert.deepEqual(
      order,
      ['Left', 'Right'].flatMap((side) => [0, 1, 2, 3, 4, 5].map((part) => `${side}${part}`)),
    );
    assert.doesNotMatch(markdown, /\|/);
  });

  test('the short columns of the last page are those of the pages before', async () => {
    const last = [
      ...lines(72, 700, ['Last left begins with a line that fills all of it', 'and ends.']),
      ...lines(310, 700, ['Last right begins with a line that fills all of it', 'and ends, too.']),
    ];
    const markdown = await markdownOf([columns(), last]);
    assert.match(markdown, /Last left begins .* and ends\.\n\nLast right begins .* and ends, too\./);
  });

  test('code keeps its lines and indents, in any font of one width', async () => {
    const code = ['while ferry:', '    depart(ferry, 12)', '    wait(30)', 'close(harbour)'];
    const page: PlacedText[] = [
      ...lines(72, 720, prose),
      ...code.map((line, at): PlacedText => {
        const indent = line.length - line.trimStart().length;
        return [90 + indent * 6, 680 - at * 12, 10, line.trimStart(), 'F2'];
      }),
      ...lines(72, 620, prose),
    ];
    const markdown = await markdownOf([page]);
    assert.ok(markdown.includes(`\`\`\`\n${code.join('\n')}\n\`\`\``), markdown);
  });

  test('entries of lists and of contents are no tables', async () => {
    const entries = (marks: readonly string[], y: number) =>
      marks.flatMap((mark, at): PlacedText[] => [
        [72, y - at * 14, 10, mark],
        [92, y - at * 14, 10, `Rule for boats of kind ${at}`],
      ]);
    const contents = ['Ferries', 'Quays', 'Fares'].flatMap((title, at): PlacedText[] => [
      [72, 500 - at * 14, 10, `${at + 1}`],
      [92, 500 - at * 14, 10, `${title} . . . . . . . . . . . . . .`],
      [500, 500 - at * 14, 10, `${at + 7}`],
    ]);
    const page = [
      ...entries(['\xb7', '\xb7', '\xb7'], 720),
      ...entries(['1.', '2.', '3.'], 620),
      ...contents,
    ];
    assert.equal(
      await markdownOf([page]),
      [
        [0, 1, 2].map((at) => `- Rule for boats of kind ${at}`).join('\n'),
        [0, 1, 2].map((at) => `${at + 1}. Rule for boats of kind ${at}`).join('\n'),
        '1 Ferries … 7',
        '2 Quays … 8',
        '3 Fares … 9',
      ].join('\n\n'),
    );
  });

  test('entries of contents without dots are links to their pages', async () => {
    const page = ['Ferries', 'Quays', 'Fares'].flatMap((title, at): PlacedText[] => [
      [72, 700 - at * 14, 10, title],
      [500, 700 - at * 14, 10, `${at + 7}`],
    ]);
    const objects = [0, 1, 2].map((at) =>
      linkTo(`70 ${696 - at * 14} 520 ${709 - at * 14}`, `/Dest [${pageObject(0)} 0 R /Fit]`),
    );
    assert.equal(await markdownOf([page], annotated(objects)), 'Ferries … 7\n\nQuays … 8\n\nFares … 9');
  });

  test('a note beside running text is no table', async () => {
    const page: PlacedText[] = [
      ...lines(150, 700, [...prose, ...prose, ...prose]),
      [72, 700, 10, 'New rule'],
      [72, 688, 10, 'of 2024'],
    ];
    const markdown = await markdownOf([page]);
    assert.doesNotMatch(markdown, /\|/);
    assert.match(markdown, /at dawn and crosses the sound/);
    assert.match(markdown, /New rule of 2024|New rule {2}\nof 2024/);
  });

  test('cells that wrap stay in their rows', async () => {
    const rows = [
      ['Ship', 'Quay', 'Seats'],
      ['Alma', 'northern', '120'],
      ['Berta', 'southern', '80'],
    ];
    const page = rows.flatMap((row, at): PlacedText[] => [
      ...row.map((cell, column): PlacedText => [72 + column * 120, 700 - at * 30, 10, cell]),
      ...(at === 0 ? [] : [[192, 688 - at * 30, 10, 'harbour'] as PlacedText]),
    ]);
    assert.equal(
      await markdownOf([page]),
      '| Ship | Quay | Seats |\n| --- | --- | --- |\n| Alma | northern harbour | 120 |\n| Berta | southern harbour | 80 |',
    );
  });

  test('a paragraph and a table go on in the next page', async () => {
    const row = (y: number, cells: readonly string[]) =>
      cells.map((cell, at): PlacedText => [72 + at * 150, y, 10, cell]);
    const first = [...lines(72, 700, [...prose, 'Boats that wait at the outer quay of the harbour'])];
    const second = [
      ...lines(72, 700, ['are told when it opens.']),
      ...row(650, ['Ship', 'Seats']),
      ...row(636, ['Alma', '120']),
    ];
    const third = [...row(700, ['Ship', 'Seats']), ...row(686, ['Berta', '80'])];
    const markdown = await markdownOf([first, second, third]);
    assert.match(markdown, /outer quay of the harbour are told when it opens\./);
    assert.match(markdown, /\| Alma \| 120 \|\n\| Berta \| 80 \|$/);
  });
});

describe('characters', () => {
  test('accents that are drawn over their letters are composed', async () => {
    // \xc2 is the acute accent of the standard encoding, \xc8 the diaeresis, \xcb the cedilla.
    const word = (x: number, y: number, parts: readonly (readonly [shift: number, text: string])[]) =>
      parts.map(([shift, text]): PlacedText => [x + shift, y, 12, text]);
    const page = [
      ...word(72, 700, [
        [0, 'M'],
        [10, '\xc2'],
        [10, 'etro'],
      ]),
      ...word(150, 700, [
        [0, '\xc8'],
        [0, 'uber'],
      ]),
      ...word(230, 700, [
        [0, 'gar'],
        [18, '\xcb'],
        [18, 'con'],
      ]),
    ];
    assert.match(await markdownOf([page]), /Métro.*über.*garçon/);
  });

  test('raised numbers are marked, and stay in their line', async () => {
    const page: PlacedText[] = [
      [72, 700, 10, 'The quay has an area of 40 m'],
      [202.5, 704, 7, '2'],
      [210, 700, 10, 'and is new.'],
      ...lines(72, 688, prose),
    ];
    assert.match(await markdownOf([page]), /^The quay has an area of 40 m<sup>2<\/sup> and is new\./);
  });
});

describe('notes', () => {
  const body = [...prose, 'Ships wait for the tide behind the gate of the old lock.', ...prose, ...prose];

  test('at the end of a page are footnotes of the raised numbers, also if they begin anew on each page', async () => {
    const page = (y: number, label: string, note: string): PlacedText[] => [
      ...noted(y, 'The crane lifts ten tonnes', label, note, 100),
      ...lines(72, y - 12, body),
    ];
    const markdown = await markdownOf([
      page(700, '1', 'Built in 1902.'),
      page(700, '1', 'Closed in winter.'),
    ]);
    assert.match(markdown, /tonnes\s?\[\^1\][\s\S]*tonnes\s?\[\^2\]/);
    assert.match(markdown, /\[\^1\]: Built in 1902\.\n\[\^2\]: Closed in winter\.$/);
  });

  test('are no footnotes of exponents, and stay where they are without a reference', async () => {
    const page: PlacedText[] = [
      ...noted(700, 'The quay has 40 m', '2', 'Without the mole.', 100),
      ...lines(72, 688, body),
    ];
    const markdown = await markdownOf([page]);
    assert.doesNotMatch(markdown, /\[\^/);
    assert.match(markdown, /<sup>2<\/sup> Without the mole\./);
  });

  test('page numbers of a short document are left out, other numbers at the ends of pages are not', async () => {
    const numbered = (number: string): PlacedText[] => [...lines(72, 700, body), [300, 50, 10, number]];
    assert.doesNotMatch(await markdownOf([numbered('7'), numbered('8')]), /^[78]$/m);
    assert.match(await markdownOf([numbered('1902'), numbered('1950')]), /1950/);
  });
});

describe('forms', () => {
  test('values of fields, choices and boxes stand beside their labels; passwords are left out', async () => {
    const field = (y: number, entries: string) =>
      `<< /Type /Annot /Subtype /Widget /Rect [200 ${y - 4} 400 ${y + 10}] ${entries} >>`;
    const labels = ['Name', 'Quay', 'Member', 'Guest', 'Secret'];
    const page = labels.map((label, at): PlacedText => [72, 700 - at * 30, 10, label]);
    const states = '/AP << /N << /Yes null /Off null >> >>';
    const objects = [
      field(700, '/FT /Tx /T (name) /V (Ada Mole)'),
      field(670, '/FT /Ch /T (quay) /Ff 131072 /Opt [(North) (South)] /V (South)'),
      field(640, `/FT /Btn /T (member) /V /Yes /AS /Yes ${states}`),
      field(610, `/FT /Btn /T (guest) /V /Off /AS /Off ${states}`),
      field(580, '/FT /Tx /T (secret) /Ff 8192 /V (hidden value)'),
    ];
    const references = objects.map((_, at) => `${firstObject(1) + at} 0 R`).join(' ');
    const text = await markdownOf([page], annotated(objects, `/AcroForm << /Fields [${references}] >>`));
    for (const pair of [/Name\W+Ada Mole/, /Quay\W+South/, /Member[^\p{L}]+☑/u, /Guest[^\p{L}]+☐/u])
      assert.match(text, pair);
    assert.doesNotMatch(text, /hidden value/);
  });
});

describe('pages', () => {
  const pages = ['one', 'two', 'three', 'four', 'five'].map((name) =>
    lines(72, 700, [`Page ${name} has its own sentence.`]),
  );

  test('only the requested pages are read, and named', async () => {
    const { markdown, metadata, warnings } = await read(pages, {}, { pages: '2-3,5' });
    assert.deepEqual(
      [...markdown.matchAll(/Page (\w+)/g)].map(([, name]) => name),
      ['two', 'three', 'five'],
    );
    assert.equal(metadata.num_pages, 5);
    assert.equal(metadata.pages, '2-3,5');
    assert.deepEqual(warnings, []);
  });

  test('an open range ends with the document, and pages that do not exist are an error', async () => {
    assert.match(await markdownOf(pages, {}, { pages: '4-' }), /^Page four .*Page five/s);
    const { error } = await read(pages, {}, { pages: '6-9' });
    assert.match(error?.message ?? '', /has 5 pages/);
  });

  test('the starts of pages are marked on request', async () => {
    const formats = ['markdown', 'html', 'text'];
    const { markdown, html, text } = await read(pages, {}, { pages: '2-3', marksPages: true, formats });
    assert.equal(
      markdown,
      '<!-- page 2 -->\n\nPage two has its own sentence.\n\n<!-- page 3 -->\n\nPage three has its own sentence.',
    );
    assert.match(html ?? '', /<!-- page 3 -->/);
    assert.doesNotMatch(text ?? '', /page 3|[\uFDD0-\uFDEF]/);
    assert.doesNotMatch(await markdownOf(pages), /<!--/);
  });
});

/** Element of a structure tree: a role with the number of its marked content, or with elements below it. */
type Element = readonly [role: string, content: number | readonly Element[]];

/** Creates a tagged PDF of one page; a text without a number is an artifact. */
function taggedPdf(
  texts: readonly (readonly [content: number | null, text: PlacedText])[],
  root: Element,
): Buffer {
  const objects: string[] = [];
  const first = firstObject(1);
  const parents: string[] = [];
  const add = ([role, content]: Element, parent: number): number => {
    const number = first + objects.push('') - 1;
    const kids =
      typeof content === 'number'
        ? String(content)
        : `[${content.map((one) => `${add(one, number)} 0 R`).join(' ')}]`;
    if (typeof content === 'number') parents[content] = `${number} 0 R`;
    objects[number - first] =
      `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${pageObject(0)} 0 R /K ${kids} >>`;
    return number;
  };
  objects.push('');
  const top = add(root, first);
  objects[0] = `<< /Type /StructTreeRoot /K ${top} 0 R /ParentTree << /Nums [0 [${parents.join(' ')}]] >> >>`;
  const stream = texts.map(([content, text]) => {
    const start = content === null ? '/Artifact BMC' : `/P << /MCID ${content} >> BDC`;
    return `${start} ${contentOf([text])} EMC`;
  });
  return pdfOfStreams([{ entries: '', bytes: Buffer.from(stream.join('\n'), 'latin1') }], {
    catalog: `/MarkInfo << /Marked true >> /StructTreeRoot ${first} 0 R`,
    page: '/StructParents 0',
    objects,
  });
}

describe('tagged documents', () => {
  test('headings, lists and tables are those of the structure, and artifacts are left out', async () => {
    const cells = ['Ship', 'Seats', 'Alma', '120'];
    const pdf = taggedPdf(
      [
        [null, [72, 770, 10, 'Harbour authority']],
        [0, [72, 720, 10, 'Ferries of the sound']],
        [1, [72, 700, 10, 'Bring a coat']],
        [2, [72, 688, 10, 'Bring no dog']],
        ...cells.map((cell, at): [number, PlacedText] => [
          3 + at,
          [72 + (at % 2) * 26, 660 - Math.floor(at / 2) * 12, 10, cell],
        ]),
        [7, [72, 620, 10, 'All ferries are new.']],
      ],
      [
        'Document',
        [
          ['H2', 0],
          [
            'L',
            [
              ['LI', [['LBody', 1]]],
              ['LI', [['LBody', 2]]],
            ],
          ],
          [
            'Table',
            [
              [
                'TR',
                [
                  ['TH', 3],
                  ['TH', 4],
                ],
              ],
              [
                'TR',
                [
                  ['TD', 5],
                  ['TD', 6],
                ],
              ],
            ],
          ],
          ['P', 7],
        ],
      ],
    );
    const { markdown } = await readResponse(jobFor(pdf));
    assert.equal(
      markdown,
      '## Ferries of the sound\n\n- Bring a coat\n- Bring no dog\n\n| Ship | Seats |\n| --- | --- |\n| Alma | 120 |\n\nAll ferries are new.',
    );
  });

  test('a structure that leaves out text is not used', async () => {
    const pdf = taggedPdf(
      [
        [0, [72, 720, 10, 'Ferries']],
        [1, [72, 700, 10, 'All ferries of the northern harbour are new.']],
      ],
      ['Document', [['H2', 0]]],
    );
    assert.match((await readResponse(jobFor(pdf))).markdown, /All ferries of the northern harbour are new\./);
  });
});

describe('damaged documents', () => {
  const pages = ['one', 'two', 'three'].map((name) => lines(72, 700, [`Page ${name} has its own sentence.`]));

  test('the pages of a document that was cut off are read, with a warning', async () => {
    const whole = makePdf(pages);
    const cut = whole.subarray(0, whole.indexOf(`${pageObject(2)} 0 obj`));
    const { markdown, warnings, error } = await readResponse(jobFor(cut));
    assert.equal(error, null);
    assert.match(markdown, /Page one .*Page two/s);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['pages_left_out'],
    );
  });

  test('a page of many texts with many links over all of it is read', async () => {
    const texts = Array.from(
      { length: 20_000 },
      (_, at): PlacedText => [10 + (at % 50) * 11, 780 - Math.floor(at / 50) * 1.8, 1.5, 'word '],
    );
    const first = firstObject(1);
    const { markdown } = await read([texts], {
      page: `/Annots [${`${first} 0 R `.repeat(3_000)}]`,
      objects: [linkTo('0 0 612 792', uri('https://harbour.example/'))],
    });
    assert.match(markdown, /word/);
  });
});
