import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts';
import { type LoopbackServer, type Route, startLoopbackServer } from './loopback-server.ts';

/**
 * Site whose response depends on the client's address, proxies that lead to it, and an echo endpoint that
 * distinguishes them.
 */
export interface ExitWorld {
  site: LoopbackServer;
  /** Echo endpoint of the operator, on an address that callers may not request. */
  echo: LoopbackServer;
  proxies: Record<
    'honest' | 'liar' | 'dead' | 'mover' | 'residential' | 'residentialInGermany' | 'unblocker',
    ForwardProxy
  >;
  /** Addresses from which the sitemap was requested. */
  sitemapClients: readonly string[];
  /** Path of the exits file that lists the proxies. */
  file: string;
  /** Passwords in the exits file. */
  secrets: readonly string[];
  close(): Promise<void>;
}

const password = 'very-secret-password';
const credentials = { username: 'customer', password };
const addresses = {
  honest: '127.0.0.41',
  liar: '127.0.0.42',
  dead: '127.0.0.43',
  mover: '127.0.0.44',
  residential: '127.0.0.45',
  residentialInGermany: '127.0.0.46',
  unblocker: '127.0.0.47',
} as const;
/** Address of the moving exit after its move. */
export const movedTo = '127.0.0.49';

const text =
  'Cranes lift heavy loads on sites all over the country, and this page tells how they do it. '.repeat(8);
const article = `<!DOCTYPE html><html lang="en"><title>Cranes</title><main><h1>Cranes</h1><p>${text}</p></main></html>`;
const challenge =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>';

/** Returns a route that shows a challenge to all clients except those of some addresses. */
function wallExceptFor(...welcome: string[]): Route {
  return (request) =>
    welcome.includes(request.socket.remoteAddress ?? '')
      ? { body: article }
      : { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: challenge };
}

const items = ['Tower crane', 'Crawler crane', 'Harbour crane', 'Floating crane', 'Gantry crane'];

/** Returns a page that lists records, and the address from which it was requested. */
function listing(client: string): string {
  const rows = items.map(
    (name, at) =>
      `<li class="item"><h2><a href="/cranes/${at}">${name}</a></h2><span class="load">${10 * (at + 1)} t</span></li>`,
  );
  return `<!DOCTYPE html><html lang="en"><title>Cranes</title><main><h1>Cranes</h1><p>from ${client}</p><ul>${rows.join('')}</ul></main></html>`;
}

function sitemapOf(host: string): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}/list</loc></url></urlset>`;
}

function exitsOf(proxies: ExitWorld['proxies'], echo: string) {
  const at = (name: keyof typeof addresses, user = '') =>
    `http://${user}${proxies[name].address}:${proxies[name].port}`;
  const user = `customer-country-{country}-session-{session}:${password}@`;
  return {
    exits: [
      { id: 'honest', country: 'NL', network: 'service', proxy: at('honest') },
      { id: 'liar', country: 'FR', network: 'service', proxy: at('liar') },
      { id: 'dead', country: 'ES', network: 'service', proxy: at('dead') },
      { id: 'mover', country: 'AT', network: 'service', proxy: at('mover') },
      { id: 'homes', country: 'NL', network: 'residential', proxy: at('residential', user) },
      { id: 'german-homes', country: 'de', network: 'residential', proxy: at('residentialInGermany', user) },
      { id: 'unblocker', country: 'NL', network: 'unblock', proxy: at('unblocker', user) },
    ],
    echo,
    geo: {
      '127.0.0.0/8': { country: 'ZZ' },
      [`${addresses.honest}/32`]: { country: 'NL', city: 'Delft' },
      [`${addresses.liar}/32`]: { country: 'US' },
      [`${addresses.mover}/32`]: { country: 'AT' },
      [`${movedTo}/32`]: { country: 'HU' },
      [`${addresses.residential}/32`]: { country: 'NL' },
      [`${addresses.residentialInGermany}/32`]: { country: 'DE' },
      [`${addresses.unblocker}/32`]: { country: 'NL' },
    },
  };
}

/** Starts the world. Requires a system on which every address of 127.0.0.0/8 is local. */
export async function startExitWorld(): Promise<ExitWorld> {
  const echo = await startLoopbackServer(
    '127.0.0.48',
    () => new Map([['/ip', (request) => ({ body: `{"ip": "${request.socket.remoteAddress}"}` })]]),
  );
  const names = Object.keys(addresses) as Array<keyof typeof addresses>;
  const started = await Promise.all(
    names.map(async (name) => {
      const isPaid = name === 'unblocker' || name.startsWith('residential');
      return [name, await startForwardProxy(addresses[name], isPaid ? { credentials } : {})] as const;
    }),
  );
  const proxies = Object.fromEntries(started) as ExitWorld['proxies'];
  const sitemapClients: string[] = [];
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/',
          (request) => ({ body: article.replace('<h1>', `<p>from ${request.socket.remoteAddress}</p><h1>`) }),
        ],
        ['/list', (request) => ({ body: listing(request.socket.remoteAddress ?? '') })],
        [
          '/sitemap.xml',
          (request) => {
            sitemapClients.push(request.socket.remoteAddress ?? '');
            return {
              headers: { 'content-type': 'application/xml' },
              body: sitemapOf(request.headers.host ?? ''),
            };
          },
        ],
        ['/for-homes', wallExceptFor(addresses.residential, addresses.residentialInGermany)],
        ['/for-unblockers', wallExceptFor(addresses.unblocker)],
        ['/for-nobody', wallExceptFor()],
        ['/busy', { status: 429, body: article }],
        ['/members', { status: 401, body: '<title>Log in</title><form><input type=password></form>' }],
        [
          '/moving',
          () => {
            proxies.mover.leaveBy(movedTo);
            return { body: article };
          },
        ],
      ]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'webdata-exits-'));
  const file = join(folder, 'exits.json');
  await writeFile(file, JSON.stringify(exitsOf(proxies, echo.url('/ip'))));
  await proxies.dead.die();
  return {
    site,
    echo,
    proxies,
    file,
    sitemapClients,
    secrets: [password, encodeURIComponent(password)],
    async close() {
      await Promise.all([
        site.close(),
        echo.close(),
        ...Object.values(proxies).map((proxy) => proxy.close()),
      ]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
