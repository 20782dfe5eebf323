import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { createStoredZip, makeZip } from '../../../../test/corpus/documents/make-zip.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';

function read(bytes: Uint8Array, type: string): Promise<PageContent> {
  return readResponse(jobFor(bytes, { headers: { 'content-type': type } }));
}

test('ODT: headings, paragraphs, lists, tables and links, without tracked changes and comments', async () => {
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x"><office:body><office:text>
<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
<text:h text:outline-level="2">Berths</text:h><text:p>A<text:s text:c="3"/>ship <text:span>waits</text:span> at <text:a xlink:href="https://example.com/q">the quay</text:a>.<office:annotation><text:p>comment</text:p></office:annotation></text:p>
<text:list><text:list-item><text:p>north</text:p></text:list-item><text:list-item><text:p>south</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>Berth</text:p></table:table-cell><table:table-cell><text:p>Depth</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>9 m</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>`;
  const files = [
    { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text') },
    { name: 'content.xml', bytes: Buffer.from(content) },
    { name: 'meta.xml', bytes: Buffer.from('<m xmlns:dc="d"><dc:title>Harbour</dc:title></m>') },
  ];
  const { markdown, title, error } = await read(createStoredZip(files), '');
  assert.equal(error, null);
  assert.equal(title, 'Harbour');
  assert.match(
    markdown,
    /^## Berths\n\nA ship waits at \[the quay\]\(https:\/\/example\.com\/q\)\.\n\n- north\n- south\n/,
  );
  assert.match(markdown, /\| 1 \| 9 m \|/);
  assert.doesNotMatch(markdown, /deleted|comment/);
});

test('PPTX: slides in the order of the presentation, with titles, lists and tables', async () => {
  const slide = (title: string, rest: string) =>
    `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp>${rest}</p:spTree></p:cSld></p:sld>`;
  const list =
    '<p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>north </a:t></a:r><a:r><a:t>quay</a:t></a:r></a:p><a:p><a:r><a:t>south</a:t></a:r></a:p></p:txBody></p:sp>';
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Berth')}${cell('Depth')}</a:tr><a:tr>${cell('1')}${cell('9 m')}</a:tr></a:tbl></p:graphicFrame>`;
  const bytes = makeZip([
    {
      name: 'ppt/presentation.xml',
      bytes:
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      bytes:
        '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/><Relationship Id="r2" Target="slides/slide2.xml"/></Relationships>',
    },
    { name: 'ppt/slides/slide1.xml', bytes: slide('Depths', table) },
    { name: 'ppt/slides/slide2.xml', bytes: slide('Quays', list) },
    { name: 'docProps/core.xml', bytes: '<c xmlns:dc="d"><dc:title>Harbour talk</dc:title></c>' },
  ]);
  const { markdown, title, error } = await read(bytes, '');
  assert.equal(error, null);
  assert.equal(title, 'Harbour talk');
  assert.match(markdown, /^## Quays\n\n- north quay\n- south\n\n## Depths\n\n\| Berth \| Depth \|/);
});

test('a damaged document is an error that names its type', async () => {
  const bytes = makeZip([
    { name: 'META-INF/container.xml', bytes: '<container><rootfile full-path="none.opf"/></container>' },
  ]);
  const { error } = await read(bytes, '');
  assert.equal(error?.code, 'document');
  assert.match(error?.message ?? '', /application\/epub\+zip/);
});
