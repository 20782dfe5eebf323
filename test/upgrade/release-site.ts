import { once } from 'node:events';
import { createServer } from 'node:http';

/** The address that recorded databases contain; nothing else of the tests uses it. */
export const releaseOrigin = { address: '127.0.0.21', port: 47_811 };
const pageCount = 12;

function html(path: string): string | null {
  const frame = (title: string, body: string) =>
    `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;
  const links = Array.from(
    { length: pageCount },
    (_, index) => `<li><a href="/lamps/${index}">Lamp ${index}</a></li>`,
  );
  if (path === '/')
    return frame('Lamps', `<p>Twelve lamps, each on a page of its own.</p><ul>${links.join('')}</ul>`);
  const number = /^\/lamps\/(\d{1,2})$/.exec(path)?.[1];
  if (number === undefined || Number(number) >= pageCount) return null;
  const offer = { '@type': 'Offer', price: `${20 + Number(number)}.50`, priceCurrency: 'EUR' };
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Lamp ${number}`,
    sku: `L${number}`,
    offers: offer,
  };
  return frame(
    `Lamp ${number}`,
    `<p>A lamp of brass with a shade of linen, number ${number} of twelve.</p><p>€ ${offer.price}</p><script type="application/ld+json">${JSON.stringify(product)}</script>`,
  );
}

/**
 * Starts the site that both the recorded release and the upgraded service read. Page N answers after N times `delayMs`, so
 * that a crawl can be interrupted.
 */
export async function startReleaseSite(delayMs = 0) {
  const server = createServer((request, response) => {
    const body = request.method === 'POST' ? 'ok' : html(request.url ?? '/');
    const place = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
    setTimeout(() => {
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? 'Not Found');
    }, place * delayMs);
  });
  server.listen(releaseOrigin.port, releaseOrigin.address);
  await once(server, 'listening');
  return {
    url: (path: string) => `http://${releaseOrigin.address}:${releaseOrigin.port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
