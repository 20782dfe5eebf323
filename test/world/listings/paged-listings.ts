import type { Answer, Route } from '../loopback-server.ts';
import { json, money, numberIn, pageAround, productsOf, type Ware } from './listing-site.ts';

/** Listing of which each page shows a part, and which is reached in one way only. */
export interface PagedListing {
  name: string;
  /** Address of the first part. */
  path: string;
  /** Number of records of all parts. */
  count: number;
  /** True if only a browser reaches the further parts. */
  isScripted: boolean;
  route: Route;
}

const size = 12;

const entry = ({ id, slug, name, town, cents }: Ware) =>
  `<li class="ware" id="w${id}"><h3><a href="/ware/${slug}">${name}</a></h3><em class="town">${town}</em><span class="price">$${money(cents)}</span></li>`;

const list = (wares: readonly Ware[]) => `<ul class="wares">${wares.map(entry).join('')}</ul>`;

const page = (content: string, script = ''): Answer => ({
  body: pageAround('Wares', `${content}${script === '' ? '' : `<script>${script}</script>`}`),
});

/** Returns the records from number `from`, counted from 0. */
const partFrom = (wares: readonly Ware[], from: number) => wares.slice(from, from + size);

/** Script with all records in `all`, an element for each, and the list `root`. */
const scripted = (wares: readonly Ware[], script: string) =>
  `const all = ${JSON.stringify(wares.map(entry))}; const root = document.querySelector('ul.wares');
   const add = (from, to) => { for (const one of all.slice(from, to)) root.insertAdjacentHTML('beforeend', one); };
   ${script}`;

const range = (from: number, count: number) =>
  `<p class="found">${from + 1}–${Math.min(from + size, count)} of ${count} wares</p>`;

function isLast(from: number, count: number): boolean {
  return from + size >= count;
}

type MakeRoute = (wares: readonly Ware[], path: string) => Route;

const numbered: MakeRoute = (wares, path) => (_request, url) => {
  const number = numberIn(url, 'page', 1);
  const pages = Math.ceil(wares.length / size);
  const links = Array.from({ length: pages }, (_, at) =>
    at + 1 === number ? `<b>${number}</b>` : `<a href="${path}?page=${at + 1}">${at + 1}</a>`,
  );
  return page(`${list(partFrom(wares, (number - 1) * size))}<div class="pager">${links.join(' ')}</div>`);
};

const offsetLinks: MakeRoute = (wares, path) => (_request, url) => {
  const from = numberIn(url, 'start', 0);
  const next = isLast(from, wares.length) ? '' : `<a href="${path}?start=${from + size}">Next ›</a>`;
  return page(`${range(from, wares.length)}${list(partFrom(wares, from))}<p>${next}</p>`);
};

const choice: MakeRoute = (wares, path) => (_request, url) => {
  const number = numberIn(url, 'page', 1);
  const options = Array.from({ length: Math.ceil(wares.length / size) }, (_, at) => at + 1).map(
    (at) => `<option value="${at}"${at === number ? ' selected' : ''}>Page ${at}</option>`,
  );
  const isFiltered = url.searchParams.get('depot') === 'all' || number === 1;
  return page(
    `${list(isFiltered ? partFrom(wares, (number - 1) * size) : [])}<form action="${path}"><input type="hidden" name="depot" value="all"><select name="page">${options.join('')}</select><button>Go</button></form>`,
  );
};

const linkHeader: MakeRoute = (wares, path) => (_request, url) => {
  const number = numberIn(url, 'part', 1);
  const next = isLast((number - 1) * size, wares.length)
    ? ''
    : `, <${path}?part=${number + 1}>; rel="next"; title="more, of this"`;
  return {
    ...page(list(partFrom(wares, (number - 1) * size))),
    headers: { 'content-type': 'text/html', link: `<${path}>; rel="first"${next}` },
  };
};

const offsetAddress: MakeRoute = (wares) => (_request, url) => {
  const from = numberIn(url, 'start', 0);
  return page(`${range(from, wares.length)}${list(partFrom(wares, from))}`);
};

const cursorLinks: MakeRoute = (wares, path) => (_request, url) => {
  const from = wares.findIndex(({ slug }) => slug === url.searchParams.get('after')) + 1;
  const last = partFrom(wares, from).at(-1);
  const next = isLast(from, wares.length) ? '' : `<a href="${path}?after=${last?.slug}">Older entries</a>`;
  return page(`${list(partFrom(wares, from))}<p>${next}</p>`);
};

const plain = ({ id, name, town, cents }: Ware) => ({ id, name, town, price: cents / 100 });

const cursorData: MakeRoute = (wares) => (_request, url) => {
  const from = wares.findIndex(({ slug }) => slug === url.searchParams.get('cursor')) + 1;
  const last = partFrom(wares, from).at(-1);
  return json({
    items: partFrom(wares, from).map(plain),
    next_cursor: isLast(from, wares.length) ? null : last?.slug,
  });
};

