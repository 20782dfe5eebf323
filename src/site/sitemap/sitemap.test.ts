import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readSitemap } from './read-sitemap.ts';
import { createSitemapReader, type SitemapEntry, type SitemapSummary } from './sitemap.ts';

const at = 'https://shop.test/maps/all.xml';

/** Reads a file in chunks of three characters to test all chunk boundaries. */
function readText(text: string, limits: { maxEntries?: number; maxBytes?: number } = {}) {
  const entries: SitemapEntry[] = [];
  const take = (entry: SitemapEntry) => entries.push(entry) > 0;
  const reader = createSitemapReader({ url: at, take, ...limits });
  for (let start = 0; start < text.length; start += 3) reader.write(text.slice(start, start + 3));
  const { bytes, ...summary } = reader.end();
  return { entries, summary, bytes, urls: entries.map((entry) => entry.url) };
}

async function readBytes(body: Uint8Array, limits: { maxEntries?: number; maxBytes?: number } = {}) {
  const entries: SitemapEntry[] = [];
  const take = (entry: SitemapEntry) => entries.push(entry) > 0;
  const { bytes, ...summary } = await readSitemap(
    body,
    { url: at, take, ...limits },
    new AbortController().signal,
  );
  return { entries, summary, bytes, urls: entries.map((entry) => entry.url) };
}

