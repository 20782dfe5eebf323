import { type LoopbackServer, type Route, startLoopbackServer } from './loopback-server.ts';

/** One article of the shop as it is now. */
export interface Article {
  sku: string;
  name: string;
  price: string;
  stock: boolean;
}

/** How a page of the shop answers: as it should, with nothing there, or broken. */
export type Weather = 'fine' | 'gone' | 'broken' | 'empty';

/** A small shop whose articles, prices and troubles a test changes while it is watched. */
export interface ChangingShop {
  server: LoopbackServer;
  articles: Map<string, Article>;
  /** Pages that do not answer as they should, by article. */
  weather: Map<string, Weather>;
  /** The first page of the listing of all articles; its weather is that of `list`. */
  listing: string;
  /** The address of an article's page. */
  url(sku: string): string;
  close(): Promise<void>;
}

/** The page of an article: what a person reads, and the same for machines. */
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

/** Articles on one page of the listing. */
const listed = 12;

/** A page of the listing, with a link to the next one. */
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

/** Starts the shop with these articles, whose pages take `delayMs` to answer. */
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
