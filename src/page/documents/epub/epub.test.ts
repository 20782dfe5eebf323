import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { createStoredZip, makeZip, type ZipFile } from '../../../../test/corpus/documents/make-zip.ts';
import type { PageContent } from '../../../domain/pages/content.ts';
import { readResponse } from '../../read/read-response.ts';

function read(bytes: Uint8Array, type: string): Promise<PageContent> {
  return readResponse(jobFor(bytes, { headers: { 'content-type': type } }));
}

const epubFiles = [
  {
    name: 'META-INF/container.xml',
    bytes:
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  },
  {
    name: 'book/package.opf',
    bytes:
      '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Harbours &amp; locks</dc:title><dc:creator>A. Mole</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="b" href="text/two%20parts.xhtml"/><item id="a" href="text/one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
  },
  {
    name: 'book/text/one.xhtml',
    bytes:
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body class="c"><h1>The lock</h1><p>It opens at <em>six</em>.</p></body></html>',
  },
  {
    name: 'book/text/two parts.xhtml',
    bytes: '<html><body><h1>The quay</h1><ul><li>north</li><li>south</li></ul></body></html>',
  },
];

test('EPUB: chapters in the order of the spine, with title, author and language', async () => {
  const mimetype = { name: 'mimetype', bytes: Buffer.from('application/epub+zip') };
  const stored = createStoredZip([
    mimetype,
    ...epubFiles.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
  ]);
  for (const bytes of [stored, makeZip(epubFiles)]) {
    const { markdown, title, metadata, error } = await read(bytes, 'application/octet-stream');
    assert.equal(error, null);
    assert.equal(markdown, '# The lock\n\nIt opens at *six*.\n\n# The quay\n\n- north\n- south');
    assert.deepEqual([title, metadata.author, metadata.language], ['Harbours & locks', 'A. Mole', 'en']);
    assert.equal(metadata.content_type, 'application/epub+zip');
  }
});

interface Chapter {
  path: string;
  /** XHTML of the body, or the whole text of the file. */
  body: string;
}

