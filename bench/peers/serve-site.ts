// Site of a crawl as a process of its own, so that serving is not counted as crawling. Counts requests by host and path.
//   node serve-site.ts generated PAGES DELAY_MS   every address of 127.0.0.0/8 is a site with these pages
//   node serve-site.ts tree FOLDER                the files of a folder
// Prints its port. `GET /-/hits` answers the number of successful responses by host and path.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bigSitePage } from '../../test/world/big-site-page.ts';
import { planBigSite } from '../../test/world/big-site-plan.ts';
import { gzipOf, plainOf } from '../../test/world/gzip-joiner.ts';

/** Answers a request, and returns the path under which it is counted; null if it was not found. */
type Answer = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<string | null>;

function generated(pages: number, delayMs: number): Answer {
  const plan = planBigSite(pages);
  const bodies = new Map(
    plan.pages.map((page) => {
      const pieces = bigSitePage(plan, page);
      return [page.path, { plain: plainOf(pieces), packed: gzipOf(pieces) }];
    }),
  );
  return async (path, request, response) => {
    const body = bodies.get(path);
    if (body === undefined) return null;
    if (delayMs > 0) await delay(delayMs);
    const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': isPacked ? body.packed.length : body.plain.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(isPacked ? body.packed : body.plain);
    return path;
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

function tree(folder: string): Answer {
  return async (path, _request, response) => {
    const file = join(folder, normalize(decodeURIComponent(path)));
    const found = await stat(file).catch(() => null);
    if (found === null) return null;
    if (found.isDirectory() && !path.endsWith('/')) {
      response.writeHead(301, { location: `${path}/` }).end();
      return path;
    }
    const page = found.isDirectory() ? join(file, 'index.html') : file;
    const size = found.isDirectory() ? await stat(page).catch(() => null) : found;
    if (size === null) return null;
    response.writeHead(200, {
      'content-type': types[extname(page)] ?? 'application/octet-stream',
      'content-length': size.size,
      'last-modified': size.mtime.toUTCString(),
    });
    createReadStream(page).pipe(response);
    return path;
  };
}

const [kind = '', first = '', second = '0'] = process.argv.slice(2);
const answer = kind === 'tree' ? tree(first) : generated(Number(first), Number(second));
const hits = new Map<string, number>();

const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === '/-/hits') {
    response.end(JSON.stringify(Object.fromEntries(hits)));
    return;
  }
  answer(path, request, response).then(
    (counted) => {
      if (counted === null) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found\n');
        return;
      }
      const key = `${request.headers.host?.split(':')[0]}${counted}`;
      hits.set(key, (hits.get(key) ?? 0) + 1);
    },
    () => response.writeHead(400).end(),
  );
});
server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 });
await once(server, 'listening');
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => process.exit(0));
