import type { IncomingMessage } from 'node:http';
import type { Route } from '../loopback-server.ts';
import {
  json,
  type ListingSite,
  money,
  numberIn,
  pageAround,
  pageOf,
  productsOf,
  type Ware,
} from './listing-site.ts';

/** Returns a page whose list is filled by a script. */
function shell(title: string, script: string, list = '<ul id="list"></ul><p id="more"></p>'): string {
  return pageAround(title, `${list}<script>${script}</script>`);
}

/** Returns script code that builds a card. */
const card = (fields: string) =>
  `const show = (items) => { for (const item of items) { const li = document.createElement('li'); li.className = 'entry'; li.innerHTML = ${fields}; list.append(li); } };`;

/** Returns script code that loads more records when the end of the list is visible. */
const onScroll = (load: string) =>
  `let busy = false; addEventListener('scroll', async () => { if (busy || innerHeight + scrollY < document.documentElement.scrollHeight - 40) return; busy = true; await ${load}; busy = false; }); const room = document.createElement('div'); room.style.height = '2000px'; document.body.append(room);`;

/** Returns a listing with a REST API with page numbers; amounts in cents, times in milliseconds. */
export function restPages(): ListingSite {
  const wares = productsOf(55, 21);
  const size = 10;
  const page = shell(
    'Lamps',
    `${card("'<a href=\"/rest/lamp/' + item.ref + '\">' + item.caption + '</a> <b>' + (item.unit_cents / 100).toFixed(2) + ' EUR</b> <small>' + item.makerName + '</small> <time>' + new Date(item.added_ms).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }) + '</time>'")}
let page = 1; const load = () => fetch('/api/rest/lamps?page=' + page++ + '&per_page=10').then((r) => r.json()).then((answer) => show(answer.results));
load(); ${onScroll('load()')}`,
  );
  const list = (_request: unknown, url: URL) => {
    const number = numberIn(url, 'page', 1);
    const each = numberIn(url, 'per_page', size);
    const results = pageOf(wares, number, each).map((ware) => ({
      ref: ware.slug,
      caption: ware.name,
      unit_cents: ware.cents,
      makerName: ware.maker,
      added_ms: ware.at.getTime(),
      shelf: `S${ware.id % 40}`,
    }));
    return json({ results, count: wares.length, page: number });
  };
  return {
    name: 'rest pages',
    path: '/rest',
    fields: ['name', 'price', 'manufacturer', 'date added', 'link', 'shelf'],
    records: wares.map((ware) => ({
      name: ware.name,
      price: ware.cents / 100,
      manufacturer: ware.maker,
      'date added': ware.at.toISOString().replace('.000Z', 'Z'),
      link: `ORIGIN/rest/lamp/${ware.slug}`,
      shelf: `S${ware.id % 40}`,
    })),
    size,
    source: 'api',
    isScripted: true,
    routes: () => [
      ['/rest', { body: page }],
      ['/api/rest/lamps', list as Route],
      [
        '/api/rest/banner',
        json([
          { id: 1, text: 'Sale' },
          { id: 2, text: 'New' },
        ]),
      ],
    ],
  };
}

/**
 * Returns a listing with offset and limit, and a header that a script sends; scrolls if there is no `more` button.
 */
export function offsets(): ListingSite {
  const wares = productsOf(34, 22);
  const size = 12;
  const page = shell(
    'Flats',
    `${card("'<h3><a href=\"/flats/' + item.id + '\">' + item.headline + '</a></h3><p>Rooms: ' + item.r + '</p><p>' + item.m2 + ' m² in ' + item.quarter + '</p><p>€' + item.rent + ' a month</p>'")}
let skip = 0; const load = () => fetch('/api/flats?offset=' + skip + '&limit=12', { headers: { 'x-requested-with': 'XMLHttpRequest', 'x-client': 'web' } }).then((r) => r.json()).then((answer) => { show(answer.data.flats); skip += 12; });
load(); ${onScroll('load()')}`,
  );
  const list = (request: IncomingMessage, url: URL) => {
    if (request.headers['x-requested-with'] !== 'XMLHttpRequest')
      return json({ error: 'for scripts alone' }, 400);
    const from = numberIn(url, 'offset', 0);
    const flats = wares.slice(from, from + numberIn(url, 'limit', size)).map(flatOf);
    return json({ data: { flats, hasMore: from + flats.length < wares.length } });
  };
  return {
    name: 'offsets',
    path: '/flats',
    fields: ['title', 'number of rooms', 'living area', 'district', 'monthly rent', 'url'],
    records: wares.map((ware) => {
      const flat = flatOf(ware);
      return {
        title: flat.headline,
        'number of rooms': flat.r,
        'living area': flat.m2,
        district: flat.quarter,
        'monthly rent': flat.rent,
        url: `ORIGIN/flats/${ware.id}`,
      };
    }),
    size,
    source: 'api',
    isScripted: true,
    routes: () => [
      ['/flats', { body: page }],
      ['/api/flats', list as Route],
    ],
  };
}

