import { chrome, cranes, type Project, paragraphs } from './application.ts';

/*
 * The same application in six libraries, built by Vite. Each page shows one way in which such applications are
 * delivered; `__HTML__` is replaced by what the library renders on the server.
 */

interface Page {
  html: string;
  /** View that the server renders; null for pages that are rendered in the browser only. */
  serverView: string | null;
}

const article = paragraphs.map((text) => `<p>${text}</p>`).join('');

function page(title: string, view: string, body: string, serverView: string | null = null, state = ''): Page {
  const html = `<!doctype html><html lang="en" data-view="${view}"${serverView === null ? '' : ' data-hydrate'}><head><meta charset="utf-8"><title>${title}</title></head>
<body>${body}${state}<script type="module" src="/main.js"></script></body></html>`;
  return { html, serverView };
}

const state = `<script type="application/json" id="state">${JSON.stringify(cranes)}</script>`;
const root = '<div id="root"></div>';
const rendered = '<div id="root">__HTML__</div>';

const pages: Readonly<Record<string, Page>> = {
  'client-list': page('Cranes', 'portal', root),
  'client-article': page('Harbour', 'article', root),
  'chrome-list': page('Cranes', 'list', `${chrome.before}<main><h1>Cranes</h1>${root}</main>${chrome.after}`),
  'server-article': page('Harbour', 'article', rendered, 'article'),
  'server-list': page('Cranes', 'portal', rendered, 'portal', state),
  'server-loading': page('Cranes', 'portal', rendered, 'loading'),
  island: page(
    'Harbour',
    'votes',
    `${chrome.before}<main><h1>Harbour</h1>${article}${root}</main>${chrome.after}`,
  ),
};

const content = `export const paragraphs = ${JSON.stringify(paragraphs)};
export const links = ${JSON.stringify(Array.from({ length: 12 }, (_, at) => `Quay ${at + 1}`))};
export const load = () => fetch('/api/cranes.json').then((response) => response.json());
`;

/** Entry of the browser. Each library has its own `start`. */
const main = `import { start } from './start.jsx';
const { view, hydrate } = document.documentElement.dataset;
const state = document.querySelector('#state');
start(document.querySelector('#root'), { view, items: state === null ? null : JSON.parse(state.textContent) }, hydrate !== undefined);
`;

const jsx = (imports: string, className: string) => `${imports}
import { links, load, paragraphs } from './content.js';
export function App(props) {
  const [items, setItems] = useState(props.items ?? null);
  const [votes, setVotes] = useState(0);
  useEffect(() => { if (items === null && props.view !== 'article' && props.view !== 'votes') load().then(setItems); }, []);
  if (props.view === 'article') return <article><h1>Harbour</h1>{paragraphs.map((text) => <p>{text}</p>)}</article>;
  if (props.view === 'votes') return <button onClick={() => setVotes((count) => count + 1)}>Useful: {votes}</button>;
  const list = <section>{items === null ? <p>Loading…</p> : <ul>{(items ?? []).map(({ name, text }) => <li><b>{name}</b> {text}</li>)}</ul>}</section>;
  if (props.view === 'list') return list;
  return <div><header ${className}="top"><nav>{links.map((link) => <a href="/">{link}</a>)}</nav></header>
    <main><h1>Cranes</h1>{list}</main><footer>Port authority, quay four</footer></div>;
}
`;

interface Library {
  config: string;
  files: Readonly<Record<string, string>>;
}

const react: Library = {
  config: "import react from '@vitejs/plugin-react';\nexport default { plugins: [react()] };",
  files: {
    'app.jsx': jsx("import { useEffect, useState } from 'react';", 'className'),
    'start.jsx': `import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.jsx';
export const start = (root, props, hydrate) => hydrate ? hydrateRoot(root, <App {...props} />) : createRoot(root).render(<App {...props} />);`,
    'server.jsx': `import { renderToString } from 'react-dom/server';
import { App } from './app.jsx';
export const render = (props) => renderToString(<App {...props} />);`,
  },
};

const preact: Library = {
  config: "import preact from '@preact/preset-vite';\nexport default { plugins: [preact()] };",
  files: {
    'app.jsx': jsx("import { useEffect, useState } from 'preact/hooks';", 'class'),
    'start.jsx': `import { hydrate as attach, render } from 'preact';
import { App } from './app.jsx';
export const start = (root, props, hydrate) => (hydrate ? attach : render)(<App {...props} />, root);`,
    'server.jsx': `import { renderToString } from 'preact-render-to-string';
import { App } from './app.jsx';
export const render = (props) => renderToString(<App {...props} />);`,
  },
};

