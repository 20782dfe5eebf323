import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts';
import { type Answer, type LoopbackServer, type Route, startLoopbackServer } from './loopback-server.ts';

/** Addresses of the shop's visitors by country; `liar` claims to be in Spain and is in the United States. */
const places = {
  DE: '127.0.0.91',
  US: '127.0.0.92',
  GB: '127.0.0.93',
  JP: '127.0.0.94',
  CH: '127.0.0.95',
  SE: '127.0.0.96',
  FR: '127.0.0.97',
  CA: '127.0.0.98',
  liar: '127.0.0.99',
} as const;

/** Shop with a different price for each country, and proxies that lead to it from each. */
export interface PriceWorld {
  shop: LoopbackServer;
  /** Path of the exits file. */
  file: string;
  close(): Promise<void>;
}

/** The shop's lamp in one country. */
interface Local {
  language: string;
  title: string;
  gtin: string;
  /** HTML of the price. */
  price: string;
  stock: string;
  /** `price` and `priceCurrency` of the JSON-LD, or null if the page has none. */
  stated: [string, string] | null;
  availability?: string;
}

const gtin = '4006381333931';
const lamp: Readonly<Record<string, Local>> = {
  DE: {
    language: 'de',
    title: 'Quayside Laterne QL-200 Messing',
    gtin,
    price: '<span class="price">1.299,00 €</span><p>inkl. 19 % MwSt., zzgl. Versand</p>',
    stock: 'Auf Lager',
    stated: ['1299.00', 'EUR'],
  },
  US: {
    language: 'en-US',
    title: 'Quayside Lantern QL-200 Brass',
    gtin: '04006381333931',
    price: '<span class="price">$1,199.00</span><p>plus tax</p>',
    stock: 'In stock',
    stated: ['1199.00', 'USD'],
  },
  GB: {
    language: 'en-GB',
    title: 'Quayside Lantern QL-200 Brass',
    gtin,
    price: '<s>£1,199.00</s> <strong>£1,049.00</strong><p>including VAT</p>',
    stock: 'In stock',
    stated: null,
  },
  JP: {
    language: 'ja',
    title: 'Quayside ランタン QL-200',
    gtin,
    price: '<b>¥198,000</b><p>税込</p>',
    stock: '在庫あり',
    stated: null,
  },
  CH: {
    language: 'de-CH',
    title: 'Quayside Laterne QL-200 Messing',
    gtin,
    price: '<div class="price">CHF 1’099.–</div><p>inkl. MwSt.</p>',
    stock: 'Ausverkauft',
    stated: ['1099.00', 'CHF'],
    availability: 'OutOfStock',
  },
  SE: {
    language: 'sv',
    title: 'Quayside Lykta QL-100 Mässing',
    gtin: '4006381333948',
    price: '<span class="price">4 990 kr</span><p>inkl. moms</p>',
    stock: 'I lager',
    stated: ['4990.00', 'SEK'],
  },
  CA: {
    language: 'en',
    title: 'Quayside Lantern QL-200 Brass',
    gtin,
    price: '<span class="price">$1,599.00</span>',
    stock: 'In stock',
    stated: null,
  },
};

function pageOf({ language, title, price, stock, stated, gtin: number, availability }: Local): Answer {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    gtin13: number,
    brand: { '@type': 'Brand', name: 'Quayside' },
    ...(stated !== null && {
      offers: {
        '@type': 'Offer',
        price: stated[0],
        priceCurrency: stated[1],
        availability: `https://schema.org/${availability ?? 'InStock'}`,
      },
    }),
  };
  const body = `<!DOCTYPE html><html lang="${language}"><head><title>${title}</title>
    <script type="application/ld+json">${JSON.stringify(data)}</script></head>
    <body><nav><a href="/">Quayside</a></nav><main><h1>${title}</h1>${price}<p class="stock">${stock}</p>
    <p>${'Made of brass and glass by the quay, for those who come in late. '.repeat(6)}</p></main>
    <aside class="related"><h2>More</h2><a href="/other">Rope <span class="price">€ 9,99</span></a></aside></body></html>`;
  return { body };
}

