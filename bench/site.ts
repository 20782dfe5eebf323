// Site on loopback with one small and one long page, served from memory.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

function article(paragraphs: number): string {
  const body = Array.from({ length: paragraphs }, (_, index) => {
    const heading = index % 6 === 0 ? `<h2>Part ${index / 6 + 1}</h2>` : '';
    return `${heading}<p>Paragraph ${index} of an article about the harbour, its tides and the boats that come in with <a href="/boats/${index}">the evening wind</a>, written to be read by a machine that measures how long reading takes.</p>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The harbour</title><meta name="description" content="Tides and boats."></head><body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><article><h1>The harbour</h1>${body.join('\n')}</article></main><footer>Printed nowhere.</footer></body></html>`;
}

const pages = new Map(
  Object.entries({ '/small': article(20), '/long': article(600) }).map(([path, html]) => [
    path,
    gzipSync(html),
  ]),
);

const server = createServer((request, response) => {
  const page = pages.get((request.url ?? '/').split('?', 1)[0] as string);
  if (page === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': page.byteLength,
    })
    .end(page);
});

server.listen(0, '127.0.0.2', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.2:${address.port}\n`);
});
