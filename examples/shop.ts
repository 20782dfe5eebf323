import {
  type ExampleServer,
  htmlPage,
  notFound,
  type SiteResponse,
  startExampleServer,
} from './example-server.ts';

interface Lamp {
  slug: string;
  name: string;
  sku: string;
  /** Price in euros. */
  price: number;
  stock: number;
  text: string;
}

const pageSize = 6;

function createLamps(): Lamp[] {
  const rows: Array<[string, number, number, string]> = [
    ['Brass ship lamp', 129, 4, 'A heavy lamp for the wall of a cabin, with a clear glass.'],
    ['Harbour lantern', 40, 12, 'A small lantern that stands on a table or hangs from a hook.'],
    ['Pier light', 74.5, 3, 'A lamp for paths and stairs that keeps out rain and salt.'],
    ['Chart table lamp', 58, 7, 'A lamp with a long arm that lights a map and nothing else.'],
    ['Storm lantern', 33.9, 20, 'A lantern that burns in any wind, with a handle of wire.'],
    ['Compass light', 21, 0, 'A red light that does not dazzle at night.'],
    ['Deck floodlight', 189, 2, 'A strong light for loading and unloading after dark.'],
    ['Anchor light', 46, 9, 'A white light that is seen two miles away from all sides.'],
    ['Cabin reading lamp', 37, 15, 'A lamp for the bunk, with a switch that a hand finds in the dark.'],
    ['Lighthouse night lamp', 64, 5, 'A lamp for a child, in the form of a lighthouse.'],
    ['Copper wall lamp', 98, 6, 'A lamp of copper that turns green outdoors within a year.'],
    ['Fog lamp', 112, 1, 'A yellow lamp that is easier to see in fog.'],
  ];
  return rows.map(([name, price, stock, text], index) => ({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    sku: `L-${101 + index}`,
    price,
    stock,
    text,
  }));
}

const navigation = [
  ['/', 'All lamps'],
  ['/delivery', 'Delivery'],
] as const;

function formatPrice(price: number): string {
  return `€${price.toFixed(2)}`;
}

function listPage(lamps: readonly Lamp[], page: number): SiteResponse {
  const last = Math.ceil(lamps.length / pageSize);
  if (!(page >= 1 && page <= last)) return notFound;
  const items = lamps
    .slice((page - 1) * pageSize, page * pageSize)
    .map(
      ({ slug, name, sku, price, stock }) =>
        `<li class="product"><h2><a href="/lamps/${slug}">${name}</a></h2><p class="sku">${sku}</p><p class="price">${formatPrice(price)}</p><p class="stock">${stock > 0 ? `${stock} in stock` : 'Sold out'}</p></li>`,
    );
  const next = page < last ? `<nav><a rel="next" href="/?page=${page + 1}">Next page</a></nav>` : '';
  return {
    body: htmlPage('Harbour Lamps', `<ul class="products">${items.join('')}</ul>${next}`, navigation),
  };
}

function lampPage({ name, sku, price, stock, text }: Lamp): SiteResponse {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku,
    offers: {
      '@type': 'Offer',
      price: price.toFixed(2),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
  const content = `<p>${text}</p>
<dl><dt>Article number</dt><dd>${sku}</dd><dt>Price</dt><dd class="price">${formatPrice(price)}</dd><dt>Availability</dt><dd>${stock > 0 ? `${stock} in stock` : 'Sold out'}</dd></dl>
<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  return { body: htmlPage(name, content, navigation) };
}

const deliveryPage = htmlPage(
  'Delivery',
  '<p>Lamps leave our warehouse within two days. Delivery to the harbour is free; anywhere else it costs €6.90.</p>',
  navigation,
);

/**
 * Starts a shop with twelve lamps on two pages. `POST /lamps/SLUG` with `price=36` changes a price, so that a guide can
 * show what happens then.
 */
export function startShop(port: number): Promise<ExampleServer> {
  const lamps = createLamps();
  return startExampleServer(port, ({ method, url, body }) => {
    if (url.pathname === '/') return listPage(lamps, Number(url.searchParams.get('page') ?? 1));
    if (url.pathname === '/delivery') return { body: deliveryPage };
    const lamp = lamps.find(({ slug }) => url.pathname === `/lamps/${slug}`);
    if (lamp === undefined) return notFound;
    if (method !== 'POST') return lampPage(lamp);
    const price = Number(new URLSearchParams(body).get('price'));
    if (!(price > 0)) return { status: 400, body: 'send price=NUMBER\n' };
    lamp.price = price;
    return { headers: { 'content-type': 'text/plain' }, body: `${lamp.name}: ${formatPrice(price)}\n` };
  });
}
