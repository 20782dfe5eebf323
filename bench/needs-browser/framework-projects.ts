import { chrome, cranes, type Project, paragraphs } from './application.ts';

/* Applications of frameworks with their own starters and build. Pages beside the starter's own show other renderings. */

const article = paragraphs.map((text) => `<p>${text}</p>`).join('\n');
const vueList = `<ul v-if="items"><li v-for="item of items" :key="item.id"><b>{{ item.name }}</b> {{ item.text }}</li></ul><p v-else>Loading…</p>`;
const reactList = '<ul>{items.map((item) => <li key={item.id}><b>{item.name}</b> {item.text}</li>)}</ul>';
const reactLoad = `'use client';
import { useEffect, useState } from 'react';
export default function Cranes() {
  const [items, setItems] = useState(null);
  useEffect(() => { fetch('/api/cranes.json').then((response) => response.json()).then(setItems); }, []);
  return <main><h1>Cranes</h1>{items === null ? <p>Loading…</p> : ${reactList}}</main>;
}
`;

/** The starters of Vite. Each is an application that is rendered in the browser. */
const starters = ['vanilla', 'vue', 'react', 'preact', 'lit', 'svelte', 'solid', 'qwik'];

const viteStarters: Project = {
  name: 'vite-starters',
  packages: {
    '@builder.io/qwik': '1.20.1',
    '@preact/preset-vite': '2.10.6',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    '@vitejs/plugin-react': '6.3.0',
    '@vitejs/plugin-vue': '6.0.11',
    lit: '3.3.3',
    preact: '11.2.0',
    react: '19.3.1',
    'react-dom': '19.3.1',
    'solid-js': '1.9.19',
    svelte: '5.57.3',
    vite: '8.3.8',
    'vite-plugin-solid': '2.11.14',
    vue: '3.5.45',
  },
  create: starters.map((name) => [
    'npx',
    '--yes',
    'create-vite@9.3.0',
    `vite-starters/${name}`,
    '--template',
    name,
    '--no-interactive',
  ]),
  files: {},
  build: starters.map((name) => ['npx', 'vite', 'build', name, '--logLevel', 'error']),
  applications: starters.map((name) => ({
    name: `vite ${name}`,
    folder: `${name}/dist`,
    pages: ['/index.html'],
  })),
};

const next: Project = {
  name: 'next',
  packages: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  create: [
    [
      'npx',
      '--yes',
      'create-next-app@16.4.3',
      'next',
      '--js',
      '--app',
      '--no-tailwind',
      '--no-eslint',
      '--no-src-dir',
      '--import-alias',
      '@/*',
      '--skip-install',
      '--disable-git',
      '--yes',
    ],
  ],
  files: {
    'next.config.mjs': "export default { output: 'export', images: { unoptimized: true } };",
    'app/layout.js': `export const metadata = { title: 'Port' };
export default function Layout({ children }) { return <html lang="en"><body><header>Port authority</header>{children}<footer>Quay four</footer></body></html>; }`,
    'app/article/page.js': `export default function Article() { return <main><h1>Harbour</h1>${article}</main>; }`,
    'app/cranes/page.js': reactLoad,
    'app/search/page.js': `'use client';
import { Suspense } from 'react';
import { useSearchParams } from 'next/navigation';
const items = ${JSON.stringify(cranes)};
function Found() { const words = useSearchParams().get('q') ?? ''; return <section><p>Results for {words}</p>${reactList}</section>; }
export default function Search() { return <main><h1>Search</h1><Suspense fallback={<p>Loading…</p>}><Found /></Suspense></main>; }`,
    'app/map/page.js': `'use client';
import dynamic from 'next/dynamic';
const Cranes = dynamic(() => import('./list'), { ssr: false, loading: () => <div className="skeleton" /> });
export default function Page() { return <main><h1>Map</h1><Cranes /></main>; }`,
    'app/map/list.js': `const items = ${JSON.stringify(cranes)};
export default function List() { return ${reactList}; }`,
    'app/table/page.js': `const items = ${JSON.stringify(cranes)};
export default async function Page() { return <main><h1>Table</h1>${reactList}</main>; }`,
  },
  build: [['npx', 'next', 'build']],
  applications: [
    {
      name: 'next',
      folder: 'out',
      pages: ['/index.html', '/article.html', '/cranes.html', '/search.html', '/map.html', '/table.html'],
    },
  ],
};

