import type { Route } from '../loopback-server.ts';
import { diceOf } from '../words.ts';

/** Listing of the test world: the requested fields and the records of its database. */
export interface ListingSite {
  name: string;
  /** Path of the first page of the listing. */
  path: string;
  /** Field names in words, as a caller writes them. */
  fields: readonly string[];
  /** All records in the order of the listing, by the names of `fields`; `ORIGIN` stands for the server's origin. */
  records: readonly Readonly<Record<string, unknown>>[];
  /** Records per page. */
  size: number;
  /** Source of the records. */
  source: 'api' | 'graphql' | 'embedded' | 'json_ld' | 'microdata' | 'feed' | 'table' | 'listing';
  /** True if the records appear only after scripts have run. */
  isScripted: boolean;
  routes(): [string, Route][];
}

const makes = [
  'Brass',
  'Oak',
  'Copper',
  'Woollen',
  'Folding',
  'Signal',
  'Travel',
  'Heavy',
  'Deck',
  'Harbour',
];
const things = [
  'lantern',
  'anchor',
  'compass',
  'kettle',
  'blanket',
  'ladder',
  'barrel',
  'whistle',
  'hammock',
];
const towns = ['Aldby', 'Brunsund', 'Corvik', 'Dalmouth', 'Eskerry', 'Fernholm', 'Gullness'];
const firms = ['Northlight', 'Pilot & Sons', 'Salt Works', 'Tidewater Group', 'Quay Nine', 'Lodestar'];

/** One item of a generated database. */
export interface Ware {
  id: number;
  slug: string;
  name: string;
  maker: string;
  town: string;
  cents: number;
  /** Null for half of the items. */
  wasCents: number | null;
  rating: number;
  reviews: number;
  stock: number;
  /** Day in 2026. */
  at: Date;
}

/** Returns `count` items; `seed` gives each listing its own. */
export function productsOf(count: number, seed: number): Ware[] {
  const dice = diceOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const make = makes[(index + seed) % makes.length] as string;
    const thing = things[Math.floor(index / makes.length) % things.length] as string;
    const series = Math.floor(index / (makes.length * things.length));
    const name = `${make} ${thing}${series === 0 ? '' : ` mark ${series + 1}`}`;
    const cents = 500 + dice.roll(40_000);
    return {
      id: 1000 + seed * 7 + index,
      slug: `${name.toLowerCase().replaceAll(' ', '-')}-${1000 + seed * 7 + index}`,
      name,
      maker: dice.pick(firms),
      town: dice.pick(towns),
      cents,
      wasCents: index % 2 === 0 ? cents + 100 + dice.roll(5_000) : null,
      rating: (10 + dice.roll(40)) / 10,
      reviews: dice.roll(900),
      stock: dice.roll(60),
      at: new Date(Date.UTC(2026, dice.roll(12), 1 + dice.roll(28), dice.roll(24), dice.roll(60))),
    };
  });
}

/** Formats cents: 1290 becomes `12.90`. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns part number `page` of a list, counted from 1. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): Item[] {
  return items.slice((page - 1) * size, page * size);
}

/** Returns a query parameter as a number. */
export function numberIn(url: URL, name: string, otherwise: number): number {
  const value = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
}

/** Returns a JSON response. */
export function json(
  value: unknown,
  status = 200,
): { status: number; headers: Record<string, string>; body: string } {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

const menu = [
  ['/', 'Home'],
  ['/about', 'About us'],
  ['/help', 'Help and contact'],
  ['/terms', 'Terms of sale'],
  ['/jobs', 'Jobs'],
]
  .map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
  .join('');

const asides = ['Free delivery over 50', 'New this spring', 'Ask our pilots', 'Gift cards']
  .map((text, index) => `<li class="teaser"><a href="/teaser/${index}">${text}</a></li>`)
  .join('');

/** Returns a page with a menu, a side column and a footer. */
export function pageAround(title: string, content: string, head = ''): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<header><nav><ul class="menu">${menu}</ul></nav></header>
<main><h1>${title}</h1>
${content}
</main>
<aside><h2>From our quay</h2><ul class="teasers">${asides}</ul></aside>
<footer><p>All goods are made up. Prices hold while the tide is out.</p></footer></body></html>`;
}

/** Returns numbered page links with a link to the next page. */
export function pager(path: string, page: number, pages: number): string {
  const links = Array.from({ length: pages }, (_, index) =>
    index + 1 === page
      ? `<span class="current">${page}</span>`
      : `<a href="${path}?page=${index + 1}">${index + 1}</a>`,
  );
  const next = page < pages ? `<a class="next" rel="next" href="${path}?page=${page + 1}">Next</a>` : '';
  return `<nav class="pagination">${links.join(' ')} ${next}</nav>`;
}
