// npm run bench -- search-quality FOLDER [MIRRORS]: ranks the pages of documentation trees for the queries of
// bench/local-search/queries.json. FOLDER contains extracted Debian packages:
//   apt-get download python3.11-doc rust-doc postgresql-doc-15 git-doc && for deb in *.deb; do dpkg -x "$deb" FOLDER; done
// MIRRORS indexes every page under that many hosts, to measure the time of a query in a larger index.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { pageKey } from '../src/capabilities/search/page-key.ts';
import { createWebQuery } from '../src/domain/resources/search.ts';
import { describePage } from '../src/extract/describe-page.ts';
import { readResponse } from '../src/page/read/read-response.ts';
import { migrate } from '../src/store/migrate.ts';
import { openLocalSearch } from './local-search/open-local-search.ts';
import { pageJob } from './quality/page-job.ts';
import { type Figure, quantile, report } from './report.ts';

const folder = process.argv[3];
const mirrors = Number(process.argv[4] ?? 1);
const accountId = 'acct_bench';
const batch = 200;
const rounds = 3;
const trees: Readonly<Record<string, string>> = {
  python: 'usr/share/doc/python3.11/html',
  rust: 'usr/share/doc/rust-doc/html',
  postgresql: 'usr/share/doc/postgresql-doc-15/html',
  git: 'usr/share/doc/git-doc',
};

interface JudgedQuery {
  query: string;
  pages: string[];
}

if (folder === undefined) throw new Error('name the folder with the extracted packages');
const queries = JSON.parse(
  readFileSync(new URL('local-search/queries.json', import.meta.url), 'utf8'),
) as JudgedQuery[];
// More than an account keeps by default, so that no page is deleted while the others are added.
const { server, database, index, local } = await openLocalSearch(1_000_000);
const { signal } = new AbortController();

function addressOf(tree: string, path: string, mirror: number): string {
  return `https://${tree}${mirror === 0 ? '' : `-${mirror}`}.example/${path}`;
}

async function addPage(tree: string, root: string, path: string): Promise<number> {
  const bytes = readFileSync(join(root, path));
  const url = addressOf(tree, path, 0);
  const { title, markdown, metadata } = await readResponse(pageJob(url, bytes), { describe: describePage });
  const texts = {
    title: title ?? '',
    description: metadata.description ?? '',
    markdown: (markdown ?? '').slice(0, 120_000),
  };
  for (let mirror = 0; mirror < mirrors; mirror += 1) {
    const mirrored = addressOf(tree, path, mirror);
    const page = {
      accountId,
      key: pageKey(mirrored),
      texts: { ...texts, url: mirrored },
      language: metadata.language ?? null,
      publishedAt: null,
      readAt: new Date(),
      jobId: null,
    };
    await index.add(page, signal);
  }
  return mirrors;
}

/** Indexes all pages of the trees; returns their number. */
async function fill(root: string): Promise<number> {
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values (${accountId}, 'bench', 'p', 0, now(), true, now())`.execute(database);
  let pages = 0;
  for (const [tree, path] of Object.entries(trees)) {
    const treeRoot = join(root, path);
    const files = globSync(join(treeRoot, '**/*.html')).sort();
    for (const [at, file] of files.entries()) {
      pages += await addPage(tree, treeRoot, relative(treeRoot, file));
      if (at % batch === 0) await index.flush();
    }
  }
  await index.flush();
  await sql`vacuum analyze read_pages`.execute(database);
  await sql`vacuum analyze page_anchors`.execute(database);
  return pages;
}

/** Returns the rank of the first right page, from 1; infinite if it is not among the ten results. */
async function rankOf({ query, pages }: JudgedQuery): Promise<{ rank: number; ms: number; first: string }> {
  const request = {
    query: createWebQuery(query),
    page: 1,
    wanted: 10,
    withOperators: true,
    accountId,
    now: new Date(),
  };
  const began = performance.now();
  const reply = await local.search(request, new AbortController().signal);
  const ms = performance.now() - began;
  if (reply.kind !== 'page') throw new Error(JSON.stringify(reply));
  const paths = reply.results.map(({ url }) => url.replace(/^https:\/\/([a-z]+)(?:-\d+)?\.example\//, '$1/'));
  const at = paths.findIndex((path) => pages.includes(path));
  return { rank: at === -1 ? Number.POSITIVE_INFINITY : at + 1, ms, first: paths[0] ?? '' };
}

try {
  await migrate(database);
  const pages = await fill(folder);
  const ranks: number[] = [];
  const times: number[] = [];
  for (const judged of queries) {
    const { rank, first } = await rankOf(judged);
    ranks.push(rank);
    for (let round = 0; round < rounds; round += 1) times.push((await rankOf(judged)).ms);
    if (rank !== 1) console.log(`${rank}\t${judged.query}\tfirst: ${first}`);
  }
  const share = (max: number) => (100 * ranks.filter((rank) => rank <= max).length) / ranks.length;
  const figures: Figure[] = [
    { name: 'pages', value: pages, unit: '' },
    { name: 'queries', value: queries.length, unit: '' },
    { name: 'right page first', value: share(1), unit: '%', wanted: { atLeast: 85 } },
    { name: 'right page among the first five', value: share(5), unit: '%', wanted: { atLeast: 97 } },
    { name: 'time of a query, median', value: quantile(times, 0.5), unit: 'ms' },
    { name: 'time of a query, p95', value: quantile(times, 0.95), unit: 'ms', wanted: { below: 50 } },
  ];
  await report('search-quality', figures);
} finally {
  await index.close();
  await database.destroy();
  await server.stop();
}