const nuxt: Project = {
  name: 'nuxt',
  packages: { nuxt: '4.5.2', vue: '3.5.45' },
  files: {
    'nuxt.config.ts': `export default defineNuxtConfig({ compatibilityDate: '2026-01-01', telemetry: false, routeRules: { '/client': { ssr: false } },
  nitro: { preset: 'static', prerender: { routes: ['/', '/article', '/cranes', '/island', '/client', '/table'] } } });`,
    'app/app.vue':
      '<template><div><header>Port authority</header><NuxtPage /><footer>Quay four</footer></div></template>',
    'app/pages/index.vue': '<template><NuxtWelcome /></template>',
    'app/pages/article.vue': `<template><main><h1>Harbour</h1>${article}</main></template>`,
    'app/pages/cranes.vue': `<script setup>const { data: items } = useFetch('/api/cranes.json', { server: false });</script>
<template><main><h1>Cranes</h1>${vueList}</main></template>`,
    'app/pages/island.vue': `<script setup>const items = ${JSON.stringify(cranes)};</script>
<template><main><h1>Cranes</h1><ClientOnly>${vueList.replace(/<p v-else.*$/, '')}<template #fallback><p>Loading…</p></template></ClientOnly></main></template>`,
    'app/pages/client.vue': `<script setup>const items = ${JSON.stringify(cranes)};</script>
<template><main><h1>Cranes</h1>${vueList}</main></template>`,
    'app/pages/table.vue': `<script setup>const items = ${JSON.stringify(cranes)};</script>
<template><main><h1>Cranes</h1>${vueList}</main></template>`,
  },
  build: [['npx', 'nuxt', 'generate']],
  applications: [
    {
      name: 'nuxt',
      folder: '.output/public',
      pages: ['/', '/article/', '/cranes/', '/island/', '/client/', '/table/', '/200.html'],
    },
  ],
};

const svelteList = '<ul>{#each items as item}<li><b>{item.name}</b> {item.text}</li>{/each}</ul>';
const svelteLoad = `<script>
  import { onMount } from 'svelte';
  let items = $state(null);
  onMount(async () => { items = await (await fetch('/api/cranes.json')).json(); });
</script>
<h1>Cranes</h1>{#if items}${svelteList}{:else}<p>Loading…</p>{/if}`;

const svelteKit: Project = {
  name: 'sveltekit',
  packages: {
    '@sveltejs/adapter-static': '4.0.1',
    '@sveltejs/kit': '3.2.0',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    svelte: '5.57.3',
    vite: '8.3.8',
  },
  create: [
    [
      'npx',
      '--yes',
      'sv@0.17.1',
      'create',
      'sveltekit',
      '--template',
      'minimal',
      '--no-types',
      '--no-add-ons',
      '--no-install',
    ],
  ],
  files: {
    'vite.config.js': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter({ fallback: '200.html' }), prerender: { entries: ['*', '/article', '/cranes', '/client', '/table'] } })] };`,
    'src/routes/+layout.js': 'export const prerender = true;',
    'src/routes/+layout.svelte': `<script>const { children } = $props();</script>
