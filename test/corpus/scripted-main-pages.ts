import type { RenderingPage } from './rendering-pages.ts';

/*
 * Pages of which header, navigation and footer hold much text. Each kind of main content is shown in each of the
 * layouts.
 */

const links = Array.from(
  { length: 60 },
  (_, at) => `<a href="/section-${at}">Section ${at} of the harbour</a>`,
).join(' ');
const footer = `<footer><p>${'Harbour authority, quay four, open on working days from eight to four. '.repeat(12)}</p></footer>`;
const head = '<meta charset="utf-8"><title>Harbour</title>';
const external = '<script type="module" src="/assets/app.js"></script>';
const text = Array.from(
  { length: 8 },
  (_, at) =>
    `<p>Crane ${at} stands at berth ${at + 3} and lifts up to ${at * 4 + 9} tons of cargo, in wind of any direction, all year.</p>`,
).join('');

const layouts: Readonly<Record<string, (main: string, rest: string) => string>> = {
  'main element': (main, rest) => `<header><nav>${links}</nav></header><main>${main}</main>${footer}${rest}`,
  'main role': (main, rest) =>
    `<div role="banner">${links}</div><div role="main">${main}</div>${footer}${rest}`,
  'no main element': (main, rest) =>
    `<header>${links}</header><div class="page">${main}</div>${footer}${rest}`,
};

/** Main contents that scripts fill, with the scripts. */
const filled: Readonly<Record<string, [main: string, scripts: string]>> = {
  'element that loads, by id': [
    '<h1>Script page</h1><div id="app">loading</div>',
    '<script>fetch("/api").then((r) => r.json()).then((d) => { document.getElementById("app").textContent = d.text; });</script>',
  ],
  'empty list, by id': [
    '<h1>Cranes</h1><ul id="crane-list"></ul>',
    '<script>const list = document.querySelector("#crane-list"); load().then((all) => all.forEach((one) => list.append(one)));</script>',
  ],
  'empty table body, by class': [
    '<h1>Berths</h1><table><thead><tr><th>Berth</th><th>Ship</th></tr></thead><tbody class="berth-rows"></tbody></table>',
    "<script>document.querySelector('.berth-rows').innerHTML = rows();</script>",
  ],
  'element by data attribute': [
    '<h1>Tides</h1><div data-tides></div>',
    '<script>for (const one of document.querySelectorAll("[data-tides]")) fill(one);</script>',
  ],
  'react root below a heading': ['<h1>Cranes</h1><div id="root"></div>', external],
  'vue with unrendered templates': [
    '<div id="list"><h1>{{ title }}</h1><ul><li v-for="one in all">{{ one.name }} {{ one.price }}</li></ul></div>',
    '<script src="/vue.js"></script><script>new Vue({ el: "#list" });</script>',
  ],
  'angularjs with unrendered templates': [
    '<section ng-controller="List"><p>{{ summary }}</p><p ng-repeat="one in all">{{ one.name }}</p></section>',
    '<script src="/angular.js"></script>',
  ],
  'alpine without content': [
    '<h1>Ships</h1><div x-data="ships()" x-init="load()"><template x-for="one in all"><p x-text="one.name"></p></template></div>',
    '<script src="/alpine.js" defer></script>',
  ],
  'htmx that loads at once': [
    '<h1>News</h1><div hx-get="/news/list" hx-trigger="load"></div>',
    '<script src="/htmx.js"></script>',
  ],
  'custom element of a module': ['<h1>Map</h1><harbour-map zone="4"></harbour-map>', external],
  'custom element defined inline': [
    '<h1>Board</h1><tide-board></tide-board>',
    '<script>customElements.define("tide-board", class extends HTMLElement {});</script>',
  ],
  'placeholder in German': ['<h1>Fahrplan</h1><div class="plan">Wird geladen …</div>', external],
  'placeholder in French': ['<h1>Horaires</h1><p>Chargement en cours…</p>', external],
  'placeholder in Spanish': ['<h1>Horario</h1><p>Cargando…</p>', external],
  'placeholder in Japanese': ['<h1>時刻表</h1><p>読み込み中…</p>', external],
  'dots for rows': ['<h1>Prices</h1><div>…</div><div>…</div><div>…</div>', external],
  'spinner with a word': ['<div class="spinner"><span>Please wait</span></div>', external],
  'svelte target': ['<h1>Crew</h1><div id="svelte"></div>', external],
};

