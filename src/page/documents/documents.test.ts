import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { makePdf, type PlacedText, pdfOfStreams } from '../../../test/corpus/documents/make-pdf.ts';
import { makeDocx, makeXlsx, makeZip } from '../../../test/corpus/documents/make-zip.ts';
import type { PageContent } from '../../domain/pages/content.ts';
import { readResponse } from '../read/read-response.ts';

function read(bytes: Uint8Array | string, type = '', options = {}): Promise<PageContent> {
  return readResponse(jobFor(bytes, { headers: type === '' ? {} : { 'content-type': type }, ...options }));
}

/** Returns lines of running text, one below the other, starting at a position. */
function lines(x: number, y: number, texts: readonly string[], size = 10): PlacedText[] {
  return texts.map((text, index) => [x, y - index * size * 1.2, size, text]);
}

describe('PDF', () => {
  const prose = [
    'The ferry leaves the northern quay at dawn and crosses',
    'the sound in less than an hour, whatever the wind is.',
  ];

  test('headings by size, complete paragraphs, joined hyphenated words, metadata', async () => {
    const page: PlacedText[] = [
      [72, 720, 24, 'Harbour report'],
      [72, 690, 15, 'Ferries'],
      ...lines(72, 670, [...prose, 'Its timetable is regu-', 'larly revised.']),
      ...lines(72, 610, ['A second paragraph stands apart.']),
    ];
    const info = "/Title (Harbour report 2024) /Author (A. Mole) /CreationDate (D:20240305101500+01'00')";
    const { markdown, metadata, title, error } = await read(makePdf([page], { info }));
    assert.equal(error, null);
    assert.equal(
      markdown,
      `# Harbour report\n\n## Ferries\n\n${prose.join(' ')} Its timetable is regularly revised.\n\nA second paragraph stands apart.`,
    );
    assert.equal(title, 'Harbour report 2024');
    assert.equal(metadata.author, 'A. Mole');
    assert.equal(metadata.num_pages, 1);
    assert.equal(metadata.created, '2024-03-05T10:15:00+01:00');
    assert.equal(metadata.content_type, 'application/pdf');
  });

  test('lines that end although the next word had room stay apart', async () => {
    const address = ['Harbour Authority', 'Quay 4', '12345 Port', 'Phone 555 1234'];
    const narrow = [
      'The keeper of the lock',
      'opens its gate for all',
      'ships that wait at the',
      'outer quay.',
    ];
    const page: PlacedText[] = [
      ...lines(72, 700, [...prose, 'It is the oldest of them.']),
      ...lines(72, 640, address),
      ...lines(72, 560, narrow),
    ];
    const { markdown } = await read(makePdf([page]));
    assert.equal(
      markdown,
      `${prose.join(' ')} It is the oldest of them.\n\n${address.join('  \n')}\n\n${narrow.join(' ')}`,
    );
  });

  test('two columns under a title are read one after the other, in any file order', async () => {
    const column = (name: string) =>
      Array.from({ length: 8 }, (_, index) => `${name} ${index} has words enough to fill the line`);
    const left = lines(50, 700, column('Left'));
    const right = lines(320, 700, column('Right'));
    const mixed = left.flatMap((line, index) => [right[index] as PlacedText, line]);
    const { markdown } = await read(
      makePdf([
        [
          [
            50,
            740,
            10,
            'A title that spans the page from the left edge right across to the other side of it, all the way',
          ],
          ...mixed,
        ],
      ]),
    );
    const order = [...markdown.matchAll(/(Left|Right) (\d)/g)].map((match) => match[0]);
    assert.deepEqual(order, [
      ...Array.from({ length: 8 }, (_, index) => `Left ${index}`),
      ...Array.from({ length: 8 }, (_, index) => `Right ${index}`),
    ]);
  });

  test('aligned cells become a table, bullets become a list', async () => {
    const page: PlacedText[] = [
      ...lines(72, 700, ['Departures of the winter half year, all days but Sunday.']),
      ...[
        ['Ship', 'Time', 'Seats'],
        ['Alma', '06:10', '120'],
        ['Berta', '07:40', '80'],
      ].flatMap((row, index) =>
        row.map((cell, column): PlacedText => [72 + column * 120, 660 - index * 14, 10, cell]),
      ),
      ...lines(72, 590, ['\xb7 no dogs', '\xb7 no bicycles']),
    ];
    const { markdown } = await read(makePdf([page]));
    assert.match(
      markdown,
      /\| Ship \| Time \| Seats \|\n\| --- \| --- \| --- \|\n\| Alma \| 06:10 \| 120 \|\n\| Berta \| 07:40 \| 80 \|/,
    );
  });

  test('running headers and footers are left out', async () => {
    const pages = ['one', 'two', 'three', 'four'].map((name, index): PlacedText[] => [
      [72, 770, 9, 'Annual report'],
      ...lines(72, 700, [`Text of page ${name}.`, 'A line.', 'Another line.', 'One more.']),
      [300, 20, 9, `${index + 1}`],
    ]);
    const { markdown, metadata } = await read(makePdf(pages));
    assert.equal(metadata.num_pages, 4);
    assert.doesNotMatch(markdown, /Annual report/);
    assert.match(markdown, /Another line\.\n\nText of page two\./);
  });

  test('a password-protected and a damaged PDF fail with the reason', async () => {
    const trailer =
      '/Encrypt << /Filter /Standard /V 1 /R 2 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012) /P -4 >> /ID [(0123456789abcdef) (0123456789abcdef)]';
    const locked = await read(makePdf([lines(72, 700, ['x'])], { trailer }));
    assert.equal(locked.error?.code, 'document');
    assert.match(locked.error?.message ?? '', /password/);
    const damaged = await read(makePdf([lines(72, 700, ['x'])]).subarray(0, 300));
    assert.equal(damaged.error?.code, 'document');
  });

  test('a PDF without text has a warning', async () => {
    const { error, warnings } = await read(makePdf([[]]));
    assert.equal(error, null);
    assert.ok(warnings.some((warning) => warning.code === 'no_text'));
  });

  test('a PDF with an excessive decompressed size is rejected', async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000, 32), { level: 9 });
    for (const stream of [
      { entries: '/Filter /FlateDecode', bytes: bomb },
      { entries: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(bomb) },
    ]) {
      const { error } = await read(pdfOfStreams([stream]));
      assert.equal(error?.code, 'document');
      assert.match(error?.message ?? '', /decompressed size/);
    }
  });

  test('a PDF with a loop in its page tree ends', async () => {
    const pageLoop = Buffer.from(
      makePdf([lines(72, 700, ['x'])])
        .toString('latin1')
        .replace('/Kids [4 0 R]', '/Kids [2 0 R]'),
      'latin1',
    );
    const { error, markdown } = await read(pageLoop);
    assert.ok(error !== null || markdown === '' || markdown === 'x');
  });
});

