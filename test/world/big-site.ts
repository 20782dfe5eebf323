import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bigSitePage } from './big-site-page.ts';
import { type BigSitePlan, type PlannedPage, planBigSite } from './big-site-plan.ts';
import { gzipOf, pieceOf, plainOf } from './gzip-joiner.ts';
import { listenAlone } from './listen-alone.ts';
import { dayBack } from './site-layout.ts';

/** Site of thousands of generated pages on a loopback address. */
export interface BigSite {
  /** `http://ADDRESS:PORT`. */
  readonly origin: string;
  /** All pages, the front page first; every page is reachable by links within depth 3. */
  readonly pages: readonly PlannedPage[];
  url(path: string): string;
  /** Number of responses sent, of any kind. */
  readonly hits: number;
  /** Returns the number of requests for a path. */
  requests(path: string): number;
  close(): Promise<void>;
}

/** Options of the big site. */
export interface BigSiteOptions {
  /** Default: 5,000. */
  pages?: number;
  /** Default: `127.0.0.22`. */
  address?: string;
}

const pagesPerSitemap = 2000;

interface Body {
  type: string;
  plain: () => Buffer;
  packed: () => Buffer;
}

function textBody(type: string, text: string): Body {
  const pieces = [pieceOf(text)];
  return { type, plain: () => plainOf(pieces), packed: () => gzipOf(pieces) };
}

function sitemapBody(origin: string, pages: readonly PlannedPage[]): Body {
  const urls = pages.map(
    (page) => `<url><loc>${origin}${page.path}</loc><lastmod>${dayBack(page.at % 900)}</lastmod></url>`,
  );
  return textBody(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
}

/** Returns robots.txt, a sitemap index and its sitemaps. */
function mapBodies(origin: string, plan: BigSitePlan): Map<string, Body> {
  const count = Math.ceil(plan.pages.length / pagesPerSitemap);
  const maps = Array.from({ length: count }, (_, at): [string, Body] => [
    `/sitemaps/${at + 1}.xml`,
    sitemapBody(origin, plan.pages.slice(at * pagesPerSitemap, (at + 1) * pagesPerSitemap)),
  ]);
  const named = maps.map(([path]) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('');
  return new Map([
    [
      '/robots.txt',
      textBody('text/plain', `User-agent: *\nDisallow: /find\n\nSitemap: ${origin}/sitemap.xml\n`),
    ],
    [
      '/sitemap.xml',
      textBody(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${named}</sitemapindex>\n`,
      ),
    ],
    ...maps,
  ]);
}

function send(request: IncomingMessage, response: ServerResponse, body: Body): void {
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isPacked ? body.packed() : body.plain();
  response.writeHead(200, {
    'content-type': `${body.type}; charset=utf-8`,
    'content-length': bytes.length,
    vary: 'Accept-Encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Starts the site. Pages are generated on request, and compressed for clients that accept gzip. */
export async function startBigSite(options: BigSiteOptions = {}): Promise<BigSite> {
  const plan = planBigSite(options.pages ?? 5000);
  let files = new Map<string, Body>();
  const counts = new Map<string, number>();
  let hits = 0;
  const bodyOf = (path: string): Body | undefined => {
    const page = plan.byPath(path);
    if (page === undefined) return files.get(path);
    const pieces = bigSitePage(plan, page);
    return { type: 'text/html', plain: () => plainOf(pieces), packed: () => gzipOf(pieces) };
  };
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] as string;
    hits += 1;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const body = bodyOf(path);
    if (body !== undefined) send(request, response, body);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
  });
  const { address, port } = await listenAlone(server, options.address ?? '127.0.0.22');
  const origin = `http://${address}:${port}`;
  files = mapBodies(origin, plan);
  return {
    origin,
    pages: plan.pages,
    url: (path) => new URL(path, origin).href,
    get hits() {
      return hits;
    },
    requests: (path) => counts.get(path) ?? 0,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