/** Creates a publication with these chapters, in a folder, and additional files and items of the manifest. */
function makeEpub(chapters: readonly Chapter[], items = '', more: readonly ZipFile[] = []): Buffer {
  const manifest = chapters.map(({ path }, index) => `<item id="c${index}" href="${path}"/>`).join('');
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  return makeZip([
    {
      name: 'META-INF/container.xml',
      bytes: '<container><rootfiles><rootfile full-path="OPS/p.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/p.opf',
      bytes: `<package><metadata><dc:title xmlns:dc="d">T</dc:title><dc:date>2024-03-05</dc:date></metadata><manifest>${manifest}${items}</manifest><spine toc="ncx">${spine}</spine></package>`,
    },
    ...chapters.map(({ path, body }) => ({
      name: `OPS/${path}`,
      bytes: body.startsWith('<?xml')
        ? body
        : `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
    })),
    ...more,
  ]);
}

test('EPUB: chapters are read as XML, and as HTML if they are not well-formed', async () => {
  const { markdown, metadata } = await read(
    makeEpub([
      {
        path: 'a.xhtml',
        body: '<h1>A<a id="x"/></h1><p>One<script/> &eacute; <![CDATA[<b>]]></p><textarea/><p>Two</p>',
      },
      { path: 'b.xhtml', body: '<h1>B</h1><p>Open<br>line' },
    ]),
    '',
  );
  assert.equal(markdown, '# A\n\nOne é \\<b>\n\nTwo\n\n# B\n\nOpen  \nline');
  assert.equal(metadata.published, '2024-03-05');
});

test('EPUB: each chapter keeps its own notes; links to chapters and files of the archive are text', async () => {
  const chapter = (text: string, note: string) =>
    `<h1>${text}</h1><p>Text<a href="#fn1">1</a>, <a href="b.xhtml#p">there</a>, <a href="c.xhtml">c</a>, <a href="https://example.com/">out</a><img src="i.png" alt=""/>.</p><section class="footnotes"><ol><li id="fn1">${note}</li></ol></section>`;
  const { markdown } = await read(
    makeEpub([
      { path: 'a.xhtml', body: chapter('A', 'First.') },
      { path: 'b.xhtml', body: chapter('B', 'Second.') },
    ]),
    '',
  );
  assert.match(markdown, /^# A\n\nText\[\^1\], there, c, \[out\]\(https:\/\/example\.com\/\)\.\n/);
  assert.match(markdown, /\[\^2\][\s\S]*\[\^2\]: Second\./);
  assert.match(markdown, /\[\^1\]: First\./);
});

test('EPUB: a note beside its text is a footnote', async () => {
  const note = (id: string, text: string) =>
    `<aside epub:type="footnote" id="${id}"><p><sup><a href="#called${id}">1</a></sup> ${text}</p></aside>`;
  const body = `<p>The lock opens<sup><a epub:type="noteref" id="called1" href="#data1">1</a></sup> at six.</p>${note('data1', 'In summer.')}`;
  const { markdown } = await read(
    makeEpub([
      { path: 'a.xhtml', body },
      { path: 'b.xhtml', body: body.replace('lock', 'gate').replace('summer', 'winter') },
    ]),
    'application/epub+zip',
  );
  assert.equal(
    markdown,
    'The lock opens[^1] at six.\n\n[^1]: In summer.\n\nThe gate opens[^2] at six.\n\n[^2]: In winter.',
  );
});

test('EPUB: chapters without a heading have the title of the table of contents', async () => {
  const chapters = [
    { path: 'a.xhtml', body: '<p>Text of a.</p>' },
    { path: 'b.xhtml', body: '<h1>Own</h1><p>Text of b.</p>' },
    { path: 'c.xhtml', body: '<p>The locks</p><p>Text of c.</p>' },
  ];
  const titles = ['The quays', 'Second', 'The locks'];
  const links = chapters.map(({ path }, index) => `<li><a href="${path}">${titles[index]}</a></li>`).join('');
  const points = chapters
    .map(
      ({ path }, index) =>
        `<navPoint><navLabel><text>${titles[index]}</text></navLabel><content src="${path}"/></navPoint>`,
    )
    .join('');
  const contents: [string, ZipFile][] = [
    [
      '<item id="n" href="nav.xhtml" properties="nav"/>',
      { name: 'OPS/nav.xhtml', bytes: `<html><body><nav><ol>${links}</ol></nav></body></html>` },
    ],
    [
      '<item id="ncx" href="toc.ncx"/>',
      { name: 'OPS/toc.ncx', bytes: `<ncx><navMap>${points}</navMap></ncx>` },
    ],
  ];
  for (const [item, file] of contents)
    assert.equal(
      (await read(makeEpub(chapters, item, [file]), '')).markdown,
      '## The quays\n\nText of a.\n\n# Own\n\nText of b.\n\nThe locks\n\nText of c.',
    );
});

test('EPUB: protected, damaged and hostile publications', async () => {
  const chapters = [{ path: 'a.xhtml', body: '<p>Text</p>' }];
  const lock = (path: string) => ({
    name: 'META-INF/encryption.xml',
    bytes: `<encryption><EncryptedData><CipherReference URI="${path}"/></EncryptedData></encryption>`,
  });
  assert.match(
    (await read(makeEpub(chapters, '', [lock('OPS/a.xhtml')]), '')).error?.message ?? '',
    /protected/,
  );
  assert.equal((await read(makeEpub(chapters, '', [lock('OPS/font.otf')]), '')).markdown, 'Text');
  const bomb = makeEpub([{ path: 'a.xhtml', body: ' '.repeat(40_000_000) }]);
  assert.match((await read(bomb, '')).error?.message ?? '', /decompressed size/);
  const deep = makeEpub([{ path: 'a.xhtml', body: `${'<div>'.repeat(20_000)}x${'</div>'.repeat(20_000)}` }]);
  assert.equal((await read(deep, '')).markdown, 'x');
});