describe('Word', () => {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const styles = {
    name: 'word/styles.xml',
    bytes:
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
  };
  const relations = {
    name: 'word/_rels/document.xml.rels',
    bytes:
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  };

  test('headings, paragraphs and tables', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`;
    const core = {
      name: 'docProps/core.xml',
      bytes:
        '<cp:coreProperties><dc:title>Notes &amp; more</dc:title><dcterms:created xsi:type="x">2024-01-02T03:04:05Z</dcterms:created></cp:coreProperties>',
    };
    const body = `${paragraph('Rules', 'H1')}${paragraph('Be kind.')}${table}`;
    const { markdown, title, metadata } = await read(makeDocx(body, [styles, relations, core]));
    assert.equal(markdown, '# Rules\n\nBe kind.\n\n|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |');
    assert.equal(title, 'Notes & more');
    assert.equal(metadata.created, '2024-01-02T03:04:05Z');
    assert.match(metadata.content_type ?? '', /wordprocessingml/);
  });

  test('footnotes', async () => {
    const notes = {
      name: 'word/footnotes.xml',
      bytes: `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${paragraph('A note.')}</w:footnote></w:footnotes>`,
    };
    const links = {
      name: 'word/_rels/document.xml.rels',
      bytes:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rF" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/></Relationships>',
    };
    const body = '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
    const { markdown } = await read(makeDocx(body, [notes, links]));
    assert.equal(markdown, 'Text[^1]\n\n[^1]: A note.');
  });

  test('decompression bombs, deep nesting and damage fail with the reason', async () => {
    const spaces = ' '.repeat(60_000_000);
    for (const bytes of [
      makeDocx(spaces),
      makeDocx(paragraph('x'), [relations, { ...styles, bytes: spaces, says: 10 }]),
    ])
      assert.match((await read(bytes)).error?.message ?? '', /decompressed size/);
    const nested = await read(makeDocx('<w:ins>'.repeat(200_000)));
    assert.equal(nested.error?.code, 'document');
    const whole = makeDocx(paragraph('x'.repeat(10_000)));
    whole.fill(7, 60, 400);
    assert.equal((await read(whole)).error?.code, 'document');
  });

  test('the reason of a damaged document is a sentence, not the message of a library', async () => {
    const depth = 100_000;
    const bodies: [string, string][] = [
      [
        `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`,
        'The document has more than 400 nested elements.',
      ],
      [paragraph('&unknown;'), 'The XML is not well-formed.'],
      ['<w:p><w:r><w:t>Text', 'The XML is not well-formed.'],
    ];
    for (const [body, reason] of bodies) {
      const { error } = await read(makeDocx(body));
      assert.equal(error?.message.endsWith(` cannot be read. ${reason}`), true, error?.message);
    }
  });

  test('entities are not expanded', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>';
    const { markdown } = await read(makeZip([{ name: 'word/document.xml', bytes: xml }]));
    assert.doesNotMatch(markdown, /aaaa/);
  });
});

describe('spreadsheets', () => {
  test('sheets become tables; dates, percentages, booleans and texts are formatted', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Done</t></is></c></row>' +
      '<row r="2"><c r="A2" s="1"><v>45356</v></c><c r="B2"><v>0.30000000000000004</v></c><c r="D2" t="b"><v>1</v></c></row>' +
      '<row r="3"><c r="A3" s="2"><v>0.125</v></c><c r="B3"><v>12</v></c></row>';
    const styles = {
      name: 'xl/styles.xml',
      bytes:
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>',
    };
    const book = makeXlsx(
      [
        { name: 'Costs', rows },
        { name: 'Secret', rows, state: 'hidden' },
      ],
      ['Day', 'Sum | €'],
      [styles],
    );
    const { markdown, error, warnings } = await read(book, 'application/octet-stream');
    assert.equal(error, null);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['Hidden sheets are left out: "Secret".'],
    );
    assert.equal(
      markdown,
      '## Costs\n\n| Day | Sum \\| € | Done |\n| --- | --- | --- |\n| 2024-03-05 | 0.3 | TRUE |\n| 12.50% | 12 |  |',
    );
  });

  test('a workbook with an excessive decompressed size or invalid XML is rejected', async () => {
    const bomb = makeXlsx([{ name: 'A', rows: ' '.repeat(70_000_000) }]);
    assert.match((await read(bomb)).error?.message ?? '', /decompressed size/);
    assert.equal((await read(makeXlsx([{ name: 'A', rows: '<row></c>' }]))).error?.code, 'document');
  });

  test('CSV with quotes, other separators, and too many rows', async () => {
    assert.equal(
      (await read('name;note\n"A; B";"says ""hi""\nand goes"\n', 'text/csv')).markdown,
      '| name | note |\n| --- | --- |\n| A; B | says "hi"<br>and goes |',
    );
    for (const [line, text] of [
      ['sep=;\r\n', 'a,1;b\r\n2,5;3'],
      ['"sep=|"\n', 'a,1|b\n2,5|3'],
      ['\uFEFFSEP=\t\n', 'a,1\tb\n2,5\t3'],
    ])
      assert.equal(
        (await read(`${line}${text}`, 'text/csv')).markdown,
        '| a,1 | b |\n| --- | --- |\n| 2,5 | 3 |',
      );
    const many = await read(`a,b\n${'1,2\n'.repeat(30_000)}`, 'text/csv');
    assert.ok(many.warnings.some((warning) => warning.code === 'rows_left_out'));
  });

  test('columns that are left out are named in a warning, empty ones are not', async () => {
    const codes = async (input: Parameters<typeof read>[0], type?: string) =>
      (await read(input, type)).warnings.map(({ code }) => code);
    const wide = (columns: number) => Array.from({ length: columns }, (_, at) => `c${at}`).join(',');
    assert.deepEqual(await codes(`${wide(200)}\n${wide(200)}`, 'text/csv'), []);
    assert.deepEqual(await codes(`${wide(200)}\n${wide(201)}`, 'text/csv'), ['columns_left_out']);
    assert.deepEqual(await codes(`${wide(200)}\n${wide(200)},,,`, 'text/csv'), []);
    const sheet = (cell: string) =>
      makeXlsx([
        {
          name: 'A',
          rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>${cell}</row><row r="2"><c r="A2"><v>3</v></c></row>`,
        },
      ]);
    assert.deepEqual(await codes(sheet('<c r="XFD1"><v>9</v></c>')), ['columns_left_out']);
    assert.deepEqual(await codes(sheet('<c r="XFD1"/>')), []);
  });
});

