import { chrome, cranes, type Project, paragraphs } from './application.ts';

/* Pages of libraries that need no build: the page, the library from npm, and data of the server. */

const article = paragraphs.map((text) => `<p>${text}</p>`).join('');
const list = cranes.map(({ name, text }) => `<li><b>${name}</b> ${text}</li>`).join('');

function page(main: string, scripts: string, hasChrome = true): string {
  const body = hasChrome ? `${chrome.before}<main>${main}</main>${chrome.after}` : main;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Port</title>${scripts}</head><body>${body}</body></html>`;
}

const htmx = '<script src="/htmx.js"></script>';
const alpine = '<script src="/alpine.js" defer></script>';
const petite = (body: string) => `<script type="module">${body}</script>`;
const fetchItems = "(await fetch('/api/cranes.json')).json()";

const pages: Readonly<Record<string, string>> = {
  'htmx-load': page('<h1>Cranes</h1><ul hx-get="/fragments/cranes.html" hx-trigger="load"></ul>', htmx),
  'htmx-revealed': page(
    '<h1>Cranes</h1><div hx-get="/fragments/cranes.html" hx-trigger="revealed">Loading…</div>',
    htmx,
  ),
  'htmx-click': page(
    `<h1>Harbour</h1>${article}<button hx-get="/fragments/votes.html" hx-target="#votes">Votes</button><div id="votes"></div>`,
    htmx,
  ),
  'htmx-part': page(
    `<h1>Harbour</h1>${article}<div hx-get="/fragments/votes.html" hx-trigger="load"></div>`,
    htmx,
  ),
  'htmx-form': page(
    '<h1>Search the cranes</h1><form hx-get="/fragments/cranes.html" hx-target="#found"><label>Words <input name="q"></label><button>Search</button></form><ul id="found"></ul>',
    htmx,
  ),
  'htmx-boost': page(`<h1>Cranes</h1><ul hx-boost="true">${list}</ul>`, htmx),
  'alpine-list': page(
    `<h1>Cranes</h1><ul x-data="{ items: [] }" x-init="items = await ${fetchItems}"><template x-for="item in items" :key="item.id"><li><b x-text="item.name"></b> <span x-text="item.text"></span></li></template></ul>`,
    alpine,
  ),
  'alpine-cloak': page(
    `<div x-data="{ items: null }" x-init="items = await ${fetchItems}" x-cloak><h1>Cranes</h1><template x-if="items"><ul><template x-for="item in items"><li x-text="item.name + ' ' + item.text"></li></template></ul></template></div>`,
    alpine,
  ),
  'alpine-menu': page(
    `<div x-data="{ open: false }"><button @click="open = !open">More</button><p x-show="open">Open from six to ten.</p></div><h1>Harbour</h1>${article}`,
    alpine,
  ),
  'alpine-tabs': page(
    `<h1>Harbour</h1><div x-data="{ tab: 1 }"><button @click="tab = 1">Text</button><button @click="tab = 2">List</button><div x-show="tab === 1">${article}</div><div x-show="tab === 2"><ul>${list}</ul></div></div>`,
    alpine,
  ),
  'vue-in-page': page(
    `<div id="cranes"><h1>{{ title }}</h1><ul><li v-for="item in items">{{ item.name }} {{ item.text }}</li></ul></div>`,
    petite(
      `import { createApp } from '/vue.js'; createApp({ data: () => ({ title: 'Cranes', items: [] }), async created() { this.items = await ${fetchItems}; } }).mount('#cranes');`,
    ),
  ),
  'vue-widget': page(
    `<h1>Harbour</h1>${article}<div id="votes">{{ count }} votes <button @click="count += 1">Vote</button></div>`,
    petite("import { createApp } from '/vue.js'; createApp({ data: () => ({ count: 7 }) }).mount('#votes');"),
  ),
  'lit-element': page(
    '<h1>Cranes</h1><crane-list></crane-list>',
    petite(
      `import { html, LitElement } from '/lit.js'; customElements.define('crane-list', class extends LitElement { static properties = { items: { state: true } }; async connectedCallback() { super.connectedCallback(); this.items = await ${fetchItems}; } render() { return html\`<ul>\${(this.items ?? []).map((item) => html\`<li>\${item.name} \${item.text}</li>\`)}</ul>\`; } });`,
    ),
  ),
  'lit-wrapper': page(
    `<h1>Harbour</h1><reading-time>${article}</reading-time>`,
    petite(
      "import { html, LitElement } from '/lit.js'; customElements.define('reading-time', class extends LitElement { render() { return html`<p>3 minutes</p><slot></slot>`; } });",
    ),
  ),
  docsify: page(
    '<div id="app"></div>',
    `<script>window.$docsify = { name: 'Port', loadSidebar: false };</script><script src="/docsify.js" defer></script>`,
    false,
  ),
  'swagger-ui': page(
    '<div id="swagger-ui"></div>',
    `<link rel="stylesheet" href="/swagger-ui.css"><script src="/swagger-ui-bundle.js"></script><script>window.onload = () => { SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui' }); };</script>`,
    false,
  ),
  redoc: page('<redoc spec-url="/openapi.json"></redoc>', '<script src="/redoc.js" defer></script>', false),
  'reveal-slides': page(
    `<div class="reveal"><div class="slides">${paragraphs.map((text) => `<section><h2>Quay</h2><p>${text}</p></section>`).join('')}</div></div>`,
    petite("import Reveal from '/reveal.js'; new Reveal(document.querySelector('.reveal')).initialize();"),
    false,
  ),
};

const openApi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Port', version: '1', description: 'Cranes and berths of the port.' },
  paths: Object.fromEntries(
    ['cranes', 'berths', 'ships', 'locks'].map((name) => [
      `/${name}`,
      { get: { summary: `List the ${name} of the port`, responses: { 200: { description: 'A list.' } } } },
    ]),
  ),
});

