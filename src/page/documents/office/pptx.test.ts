import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { makeZip } from '../../../../test/corpus/documents/make-zip.ts';
import { readResponse } from '../../read/read-response.ts';

interface Slide {
  shapes: string;
  /** Relationships: id, type, target. */
  relations?: readonly (readonly [string, string, string])[];
  attributes?: string;
}

function relationsXml(relations: readonly (readonly [string, string, string])[]): string {
  const entries = relations.map(([id, type, target]) => {
    const mode = target.startsWith('https:') ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships>${entries.join('')}</Relationships>`;
}

const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;

async function read(slides: readonly Slide[], files: Readonly<Record<string, string>> = {}) {
  const ids = slides.map((_, index) => `r${index + 1}`);
  const bytes = makeZip([
    {
      name: 'ppt/presentation.xml',
      bytes: `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.map((id) => `<p:sldId id="9" r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      bytes: relationsXml(ids.map((id, index) => [id, 'slide', `slides/slide${index + 1}.xml`])),
    },
    ...slides.flatMap(({ shapes, relations = [], attributes = '' }, index) => [
      { name: `ppt/slides/slide${index + 1}.xml`, bytes: `<p:sld ${attributes}>${tree(shapes)}</p:sld>` },
      { name: `ppt/slides/_rels/slide${index + 1}.xml.rels`, bytes: relationsXml(relations) },
    ]),
    ...Object.entries(files).map(([name, content]) => ({ name, bytes: content })),
  ]);
  const { markdown, warnings, error } = await readResponse(jobFor(bytes, { headers: {} }));
  assert.equal(error, null);
  return { markdown, warnings: warnings.map(({ message }) => message) };
}

const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`;
const paragraph = (content: string, properties = '') => `<a:p>${properties}${content}</a:p>`;
const area = (x: number, y: number, width = 100, height = 20) =>
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm></p:spPr>`;
const box = (content: string, { place = '', placeholder = '', list = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${place}<p:txBody>${list}${content}</p:txBody></p:sp>`;
const title = (text: string) => box(paragraph(run(text)), { placeholder: '<p:ph type="title"/>' });

describe('lists', () => {
  const level = (at: number, bullet: string) => `<a:lvl${at}pPr>${bullet}</a:lvl${at}pPr>`;
  const master = `<p:sldMaster>${tree('')}<p:txStyles><p:bodyStyle>${[1, 2, 3].map((at) => level(at, '<a:buChar char="•"/>')).join('')}</p:bodyStyle></p:txStyles></p:sldMaster>`;
  const layout = `<p:sldLayout>${tree(
    box('', {
      placeholder: '<p:ph type="subTitle" idx="4"/>',
      list: `<a:lstStyle>${level(1, '<a:buNone/>')}</a:lstStyle>`,
    }),
  )}</p:sldLayout>`;
  const files = {
    'ppt/slideLayouts/a.xml': layout,
    'ppt/slideLayouts/_rels/a.xml.rels': relationsXml([['m', 'slideMaster', '../slideMasters/m.xml']]),
    'ppt/slideMasters/m.xml': master,
  };
  const relations = [['l', 'slideLayout', '../slideLayouts/a.xml']] as const;

  test('bullets come from the paragraph, the placeholder or the master, with their levels', async () => {
    const lines = [
      paragraph(run('one')),
      paragraph(run('two'), '<a:pPr lvl="1"/>'),
      paragraph(run('three')),
      paragraph(run('plain'), '<a:pPr><a:buNone/></a:pPr>'),
    ];
    const shapes =
      box(paragraph(run('Subtitle')), { placeholder: '<p:ph type="subTitle" idx="4"/>' }) +
      box(lines.join(''), { placeholder: '<p:ph idx="1"/>' }) +
      box(paragraph(run('A label')) + paragraph(run('in two lines')));
    const { markdown } = await read([{ shapes, relations }], files);
    assert.equal(markdown, 'Subtitle\n\n- one\n  - two\n- three\n\nplain\n\nA label\n\nin two lines');
  });

  test('numbered paragraphs count by level', async () => {
    const numbered = (text: string, at: number, start = '') =>
      paragraph(run(text), `<a:pPr lvl="${at}"><a:buAutoNum type="arabicPeriod"${start}/></a:pPr>`);
    const shapes = box(
      numbered('a', 0, ' startAt="3"') + numbered('b', 1) + numbered('c', 1) + numbered('d', 0),
    );
    assert.equal((await read([{ shapes }])).markdown, '3. a\n   1. b\n   2. c\n4. d');
  });
});

test('the title comes first, other shapes in reading order, and what repeats is left out', async () => {
  const at = (text: string, x: number, y: number, width = 100) =>
    box(paragraph(run(text)), { place: area(x, y, width) });
  const shapes =
    at('below', 0, 100, 300) +
    at('right', 200, 50) +
    at('left', 0, 50) +
    box(paragraph(run('7')), { placeholder: '<p:ph type="sldNum"/>' }) +
    title('Tides') +
    `<p:grpSp>${at('in group, second', 0, 230)}${at('in group, first', 0, 200)}</p:grpSp>`;
  const { markdown } = await read([{ shapes }]);
  assert.equal(markdown, '## Tides\n\nleft\n\nright\n\nbelow\n\nin group, first\n\nin group, second');
});

test('columns that the file states one after the other stay whole', async () => {
  const at = (text: string, x: number, y: number) => box(paragraph(run(text)), { place: area(x, y) });
  const shapes = at('A', 0, 0) + at('A text', 0, 30) + at('B', 200, 0) + at('B text', 200, 30);
  assert.equal((await read([{ shapes }])).markdown, 'A\n\nA text\n\nB\n\nB text');
});

test('links of texts and shapes, styles, images, notes and hidden slides', async () => {
  const relations = [
    ['l', 'hyperlink', 'https://example.org/a'],
    ['n', 'notesSlide', '../notesSlides/n.xml'],
  ] as const;
  const click = '<a:hlinkClick r:id="l"/>';
  const image = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="p" descr="A lock gate">${click}</p:cNvPr></p:nvPicPr></p:pic>`;
  const shapes =
    box(
      paragraph(
        run('See ') + run('tides', `<a:rPr b="1">${click}</a:rPr>`) + run('2', '<a:rPr baseline="30000"/>'),
      ),
    ) + image;
  const notes = `<p:notes>${tree(
    box(paragraph(run('9')), { placeholder: '<p:ph type="sldNum"/>' }) +
      box(paragraph(run('Say hello.')) + paragraph(run('Then wait.')), {
        placeholder: '<p:ph type="body" idx="1"/>',
      }),
  )}</p:notes>`;
  const slides = [
    { shapes, relations },
    { shapes: title('Secret'), attributes: 'show="0"' },
  ];
  const { markdown, warnings } = await read(slides, { 'ppt/notesSlides/n.xml': notes });
  assert.equal(
    markdown,
    'See [**tides**](https://example.org/a)<sup>2</sup>\n\n[*A lock gate*](https://example.org/a)\n\n> Say hello.\n>\n> Then wait.',
  );
  assert.deepEqual(warnings, ['Hidden slides are left out: 2.']);
});

test('charts are tables of their numbers, diagrams are lists, and tables have their spans', async () => {
  const points = (values: readonly string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const series = (name: string, values: readonly string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['May', 'June'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const chart = `<c:chartSpace><c:chart><c:title><a:t>Traffic</a:t></c:title><c:plotArea><c:barChart>${series('North', ['0.5', '0.25'])}${series('South', ['0.1', '1'])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const diagram = `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt><dgm:t><a:p><a:r><a:t>Load</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Sail</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody>${paragraph(run(text))}</a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Berth')}${cell('Depth')}</a:tr><a:tr>${cell('all', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr></a:tbl></p:graphicFrame>`;
  const shapes = `<p:graphicFrame><c:chart r:id="c"/></p:graphicFrame><p:graphicFrame><dgm:relIds r:dm="d" r:lo="x"/></p:graphicFrame>${table}`;
  const relations = [
    ['c', 'chart', '../charts/c.xml'],
    ['d', 'diagramData', '../diagrams/d.xml'],
  ] as const;
  const { markdown } = await read([{ shapes, relations }], {
    'ppt/charts/c.xml': chart,
    'ppt/diagrams/d.xml': diagram,
  });
  assert.equal(
    markdown,
    'Traffic\n\n|  | North | South |\n| --- | --- | --- |\n| May | 50.0% | 10.0% |\n| June | 25.0% | 100.0% |\n\n- Load\n- Sail\n\n| Berth | Depth |\n| --- | --- |\n| all |  |',
  );
});

test('parts that refer to each other in a circle end', async () => {
  const relations = [
    ['a', 'slideLayout', 'slide1.xml'],
    ['b', 'slideMaster', 'slide1.xml'],
    ['c', 'notesSlide', 'slide1.xml'],
    ['d', 'chart', 'slide1.xml'],
  ] as const;
  const shapes = `${title('Loop')}<p:graphicFrame><c:chart r:id="d"/></p:graphicFrame>`;
  assert.equal((await read([{ shapes, relations }])).markdown, '## Loop');
});
