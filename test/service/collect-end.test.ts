import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const berths = ['north quay', 'south quay', 'lock', 'yard', 'slipway', 'basin', 'mole'];

interface Crane {
  name: string;
  load: number;
  berth: string;
}

const cranesOf = (count: number): Crane[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `Crane ${String.fromCharCode(65 + (at % 26))}${at * 13 + 7}`,
    load: 12 + at * 3,
    berth: berths[at % berths.length] as string,
  }));

const card = ({ name, load, berth }: Crane) =>
  `<li class="crane"><h3>${name}</h3><span class="load">${load} t</span><em class="berth">${berth}</em></li>`;

const list = (cranes: Crane[], attributes = '') =>
  `<ul id="cranes"${attributes}>${cranes.map(card).join('')}</ul>`;

const page = (body: string, script = '', head = '') => ({
  body: `<!doctype html><html lang="en"><head><title>Cranes</title>${head}</head><body><main><h1>Cranes</h1>${body}</main>${
    script === '' ? '' : `<script>${script}</script>`
  }</body></html>`,
});

const data = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Script that knows `count` cranes and makes an entry for one of them. */
const scripted = (count: number, script: string) =>
  `const all = ${JSON.stringify(cranesOf(count))};
   const root = document.getElementById("cranes");
   const entry = (one) => { const item = document.createElement("li"); item.className = "crane";
     item.innerHTML = "<h3>" + one.name + "</h3><span class=load>" + one.load + " t</span><em class=berth>" + one.berth + "</em>"; return item; };
   ${script}`;

const size = 10;

/** Returns part `number` of 30 cranes. */
const partOf = (number: number, cranes = cranesOf(30)) =>
  cranes.slice((number - 1) * size, (number - 1) * size + size);

