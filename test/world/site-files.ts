import {
  brotliCompressSync,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { Route, Routes } from './loopback-server.ts';
import { diceOf, paragraph, titleOf } from './words.ts';

/** Sentence of every page under `/encoded/`. */
export const encodedPhrase = 'This page came compressed and was read all the same.';

/** Returns files that are not HTML, compressed pages, very long pages, and a page with a base URL. */
export function fileRoutes(): Routes {
  return new Map<string, Route>([...files(), ...encoded(), ...long(), ['/base/page', { body: basePage }]]);
}

function files(): [string, Route][] {
  const file = (type: string, body: string | Uint8Array): Route => ({
    headers: { 'content-type': type },
    body,
  });
  const data = { harbour: 'Quayside', berths: [1, 2, 3], depth: { low: 2.5, high: 7 }, note: 'naïve 😀' };
  return [
    ['/files/data.json', file('application/json', JSON.stringify(data))],
    [
      '/files/notes.txt',
      file('text/plain; charset=utf-8', 'First line.\n\n  * not Markdown <b>\nLast line.\n'),
    ],
    [
      '/files/readme.md',
      file('text/markdown', '# Quay\n\nA *small* tool.\n\n## Use\n\n```sh\n# run it\nquay\n```\n'),
    ],
    [
      '/files/table.csv',
      file('text/csv', 'berth,ship,arrived\n1,"Gull, the",2026-01-02\n2,Tern,2026-01-03\n'),
    ],
    ['/files/feed.xml', file('application/rss+xml', feed)],
    ['/files/picture.png', file('image/png', picture())],
    ['/files/report.pdf', file('application/pdf', report())],
    [
      '/files/crate.bin',
      file(
        'application/octet-stream',
        Uint8Array.from({ length: 512 }, (_, at) => (at * 37) % 256),
      ),
    ],
    [
      '/files/untyped',
      {
        headers: { 'content-type': '' },
        body: '<!DOCTYPE html><title>Untyped</title><p>A page without a type.</p>',
      },
    ],
  ];
}

function encoded(): [string, Route][] {
  const html = Buffer.from(
    `<!DOCTYPE html><html lang="en"><head><title>Compressed</title></head><body><main><h1>Compressed</h1><p>${encodedPhrase}</p></main></body></html>`,
  );
  const bodies: Record<string, [encoding: string, body: Uint8Array]> = {
    gzip: ['gzip', gzipSync(html)],
    'x-gzip': ['x-gzip', gzipSync(html)],
    deflate: ['deflate', deflateSync(html)],
    'deflate-raw': ['deflate', deflateRawSync(html)],
    br: ['br', brotliCompressSync(html)],
    zstd: ['zstd', zstdCompressSync(html)],
    'br-in-gzip': ['br, gzip', gzipSync(brotliCompressSync(html))],
    identity: ['identity', html],
  };
  return Object.entries(bodies).map(([name, [encoding, body]]) => [
    `/encoded/${name}`,
    { headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding }, body },
  ]);
}

/**
 * Returns `/long/200k` and `/long/2m`: sections of equal size with known text; the name states the length of the
 * Markdown.
 */
function long(): [string, Route][] {
  const made = new Map<string, string>();
  const route =
    (name: string, length: number): Route =>
    () => {
      const body = made.get(name) ?? longPage(name, length);
      made.set(name, body);
      return { body };
    };
  return [
    ['/long/200k', route('200k', 200_000)],
    ['/long/2m', route('2m', 2_000_000)],
  ];
}

/** Returns the sentence that occurs only in section `at` of a long page. */
export function longPhrase(at: number): string {
  return `Entry number ${at} of the great ledger concerns ${titleOf(at % 150).toLowerCase()}.`;
}

function longPage(name: string, length: number): string {
  const dice = diceOf(length);
  const parts: string[] = [];
  let written = 0;
  for (let at = 1; written < length; at += 1) {
    const text = `${longPhrase(at)} ${paragraph(dice, 5)}`;
    const level = at % 5 === 1 ? 2 : 3;
    parts.push(`<h${level}>Entry ${at}</h${level}>\n<p>${text}</p>\n<p>${paragraph(dice, 6)}</p>`);
    written += text.length + 480;
  }
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The great ledger (${name})</title></head><body><main><h1>The great ledger</h1>\n${parts.join('\n')}\n</main></body></html>`;
}

const basePage = `<!DOCTYPE html><html lang="en"><head><title>Based</title><base href="/articles/"></head><body><main><h1>Based</h1><p>Addresses on this page start from another place: <a href="notes-on-harbour-cranes">cranes</a>, <a href="../products/qs-1000">a lantern</a>, <a href="?page=2">a query</a>, <a href="#here">a fragment</a>.</p><img src="../files/picture.png" alt="A picture"></main></body></html>`;

const feed = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Quayside</title><link>/</link><description>News of the harbour</description>
<item><title>Cranes &amp; ropes</title><link>/articles/notes-on-harbour-cranes</link><pubDate>Wed, 30 Sep 2026 08:00:00 GMT</pubDate></item>
</channel></rss>`;

/** Returns a valid PNG of 2 by 2 pixels. */
function picture(): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0]);
  const rows = deflateSync(Buffer.from([0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Returns a valid PDF of one page with one line of text. */
function report(): Uint8Array {
  const drawing = 'BT /F1 18 Tf 72 720 Td (Harbour report of the year) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