<header><nav><a href="/article">Harbour</a> <a href="/cranes">Cranes</a> <a href="/client">Berths</a> <a href="/table">Table</a></nav></header><main>{@render children()}</main><footer>Quay four</footer>`,
    'src/routes/article/+page.svelte': `<h1>Harbour</h1>${article}`,
    'src/routes/cranes/+page.svelte': svelteLoad,
    'src/routes/client/+page.js': 'export const ssr = false;',
    'src/routes/client/+page.svelte': `<script>const items = ${JSON.stringify(cranes)};</script><h1>Cranes</h1>${svelteList}`,
    'src/routes/table/+page.svelte': `<script>const items = ${JSON.stringify(cranes)};</script><h1>Cranes</h1>${svelteList}`,
  },
  build: [['npx', 'vite', 'build']],
  applications: [
    {
      name: 'sveltekit',
      folder: 'build',
      pages: ['/index.html', '/article.html', '/cranes.html', '/client.html', '/table.html', '/200.html'],
    },
  ],
};

const astroPage = (body: string, front = '') => `---
${front}
---
<html lang="en"><head><meta charset="utf-8"><title>Port</title></head><body>${chrome.before}<main>${body}</main>${chrome.after}</body></html>`;
const importList = "import List from '../list.jsx';";

const astro: Project = {
  name: 'astro',
  packages: { '@astrojs/preact': '6.0.5', astro: '7.3.5', preact: '11.2.0' },
  files: {
    'astro.config.mjs':
      "import preact from '@astrojs/preact';\nexport default { integrations: [preact()], build: { format: 'file' }, telemetry: false };",
    'src/list.jsx': `import { useState } from 'preact/hooks';
const items = ${JSON.stringify(cranes)};
export default function List() { const [count, setCount] = useState(24); return <section><button onClick={() => setCount(count - 1)}>Fewer</button>
  ${reactList.replace('items.map', 'items.slice(0, count).map')}</section>; }`,
    'src/pages/index.astro': astroPage(`<h1>Harbour</h1>${article}`),
    'src/pages/only.astro': astroPage('<h1>Cranes</h1><List client:only="preact" />', importList),
    'src/pages/load.astro': astroPage('<h1>Cranes</h1><List client:load />', importList),
    'src/pages/visible.astro': astroPage(`<h1>Harbour</h1>${article}<List client:visible />`, importList),
    'src/pages/script.astro': astroPage(`<h1>Cranes</h1><ul id="cranes"></ul>
<script>fetch('/api/cranes.json').then((response) => response.json()).then((all) => { for (const one of all) { const item = document.createElement('li'); item.textContent = one.name + ' ' + one.text; document.querySelector('#cranes').append(item); } });</script>`),
  },
  build: [['npx', 'astro', 'build']],
  applications: [
    {
      name: 'astro',
      folder: 'dist',
      pages: ['/index.html', '/only.html', '/load.html', '/visible.html', '/script.html'],
    },
  ],
};

const vitePress: Project = {
  name: 'vitepress',
  packages: { vitepress: '1.6.4', vue: '3.5.45' },
  files: {
    '.vitepress/config.mjs':
      "export default { title: 'Port', themeConfig: { nav: [{ text: 'Guide', link: '/guide' }], sidebar: [{ text: 'Guide', items: [{ text: 'Harbour', link: '/guide' }, { text: 'Cranes', link: '/cranes' }] }] } };",
    'index.md':
      '---\nlayout: home\nhero:\n  name: Port\n  text: Cranes and locks\n  tagline: For ships of any size\nfeatures:\n  - title: Cranes\n    details: Up to ninety tons, at any berth and in any weather.\n  - title: Locks\n    details: Open from six to ten, on each working day of the year.\n---\n',
    'guide.md': `# Harbour\n\n${paragraphs.join('\n\n')}\n`,
    'cranes.md': `<script setup>
import { onMounted, ref } from 'vue';
const items = ref(null);
onMounted(async () => { items.value = await (await fetch('/api/cranes.json')).json(); });
</script>

# Cranes

${vueList}
`,
  },
  build: [['npx', 'vitepress', 'build']],
  applications: [
    {
      name: 'vitepress',
      folder: '.vitepress/dist',
      pages: ['/index.html', '/guide.html', '/cranes.html'],
    },
  ],
};