function urlSet(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</urlset>`;
}

const whole: Omit<SitemapSummary, 'format' | 'entries' | 'bytes'> = { isBroken: false, isCut: false };

test('a sitemap lists URLs with their dates', () => {
  const { entries, summary } = readText(
    urlSet(
      '<url><loc> https://shop.test/a?x=1&amp;y=2 </loc><lastmod>2026-09-30T10:00:00+02:00</lastmod><priority>0.5</priority></url><!-- no --><url><loc><![CDATA[https://shop.test/b]]></loc><lastmod>2026-09</lastmod></url><url><loc>/c</loc><lastmod>yesterday</lastmod></url>',
    ),
  );
  assert.deepEqual(
    entries.map(({ url, lastmod, kind }) => [url, lastmod, kind]),
    [
      ['https://shop.test/a?x=1&y=2', '2026-09-30T10:00:00+02:00', 'page'],
      ['https://shop.test/b', '2026-09', 'page'],
      ['https://shop.test/c', null, 'page'],
    ],
  );
  assert.deepEqual(summary, { format: 'urlset', entries: 3, ...whole });
});

test('extensions for images, videos, translations and news do not change URLs', () => {
  const { entries } = readText(
    urlSet(
      '<url><image:image><image:loc>https://cdn.test/1.jpg</image:loc></image:image><loc>https://shop.test/a</loc><xhtml:link rel="alternate" href="https://shop.test/de/a"/><video:video><video:title>Film</video:title><video:player_loc>https://shop.test/player</video:player_loc></video:video><news:news><news:publication_date>2026-09-29</news:publication_date><news:title>Harbour &amp; tides</news:title></news:news></url>',
    ),
  );
  assert.deepEqual(entries, [
    {
      url: 'https://shop.test/a',
      lastmod: '2026-09-29',
      kind: 'page',
      title: 'Harbour & tides',
      description: null,
    },
  ]);
});

test('an index lists sitemaps, also with namespace prefixes', () => {
  const { entries, summary } = readText(
    '<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://shop.test/1.xml.gz</sm:loc></sm:sitemap><sm:sitemap><sm:loc>2.xml</sm:loc></sm:sitemap></sm:sitemapindex>',
  );
  assert.deepEqual(
    entries.map(({ url, kind }) => [url, kind]),
    [
      ['https://shop.test/1.xml.gz', 'sitemap'],
      ['https://shop.test/maps/2.xml', 'sitemap'],
    ],
  );
  assert.equal(summary.format, 'index');
});

test('names of elements count in any case', () => {
  const sitemap = readText(
    '<URLSET><URL><LOC>https://shop.test/a</LOC><LastMod>2026-09-30</LastMod></URL><url><Loc>https://shop.test/b</Loc></url></URLSET>',
  );
  assert.deepEqual(
    sitemap.entries.map(({ url, lastmod }) => [url, lastmod]),
    [
      ['https://shop.test/a', '2026-09-30'],
      ['https://shop.test/b', null],
    ],
  );
  const index =
    '<SM:SITEMAPINDEX><sm:Sitemap><SM:Loc>https://shop.test/1.xml</SM:Loc></sm:Sitemap></SM:SITEMAPINDEX>';
  assert.deepEqual(readText(index).urls, ['https://shop.test/1.xml']);
  const feed =
    '<RSS><Channel><ITEM><Link>/one</Link><PUBDATE>Wed, 30 Sep 2026 08:00:00 GMT</PUBDATE></ITEM></Channel></RSS>';
  assert.deepEqual(readText(feed).urls, ['https://shop.test/one']);
});

test('feeds are read with titles and descriptions', () => {
  const rss = readText(
    '<rss version="2.0"><channel><title>Shop</title><link>https://shop.test/</link><item><title><![CDATA[<b>One</b> &amp; more]]></title><link>/one</link><pubDate>Wed, 30 Sep 2026 08:00:00 GMT</pubDate><description>&lt;p&gt;First &lt;i&gt;thing&lt;/i&gt;&lt;/p&gt;</description></item><item><guid isPermaLink="true">https://shop.test/two</guid></item><item><guid>no-address</guid></item></channel></rss>',
  );
  assert.equal(rss.summary.format, 'rss');
  assert.deepEqual(rss.urls, ['https://shop.test/one', 'https://shop.test/two']);
  assert.deepEqual(rss.entries[0], {
    url: 'https://shop.test/one',
    lastmod: '2026-09-30T08:00:00Z',
    kind: 'page',
    title: 'One & more',
    description: 'First thing',
  });
  const atom = readText(
    '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://shop.test/"/><entry><title>One</title><link rel="edit" href="/edit"/><link href="/one"/><updated>2026-09-30T08:00:00Z</updated><summary>First</summary></entry></feed>',
  );
  assert.equal(atom.summary.format, 'atom');
  assert.deepEqual(atom.urls, ['https://shop.test/one']);
  assert.equal(atom.entries[0]?.title, 'One');
  const rdf = readText(
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item rdf:about="x"><link>https://shop.test/old</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>',
  );
  assert.deepEqual(rdf.urls, ['https://shop.test/old']);
});

test('a text file lists one URL per line', () => {
  const { urls, summary } = readText(
    '\uFEFFhttps://shop.test/a\r\nhttps://shop.test/b\n\n  https://shop.test/c',
  );
  assert.deepEqual(urls, ['https://shop.test/a', 'https://shop.test/b', 'https://shop.test/c']);
  assert.deepEqual(summary, { format: 'text', entries: 3, ...whole });
});

test('content that lists no pages has the format none', () => {
  for (const text of [
    '',
    '   ',
    '<!DOCTYPE html><html><body><a href="https://shop.test/a">a</a></body></html>',
    'Not found\nNothing here',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ]) {
    const { summary, urls } = readText(text);
    assert.equal(summary.format, 'none', text);
    assert.deepEqual(urls, []);
  }
});

test('a broken file returns its readable entries and isBroken', () => {
  const cases: Array<[string, string[]]> = [
    [
      urlSet('<url><loc>https://shop.test/a?x=1&y=2</loc></url><url><loc>https://shop.test/b</loc></url>'),
      ['https://shop.test/a?x=1&y=2', 'https://shop.test/b'],
    ],
    [
      urlSet('<url><loc>https://shop.test/a</loc></url><url><loc>https://shop.te').slice(0, -9),
      ['https://shop.test/a'],
    ],
    [
      urlSet('<url><loc>https://shop.test/a</loc><url><loc>https://shop.test/b</loc></url>'),
      ['https://shop.test/a', 'https://shop.test/b'],
    ],
    [`${urlSet('<url><loc>https://shop.test/a</loc></url>')}trailing`, ['https://shop.test/a']],
    [urlSet('<url><loc>https://shop.test/&unknown;a</loc></url>'), ['https://shop.test/&unknown;a']],
  ];
  for (const [text, urls] of cases) {
    const read = readText(text);
    assert.deepEqual(read.urls, urls, text);
    assert.equal(read.summary.isBroken, true, text);
  }
});

test('invalid, non-web and overlong URLs are skipped', () => {
  const { urls, summary } = readText(
    urlSet(
      `<url><loc>ftp://shop.test/a</loc></url><url><loc>http://</loc></url><url><loc></loc></url><url><loc>javascript:alert(1)</loc></url><url><loc>https://shop.test/${'a'.repeat(3000)}</loc></url><url><loc>\u200bhttps://shop.test/fi\ufeffne</loc></url>`,
    ),
  );
  assert.deepEqual(urls, ['https://shop.test/fine']);
  assert.equal(summary.isBroken, false);
});