const solid: Library = {
  config: "import solid from 'vite-plugin-solid';\nexport default { plugins: [solid({ ssr: true })] };",
  files: {
    'app.jsx': `import { createSignal, For, onMount, Show } from 'solid-js';
import { links, load, paragraphs } from './content.js';
export function App(props) {
  const [items, setItems] = createSignal(props.items ?? null);
  const [votes, setVotes] = createSignal(0);
  onMount(() => { if (items() === null && props.view !== 'article' && props.view !== 'votes') load().then(setItems); });
  const List = () => <section><Show when={items()} fallback={<p>Loading…</p>}><ul><For each={items()}>{({ name, text }) => <li><b>{name}</b> {text}</li>}</For></ul></Show></section>;
  if (props.view === 'article') return <article><h1>Harbour</h1><For each={paragraphs}>{(text) => <p>{text}</p>}</For></article>;
  if (props.view === 'votes') return <button onClick={() => setVotes(votes() + 1)}>Useful: {votes()}</button>;
  if (props.view === 'list') return <List />;
  return <div><header class="top"><nav><For each={links}>{(link) => <a href="/">{link}</a>}</For></nav></header>
    <main><h1>Cranes</h1><List /></main><footer>Port authority, quay four</footer></div>;
}`,
    'start.jsx': `import { hydrate as attach, render } from 'solid-js/web';
import { App } from './app.jsx';
export const start = (root, props, hydrate) => (hydrate ? attach : render)(() => <App {...props} />, root);`,
    'server.jsx': `import { generateHydrationScript, renderToString } from 'solid-js/web';
import { App } from './app.jsx';
export const render = (props) => renderToString(() => <App {...props} />);
export const head = () => generateHydrationScript();`,
  },
};

const vue: Library = {
  config: "import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue()] };",
  files: {
    'app.vue': `<script setup>
import { onMounted, ref } from 'vue';
import { links, load, paragraphs } from './content.js';
import List from './list.vue';
const props = defineProps(['view', 'items']);
const items = ref(props.items ?? null);
const votes = ref(0);
onMounted(async () => { if (items.value === null && props.view !== 'article' && props.view !== 'votes') items.value = await load(); });
</script>
<template>
  <article v-if="view === 'article'"><h1>Harbour</h1><p v-for="text of paragraphs">{{ text }}</p></article>
  <button v-else-if="view === 'votes'" @click="votes += 1">Useful: {{ votes }}</button>
  <List v-else-if="view === 'list'" :items="items" />
  <div v-else><header class="top"><nav><a v-for="link of links" href="/">{{ link }}</a></nav></header>
    <main><h1>Cranes</h1><List :items="items" /></main><footer>Port authority, quay four</footer></div>
</template>`,
    'list.vue': `<script setup>defineProps(['items']);</script>
<template><section><p v-if="items === null">Loading…</p><ul v-else><li v-for="item of items"><b>{{ item.name }}</b> {{ item.text }}</li></ul></section></template>`,
    'start.jsx': `import { createApp, createSSRApp } from 'vue';
import App from './app.vue';
export const start = (root, props, hydrate) => (hydrate ? createSSRApp : createApp)(App, props).mount(root);`,
    'server.jsx': `import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import App from './app.vue';
export const render = (props) => renderToString(createSSRApp(App, props));`,
  },
};

const svelte: Library = {
  config:
    "import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte({ configFile: false })] };",
  files: {
    'app.svelte': `<script>
  import { onMount } from 'svelte';
  import { links, load, paragraphs } from './content.js';
  const { view, items: initial } = $props();
  let items = $state(initial ?? null);
  let votes = $state(0);
  onMount(() => { if (items === null && view !== 'article' && view !== 'votes') load().then((all) => { items = all; }); });
</script>
{#snippet list()}<section>{#if items === null}<p>Loading…</p>{:else}<ul>{#each items as { name, text }}<li><b>{name}</b> {text}</li>{/each}</ul>{/if}</section>{/snippet}
{#if view === 'article'}<article><h1>Harbour</h1>{#each paragraphs as text}<p>{text}</p>{/each}</article>
{:else if view === 'votes'}<button onclick={() => { votes += 1; }}>Useful: {votes}</button>
{:else if view === 'list'}{@render list()}
{:else}<div><header class="top"><nav>{#each links as link}<a href="/">{link}</a>{/each}</nav></header>
  <main><h1>Cranes</h1>{@render list()}</main><footer>Port authority, quay four</footer></div>{/if}`,
    'start.jsx': `import { hydrate as attach, mount } from 'svelte';
import App from './app.svelte';
export const start = (target, props, hydrate) => (hydrate ? attach : mount)(App, { target, props });`,
    'server.jsx': `import { render as renderComponent } from 'svelte/server';
import App from './app.svelte';
export const render = (props) => renderComponent(App, { props }).body;`,
  },
};

