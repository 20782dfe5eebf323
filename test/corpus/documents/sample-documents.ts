import { makeCompoundFile } from './make-compound-file.ts';
import { makePdf } from './make-pdf.ts';
import { createStoredZip, makeDocx, makeXlsx, makeZip } from './make-zip.ts';

/** A document of some kind, and text that its Markdown contains. */
export interface SampleDocument {
  name: string;
  bytes: Buffer;
  contains: string;
}

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const presentation = 'http://schemas.openxmlformats.org/presentationml/2006/main';

const pptx = () =>
  makeZip([
    {
      name: 'ppt/presentation.xml',
      bytes: `<p:presentation xmlns:p="${presentation}" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      bytes: '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/></Relationships>',
    },
    {
      name: 'ppt/slides/slide1.xml',
      bytes: `<p:sld xmlns:p="${presentation}" xmlns:a="${drawing}"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Harbour plan</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    },
  ]);

const openDocument = (kind: string, body: string) =>
  createStoredZip([
    { name: 'mimetype', bytes: Buffer.from(`application/vnd.oasis.opendocument.${kind}`) },
    {
      name: 'content.xml',
      bytes: Buffer.from(
        `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ),
    },
  ]);

const msg = () =>
  makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': Buffer.from('Harbour mail', 'utf16le'),
    '__substg1.0_1000001F': Buffer.from('It opens at six.', 'utf16le'),
  });

const epub = () =>
  makeZip([
    {
      name: 'META-INF/container.xml',
      bytes:
        '<container><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      bytes:
        '<package><metadata/><manifest><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
    { name: 'one.xhtml', bytes: '<html><body><h1>Harbour tales</h1></body></html>' },
  ]);

/** Returns a document of each kind that the product reads, with the name that a caller would send. */
export function sampleDocuments(): SampleDocument[] {
  const text = (name: string, content: string, contains: string) => ({
    name,
    bytes: Buffer.from(content),
    contains,
  });
  return [
    {
      name: 'report.pdf',
      bytes: makePdf([
        [
          [72, 720, 24, 'Harbour report'],
          [72, 690, 10, 'The ferry leaves the northern quay at dawn and crosses'],
          [72, 678, 10, 'the sound in less than an hour, whatever the wind is.'],
        ],
      ]),
      contains: '# Harbour report',
    },
    {
      name: 'letter.docx',
      bytes: makeDocx('<w:p><w:r><w:t>Harbour letter</w:t></w:r></w:p>'),
      contains: 'Harbour letter',
    },
    {
      name: 'berths.xlsx',
      bytes: makeXlsx([
        {
          name: 'Berths',
          rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Berth</t></is></c><c r="B1" t="inlineStr"><is><t>Depth</t></is></c></row><row r="2"><c r="A2"><v>7</v></c><c r="B2"><v>9.5</v></c></row>',
        },
      ]),
      contains: '| 7 | 9.5 |',
    },
    { name: 'plan.pptx', bytes: pptx(), contains: 'Harbour plan' },
    {
      name: 'notes.odt',
      bytes: openDocument('text', '<text:h text:outline-level="1">Harbour notes</text:h>'),
      contains: '# Harbour notes',
    },
    {
      name: 'costs.ods',
      bytes: openDocument(
        'spreadsheet',
        '<table:table table:name="Costs"><table:table-row><table:table-cell><text:p>Berth</text:p></table:table-cell></table:table-row></table:table>',
      ),
      contains: '## Costs',
    },
    {
      name: 'talk.odp',
      bytes: openDocument(
        'presentation',
        '<draw:page><draw:frame><draw:text-box><text:p>Harbour talk</text:p></draw:text-box></draw:frame></draw:page>',
      ),
      contains: 'Harbour talk',
    },
    { name: 'mail.msg', bytes: msg(), contains: '# Harbour mail' },
    text('mail.eml', 'Subject: Harbour letter\r\n\r\nIt opens at six.', '# Harbour letter'),
    text(
      'dates.ics',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Lock\nDTSTART:20240305T100000Z\nEND:VEVENT\nEND:VCALENDAR',
      '| Lock | 2024-03-05T10:00:00Z |',
    ),
    text('people.vcf', 'BEGIN:VCARD\nFN:A. Mole\nEND:VCARD', '# A. Mole'),
    text(
      'map.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Harbour map</title></svg>',
      '# Harbour map',
    ),
    text(
      'page.xhtml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>Harbour</h1></body></html>',
      '# Harbour',
    ),
    text('map.geojson', '{"type":"FeatureCollection","features":[]}', '"type": "FeatureCollection"'),
    { name: 'tales.epub', bytes: epub(), contains: '# Harbour tales' },
    text('memo.rtf', String.raw`{\rtf1\ansi Harbour memo\par}`, 'Harbour memo'),
    text('page.html', '<h1>Harbour page</h1><p>It opens at six.</p>', '# Harbour page'),
    text('readme.md', '# Harbour guide\n\nIt has *two* quays.\n', '# Harbour guide'),
    text('ships.csv', 'ship,berth\nAurora,7\nBoreas,9\n', '| Aurora | 7 |'),
    text('state.json', '{"harbour":{"berths":9}}', '"berths": 9'),
    text('plain.txt', 'The harbour is closed on Mondays.\n', 'The harbour is closed on Mondays.'),
    text(
      'news.rss',
      '<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour news</title><item><title>New crane</title><link>https://example.com/crane</link></item></channel></rss>',
      'New crane',
    ),
  ];
}