/** Pages that show the beginning of a list; static HTML, without a browser. */
const cutPages: Record<string, Route> = {
  '/link-header': (_request, url) => ({
    ...page(list(partOf(1))),
    headers: { 'content-type': 'text/html', link: `<${url.pathname}/2>; rel="next"` },
  }),
  '/post-form': () =>
    page(
      `${list(partOf(1))}<form method="post" action="/post-form"><input type="hidden" name="page" value="2"><button>Next</button></form>`,
    ),
  '/script-choice': () =>
    page(`${list(partOf(1))}<select name="page"><option selected>1</option><option>2</option></select>`),
  '/survey-form': () =>
    page(
      `${list(partOf(1))}<form method="post" action="/survey-form"><input type="radio" name="a" checked><input type="hidden" name="page" value="2"><button>Next</button></form>`,
    ),
  '/circle': (_request, url) => {
    const number = Number(url.searchParams.get('page') ?? 1);
    return page(`${list(partOf(1))}<p><a href="/circle?page=${(number % 3) + 1}">Next</a></p>`);
  },
  '/empty-form': (request) =>
    page(
      request.method === 'POST'
        ? '<p>Nothing here.</p>'
        : `${list(partOf(1))}<form method="post"><input type="hidden" name="page" value="2"><button>Next</button></form>`,
    ),
  '/application-button': () =>
    page(`${list(partOf(1))}<div><button disabled>Previous</button><button id="n">Next</button></div>`),
  '/numbered-buttons': () =>
    page(
      `${list(partOf(1))}<div class="pagination"><button class="active">1</button><button>2</button><button>3</button></div>`,
    ),
  '/script-links': () => page(`${list(partOf(1))}<p><a href="javascript:void(0)">Next page</a></p>`),
  '/arrow-button': () =>
    page(`${list(partOf(1))}<nav aria-label="Pagination"><button aria-label="Next page">›</button></nav>`),
  '/other-host': (_request, url) =>
    page(`${list(partOf(1))}<p><a href="http://127.0.0.12:${url.port}/2">Next</a></p>`),
  '/aria-total': () => page(list(partOf(1)).replaceAll('<li ', '<li aria-setsize="30" ')),
  '/range': () => page(`<p>Showing 1–10 of 30</p>${list(partOf(1))}`),
  '/scroll-script': () =>
    page(list(partOf(1)), 'window.addEventListener("scroll", () => fetch("/more").then(add));'),
  '/repeated': (_request, url) =>
    page(
      `${list(partOf(1))}<a rel="next" href="/repeated?page=${Number(url.searchParams.get('page') ?? 1) + 1}">Next</a>`,
    ),
  '/api-limit?limit=10': () => data(partOf(1)),
  '/api-total': () => data({ total: 30, items: partOf(1) }),
  '/api-header-total': () => {
    const { headers, body } = data(partOf(1));
    return { headers: { ...headers, 'x-total-count': '30' }, body };
  },
  '/api-elsewhere': () => data({ next: 'https://quay.example/api?page=2', items: partOf(1) }),
  '/state': () =>
    page(
      list(partOf(1)),
      `window.__STATE__ = ${JSON.stringify({ cranes: { items: partOf(1), total: 30 } })}`,
    ),
  '/grid': () =>
    page(
      `<table role="grid" aria-rowcount="31"><tr><th>name</th><th>load</th><th>berth</th></tr>${partOf(1)
        .map(({ name, load, berth }) => `<tr><td>${name}</td><td>${load} t</td><td>${berth}</td></tr>`)
        .join('')}</table>`,
    ),
  '/atom': () => ({
    headers: { 'content-type': 'application/atom+xml' },
    body: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Cranes</title><link rel="next" href="/atom?page=2"/>${partOf(
      1,
    )
      .map(
        ({ name, berth }) =>
          `<entry><title>${name}</title><id>urn:crane:${name}</id><link href="/c/${name}"/><summary>At the ${berth}</summary></entry>`,
      )
      .join('')}</feed>`,
  }),
  '/broken-link': () => page(`${list(partOf(1))}<a rel="next" href="/absent">Next</a>`),
};

/** Pages that show a whole list, with something that resembles a sign of more. */
const wholePages: Record<string, Route> = {
  '/plain': page(list(cranesOf(13))),
  '/last-option': page(
    `${list(partOf(3))}<form><select name="page"><option>1</option><option>2</option><option selected>3</option></select></form>`,
  ),
  '/last-buttons': page(
    `${list(partOf(3))}<div class="pagination"><button>1</button><button>2</button><button aria-current="page">3</button><button disabled>Next</button></div>`,
  ),
  '/last-range': page(`<p>Showing 21–30 of 30</p>${list(partOf(3))}`),
  '/filters': page(
    `<form><select name="per_page"><option>10</option><option>20</option></select><select name="berth"><option>north</option><option>south</option></select><button>Filter</button></form>${list(cranesOf(13))}`,
  ),
  '/carousel': page(
    `<div class="carousel"><button>Next</button></div>${list(cranesOf(13))}`,
    'addEventListener("scroll", () => document.body.classList.toggle("small"));',
  ),
  '/aria-whole': page(list(cranesOf(13)).replaceAll('<li ', '<li aria-setsize="13" ')),
};

const collectorOf =
  (service: Awaited<ReturnType<typeof startTestService>>, base: (path: string) => string) =>
  async (path: string) => {
    const body = {
      url: base(path),
      fields: path === '/atom' ? ['title', 'summary'] : ['name', 'load', 'berth'],
      limit: 500,
      max_pages: 50,
    };
    const { status, json } = await service.post('/v1/collect', body);
    assert.equal(status, 200, JSON.stringify(json));
    const run = (await service.post(`/v1/recipes/${json.rid}/run`, { limit: 500, max_pages: 50 })).json;
    return [json, run];
  };

const reasonOf = (answer: { warnings: Array<{ code: string; message: string }> }) =>
  answer.warnings.find(({ code }) => code === 'incomplete')?.message;

test('a listing is complete only if its end was proven', async (t) => {
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map<string, Route>(
        Object.entries({ ...cutPages, ...wholePages }).map(([path, route]) => [
          path.replace(/\?.*$/, ''),
          route,
        ]),
      ),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const collect = collectorOf(service, site.url);

  for (const path of Object.keys(cutPages)) {
    await t.test(`${path}: the beginning of a list is not complete, and a warning says why`, async () => {
      for (const answer of await collect(path)) {
        assert.deepEqual([answer.records.length, answer.complete], [size, false], JSON.stringify(answer));
        assert.ok(reasonOf(answer), JSON.stringify(answer.warnings));
      }
    });
  }

  for (const path of Object.keys(wholePages)) {
    await t.test(`${path}: a whole list is complete`, async () => {
      for (const answer of await collect(path)) {
        assert.equal(answer.complete, true, JSON.stringify(answer.warnings));
        assert.equal(reasonOf(answer), undefined);
      }
    });
  }

  await t.test('/v1/datasets: a refresh of the beginning of a list is not complete', async () => {
    const source = { kind: 'collect', url: site.url('/application-button'), fields: ['name', 'load'] };
    const { json } = await service.post('/v1/datasets', { name: 'Cranes', source });
    await service.get(`/v1/jobs/${json.refreshing}/events`);
    const dataset = (await service.get(`/v1/datasets/${json.did}`)).json;
    assert.equal(dataset.last_refresh.complete, false, JSON.stringify(dataset.last_refresh));
  });
});

/** Pages whose scripts decide what the list shows. */
const scriptedPages = (): Routes =>
  new Map<string, Route>([
    [
      '/windowed',
      page(
        '<div id="view" style="height: 400px; overflow-y: auto"><div style="height: 3200px; position: relative"><ul id="cranes" style="position: absolute; margin: 0"></ul></div></div>',
        scripted(
          80,
          `const view = document.getElementById("view");
           const draw = () => { const from = Math.floor(view.scrollTop / 40); root.style.top = from * 40 + "px";
             root.replaceChildren(...all.slice(from, from + 13).map(entry)); };
           view.onscroll = draw; draw();`,
        ),
      ),
    ],
    [
      '/recycled',
      page(
        '<div style="height: 3200px"><ul id="cranes" style="position: sticky; top: 0"></ul></div>',
        scripted(
          80,
          `root.append(...all.slice(0, 13).map(entry));
           addEventListener("scroll", () => requestAnimationFrame(() => { const from = Math.min(67, Math.floor(scrollY / 40));
             [...root.children].forEach((item, at) => { item.innerHTML = entry(all[from + at]).innerHTML; }); }));`,
        ),
      ),
    ],
    [
      '/removing',
      page(
        '<ul id="cranes"></ul><div id="end" style="margin-top: 1200px">.</div>',
        scripted(
          120,
          `let shown = 30; root.append(...all.slice(0, 30).map(entry));
           addEventListener("scroll", () => setTimeout(() => { if (shown >= 120) return;
             root.append(...all.slice(shown, shown + 10).map(entry)); shown += 10;
             for (let at = 0; at < 10; at++) root.firstElementChild.remove(); }, 20));`,
        ),
      ),
    ],
    [
      '/endless',
      page(
        '<ul id="cranes"></ul><div style="margin-top: 1200px">.</div>',
        scripted(
          2000,
          `let shown = 10; root.append(...all.slice(0, 10).map(entry));
           addEventListener("scroll", () => setTimeout(() => { root.append(...all.slice(shown, shown + 10).map(entry)); shown += 10; }, 20));`,
        ),
      ),
    ],
    [
      '/timer',
      page(
        '<ul id="cranes"></ul><div style="margin-top: 1200px">.</div>',
        scripted(
          73,
          `let shown = 10; root.append(...all.slice(0, 10).map(entry)); let timer = null;
           addEventListener("scroll", () => { timer ??= setTimeout(() => { timer = null;
             root.append(...all.slice(shown, shown + 10).map(entry)); shown += 10; }, 400); });`,
        ),
      ),
    ],
    [
      '/interval',
      page(
        '<ul id="cranes"></ul>',
        scripted(
          73,
          `let shown = 10; root.append(...all.slice(0, 10).map(entry));
           setInterval(() => { root.append(...all.slice(shown, shown + 10).map(entry)); shown += 10; }, 400);`,
        ),
      ),
    ],
    [
      '/observed',
      page(
        list(cranesOf(13)),
        'new IntersectionObserver(() => { const mark = document.createElement("i"); document.body.append(mark); }).observe(document.body);',
      ),
    ],
    [
      '/application',
      page(
        '<ul id="cranes"></ul><button id="next">Next</button>',
        scripted(
          30,
          `let from = 0; const draw = () => root.replaceChildren(...all.slice(from, from + 10).map(entry)); draw();
           document.getElementById("next").onclick = () => { from += 10; draw(); };`,
        ),
      ),
    ],
  ]);

test('a listing that scripts extend or replace is complete only if all of it was read', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const site = await startLoopbackServer('127.0.0.20', scriptedPages);
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const collect = collectorOf(service, site.url);

  for (const path of ['/endless', '/application']) {
    await t.test(`${path}: a part is not complete, and a warning says why`, async () => {
      for (const answer of await collect(path)) {
        assert.ok(answer.records.length >= size, JSON.stringify(answer));
        assert.equal(answer.complete, false, JSON.stringify(answer));
        assert.ok(reasonOf(answer), JSON.stringify(answer.warnings));
      }
    });
  }

  for (const [path, count] of [
    ['/windowed', 80],
    ['/recycled', 80],
    ['/removing', 120],
  ] as const) {
    await t.test(`${path}: entries that leave the page are read`, async () => {
      for (const answer of await collect(path))
        assert.deepEqual([answer.count, answer.complete], [count, true], JSON.stringify(answer.warnings));
    });
  }

  for (const path of ['/timer', '/interval']) {
    await t.test(`${path}: rows that follow after a pause are read`, async () => {
      for (const answer of await collect(path))
        assert.deepEqual(
          [answer.records.length, answer.complete],
          [73, true],
          JSON.stringify(answer.warnings),
        );
    });
  }

  await t.test('/observed: a list that scrolling does not change is complete', async () => {
    for (const answer of await collect('/observed'))
      assert.deepEqual([answer.records.length, answer.complete], [13, true], JSON.stringify(answer.warnings));
  });
});
