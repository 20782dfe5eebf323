import { type LoopbackServer, type Route, type Routes, startLoopbackServer } from './loopback-server.ts';
import { charsetPaths, charsetRoutes } from './site-charsets.ts';
import { fileRoutes } from './site-files.ts';
import { linkList, type SitePage } from './site-layout.ts';
import { mapRoutes } from './site-map.ts';
import { sitePages } from './site-pages.ts';
import { statusRoutes } from './site-statuses.ts';
import { trapRoutes } from './site-traps.ts';

/** The static site. */
export interface Site extends LoopbackServer {
  /** Ordinary pages, more than 300, all reachable by links from `/`. */
  readonly pages: readonly SitePage[];
}

/** Small internet of real servers on loopback addresses. `close` stops all of them. */
export interface World {
  readonly site: Site;
  /** Second site on another address: `/` and `/echo`. */
  readonly elsewhere: LoopbackServer;
  /** Private server that must not be reachable through the service: `hits` stays 0. */
  readonly secret: LoopbackServer;
  close(): Promise<void>;
}

/** Addresses of the servers, if every address of 127.0.0.0/8 is local; otherwise all share 127.0.0.1. */
export interface WorldOptions {
  site?: string;
  elsewhere?: string;
  secret?: string;
}

/** Starts an independent world on free ports. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const secret = await startLoopbackServer(options.secret ?? '127.0.0.66', secretRoutes);
  const elsewhere = await startLoopbackServer(options.elsewhere ?? '127.0.0.12', elsewhereRoutes);
  const pages = sitePages();
  const server = await startLoopbackServer(options.site ?? '127.0.0.11', (site) =>
    siteRoutes(pages, { site, elsewhere: elsewhere.origin, secret: secret.origin }),
  );
  // The getters of the server must remain getters.
  const site: Site = Object.defineProperty(server as Site, 'pages', { value: pages });
  return {
    site,
    elsewhere,
    secret,
    async close() {
      await Promise.all([site.close(), elsewhere.close(), secret.close()]);
    },
  };
}

function siteRoutes(
  pages: readonly SitePage[],
  targets: { site: string; elsewhere: string; secret: string },
): Routes {
  const statuses = statusRoutes(targets);
  const files = fileRoutes();
  return new Map([
    ...pages.map((page): [string, Route] => [page.path, { body: page.html }]),
    ...statuses,
    ...files,
    ...charsetRoutes(),
    ...mapRoutes(targets.site, pages),
    ...trapRoutes(),
    [
      '/odd/',
      { body: oddPage([...statuses.keys(), ...files.keys(), ...charsetPaths().map(({ path }) => path)]) },
    ],
  ]);
}

/** Returns a page with links to everything that is not ordinary. */
function oddPage(paths: readonly string[]): string {
  const listed = paths.filter((path) => !path.endsWith('*')).map((path) => ({ path, title: path }));
  return `<!DOCTYPE html><html lang="en"><head><title>Odd corners</title></head><body><h1>Odd corners</h1>${linkList(listed)}</body></html>`;
}

function elsewhereRoutes(): Routes {
  return new Map([
    [
      '/',
      {
        body: '<!DOCTYPE html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1><p>Another site altogether.</p></html>',
      },
    ],
    ...[...statusRoutes({ site: '', elsewhere: '', secret: '' })].filter(([path]) => path === '/echo'),
  ]);
}

function secretRoutes(): Routes {
  return new Map([
    ['/*', { body: '<!DOCTYPE html><title>Secret</title><h1>secret-of-the-private-server</h1>' }],
  ]);
}
