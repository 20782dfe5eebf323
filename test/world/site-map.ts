import { gzipSync } from 'node:zlib';
import type { Route, Routes } from './loopback-server.ts';
import type { SitePage } from './site-layout.ts';

/** A page that robots.txt disallows, one below it that is allowed again, and one disallowed by its suffix. */
export const robotsPages = {
  closed: '/private/closed',
  open: '/private/open/hours',
  closedByEnding: '/private/open/plan.hidden',
} as const;

/** Returns robots.txt, and sitemaps of all four kinds: an index, gzipped XML, XML and text. */
export function mapRoutes(origin: string, pages: readonly SitePage[]): Routes {
  const under = (prefix: string) => pages.filter((page) => page.path.startsWith(prefix));
  const rest = pages.filter(
    (page) => !['/articles/', '/docs/', '/products/'].some((prefix) => page.path.startsWith(prefix)),
  );
  const xml = (body: string): Route => ({ headers: { 'content-type': 'application/xml' }, body });
  return new Map<string, Route>([
    ['/robots.txt', { headers: { 'content-type': 'text/plain' }, body: robots(origin) }],
    ['/sitemap-index.xml', xml(index(origin))],
    [
      '/sitemaps/articles.xml.gz',
      {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(urlSet(origin, under('/articles/'))),
      },
    ],
    ['/sitemaps/docs.xml', xml(urlSet(origin, under('/docs/')))],
    ['/sitemaps/pages.xml', xml(urlSet(origin, rest))],
    [
      '/sitemaps/products.txt',
      {
        headers: { 'content-type': 'text/plain' },
        body: under('/products/')
          .map((page) => `${origin}${page.path}\n`)
          .join(''),
      },
    ],
    ...Object.values(robotsPages).map((path): [string, Route] => [
      path,
      {
        body: `<!DOCTYPE html><html lang="en"><title>Members</title><h1>Members</h1><p>The room at ${path}.</p></html>`,
      },
    ]),
  ]);
}

function robots(origin: string): string {
  return [
    '# Rules of the harbour',
    'User-agent: *',
    'Disallow: /private/',
    'Allow: /private/open',
    'Disallow: /*.hidden$',
    'Disallow: /odd/',
    '',
    'User-agent: unwelcome',
    'Disallow: /',
    '',
    `Sitemap: ${origin}/sitemap-index.xml`,
    'Sitemap: /sitemaps/products.txt',
    '',
  ].join('\n');
}

function index(origin: string): string {
  const maps = ['articles.xml.gz', 'docs.xml', 'pages.xml'].map(
    (name) => `<sitemap><loc>${origin}/sitemaps/${name}</loc><lastmod>2026-09-30</lastmod></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>\n`;
}

function urlSet(origin: string, pages: readonly SitePage[]): string {
  const urls = pages.map(
    (page) => `<url><loc>${origin}${page.path}</loc><lastmod>${page.changed}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
