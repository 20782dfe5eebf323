import { type LoopbackServer, type Route, startLoopbackServer } from './loopback-server.ts';

/** Current state of one article of the shop. */
export interface Article {
  sku: string;
  name: string;
  price: string;
  stock: boolean;
}

/** State of a page of the shop. */
export type Weather = 'fine' | 'gone' | 'broken' | 'empty';

/** Small shop whose articles, prices and errors a test changes while the shop is monitored. */
export interface ChangingShop {
  server: LoopbackServer;
  articles: Map<string, Article>;
  /** States of pages that do not respond normally, by article. */
  weather: Map<string, Weather>;
  /** URL of the first page of the listing of all articles; its state is that of `list`. */
  listing: string;
  /** Returns the URL of an article's page. */
  url(sku: string): string;
  close(): Promise<void>;
}

/** Returns the page of an article, with visible text and structured data. */
function articlePage({ sku, name, price, stock }: Article): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku,
    name,
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${stock ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return `<!doctype html><html lang="en"><head><title>${name}</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head>
<body><main><h1>${name}</h1><p>Article number: <span>${sku}</span></p><p>Price: <b>${price} €</b></p>
<p>${stock ? 'In stock' : 'Sold out'}. This article is sent within two days from our own store in the old town.</p>
</main></body></html>`;
}

/** Number of articles per page of the listing. */
const listed = 12;

/** Returns a page of the listing with a link to the next one. */
function listingPage(articles: readonly Article[], page: number): string {
  const shown = articles.slice((page - 1) * listed, page * listed);
  const cards = shown.map(
    ({
      sku,
      name,
      price,
      stock,
    }) => `<li class="card"><a class="name" href="/articles/${sku}"><h2>${name}</h2></a>
<span class="sku">${sku}</span> <span class="price">${price} €</span> <em>${stock ? 'In stock' : 'Sold out'}</em></li>`,
  );
  const next = page * listed < articles.length ? `<a rel="next" href="/list?page=${page + 1}">Next</a>` : '';
  return `<!doctype html><html lang="en"><head><title>All lamps</title></head><body><h1>All lamps</h1>
<p>Every lamp of our store in the old town, by number.</p><ul class="cards">${cards.join('\n')}</ul>${next}</body></html>`;
}

/** Starts the shop with these articles; each page takes `delayMs` to respond. */
export async function startChangingShop(articles: readonly Article[], delayMs = 0): Promise<ChangingShop> {
  const known = new Map(articles.map((article) => [article.sku, article]));
  const weather = new Map<string, Weather>();
  const server = await startLoopbackServer(
    '127.0.0.12',
    () =>
      new Map<string, Route>([
        [
          '/list',
          (_request, { searchParams }) => {
            if (weather.get('list') === 'broken') return { status: 503, body: '<h1>Something broke</h1>' };
            const shown = weather.get('list') === 'empty' ? [] : [...known.values()];
            return { body: listingPage(shown, Number(searchParams.get('page') ?? 1)) };
          },
        ],
        [
          '/articles/*',
          (_request, { pathname }) => {
            const sku = pathname.slice('/articles/'.length);
            const article = known.get(sku);
            const now = weather.get(sku) ?? 'fine';
            if (now === 'broken') return { status: 503, body: '<h1>Something broke</h1>' };
            if (now === 'gone' || article === undefined) {
              return { status: 404, body: '<h1>Not found</h1><p>This article is no longer sold.</p>' };
            }
            return { body: articlePage(article), delayMs };
          },
        ],
      ]),
  );
  return {
    server,
    articles: known,
    weather,
    listing: server.url('/list'),
    url: (sku) => server.url(`/articles/${sku}`),
    close: () => server.close(),
  };
}
