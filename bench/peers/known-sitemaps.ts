import { gzipSync } from 'node:zlib';

/** A file of a site that lists pages or other sitemaps. */
export interface KnownSitemap {
  name: string;
  url: string;
  body: Uint8Array;
  /** The URLs that it lists. */
  urls: readonly string[];
  /** False if it breaks the rules of its format in a way that sites do. */
  isValid: boolean;
}

const site = 'https://www.example.com';
const pagesPerFile = 20;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function pagesOf(name: string): string[] {
  return Array.from({ length: pagesPerFile }, (_, at) => `${site}/${name}/page-${at}?a=${at}&b=1`);
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;');
}

function urlset(urls: readonly string[], locOf = escaped, attributes = ` xmlns="${namespace}"`): string {
  const entries = urls.map((url) => `<url><loc>${locOf(url)}</loc><lastmod>2026-01-31</lastmod></url>`);
  return `${declaration}<urlset${attributes}>\n${entries.join('\n')}\n</urlset>\n`;
}

type Maker = (urls: readonly string[]) => string | Uint8Array;

const valid: Readonly<Record<string, Maker>> = {
  plain: (urls) => urlset(urls),
  compressed: (urls) => gzipSync(urlset(urls)),
  'in CDATA': (urls) => urlset(urls, (url) => `<![CDATA[${url}]]>`),
  'with spaces around': (urls) => urlset(urls, (url) => `\n    ${escaped(url)}\n  `),
  'with a prefix': (urls) =>
    urlset(urls, escaped, ` xmlns:sm="${namespace}"`).replaceAll(
      /<(\/?)(urlset|url|loc|lastmod)\b/g,
      '<$1sm:$2',
    ),
  'with images': (urls) =>
    urlset(
      urls,
      escaped,
      ` xmlns="${namespace}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`,
    ).replaceAll('</url>', `<image:image><image:loc>${site}/picture.jpg</image:loc></image:image></url>`),
  'with other languages': (urls) =>
    urlset(urls, escaped, ` xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml"`).replaceAll(
      '</url>',
      `<xhtml:link rel="alternate" hreflang="de" href="${site}/de/"/></url>`,
    ),
  index: (urls) =>
    `${declaration}<sitemapindex xmlns="${namespace}">${urls.map((url) => `<sitemap><loc>${escaped(url)}</loc></sitemap>`).join('\n')}</sitemapindex>`,
  text: (urls) => `${urls.join('\n')}\n`,
  'text with CR LF': (urls) => `${urls.join('\r\n')}\r\n`,
  RSS: (urls) =>
    `${declaration}<rss version="2.0"><channel><title>News</title><link>${site}/</link><description>All</description>${urls.map((url) => `<item><title>One</title><link>${escaped(url)}</link></item>`).join('\n')}</channel></rss>`,
  Atom: (urls) =>
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>${site}/</id><updated>2026-01-31T00:00:00Z</updated>${urls.map((url) => `<entry><title>One</title><id>${escaped(url)}</id><updated>2026-01-31T00:00:00Z</updated><link href="${escaped(url)}"/></entry>`).join('\n')}</feed>`,
  'with a byte order mark': (urls) => `\ufeff${urlset(urls)}`,
  'in UTF-16': (urls) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(urlset(urls).replace('UTF-8', 'UTF-16'), 'utf16le'),
    ]),
};

const broken: Readonly<Record<string, Maker>> = {
  'with bare ampersands': (urls) => urlset(urls, (url) => url),
  'without namespace': (urls) => urlset(urls, escaped, ''),
  'with another namespace': (urls) =>
    urlset(urls, escaped, ' xmlns="http://www.google.com/schemas/sitemap/0.84"'),
  'cut in the last entry': (urls) => `${urlset(urls).split('</urlset>')[0]}<url><loc>${site}/cu`,
  'with text before the declaration': (urls) => `\n\n${urlset(urls)}`,
  'with comments of a plugin behind': (urls) =>
    `${urlset(urls)}<!-- made by a plugin -->\n<script>var a = 1;</script>`,
  'with names in capitals': (urls) =>
    urlset(urls).replaceAll(/<(\/?)(url|loc|lastmod)>/g, (_, end, name) => `<${end}${name.toUpperCase()}>`),
};

function make(makers: Readonly<Record<string, Maker>>, isValid: boolean): KnownSitemap[] {
  return Object.entries(makers).map(([name, maker], at) => {
    const urls = pagesOf(`${isValid ? 'valid' : 'broken'}-${at}`);
    return { name, url: `${site}/sitemap.xml`, body: Buffer.from(maker(urls)), urls, isValid };
  });
}

/** Sitemaps in the forms that sites serve. */
export const knownSitemaps: readonly KnownSitemap[] = [...make(valid, true), ...make(broken, false)];