function flatOf(ware: Ware) {
  return {
    id: ware.id,
    headline: `Flat above the ${ware.name}`,
    r: 1 + (ware.stock % 6),
    m2: 25 + ware.reviews,
    quarter: ware.town,
    rent: 300 + ware.stock * 11,
  };
}

/** Returns a listing with a cursor, which is null on the last page. */
export function cursors(): ListingSite {
  const wares = productsOf(28, 23);
  const size = 9;
  const page = shell(
    'Threads',
    `${card("'<h4><a href=\"/threads/' + item.tid + '\">' + item.subject + '</a></h4><span>' + item.poster.nick + '</span> <span>' + item.replyCount + ' replies</span> <span>' + item.hits + ' views</span>'")}
let cursor = ''; const load = () => cursor === null ? null : fetch('/api/threads' + (cursor === '' ? '' : '?cursor=' + cursor)).then((r) => r.json()).then((answer) => { show(answer.threads); cursor = answer.next_cursor; });
load(); ${onScroll('load()')}`,
  );
  const list = (_request: unknown, url: URL) => {
    const cursor = url.searchParams.get('cursor');
    const from = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
    const threads = wares.slice(from, from + size).map((ware) => ({
      tid: ware.id,
      subject: `What to do with a ${ware.name}`,
      poster: { nick: ware.maker, uid: ware.id % 13 },
      replyCount: ware.stock,
      hits: ware.reviews,
    }));
    const end = from + threads.length;
    return json({
      threads,
      next_cursor: end < wares.length ? Buffer.from(String(end)).toString('base64url') : null,
    });
  };
  return {
    name: 'cursors',
    path: '/threads',
    fields: ['topic', 'author', 'replies', 'views', 'link'],
    records: wares.map((ware) => ({
      topic: `What to do with a ${ware.name}`,
      author: ware.maker,
      replies: ware.stock,
      views: ware.reviews,
      link: `ORIGIN/threads/${ware.id}`,
    })),
    size,
    source: 'api',
    isScripted: true,
    routes: () => [
      ['/threads', { body: page }],
      ['/api/threads', list as Route],
    ],
  };
}

/** Returns a GraphQL listing: a query sent with POST, and a mutation that counts visits and must not be replayed. */
export function graphQl(): ListingSite & { mutations(): number } {
  const wares = productsOf(26, 24);
  const size = 8;
  let mutations = 0;
  const query =
    'query Courses($first: Int!, $after: String) { courses(first: $first, after: $after) { edges { node { id name } } pageInfo { endCursor hasNextPage } } }';
  const page = shell(
    'Courses',
    `${card("'<h3>' + item.node.courseName + '</h3><p>with ' + item.node.lecturer + '</p><p>' + item.node.weeks + ' weeks, $' + item.node.tuition + '</p>'")}
const post = (body) => fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((r) => r.json());
post({ operationName: 'Seen', query: 'mutation Seen { seen { edges { node { id } } } }', variables: {} });
let after = null; const load = () => post({ operationName: 'Courses', query: ${JSON.stringify(query)}, variables: { first: 8, after } }).then(({ data }) => { show(data.courses.edges); after = data.courses.pageInfo.endCursor; });
load();`,
  );
  const answer = (_request: IncomingMessage, _url: URL, _count: number, body: string) => {
    const requested = JSON.parse(body === '' ? '{}' : body) as {
      operationName?: string;
      variables?: { first?: number; after?: string | null };
    };
    if (requested.operationName === 'Seen') {
      mutations++;
      return json({
        data: { seen: { edges: wares.slice(0, 8).map((ware) => ({ node: { id: ware.id } })) } },
      });
    }
    const from = requested.variables?.after == null ? 0 : Number(requested.variables.after) + 1;
    const own = wares.slice(from, from + (requested.variables?.first ?? size));
    const edges = own.map((ware) => ({
      node: {
        id: ware.id,
        courseName: `Handling a ${ware.name}`,
        lecturer: ware.maker,
        weeks: 1 + (ware.stock % 12),
        tuition: ware.reviews + 90,
      },
    }));
    const end = from + own.length - 1;
    return json({
      data: { courses: { edges, pageInfo: { endCursor: String(end), hasNextPage: end < wares.length - 1 } } },
    });
  };
  return {
    name: 'graphql',
    path: '/courses',
    fields: ['course name', 'instructor', 'weeks', 'tuition'],
    records: wares.map((ware) => ({
      'course name': `Handling a ${ware.name}`,
      instructor: ware.maker,
      weeks: 1 + (ware.stock % 12),
      tuition: ware.reviews + 90,
    })),
    size,
    source: 'graphql',
    isScripted: true,
    mutations: () => mutations,
    routes: () => [
      ['/courses', { body: page }],
      ['/graphql', answer as Route],
    ],
  };
}

