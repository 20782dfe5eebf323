import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

// Shop without content before its scripts run: a bundle of common size renders cards from a JSON call, each with an
// image (half of them at URLs without a file extension), in a web font.
const cards = 48;
const pictureWidth = 480;
const pictureHeight = 360;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns a PNG that takes as long to decode as a photograph (W3C PNG, section 5). */
function picture(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pictureWidth, 0);
  header.writeUInt32BE(pictureHeight, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = pictureWidth * 3 + 1;
  const pixels = Buffer.alloc(stride * pictureHeight);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = at % stride === 0 ? 0 : (at * 31 + ((at * at) >> 9)) & 0x7f;
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** About 200 kB of functions that are parsed and called, like a bundle. */
const bundle = `${Array.from(
  { length: 1_400 },
  (_, n) =>
    `function part${n}(item, depth) { const out = []; for (let i = 0; i < (item.sizes || []).length; i++) { if (item.sizes[i] > ${n}) out.push(item.sizes[i] * ${n + 1} - depth); } return out.length; }`,
).join('\n')}
const parts = [${Array.from({ length: 1_400 }, (_, n) => `part${n}`).join(',')}];
fetch('/api/cards' + location.search).then((answer) => answer.json()).then(({ items }) => {
  let weight = 0;
  for (const part of parts) for (const item of items) weight += part(item, 2);
  const list = document.createElement('main');
  for (const item of items) {
    const card = document.createElement('article');
    card.innerHTML = '<img src="' + item.picture + '" alt="' + item.name + '"><h2>' + item.name + '</h2><p>' +
      item.about + '</p><p class="price">' + item.price + ' EUR</p>';
    list.append(card);
  }
  list.dataset.weight = weight;
  document.getElementById('root').replaceChildren(list);
});`;

const style = `@font-face { font-family: Harbour; src: url(/fonts/harbour.woff2) } body { font-family: Harbour, serif }
main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem } ${Array.from(
  { length: 600 },
  (_, n) =>
    `.card-${n} > h2 { margin: ${n % 9}px; color: #${(n * 4_001).toString(16).padStart(6, '0').slice(0, 6)} }`,
).join('\n')}`;

const shell =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The crane shop</title><link rel="stylesheet" href="/app.css"></head><body><div id="root"></div><script src="/app.js" defer></script></body></html>';

function items(): string {
  const all = Array.from({ length: cards }, (_, n) => ({
    name: `Crane number ${n}`,
    about: `Lifts ${n * 10 + 5} tonnes over the quay in any weather, and is painted again every third spring.`,
    price: 1_000 + n * 17,
    sizes: [n, n * 30, n * 600],
    picture: n % 2 === 0 ? `/pictures/${n}.png` : `/render?picture=${n}`,
  }));
  return JSON.stringify({ items: all });
}

const image = { type: 'image/png', body: picture() };
const answers: readonly [string, { type: string; body: Buffer }][] = [
  ['/pictures/', image],
  ['/render', image],
  ['/fonts/', { type: 'font/woff2', body: Buffer.alloc(40_000, 7) }],
  ['/app.js', { type: 'text/javascript', body: Buffer.from(bundle) }],
  ['/app.css', { type: 'text/css', body: Buffer.from(style) }],
  ['/api/cards', { type: 'application/json', body: Buffer.from(items()) }],
  ['/', { type: 'text/html; charset=utf-8', body: Buffer.from(shell) }],
];

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const [, answer] = answers.find(([beginning]) => path.startsWith(beginning)) ?? [];
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.body.length });
  response.end(answer.body);
});

server.listen(0, '127.0.0.2', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.2:${address.port}\n`);
});
