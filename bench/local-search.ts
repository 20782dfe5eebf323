// npm run bench -- local-search [PAGES]: cost of indexing pages for search, and of searching them.
// An account has at most 100,000 pages; more are those of further accounts, copied from the first with words in the same index.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SearchQuery } from '../src/domain/resources/search.ts';
import type { ReadPage } from '../src/integrations/search/local/read-page.ts';
import { accountWord } from '../src/integrations/search/local/write-pages.ts';
import { migrate } from '../src/store/migrate.ts';
import { openLocalSearch } from './local-search/open-local-search.ts';
import { cpuMsOf } from './process-tree.ts';
import { type Figure, quantile, report } from './report.ts';

const requestedPages = Number(process.argv[3] ?? 20_000);
const accountPages = 100_000;
const accounts = Math.ceil(requestedPages / accountPages);
/** Number of pages of each account. */
const pages = Math.floor(requestedPages / accounts);
const rounds = 20;
const words = 20_000;
const accountId = 'acct_bench';
const batch = 500;

/** Returns a generator of numbers from 0 to 1, determined by the seed: mulberry32, in the public domain. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(8);
const syllables = ['ba', 'ke', 'lo', 'mi', 'ru', 'sa', 'te', 'vo', 'zan', 'dor', 'fel', 'gar', 'hin', 'pol'];
const vocabulary = Array.from({ length: words }, (_, at) => {
  let word = '';
  for (let rest = at + 14; rest > 0; rest = Math.floor(rest / 14)) word += syllables[rest % 14];
  return `${word}x`;
});

/** Returns a word with the frequency distribution of a language (Zipf): the n-th is n times rarer than the first. */
function someWord(): string {
  return vocabulary[Math.min(words - 1, Math.floor(Math.exp(random() * Math.log(words))) - 1)] as string;
}

function text(count: number): string {
  let said = '';
  for (let at = 1; at <= count; at += 1) said += `${someWord()}${at % 12 === 0 ? '. ' : ' '}`;
  return said;
}

const { server, database, index, local } = await openLocalSearch(requestedPages);
const { signal } = new AbortController();

async function addAccount(id: string): Promise<void> {
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values (${id}, ${id}, 'p', 0, now(), true, now())`.execute(database);
}

/** Fills an account with the pages of the first one, in statements of 1,000 pages. */
async function copyPages(id: string): Promise<void> {
  await addAccount(id);
  const before = accountWord(accountId);
  const after = accountWord(id);
  const { rows } = await sql<{ key: Buffer }>`
    select page_key as key from read_pages where account_id = ${accountId} order by page_key`.execute(
    database,
  );
  for (let from = 0; from < rows.length; from += 1_000) {
    const keys = rows.slice(from, from + 1_000).map(({ key }) => key);
    await sql`
      insert into read_pages (account_id, page_key, url, host, title, body, language, config, published_at, read_at,
        digest, word_count, words, key_words)
      select ${id}, page_key, url, host, title, body, language, config, published_at, read_at, digest, word_count,
        ts_delete(words, ${before}) || array_to_tsvector(array[${after}]),
        ts_delete(key_words, ${before}) || array_to_tsvector(array[${after}])
      from read_pages where account_id = ${accountId} and page_key = any(${keys}::bytea[])`.execute(database);
  }
}

/** Returns the milliseconds of processor time and the bytes on disk of a page, with the work that a content thread does. */
async function fill(): Promise<{ cpuMs: number; bytes: number }> {
  await addAccount(accountId);
  let cpuMs = 0;
  for (let from = 0; from < pages; from += batch) {
    const read = Array.from({ length: Math.min(batch, pages - from) }, (_, at): ReadPage => {
      const url = `https://site-${(from + at) % 200}.example/page-${from + at}`;
      const long = text(150 + Math.floor(random() ** 2 * 2_500));
      const markdown = `# ${text(4)}\n\n## ${text(4)}\n\n${long}`;
      return {
        accountId,
        key: createHash('sha256').update(url).digest(),
        texts: { url, title: text(6), description: '', markdown },
        language: 'en',
        publishedAt: null,
        readAt: new Date(),
        jobId: null,
      };
    });
    const own = process.cpuUsage();
    const servers = cpuMsOf([server.pid()]);
    for (const page of read) await index.add(page, signal);
    await index.flush();
    const used = process.cpuUsage(own);
    cpuMs += (used.user + used.system) / 1_000 + cpuMsOf([server.pid()]) - servers;
  }
  for (let other = 1; other < accounts; other += 1) await copyPages(`${accountId}_${other}`);
  await sql`vacuum analyze read_pages`.execute(database);
  const { rows } = await sql<{ bytes: number }>`
    select (sum(pg_total_relation_size(relid)) + pg_total_relation_size('page_anchors'))::float8 as bytes
    from pg_partition_tree('read_pages')`.execute(database);
  return { cpuMs: cpuMs / pages, bytes: (rows[0]?.bytes ?? 0) / (pages * accounts) };
}

async function search(requested: Partial<SearchQuery>): Promise<{ found: number; ms: number }> {
  const rest = { country: null, language: null, freshness: null, category: 'web' } as const;
  const query = { ...rest, query: '', includeDomains: [], excludeDomains: [], ...requested };
  const order = { query, page: 1, wanted: 10, withOperators: true, accountId, now: new Date() };
  const began = performance.now();
  const page = await local.search(order, new AbortController().signal);
  const ms = performance.now() - began;
  if (page.kind !== 'page') throw new Error(JSON.stringify(page));
  return { found: page.results.length, ms };
}

const [first, second, third] = vocabulary as [string, string, string];
const middling = vocabulary[300] as string;
const rare = vocabulary[9_000] as string;
const queries: Record<string, Partial<SearchQuery>> = {
  'a word that nearly every page holds': { query: first },
  'three such words': { query: `${first} ${second} ${third}` },
  'a word of one page in four': { query: middling },
  'a rare word': { query: rare },
  'a common and a rare word': { query: `${first} ${rare}` },
  'a phrase': { query: `"${first} ${second}"` },
  'words that no page holds together': {
    query: `${vocabulary[15_001]} ${vocabulary[15_003]} ${vocabulary[15_007]}`,
  },
  'a word that no page holds': { query: 'nowhere' },
  'a common word on one of 200 sites': { query: first, includeDomains: ['site-7.example'] },
  'a common word, before a date before which no page is': { query: first, until: '2020-01-01' },
};

try {
  await migrate(database);
  const { cpuMs, bytes } = await fill();
  const figures: Figure[] = [
    {
      name: `CPU of indexing a page, of ${pages} in the first of ${accounts} accounts`,
      value: cpuMs,
      unit: 'ms',
    },
    { name: 'size of a page on disk', value: bytes / 1_000, unit: 'kB' },
  ];
  for (const [name, query] of Object.entries(queries)) {
    await search(query);
    const runs: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const run = await search(query);
      runs.push(run.ms);
      found = run.found;
    }
    figures.push({
      name: `${name} (${found} found), median`,
      value: quantile(runs, 0.5),
      unit: 'ms',
    });
    figures.push({ name: `${name}, p95`, value: quantile(runs, 0.95), unit: 'ms', wanted: { below: 50 } });
  }
  await report('local-search', figures);
} finally {
  await index.close();
  await database.destroy();
  await server.stop();
}