/**
 * Returns a listing with the first page in the document and further pages by scrolling; the API numbers pages
 * differently.
 */
export function infiniteScroll(): ListingSite {
  const wares = productsOf(40, 25);
  const size = 10;
  const row = (ware: Ware) =>
    `<li class="song"><b class="track">${ware.name}</b> <i class="artist">${ware.maker}</i> <span class="plays">${ware.reviews}</span></li>`;
  const page = shell(
    'Songs',
    `let n = 1; const load = () => n > 3 ? null : fetch('/api/songs/' + 'page/' + n++).then((r) => r.json()).then((songs) => { for (const song of songs) { const li = document.createElement('li'); li.className = 'song'; li.innerHTML = '<b class="track">' + song.track + '</b> <i class="artist">' + song.artist + '</i> <span class="plays">' + song.plays + '</span>'; list.append(li); } });
${onScroll('load()')}`,
    `<ul id="list">${wares.slice(0, size).map(row).join('')}</ul>`,
  );
  const list = (_request: unknown, url: URL) => {
    const number = Number(url.pathname.split('/').at(-1));
    const songs = wares.slice(number * size, (number + 1) * size);
    return json(songs.map((ware) => ({ track: ware.name, artist: ware.maker, plays: ware.reviews })));
  };
  return {
    name: 'infinite scroll',
    path: '/songs',
    fields: ['track', 'artist', 'plays'],
    records: wares.map((ware) => ({ track: ware.name, artist: ware.maker, plays: ware.reviews })),
    size,
    source: 'api',
    isScripted: true,
    routes: () => [
      ['/songs', { body: page }],
      ['/api/songs/page/*', list as Route],
    ],
  };
}

/**
 * Returns a listing whose API requires a token from a script and a cookie set by the page; both change on every
 * visit.
 */
export function tokens(): ListingSite {
  const wares = productsOf(30, 26);
  const size = 10;
  let visit = 0;
  const issued = new Set<string>();
  const page = () => {
    visit++;
    const token = `tk${visit}f${(visit * 7919).toString(16)}c0ffee${visit}`;
    const session = `se${visit}a${(visit * 104729).toString(16)}beef`;
    issued.add(`${token} ${session}`);
    return {
      headers: { 'content-type': 'text/html', 'set-cookie': `visit=${session}; Path=/; HttpOnly` },
      body: shell(
        'Tickets',
        `window.settings = {"apiToken":"${token}","theme":"sea"};
${card("'<h3>' + item.event_title + '</h3><p>' + item.hall + '</p><p>£' + item.from_price + '</p>'")}
let page = 1; const load = () => fetch('/api/tickets?page=' + page++, { headers: { 'x-api-token': window.settings.apiToken, 'x-trace': 'a1' } }).then((r) => r.json()).then((answer) => show(answer.tickets));
load();`,
      ),
    };
  };
  const list = (request: IncomingMessage, url: URL) => {
    const session = /visit=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    if (!issued.has(`${request.headers['x-api-token']} ${session}`))
      return json({ error: 'who are you?' }, 403);
    const tickets = pageOf(wares, numberIn(url, 'page', 1), size).map((ware) => ({
      event_title: `Night of the ${ware.name}`,
      hall: ware.town,
      from_price: ware.cents / 100,
    }));
    return json({ tickets, total_pages: 3 });
  };
  return {
    name: 'tokens',
    path: '/tickets',
    fields: ['event', 'venue', 'price'],
    records: wares.map((ware) => ({
      event: `Night of the ${ware.name}`,
      venue: ware.town,
      price: Number(money(ware.cents)),
    })),
    size,
    source: 'api',
    isScripted: true,
    routes: () => [
      ['/tickets', page as Route],
      ['/api/tickets', list as Route],
    ],
  };
}

/** Returns the listings filled by scripts. */
export function scriptedListings(): ListingSite[] {
  return [restPages(), offsets(), cursors(), graphQl(), infiniteScroll(), tokens()];
}