describe('feeds', () => {
  test('RSS: titles, links, dates, summaries; unclosed HTML does not affect the next entry', async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News &amp;amp; views</title><link>https://example.com/</link><description>All of it</description>
      <item><title>First</title><link>https://example.com/1</link><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><dc:creator>A. Mole</dc:creator><description><![CDATA[<p>Open <b>bold <textarea> <!-- ]]></description></item>
      <item><title>Second</title><link>https://example.com/2</link></item></channel></rss>`;
    const { markdown, title, links } = await read(rss, 'text/html', { formats: ['markdown', 'links'] });
    assert.equal(title, 'News & views');
    assert.equal(
      markdown,
      '# News & views\n\nAll of it\n\n## [First](https://example.com/1)\n\n2024-03-05T10:00:00Z · A. Mole\n\nOpen **bold**\n\n## [Second](https://example.com/2)',
    );
    assert.deepEqual(
      links?.map((link) => link.url),
      ['https://example.com/1', 'https://example.com/2'],
    );
  });

  test('Atom and JSON feeds are detected by content', async () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title type="html">A &amp;lt; B</title><link href="/1"/><updated>2024-03-05T10:00:00Z</updated><summary>Short.</summary></entry></feed>';
    assert.equal(
      (await read(atom, 'application/xml')).markdown,
      '# T\n\n## [A < B](https://example.com/1)\n\n2024-03-05T10:00:00Z\n\nShort.',
    );
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [{ id: '1', url: 'https://example.com/1', title: 'One', content_text: 'a <b\nc' }],
    });
    assert.equal(
      (await read(json, 'application/json')).markdown,
      '# J\n\n## [One](https://example.com/1)\n\na \\<b  \nc',
    );
  });

  test('references are resolved against xml:base of the feed, the entry and its content', async () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://cdn.example.net/a/"><title>T</title><entry xml:base="b/"><title>One</title><link href="1"/><content type="html" xml:base="c/">&lt;a href="d"&gt;here&lt;/a&gt;</content></entry></feed>';
    const { links } = await read(atom, 'application/atom+xml', { formats: ['links'] });
    assert.deepEqual(
      links?.map((link) => link.url),
      ['https://cdn.example.net/a/b/1', 'https://cdn.example.net/a/b/c/d'],
    );
  });

  test('the full content stands below a summary that is not its start', async () => {
    const item = (summary: string) =>
      `<item><title>A</title><description>${summary}</description><content:encoded><![CDATA[<p>The lock opens at six. The quay is closed.</p>]]></content:encoded></item>`;
    const rss = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>${item('In short: open.')}${item('The lock opens […]')}</channel></rss>`;
    const full = 'The lock opens at six. The quay is closed.';
    assert.equal(
      (await read(rss, 'application/rss+xml')).markdown,
      `# T\n\n## A\n\nIn short: open.\n\n${full}\n\n## A\n\n${full}`,
    );
  });

  test('dates with names of time zones and years of two digits', async () => {
    const dates = ['Tue, 5 Mar 24 10:00 EST', 'Sat, 03 Jul 99 08:05:09 CEST', 'Tue, 05 Mar 2024 10:00:00 UT'];
    const items = dates.map((date) => `<item><title>A</title><pubDate>${date}</pubDate></item>`).join('');
    const { markdown } = await read(
      `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`,
      'application/rss+xml',
    );
    assert.deepEqual(markdown.match(/\d{4}-\S+/g), [
      '2024-03-05T10:00:00-05:00',
      '1999-07-03T08:05:09+02:00',
      '2024-03-05T10:00:00Z',
    ]);
  });

  test('titles and texts of extensions stand in for those of the format', async () => {
    const namespaces =
      'xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"';
    const items = [
      '<dc:title>Tide</dc:title><dc:description>High at six.</dc:description>',
      '<title>Episode 4</title><itunes:summary>On locks.</itunes:summary><itunes:author>Ann Quay</itunes:author>',
      '<title>Film</title><media:group><media:description>One &amp;lt; two\nthree</media:description></media:group>',
      '<title>Own</title><description>Own text.</description><itunes:summary>Other text.</itunes:summary>',
    ].map((item) => `<item>${item}</item>`);
    const rss = `<rss version="2.0" ${namespaces}><channel><title>T</title>${items.join('')}</channel></rss>`;
    const { markdown } = await read(rss, 'application/rss+xml');
    assert.match(markdown, /## Tide\n\nHigh at six\./);
    assert.match(markdown, /## Episode 4\n\nAnn Quay\n\nOn locks\./);
    assert.match(markdown, /## Film\n\nOne/);
    assert.match(markdown, /## Own\n\nOwn text\.$/);
  });

  test('of a feed with a damaged end, the complete entries are read and a warning tells it', async () => {
    const start = '<rss version="2.0"><channel><title>T</title><item><title>A</title></item><item><title>';
    for (const end of ['<![CDATA[B', '<![CD', 'B</title><descr']) {
      const { markdown, warnings } = await read(start + end, 'application/rss+xml');
      assert.match(markdown, /^# T\n\n## A/, end);
      if (end.startsWith('<!')) assert.equal(warnings[0]?.code, 'entries_left_out', end);
    }
  });

  test('scripts in titles are left out', async () => {
    const title = 'Six &lt;script type="a"&gt;run(1 &lt; 2)&lt;/script&gt; boats &lt;b&gt;left&lt;/b&gt;';
    const rss = `<rss version="2.0"><channel><title>T</title><item><title>${title}</title></item></channel></rss>`;
    assert.match((await read(rss, 'application/rss+xml')).markdown, /^# T\n\n## Six boats left$/);
  });

  test('an invalid feed is returned as XML', async () => {
    const { markdown, error } = await read('<rss version="2.0"><chan', 'application/rss+xml');
    assert.equal(error, null);
    assert.match(markdown, /^```xml/);
  });
});

test('image sizes are read', async () => {
  const png = Buffer.alloc(40);
  png.write('\x89PNG\r\n\x1a\n', 'latin1');
  png.writeUInt32BE(640, 16);
  png.writeUInt32BE(480, 20);
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000040000ffc0000b0801e0028001', 'hex'), Buffer.alloc(40)]);
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('8002e001', 'hex'), Buffer.alloc(40)]);
  for (const image of [png, jpeg, gif]) {
    const { metadata } = await read(image);
    assert.deepEqual([metadata.width, metadata.height], [640, 480]);
  }
});