/** Main contents that need no scripts, with the scripts. */
const complete: Readonly<Record<string, [main: string, scripts: string]>> = {
  article: [`<h1>Cranes</h1>${text}`, external],
  'article with an empty widget that scripts fill': [
    `<h1>Cranes</h1>${text}<div id="comments"></div>`,
    '<script>load("#comments");</script>',
  ],
  'article that a script counts': [
    `<h1>Cranes</h1>${text}<span id="views"></span>`,
    '<script>document.getElementById("views").textContent = "9";</script>',
  ],
  'article in an application root': [`<div id="root"><h1>Cranes</h1>${text}</div>`, external],
  'article with a loading sign for more': [`<h1>Cranes</h1>${text}<p class="more">Loading…</p>`, external],
  'rendered vue': [`<div id="app" data-server-rendered="true"><h1>Cranes</h1>${text}</div>`, external],
  'rendered custom element': [`<crane-list><h1>Cranes</h1>${text}</crane-list>`, external],
  'rendered htmx page': [`<h1>Cranes</h1><div hx-get="/more" hx-trigger="revealed">${text}</div>`, external],
  'login form': [
    '<h1>Sign in</h1><form><label>Name <input name="n"></label><label>Password <input type="password"></label><button>Sign in</button></form><div id="message"></div>',
    '<script>show("#message");</script>',
  ],
  'search form without a query': [
    '<h1>Search</h1><form><input name="q"><button>Search</button></form><div id="results"></div>',
    '<script>document.getElementById("results");</script>',
  ],
  'list of links': [
    `<h1>Cranes</h1><ul>${Array.from({ length: 30 }, (_, at) => `<li><a href="/c/${at}">Crane number ${at}</a></li>`).join('')}</ul>`,
    external,
  ],
  'table of data': [
    `<table>${Array.from({ length: 20 }, (_, at) => `<tr><td>Berth ${at}</td><td>${at * 3} m deep</td></tr>`).join('')}</table>`,
    external,
  ],
  'short notice without placeholders': [
    '<h1>Closed</h1><p>The office is closed today. We open again on Monday at eight.</p>',
    external,
  ],
  'contact with a map that scripts fill': [
    `<h1>Contact</h1><p>${'Come to quay four, ring the bell twice and wait for the keeper to open. '.repeat(7)}</p><div id="map"></div>`,
    '<script>new Map("map");</script>',
  ],
  'picture gallery': [
    `<h1>Pictures</h1>${Array.from({ length: 12 }, (_, at) => `<figure><img src="/p/${at}.jpg" alt="Crane ${at}"><figcaption>Crane ${at} in the evening sun at berth ${at}</figcaption></figure>`).join('')}`,
    external,
  ],
  'code with braces': [`<h1>Templates</h1>${text}<pre>Hello {{ name }}, you are {{ age }}.</pre>`, external],
  'words about loading': [`<h1>Loading a ship</h1><p>Loading takes a day.</p>${text}`, external],
  'server-rendered astro': [`<astro-island uid="a" ssr>${text}</astro-island><h2>Crew</h2>`, external],
};

function pagesOf(
  contents: Readonly<Record<string, [string, string]>>,
  needsBrowser: boolean,
): RenderingPage[] {
  return Object.entries(contents).flatMap(([name, [main, scripts]]) =>
    Object.entries(layouts).map(([layout, wrap]) => ({
      name: `${name}, ${layout}`,
      html: `<!doctype html><html lang="en"><head>${head}</head><body>${wrap(main, scripts)}</body></html>`,
      needsBrowser,
    })),
  );
}

/** Pages whose main content scripts fill or do not, between much other text. */
export const scriptedMainPages: readonly RenderingPage[] = [
  ...pagesOf(filled, true),
  ...pagesOf(complete, false),
];