/** Returns the country of a visitor. */
function countryOf(request: IncomingMessage): string {
  const address = request.socket.remoteAddress ?? '';
  const country = Object.entries(places).find(([, place]) => place === address)?.[0] ?? 'US';
  return country === 'liar' ? 'US' : country;
}

/** Returns the lamp's page for a country; France gets a block. */
function lampOf(request: IncomingMessage): Answer {
  const country = countryOf(request);
  if (country === 'FR')
    return { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'Just a moment...' };
  return pageOf(lamp[country] as Local);
}

function exitsOf(proxies: Readonly<Record<string, ForwardProxy>>, echo: string) {
  const exits = Object.entries(proxies).map(([name, { address, port }]) => ({
    id: `exit-${name.toLowerCase()}`,
    country: name === 'liar' ? 'ES' : name,
    network: 'service',
    proxy: `http://${address}:${port}`,
  }));
  const geo = Object.entries(places).map(([name, address]): [string, { country: string }] => [
    `${address}/32`,
    { country: name === 'liar' ? 'US' : name },
  ]);
  return { exits, echo, geo: { '127.0.0.0/8': { country: 'ZZ' }, ...Object.fromEntries(geo) } };
}

/** Starts the world. Requires a system on which every address of 127.0.0.0/8 is local. */
export async function startPriceWorld(): Promise<PriceWorld> {
  const echo = await startLoopbackServer(
    '127.0.0.90',
    () => new Map([['/ip', (request) => ({ body: `{"ip": "${request.socket.remoteAddress}"}` })]]),
  );
  const started = await Promise.all(
    Object.entries(places).map(async ([name, address]) => [name, await startForwardProxy(address)] as const),
  );
  const proxies = Object.fromEntries(started);
  const shop = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/lamp', lampOf],
        ['/de/laterne', lampOf],
        ['/us/lantern', lampOf],
        // Visitors from other countries are redirected to the pages of the United States.
        [
          '/sent-away',
          (request) =>
            countryOf(request) === 'US'
              ? lampOf(request)
              : { status: 302, headers: { location: '/en-us/lamp' } },
        ],
        ['/en-us/lamp', () => pageOf(lamp.US as Local)],
        // One price for all countries, with a currency symbol shared by several currencies.
        [
          '/dollars',
          {
            body: '<!DOCTYPE html><html lang="en"><title>Lantern QL-200</title><h1>Lantern QL-200</h1><p class="price">$1,299</p><p>In stock</p></html>',
          },
        ],
        // The structured data differ from the visible price.
        [
          '/stale-data',
          (request) => pageOf({ ...(lamp[countryOf(request)] as Local), stated: ['777.00', 'USD'] }),
        ],
        // A copy of the day that its path names, as an archive sends it.
        [
          '/copy/*',
          (_request, url) => ({
            headers: {
              'memento-datetime': new Date(`${url.pathname.slice('/copy/'.length)}T12:00:00Z`).toUTCString(),
            },
            body: '<!DOCTYPE html><html lang="en"><title>Lantern QL-200</title><h1>Lantern QL-200</h1><p class="price">100.00 USD</p><p>In stock</p></html>',
          }),
        ],
        // The exchange rates do not contain this currency.
        [
          '/dinars',
          {
            body: '<!DOCTYPE html><html lang="en"><title>Lantern QL-200</title><h1>Lantern QL-200</h1><p class="price">KD 312.500</p></html>',
          },
        ],
      ]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'webdata-prices-'));
  const file = join(folder, 'exits.json');
  await writeFile(file, JSON.stringify(exitsOf(proxies, echo.url('/ip'))));
  return {
    shop,
    file,
    async close() {
      await Promise.all([shop.close(), echo.close(), ...started.map(([, proxy]) => proxy.close())]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
