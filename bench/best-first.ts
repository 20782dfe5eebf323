// npm run bench -- best-first FOLDER: finds the right page of documentation trees by a crawl with words to look for, and breadth
// first, for the queries of bench/local-search/queries.json. FOLDER contains extracted Debian packages, as for search-quality.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome } from '../test/service-process.ts';
import { quantile, report } from './report.ts';

const folder = process.argv[3];
if (folder === undefined) throw new Error('name the folder with the extracted packages');
const reads = 30;
const port = 8_031;
/** Trees that start with a page whose links lead everywhere, and the address of each. */
const trees: Readonly<Record<string, { root: string; address: string }>> = {
  python: { root: 'usr/share/doc/python3.11/html', address: '127.0.0.31' },
  postgresql: { root: 'usr/share/doc/postgresql-doc-15/html', address: '127.0.0.32' },
  git: { root: 'usr/share/doc/git-doc', address: '127.0.0.33' },
};

interface JudgedQuery {
  query: string;
  /** The right pages: tree and path. */
  pages: [string, ...string[]];
}

const all = JSON.parse(
  readFileSync(new URL('local-search/queries.json', import.meta.url), 'utf8'),
) as JudgedQuery[];
const treeOf = ({ pages }: JudgedQuery): string => pages[0].slice(0, pages[0].indexOf('/'));
const queries = all.filter((one) => treeOf(one) in trees);

const servers = Object.values(trees).map(({ root, address }) =>
  createServer((request, response) => {
    try {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const body = readFileSync(join(folder, root, decodeURIComponent(pathname)));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(port, address),
);
await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));

const home = await openHome();
const service = await home.start({
  WEBDATA_ALLOW_NETWORKS: Object.values(trees)
    .map(({ address }) => `${address}/32`)
    .join(','),
});

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Answer;
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

/** Returns after how many read pages the first right one comes; null if not within the limit. */
async function findPlace(judged: JudgedQuery, options: string): Promise<number | null> {
  const tree = treeOf(judged);
  const start = new URL(`http://${trees[tree]?.address}:${port}/index.html`);
  const body = { url: start.href, limit: reads, use_sitemap: false, max_depth: 10, formats: ['links'] };
  const { jid } = await ask<{ jid: string }>('POST', `/v1/crawl${options}`, body);
  for (;;) {
    const { status } = await ask<{ status: string }>('GET', `/v1/jobs/${jid}`);
    if (status !== 'queued' && status !== 'running') break;
    await delay(100);
  }
  const { results } = await ask<{ results: { final_url: string }[] }>(
    'GET',
    `/v1/jobs/${jid}/results?limit=100`,
  );
  const right = judged.pages.map((page) => new URL(page.slice(tree.length + 1), start).pathname);
  const at = results.findIndex(({ final_url: url }) => right.includes(new URL(url).pathname));
  return at < 0 ? null : at + 1;
}

const places: Record<'best' | 'breadth', (number | null)[]> = { best: [], breadth: [] };
try {
  for (const judged of queries) {
    places.best.push(await findPlace(judged, `?search=${encodeURIComponent(judged.query)}`));
    places.breadth.push(await findPlace(judged, ''));
  }
} finally {
  await home.close();
  for (const server of servers) server.close();
}
const found = (list: readonly (number | null)[]) => list.filter((place) => place !== null);
await report('best-first', [
  { name: 'queries', value: queries.length, unit: '' },
  {
    name: `right page within ${reads} reads`,
    value: found(places.best).length,
    unit: '',
    beside: { 'breadth first': found(places.breadth).length },
  },
  {
    name: 'reads until the right page, where it was found, median',
    value: quantile(found(places.best), 0.5),
    unit: '',
  },
]);