const lit: Library = {
  config: 'export default {};',
  files: {
    'app.js': `import { html, LitElement } from 'lit';
import { links, load, paragraphs } from './content.js';
export class PortApp extends LitElement {
  static properties = { view: {}, items: { attribute: false }, votes: { state: true } };
  constructor() { super(); this.items = null; this.votes = 0; }
  connectedCallback() {
    super.connectedCallback();
    if (this.items === null && this.view !== 'article' && this.view !== 'votes') load().then((all) => { this.items = all; });
  }
  list() {
    return html\`<section>\${this.items === null ? html\`<p>Loading…</p>\` : html\`<ul>\${this.items.map(({ name, text }) => html\`<li><b>\${name}</b> \${text}</li>\`)}</ul>\`}</section>\`;
  }
  render() {
    if (this.view === 'article') return html\`<article><h1>Harbour</h1>\${paragraphs.map((text) => html\`<p>\${text}</p>\`)}</article>\`;
    if (this.view === 'votes') return html\`<button @click=\${() => { this.votes += 1; }}>Useful: \${this.votes}</button>\`;
    if (this.view === 'list') return this.list();
    return html\`<div><header class="top"><nav>\${links.map((link) => html\`<a href="/">\${link}</a>\`)}</nav></header>
      <main><h1>Cranes</h1>\${this.list()}</main><footer>Port authority, quay four</footer></div>\`;
  }
}
customElements.define('port-app', PortApp);`,
    'start.jsx': `import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import './app.js';
export function start(root, { view, items }, hydrate) {
  const app = hydrate ? root.querySelector('port-app') : document.createElement('port-app');
  app.items = items;
  if (hydrate) return;
  app.view = view;
  root.append(app);
}`,
    'server.jsx': `import { html } from 'lit';
import { render as renderLit } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import './app.js';
export const render = ({ view, items }) => collectResult(renderLit(html\`<port-app view=\${view} .items=items></port-app>\`));`,
  },
};

const libraries: Readonly<Record<string, Library>> = { react, preact, solid, vue, svelte, lit };

const buildScript = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
const pages = ${JSON.stringify(pages)};
const items = ${JSON.stringify(cranes)};
for (const name of process.argv.slice(2)) {
  const root = join(process.cwd(), name);
  const server = await createServer({ root, server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
  const { render, head } = await server.ssrLoadModule('/server.jsx');
  const input = [];
  for (const [file, { html, serverView }] of Object.entries(pages)) {
    const path = join(root, file + '.html');
    const props = { view: serverView === 'loading' ? 'portal' : serverView, items: serverView === 'portal' ? items : null };
    const body = serverView === null ? '' : await render(props);
    writeFileSync(path, html.replace('__HTML__', () => body).replace('</head>', () => (serverView === null ? '' : (head?.() ?? '')) + '</head>'));
    input.push(path);
  }
  await server.close();
  await build({ root, logLevel: 'error', build: { rollupOptions: { input } } });
}
process.exit(0);
`;

/** The same application in React, Preact, Solid, Vue, Svelte and Lit. */
export const viteProject: Project = {
  name: 'libraries',
  packages: {
    '@lit-labs/ssr': '4.1.0',
    '@preact/preset-vite': '2.10.6',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    '@vitejs/plugin-react': '6.3.0',
    '@vitejs/plugin-vue': '6.0.11',
    lit: '3.3.3',
    preact: '11.2.0',
    'preact-render-to-string': '6.8.2',
    react: '19.3.1',
    'react-dom': '19.3.1',
    'solid-js': '1.9.19',
    svelte: '5.57.3',
    vite: '8.3.8',
    'vite-plugin-solid': '2.11.14',
    vue: '3.5.45',
  },
  files: {
    'build.mjs': buildScript,
    ...Object.fromEntries(
      Object.entries(libraries).flatMap(([name, { config, files }]) => [
        [`${name}/vite.config.js`, config],
        [`${name}/package.json`, '{ "type": "module", "private": true }'],
        [`${name}/content.js`, content],
        [`${name}/main.js`, main],
        ...Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]),
      ]),
    ),
  },
  build: [['node', 'build.mjs', ...Object.keys(libraries)]],
  applications: Object.keys(libraries).map((name) => ({
    name,
    folder: `${name}/dist`,
    pages: Object.keys(pages).map((page) => `/${page}.html`),
  })),
};
