import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bigSitePage } from '../test/world/big-site-page.ts';
import { planBigSite } from '../test/world/big-site-plan.ts';
import { gzipOf, plainOf } from '../test/world/gzip-joiner.ts';

// Many sites in one process: every address of 127.0.0.0/8 is a site with the same pages, each of which answers after a delay.
// Prints its port; `GET /-/seen` answers the greatest number of requests that were open at the same time.
// `node bench/slow-sites.ts [PAGES] [DELAY_MS]`
const [pages = '50', delayMs = '300'] = process.argv.slice(2);
const plan = planBigSite(Number(pages));
const bodies = new Map(
  plan.pages.map((page) => {
    const pieces = bigSitePage(plan, page);
    return [page.path, { plain: plainOf(pieces), packed: gzipOf(pieces) }];
  }),
);
let open = 0;
let mostOpen = 0;

const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === '/-/seen') {
    response.end(JSON.stringify({ mostOpen }));
    return;
  }
  const body = bodies.get(path);
  if (body === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
    return;
  }
  open += 1;
  mostOpen = Math.max(mostOpen, open);
  response.once('close', () => {
    open -= 1;
  });
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  setTimeout(() => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': isPacked ? body.packed.length : body.plain.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(isPacked ? body.packed : body.plain);
  }, Number(delayMs));
});
server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 });
await once(server, 'listening');
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => process.exit(0));
