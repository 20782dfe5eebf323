import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installPeer, isInstalled } from './peers/install-peer.ts';

// Sites whose pages a browser reads. Each has an address of its own and prints its URL: an application of a large bundle and
// one call, a site that is rendered on the server, and a page whose scripts compute and draw much.
const { resolve } = createRequire(import.meta.url);
const read = (name: string, path: string) =>
  readFileSync(join(dirname(resolve(`${name}/package.json`)), path));
const scripts = await installPeer('page-scripts');
if (!isInstalled(scripts)) throw new Error(scripts.reason);
const javascript = 'text/javascript; charset=utf-8';
const html = 'text/html; charset=utf-8';

const files: Readonly<Record<string, { type: string; body: Buffer }>> = {
  '/bundle.js': { type: javascript, body: read('swagger-ui-dist', 'swagger-ui-bundle.js') },
  '/bundle.css': { type: 'text/css', body: read('swagger-ui-dist', 'swagger-ui.css') },
  '/vue.js': {
    type: javascript,
    body: readFileSync(join(scripts.folder, 'node_modules/vue/dist/vue.global.prod.js')),
  },
};

const numbers = Array.from({ length: 40 }, (_, n) => n);
const head = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/bundle.css"></head>`;

/** Returns the description of an interface whose operations are the lines of a page. */
function specification(page: string): string {
  const paths = numbers.map((n) => [
    `/cranes/${page}/${n}`,
    { get: { summary: `Crane ${n} of page ${page}`, responses: { 200: { description: 'Done' } } } },
  ]);
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Cranes of the harbour', version: '1', description: 'Every crane and its quay.' },
    paths: Object.fromEntries(paths),
  });
}

const pages: Readonly<Record<string, (page: string) => string>> = {
  '/application': (page) =>
    `${head('Cranes')}<body><div id="root"></div><script src="/bundle.js"></script>
<script>SwaggerUIBundle({ url: '/specification?page=${page}', dom_id: '#root' })</script></body></html>`,
  '/server': (page) =>
    `${head('Cranes')}<body><main><h1>Cranes of the harbour</h1>${numbers.map((n) => `<p>Crane ${n} of page ${page} lifts ${n * 7} tonnes over the quay in any weather.</p>`).join('')}</main><script src="/vue.js" defer></script></body></html>`,
  '/heavy': (page) =>
    `${head('Cranes')}<body><div id="root"></div><script src="/vue.js"></script><script src="/bundle.js"></script>
<script>
let seed = ${Number(page) + 1};
const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
const weights = Array.from({ length: 60000 }, next).sort((one, other) => one - other);
const lines = Array.from({ length: 1500 }, (_, n) => n < 40 ? 'Crane ' + n + ' of page ${page}' : 'Weight ' + weights[n]);
Vue.createApp({ data: () => ({ lines }), template: '<main><h1>Cranes</h1><p v-for="line in lines">{{ line }}</p></main>' }).mount('#root');
</script></body></html>`,
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://site');
  const page = url.searchParams.get('page') ?? '0';
  const file = files[url.pathname];
  const write = pages[url.pathname];
  const answer =
    file ??
    (url.pathname === '/specification'
      ? { type: 'application/json', body: Buffer.from(specification(page)) }
      : write === undefined
        ? null
        : { type: html, body: Buffer.from(write(page)) });
  if (answer === null) return void response.writeHead(404).end();
  const cache = file === undefined ? 'no-cache' : 'public, max-age=31536000, immutable';
  response.writeHead(200, {
    'content-type': answer.type,
    'content-length': answer.body.length,
    'cache-control': cache,
  });
  response.end(answer.body);
});

server.listen(0, '127.0.0.2', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.2:${address.port}\n`);
});