/** Copies files of packages: target by path in node_modules. */
const copied: Readonly<Record<string, string>> = {
  'htmx.org/dist/htmx.js': 'htmx.js',
  'alpinejs/dist/cdn.js': 'alpine.js',
  'vue/dist/vue.esm-browser.js': 'vue.js',
  'docsify/dist/docsify.js': 'docsify.js',
  'swagger-ui-dist/swagger-ui.css': 'swagger-ui.css',
  'swagger-ui-dist/swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  'redoc/bundles/redoc.standalone.js': 'redoc.js',
};

const buildScript = `import { copyFileSync } from 'node:fs';
import { build } from 'vite';
for (const [from, to] of Object.entries(${JSON.stringify(copied)})) copyFileSync('node_modules/' + from, 'site/' + to);
for (const name of ['lit', 'reveal.js']) {
  const fileName = name.replace('.js', '');
  await build({ logLevel: 'error', configFile: false, build: { outDir: 'site', emptyOutDir: false, lib: { entry: 'entries/' + fileName + '.js', formats: ['es'], fileName } } });
}
`;

/** Pages of htmx, Alpine, Vue and Lit without a build, docsify, Swagger UI, Redoc and reveal.js. */
export const staticProject: Project = {
  name: 'static',
  packages: {
    alpinejs: '3.17.5',
    docsify: '5.0.0',
    'htmx.org': '4.0.1',
    lit: '3.3.3',
    redoc: '2.5.4',
    'reveal.js': '6.0.2',
    'swagger-ui-dist': '5.17.14',
    vite: '8.3.8',
    vue: '3.5.45',
  },
  files: {
    'build.mjs': buildScript,
    'entries/lit.js': "export * from 'lit';",
    'entries/reveal.js': "export { default } from 'reveal.js';",
    'site/README.md': `# Harbour\n\n${paragraphs.join('\n\n')}\n`,
    'site/openapi.json': openApi,
    ...Object.fromEntries(Object.entries(pages).map(([name, html]) => [`site/${name}.html`, html])),
  },
  build: [['node', 'build.mjs']],
  applications: [{ name: 'pages', folder: 'site', pages: Object.keys(pages).map((name) => `/${name}.html`) }],
};
