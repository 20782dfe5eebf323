import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

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

/** Starts the shop with these articles. */
export async function startChangingShop(articles: readonly Article[]): Promise<ChangingShop> {
  const known = new Map(articles.map((article) => [article.sku, article]));
  const weather = new Map<string, Weather>();
  const server = await startLoopbackServer(
    '127.0.0.12',
    () =>
      new Map([
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
            return { body: articlePage(article) };
          },
        ],
      ]),
  );
  return {
    server,
    articles: known,
    weather,
    url: (sku) => server.url(`/articles/${sku}`),
    close: () => server.close(),
  };
}