const offsetData: MakeRoute = (wares) => (_request, url) => {
  const from = numberIn(url, 'offset', 0);
  return json({ total: wares.length, items: partFrom(wares, from).map(plain) });
};

const postForm: MakeRoute = (wares, path) => (request, _url, _count, body) => {
  const fields = new URLSearchParams(request.method === 'POST' ? body : '');
  const isSearch = request.method !== 'POST' || fields.get('query') === 'all & new';
  const from = Number(fields.get('offset') ?? 0);
  const next = isLast(from, wares.length)
    ? ''
    : `<form method="post" action="${path}"><input type="hidden" name="query" value="all &amp; new"><input type="hidden" name="offset" value="${from + size}"><input type="submit" value="Next page"></form>`;
  return page(`${list(isSearch ? partFrom(wares, from) : [])}${next}`);
};

const loadMoreButton: MakeRoute = (wares) =>
  page(
    `${list([])}<button id="more">Load more</button>`,
    scripted(
      wares,
      `let shown = ${size}; add(0, shown); const more = document.getElementById('more');
       more.onclick = () => { add(shown, shown + ${size}); shown += ${size}; if (shown >= all.length) more.remove(); };`,
    ),
  );

const nextButton: MakeRoute = (wares) =>
  page(
    `${list([])}<div><button id="back" disabled>Previous</button> <button id="next">Next</button></div>`,
    scripted(
      wares,
      `let from = 0; const draw = () => { root.replaceChildren(); add(from, from + ${size});
         document.getElementById('back').disabled = from === 0;
         document.getElementById('next').disabled = from + ${size} >= all.length; };
       document.getElementById('next').onclick = () => { from += ${size}; draw(); };
       document.getElementById('back').onclick = () => { from -= ${size}; draw(); }; draw();`,
    ),
  );

const windowed: MakeRoute = (wares) =>
  page(
    `<div id="view" style="height: 300px; overflow-y: auto"><div style="height: ${wares.length * 60}px; position: relative"><ul class="wares" style="position: absolute; margin: 0; padding: 0; list-style: none"></ul></div></div>`,
    scripted(
      wares,
      `document.head.insertAdjacentHTML('beforeend', '<style>.ware { height: 60px; overflow: hidden } .ware * { margin: 0; font-size: 14px; line-height: 18px; display: block }</style>');
       const view = document.getElementById('view');
       const draw = () => { const from = Math.floor(view.scrollTop / 60); root.style.top = from * 60 + 'px';
         root.replaceChildren(); add(from, from + 7); };
       view.onscroll = draw; draw();`,
    ),
  );

const scrolled: MakeRoute = (wares) =>
  page(
    `${list([])}<div style="margin-top: 1200px">.</div>`,
    scripted(
      wares,
      `let shown = ${size}; add(0, shown);
       addEventListener('scroll', () => { if (shown >= all.length || scrollY + innerHeight < document.body.scrollHeight - 50) return;
         add(shown, shown + ${size}); shown += ${size}; });`,
    ),
  );

const timed: MakeRoute = (wares) =>
  page(
    list([]),
    scripted(
      wares,
      `let shown = 0; const next = () => { add(shown, shown + ${size}); shown += ${size}; if (shown < all.length) setTimeout(next, 300); }; next();`,
    ),
  );

const forms: [name: string, isScripted: boolean, makeRoute: MakeRoute, query?: string][] = [
  ['numbered-links', false, numbered],
  ['offset-links', false, offsetLinks],
  ['choice', false, choice],
  ['link-header', false, linkHeader],
  ['offset-address', false, offsetAddress, '?start=0'],
  ['cursor-links', false, cursorLinks],
  ['cursor-data', false, cursorData],
  ['offset-data', false, offsetData, '?offset=0'],
  ['post-form', false, postForm],
  ['load-more-button', true, loadMoreButton],
  ['next-button', true, nextButton],
  ['windowed', true, windowed],
  ['scrolled', true, scrolled],
  ['timed', true, timed],
];

/** The fields of every paged listing, in words. */
export const pagedFields = ['name', 'town', 'price'];

/** Returns a listing for each of 14 ways from one part of a listing to the next. */
export function pagedListings(): PagedListing[] {
  return forms.map(([name, isScripted, makeRoute, query = ''], at) => {
    const wares = productsOf(41 + at, 60 + at);
    const route = makeRoute(wares, `/${name}`);
    return { name, path: `/${name}${query}`, count: wares.length, isScripted, route };
  });
}

/** Returns the routes of listings by path. */
export function routesOf(listings: readonly PagedListing[]): Map<string, Route> {
  return new Map(listings.map(({ name, route }) => [`/${name}`, route]));
}
