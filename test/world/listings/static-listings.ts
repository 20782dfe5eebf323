import type { Route } from '../loopback-server.ts';
import {
  json,
  type ListingSite,
  money,
  numberIn,
  pageAround,
  pageOf,
  pager,
  productsOf,
} from './listing-site.ts';

const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Returns cards whose classes describe their content, on several pages with links to the next. */
export function cards(): ListingSite {
  const wares = productsOf(50, 1);
  const size = 12;
  const card = (ware: (typeof wares)[number]) => `<article class="card product">
<a class="card-link" href="/cards/p/${ware.slug}"><img class="card-img" src="/img/${ware.id}.jpg" alt="${ware.name}"></a>
<h3 class="card-title"><a href="/cards/p/${ware.slug}">${ware.name}</a></h3>
<p class="by">${ware.maker}</p>
${ware.wasCents === null ? '' : `<del class="was">$${money(ware.wasCents)}</del>`}
<span class="price">$${money(ware.cents)}</span>
<span class="stars">${ware.rating} out of 5</span> <span class="count">(${ware.reviews} reviews)</span></article>`;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const content = pageOf(wares, page, size).map(card).join('\n');
    return {
      body: pageAround('Lanterns and more', `<div class="cards">${content}</div>${pager('/cards', page, 5)}`),
    };
  };
  return {
    name: 'cards',
    path: '/cards',
    fields: ['name', 'price', 'old price', 'rating', 'number of reviews', 'link', 'image'],
    records: wares.map((ware) => ({
      name: ware.name,
      price: ware.cents / 100,
      'old price': ware.wasCents === null ? null : ware.wasCents / 100,
      rating: ware.rating,
      'number of reviews': ware.reviews,
      link: `ORIGIN/cards/p/${ware.slug}`,
      image: `ORIGIN/img/${ware.id}.jpg`,
    })),
    size,
    source: 'listing',
    isScripted: false,
    routes: () => [['/cards', list as Route]],
  };
}

/** Returns a table with headings; the link to the next page is labelled. */
export function table(): ListingSite {
  const wares = productsOf(45, 2);
  const size = 20;
  const row = (ware: (typeof wares)[number]) =>
    `<tr><td><a href="/table/${ware.id}">${ware.name}</a></td><td>${ware.town}</td><td>${ware.stock}</td><td>€${money(ware.cents)}</td><td>${day.format(ware.at)}</td></tr>`;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'p', 1);
    const rows = pageOf(wares, page, size).map(row).join('\n');
    const older = page < 3 ? `<a href="/table?p=${page + 1}">Older entries »</a>` : '';
    return {
      body: pageAround(
        'Stock of the harbour',
        `<table><thead><tr><th>Article</th><th>Depot</th><th>Units</th><th>Unit price</th><th>Counted on</th></tr></thead><tbody>${rows}</tbody></table><p>${older}</p>`,
      ),
    };
  };
  return {
    name: 'table',
    path: '/table',
    fields: ['article', 'depot', 'units', 'unit price', 'counted on', 'link'],
    records: wares.map((ware) => ({
      article: ware.name,
      depot: ware.town,
      units: ware.stock,
      'unit price': ware.cents / 100,
      'counted on': ware.at.toISOString().slice(0, 10),
      link: `ORIGIN/table/${ware.id}`,
    })),
    size,
    source: 'table',
    isScripted: false,
    routes: () => [['/table', list as Route]],
  };
}

/** Returns rows of three cells without descriptive classes; labels precede the values. */
export function gridRows(): ListingSite {
  const wares = productsOf(30, 3);
  const size = 12;
  const cell = (ware: (typeof wares)[number]) =>
    `<div class="x1"><h4>${ware.name}</h4><p><b>Maker:</b> <i>${ware.maker}</i></p><p><b>Harbour:</b> <i>${ware.town}</i></p><p><b>Price:</b> <i>£${money(ware.cents)}</i></p><a href="/grid/${ware.slug}">See it</a></div>`;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const own = pageOf(wares, page, size).map(cell);
    const rows: string[] = [];
    for (let at = 0; at < own.length; at += 3)
      rows.push(`<div class="x0">${own.slice(at, at + 3).join('')}</div>`);
    return {
      body: pageAround('Grid of goods', `<div class="x">${rows.join('\n')}</div>${pager('/grid', page, 3)}`),
    };
  };
  return {
    name: 'grid rows',
    path: '/grid',
    fields: ['title', 'manufacturer', 'harbour', 'price', 'url'],
    records: wares.map((ware) => ({
      title: ware.name,
      manufacturer: ware.maker,
      harbour: ware.town,
      price: ware.cents / 100,
      url: `ORIGIN/grid/${ware.slug}`,
    })),
    size,
    source: 'listing',
    isScripted: false,
    routes: () => [['/grid', list as Route]],
  };
}