test('entities declared by the file are not expanded', () => {
  const bomb = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${'<urlset><url><loc>https://shop.test/&b;</loc></url></urlset>'}`;
  const { urls, summary } = readText(bomb);
  assert.deepEqual(urls, ['https://shop.test/&b;']);
  assert.equal(summary.isBroken, true);
});

test('limits are enforced and reported in the summary', () => {
  const map = urlSet(
    Array.from({ length: 100 }, (_, page) => `<url><loc>https://shop.test/${page}</loc></url>`).join(''),
  );
  const few = readText(map, { maxEntries: 10 });
  assert.equal(few.urls.length, 10);
  assert.equal(few.summary.isCut, true);
  const short = readText(map, { maxBytes: 1000 });
  assert.ok(short.urls.length > 10 && short.urls.length < 30);
  assert.equal(short.summary.isCut, true);
  assert.equal(readText(map, { maxEntries: 100, maxBytes: map.length }).summary.isCut, false);
});

test('bytes are decoded in the declared character set', async () => {
  const text = urlSet('<url><loc>https://shop.test/büro</loc></url>');
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
  for (const body of [Buffer.from(text), wide, latin, gzipSync(text)])
    assert.deepEqual((await readBytes(body)).urls, ['https://shop.test/b%C3%BCro']);
});

test('a compressed file is limited by its decompressed size, and a truncated one is broken', async () => {
  const bomb = gzipSync(urlSet(`<url><loc>https://shop.test/a</loc></url>${' '.repeat(5_000_000)}`));
  const { summary, urls, bytes } = await readBytes(bomb, { maxBytes: 1_000_000 });
  assert.ok(bytes > 1_000_000 && bytes < 2_000_000, String(bytes));
  assert.deepEqual(urls, ['https://shop.test/a']);
  assert.equal(summary.isCut, true);
  const packed = gzipSync(urlSet('<url><loc>https://shop.test/a</loc></url>'));
  assert.equal((await readBytes(packed.subarray(0, -10))).summary.isBroken, true);
  assert.equal((await readBytes(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).summary.format, 'none');
});

test('50,000 URLs are read one by one', async () => {
  const body = Buffer.from(
    urlSet(
      Array.from(
        { length: 50_000 },
        (_, page) =>
          `<url><loc>https://shop.test/catalog/things/${page}</loc><lastmod>2026-09-30</lastmod></url>\n`,
      ).join(''),
    ),
  );
  let count = 0;
  const take = () => {
    count += 1;
    return true;
  };
  const summary = await readSitemap(body, { url: at, take }, new AbortController().signal);
  assert.equal(count, 50_000);
  assert.deepEqual(summary, { format: 'urlset', entries: 50_000, bytes: body.length, ...whole });
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(readSitemap(body, { url: at, take }, gone), /gone/);
});
