// npm run bench -- snapshots: tokens of a page in a browser session snapshot, compared with the browser's MCP server
// on the same pages: real pages of the shared data, served on loopback without external resources, and applications.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer';
import { hasDokuWiki, startDokuWiki } from '../test/applications/dokuwiki.ts';
import { hasMediaWiki, startMediaWiki } from '../test/applications/mediawiki.ts';
import { openHome } from '../test/service-process.ts';
import { startWebShop } from '../test/world/web-shop.ts';
import { openServers } from './agents/opponents.ts';
import { createPlayer } from './agents/player.ts';
import { coverage, namesOf } from './agents/snapshot-coverage.ts';
import { playwrightOpen } from './agents/task.ts';
import { openSample } from './quality/sample.ts';
import { quantile, report } from './report.ts';

const pageCount = 20;
const wikiText = `====== Harbour ======

Cranes, ships and locks. [[cranes|All cranes]].

===== Berths =====

^ Berth ^ Depth ^
| 1 | 9 m |
| 2 | 12 m |
`;
const every = 71;
const application = fileURLToPath(new URL('peers/node_modules/swagger-ui-dist/', import.meta.url));
const dokuWiki = (await hasDokuWiki()) ? await startDokuWiki('127.0.0.22', { start: wikiText }) : null;
const mediaWiki = (await hasMediaWiki()) ? await startMediaWiki('127.0.0.23', {}) : null;
const shop = await startWebShop();
const applicationUrls = [
  ...['/doku.php?id=start', '/doku.php?id=start&do=edit'].map((path) => dokuWiki?.url(path) ?? []),
  ...['/index.php?title=Main_Page', '/index.php?title=Special:CreateAccount'].map(
    (path) => mediaWiki?.url(path) ?? [],
  ),
  ...['/', '/product/3', '/login'].map((path) => shop.url(path)),
].flat();
/** Real pages fill up what the applications leave; one more page is the application from npm. */
const sample = openSample()
  .filter((_, at) => at % every === 0)
  .slice(0, pageCount - 1 - applicationUrls.length);

function contentOf(path: string): { type: string; body: Buffer } | null {
  const page = /^\/real\/(\d+)$/.exec(path)?.[1];
  if (page !== undefined) return { type: 'text/html', body: readFileSync(sample[Number(page)]?.file ?? '') };
  const file = /^\/swagger\/([\w.-]+)$/.exec(path)?.[1];
  if (file === undefined) return null;
  const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[file.split('.').at(-1) ?? ''];
  return { type: type ?? 'application/octet-stream', body: readFileSync(`${application}${file}`) };
}

const server = createServer((request, response) => {
  try {
    const content = contentOf(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (content === null) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': content.type }).end(content.body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, '127.0.0.21');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.21:${port}`;
const home = await openHome();

try {
  const service = await home.start({ WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' });
  const servers = await openServers(service);
  const urls = [
    ...sample.map((_, at) => `${origin}/real/${at}`),
    `${origin}/swagger/index.html`,
    ...applicationUrls,
  ];
  const shares: number[] = [];
  const covered: number[] = [];
  const own: number[] = [];
  const others: number[] = [];
  for (const url of urls) {
    const opened = await fetch(`${service.url}/v1/browser`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, wait_seconds: 60 }),
    });
    const { sid } = (await opened.json()) as { sid: string };
    const step = await fetch(`${service.url}/v1/browser/${sid}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'snapshot', max_length: 200_000 }),
    });
    const { snapshot } = (await step.json()) as { snapshot: string | null };
    await fetch(`${service.url}/v1/browser/${sid}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.key}` },
    });
    const other = await playwrightOpen(createPlayer(servers.playwright), url);
    const [ours, theirs] = [encode(snapshot ?? '').length, encode(other).length];
    const share = coverage(namesOf(other), snapshot ?? '');
    own.push(ours);
    others.push(theirs);
    shares.push((ours / theirs) * 100);
    covered.push(share);
    process.stderr.write(
      `${url}: ${ours} and ${theirs} tokens, ${Math.round(100 * share)} % of the elements\n`,
    );
  }
  await report('snapshots', [
    { name: 'pages', value: urls.length, unit: '' },
    { name: 'tokens of this service, median', value: quantile(own, 0.5), unit: 'tokens' },
    { name: 'tokens of @playwright/mcp, median', value: quantile(others, 0.5), unit: 'tokens' },
    { name: 'share for one page, median', value: quantile(shares, 0.5), unit: '%', wanted: { below: 50.1 } },
    {
      name: 'pages with every named element',
      value: covered.filter((one) => one === 1).length,
      unit: '',
      wanted: { atLeast: urls.length },
    },
    { name: 'named elements shown, least of a page', value: Math.min(...covered) * 100, unit: '%' },
  ]);
  for (const client of Object.values(servers)) await client.close();
} finally {
  await home.close();
  server.close();
  await Promise.all([shop, dokuWiki, mediaWiki].map((application) => application?.close()));
}