/**
 * Returns data of Next.js with amounts in cents and times in seconds, and larger lists that the page does not show.
 */
export function nextData(): ListingSite {
  const wares = productsOf(60, 4);
  const size = 15;
  const decoys = productsOf(90, 40);
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const own = pageOf(wares, page, size);
    const item = (ware: (typeof wares)[number]) => ({
      id: ware.id,
      displayTitle: ware.name,
      vendor: { label: ware.maker, id: ware.id % 7 },
      amountMinor: ware.cents,
      listedTs: Math.floor(ware.at.getTime() / 1000),
      slug: ware.slug,
      warehouse: `W${ware.id % 9}`,
    });
    const state = {
      props: {
        pageProps: {
          recommendations: decoys.slice(0, 30).map(item),
          filters: ['a', 'b', 'c', 'd'].map((value) => ({ value, label: `Filter ${value}`, hits: 3 })),
          listing: { items: own.map(item), page, pageCount: 4 },
          everything: decoys.map(item),
        },
      },
      page: '/next',
    };
    const cells = own
      .map(
        (ware) =>
          `<li class="tile"><a href="/next/item/${ware.slug}">${ware.name}</a><div>${ware.maker}</div><strong>$${money(ware.cents)}</strong><time>${day.format(ware.at)}</time></li>`,
      )
      .join('');
    const script = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`;
    return {
      body: pageAround(
        'Tiles',
        `<div id="__next"><ul class="tiles">${cells}</ul>${pager('/next', page, 4)}</div>${script}`,
      ),
    };
  };
  return {
    name: 'next data',
    path: '/next',
    fields: ['product title', 'seller', 'price', 'listed on', 'product page url', 'warehouse'],
    records: wares.map((ware) => ({
      'product title': ware.name,
      seller: ware.maker,
      price: ware.cents / 100,
      'listed on': new Date(Math.floor(ware.at.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z'),
      'product page url': `ORIGIN/next/item/${ware.slug}`,
      warehouse: `W${ware.id % 9}`,
    })),
    size,
    source: 'embedded',
    isScripted: false,
    routes: () => [['/next', list as Route]],
  };
}

/** Returns a value in the flat form of a Nuxt 3 payload. */
function flattened(value: unknown): string {
  const table: unknown[] = [];
  const put = (inner: unknown): number => {
    const at = table.length;
    table.push(null);
    if (Array.isArray(inner)) table[at] = inner.map(put);
    else if (typeof inner === 'object' && inner !== null) {
      table[at] = Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, put(one)]));
    } else table[at] = inner;
    return at;
  };
  put(value);
  return JSON.stringify(table);
}

/** Returns a Nuxt payload with jobs instead of goods. */
export function nuxtPayload(): ListingSite {
  const wares = productsOf(36, 5);
  const size = 18;
  const kinds = ['Full-time', 'Part-time', 'Freelance'];
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const own = pageOf(wares, page, size);
    const vacancies = own.map((ware) => ({
      id: ware.id,
      position: `${ware.name} keeper`,
      employer: { displayName: ware.maker },
      workplace: ware.town,
      contractType: kinds[ware.id % 3],
      yearlyPay: ware.cents,
      publishedAt: ware.at.toISOString(),
      href: `/nuxt/${ware.slug}`,
    }));
    const state = { data: { vacancies: { results: vacancies, totalCount: wares.length } }, state: {} };
    const entries = own
      .map(
        (ware) =>
          `<section class="vacancy"><h2><a href="/nuxt/${ware.slug}">${ware.name} keeper</a></h2><p>${ware.maker}, ${ware.town}</p><p>${kinds[ware.id % 3]} · $${ware.cents.toLocaleString('en')} a year</p><p>${day.format(ware.at)}</p></section>`,
      )
      .join('');
    return {
      body: pageAround(
        'Vacancies',
        `<div id="__nuxt">${entries}${pager('/nuxt', page, 2)}</div><script type="application/json" id="__NUXT_DATA__" data-ssr="true">${flattened(state)}</script>`,
      ),
    };
  };
  return {
    name: 'nuxt payload',
    path: '/nuxt',
    fields: ['job title', 'company', 'location', 'employment type', 'salary', 'date posted', 'link'],
    records: wares.map((ware) => ({
      'job title': `${ware.name} keeper`,
      company: ware.maker,
      location: ware.town,
      'employment type': kinds[ware.id % 3],
      salary: ware.cents,
      'date posted': ware.at.toISOString(),
      link: `ORIGIN/nuxt/${ware.slug}`,
    })),
    size,
    source: 'embedded',
    isScripted: false,
    routes: () => [['/nuxt', list as Route]],
  };
}

/** Returns an Apollo store: entities by key, and a query that refers to them. */
export function apolloStore(): ListingSite {
  const wares = productsOf(24, 6);
  const size = 12;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const own = pageOf(wares, page, size);
    const entities = Object.fromEntries(
      own.map((ware) => [
        `Lot:${ware.id}`,
        {
          __typename: 'Lot',
          id: String(ware.id),
          heading: ware.name,
          auctionHouse: ware.maker,
          currentBid: ware.cents / 100,
          path: `/apollo/lot/${ware.id}`,
        },
      ]),
    );
    const state = {
      ROOT_QUERY: {
        __typename: 'Query',
        [`lots({"page":${page}})`]: {
          nodes: own.map((ware) => ({ __ref: `Lot:${ware.id}` })),
          total: wares.length,
        },
      },
      ...entities,
    };
    const entries = own
      .map(
        (ware) =>
          `<li><a href="/apollo/lot/${ware.id}">${ware.name}</a> <span>${ware.maker}</span> <em>€ ${money(ware.cents)}</em></li>`,
      )
      .join('');
    return {
      body: pageAround(
        'Lots',
        `<ol class="lots">${entries}</ol>${pager('/apollo', page, 2)}<script>window.__APOLLO_STATE__ = ${JSON.stringify(state)};</script>`,
      ),
    };
  };
  return {
    name: 'apollo store',
    path: '/apollo',
    fields: ['lot title', 'auction house', 'current bid', 'link'],
    records: wares.map((ware) => ({
      'lot title': ware.name,
      'auction house': ware.maker,
      'current bid': ware.cents / 100,
      link: `ORIGIN/apollo/lot/${ware.id}`,
    })),
    size,
    source: 'embedded',
    isScripted: false,
    routes: () => [['/apollo', list as Route]],
  };
}

/** Returns a listing with microformats classes (h-entry). */
export function microformats(): ListingSite {
  const wares = productsOf(20, 7);
  const size = 10;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const entries = pageOf(wares, page, size)
      .map(
        (ware) =>
          `<article class="h-entry"><h2 class="p-name"><a class="u-url" href="/notes/${ware.id}">On the ${ware.name}</a></h2><p class="p-author h-card">${ware.maker}</p><time class="dt-published" datetime="${ware.at.toISOString()}">${day.format(ware.at)}</time><p class="p-summary">What ${ware.maker} saw in ${ware.town} with ${ware.stock} others.</p></article>`,
      )
      .join('');
    return { body: pageAround('Notes', `<div class="h-feed">${entries}</div>${pager('/notes', page, 2)}`) };
  };
  return {
    name: 'microformats',
    path: '/notes',
    fields: ['title', 'author', 'published', 'summary', 'link'],
    records: wares.map((ware) => ({
      title: `On the ${ware.name}`,
      author: ware.maker,
      published: ware.at.toISOString(),
      summary: `What ${ware.maker} saw in ${ware.town} with ${ware.stock} others.`,
      link: `ORIGIN/notes/${ware.id}`,
    })),
    size,
    source: 'listing',
    isScripted: false,
    routes: () => [['/notes', list as Route]],
  };
}

/** Returns an RSS feed with all records on one page. */
export function feed(): ListingSite {
  const wares = productsOf(25, 8);
  const items = wares
    .map(
      (ware) =>
        `<item><title>${ware.name} seen</title><link>http://quay.example/feed/${ware.id}</link><guid>f-${ware.id}</guid><pubDate>${ware.at.toUTCString()}</pubDate><description>In ${ware.town}.</description></item>`,
    )
    .join('');
  const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>Sightings</title><link>http://quay.example/</link><description>All of them</description>${items}</channel></rss>`;
  return {
    name: 'feed',
    path: '/sightings.xml',
    fields: ['title', 'link', 'published', 'description'],
    records: wares.map((ware) => ({
      title: `${ware.name} seen`,
      link: `http://quay.example/feed/${ware.id}`,
      published: ware.at.toISOString().slice(0, 16),
      description: `In ${ware.town}.`,
    })),
    size: 25,
    source: 'feed',
    isScripted: false,
    routes: () => [['/sightings.xml', { headers: { 'content-type': 'application/rss+xml' }, body }]],
  };
}