const angularPage = (
  name: string,
  template: string,
  members = '',
) => `import { afterNextRender, Component, signal } from '@angular/core';
@Component({ template: \`<main>${template}</main>\` })
export class ${name} { ${members} }
`;
const angularList =
  '<ul>@for (item of items(); track item.id) { <li><b>{{ item.name }}</b> {{ item.text }}</li> } @empty { <li>Loading…</li> }</ul>';
const angularNew = (name: string, ...options: string[]) => [
  'npx',
  '--yes',
  '@angular/cli@22.2.7',
  'new',
  name,
  '--skip-install',
  '--skip-git',
  '--defaults',
  ...options,
];

const angular: Project = {
  name: 'angular',
  packages: {
    '@angular/build': '22.2.0',
    '@angular/cli': '22.2.0',
    '@angular/common': '22.2.0',
    '@angular/compiler': '22.2.0',
    '@angular/compiler-cli': '22.2.0',
    '@angular/core': '22.2.0',
    '@angular/platform-browser': '22.2.0',
    '@angular/platform-server': '22.2.0',
    '@angular/router': '22.2.0',
    '@angular/ssr': '22.2.0',
    '@types/express': '5.0.1',
    '@types/node': '24.19.2',
    express: '5.1.0',
    rxjs: '7.8.2',
    tslib: '2.8.1',
    typescript: '6.0.3',
  },
  create: [angularNew('angular', '--ssr', '--minimal')],
  files: {
    'src/app/app.ts': `import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
@Component({ imports: [RouterOutlet], selector: 'app-root', template: '<header>Port authority</header><router-outlet /><footer>Quay four</footer>' })
export class App {}
`,
    'src/app/article.ts': angularPage('Article', `<h1>Harbour</h1>${article}`),
    'src/app/table.ts': angularPage(
      'Table',
      `<h1>Cranes</h1>${angularList}`,
      `items = signal(${JSON.stringify(cranes)});`,
    ),
    'src/app/cranes.ts': angularPage(
      'Cranes',
      `<h1>Cranes</h1>${angularList}`,
      "items = signal<{ id: number; name: string; text: string }[]>([]); constructor() { afterNextRender(async () => this.items.set(await (await fetch('/api/cranes.json')).json())); }",
    ),
    'src/app/app.routes.ts': `import { Routes } from '@angular/router';
import { Article } from './article';
import { Cranes } from './cranes';
import { Table } from './table';
export const routes: Routes = [{ path: '', component: Article }, { path: 'cranes', component: Cranes }, { path: 'table', component: Table }];
`,
  },
  build: [['npx', 'ng', 'build', '--output-mode', 'static']],
  applications: [
    {
      name: 'angular',
      folder: 'dist/angular/browser',
      pages: ['/index.html', '/cranes/index.html', '/table/index.html'],
    },
  ],
};

const angularStarter: Project = {
  name: 'angular-starter',
  create: [angularNew('angular-starter', '--no-ssr')],
  files: {},
  build: [['npx', 'ng', 'build']],
  applications: [{ name: 'angular starter', folder: 'dist/angular-starter/browser', pages: ['/index.html'] }],
};

const ember: Project = {
  name: 'port-app',
  create: [
    ['npx', '--yes', 'ember-cli@6.12.0', 'new', 'port-app', '--skip-npm', '--skip-git'],
    // A dependency of the starter asks for a version that is not published.
    ['npm', '--prefix', 'port-app', 'pkg', 'set', 'overrides.simple-html-tokenizer=0.5.11'],
  ],
  files: {},
  build: [['npm', 'run', 'build']],
  applications: [{ name: 'ember', folder: 'dist', pages: ['/'] }],
};

/** Projects of frameworks. */
export const frameworkProjects: readonly Project[] = [
  viteStarters,
  next,
  nuxt,
  svelteKit,
  astro,
  vitePress,
  angularStarter,
  angular,
  ember,
];