/** Returns products as a JSON-LD list; half of the values are not visible on any page. */
export function jsonLd(): ListingSite {
  const wares = productsOf(16, 9);
  const size = 8;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const own = pageOf(wares, page, size);
    const data = {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: own.map((ware, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: {
          '@type': 'Product',
          name: ware.name,
          sku: `QL-${ware.id}`,
          brand: { '@type': 'Brand', name: ware.maker },
          url: `/ld/${ware.slug}`,
          offers: { '@type': 'Offer', price: money(ware.cents), priceCurrency: 'EUR' },
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: ware.rating,
            reviewCount: ware.reviews,
          },
        },
      })),
    };
    const entries = own
      .map(
        (ware) =>
          `<div class="r"><a href="/ld/${ware.slug}">${ware.name}</a><span>${money(ware.cents)} €</span></div>`,
      )
      .join('');
    return {
      body: pageAround(
        'Catalogue',
        `<div class="rs">${entries}</div>${pager('/ld', page, 2)}`,
        `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
      ),
    };
  };
  return {
    name: 'json-ld',
    path: '/ld',
    fields: ['name', 'sku', 'brand', 'price', 'currency', 'rating', 'review count', 'url'],
    records: wares.map((ware) => ({
      name: ware.name,
      sku: `QL-${ware.id}`,
      brand: ware.maker,
      price: ware.cents / 100,
      currency: 'EUR',
      rating: ware.rating,
      'review count': ware.reviews,
      url: `ORIGIN/ld/${ware.slug}`,
    })),
    size,
    source: 'json_ld',
    isScripted: false,
    routes: () => [['/ld', list as Route]],
  };
}

/** Returns a page whose JSON keys differ between visits, like an A/B test. */
export function twoVersions(): ListingSite {
  const wares = productsOf(40, 10);
  const size = 10;
  let visits = 0;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const isB = visits++ % 2 === 1;
    const own = pageOf(wares, page, size);
    const items = own.map((ware) =>
      isB
        ? { uid: ware.id, productName: ware.name, finalPrice: ware.cents / 100, city: ware.town }
        : { id: ware.id, title: ware.name, price: ware.cents / 100, location: ware.town },
    );
    const entries = own
      .map(
        (ware) => `<li class="it"><h3>${ware.name}</h3><p>${ware.town}</p><p>$${money(ware.cents)}</p></li>`,
      )
      .join('');
    return {
      body: pageAround(
        'Trials',
        `<ul class="its">${entries}</ul>${pager('/ab', page, 4)}<script>window.__STATE__ = ${JSON.stringify({ catalog: { items } })};</script>`,
      ),
    };
  };
  return {
    name: 'two versions',
    path: '/ab',
    fields: ['name', 'price', 'town'],
    records: wares.map((ware) => ({ name: ware.name, price: ware.cents / 100, town: ware.town })),
    size,
    source: 'embedded',
    isScripted: false,
    routes: () => [['/ab', list as Route]],
  };
}

/** Returns a JSON API requested directly, without a page. */
export function bareApi(count = 1_000): ListingSite {
  const wares = productsOf(count, 11);
  const size = 100;
  const list = (_request: unknown, url: URL) => {
    const page = numberIn(url, 'page', 1);
    const items = pageOf(wares, page, size).map((ware) => ({
      id: ware.id,
      name: ware.name,
      maker: ware.maker,
      price: ware.cents / 100,
      rating: ware.rating,
    }));
    return json({ items, page, total: wares.length });
  };
  return {
    name: 'bare api',
    path: '/data/wares?page=1',
    fields: ['name', 'brand', 'price', 'rating'],
    records: wares.map((ware) => ({
      name: ware.name,
      brand: ware.maker,
      price: ware.cents / 100,
      rating: ware.rating,
    })),
    size,
    source: 'api',
    isScripted: false,
    routes: () => [['/data/wares', list as Route]],
  };
}

/** Returns the listings that can be read without scripts. */
export function staticListings(): ListingSite[] {
  return [
    cards(),
    table(),
    gridRows(),
    nextData(),
    nuxtPayload(),
    apolloStore(),
    microformats(),
    feed(),
    jsonLd(),
    twoVersions(),
    bareApi(300),
  ];
}
