import { sql } from 'kysely';
import { type HistoryFilter, listRequests } from '../src/account/requests/history.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { startPostgresServer } from '../test/postgres-server.ts';
import { type Figure, quantile, report } from './report.ts';

/** `npm run bench -- history 100000` gives a quick estimate. */
const entries = Number(process.argv[3] ?? 1_000_000);
const rounds = 15;
const server = await startPostgresServer();
const { database } = openDatabase({ connectionString: server.connectionString });

/**
 * Inserts a million requests of three months, 90 % of one account; some values are frequent, some occur once in a
 * hundred thousand.
 */
async function fill(): Promise<void> {
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    select id, id, 'p', 0, now(), true, now() from unnest(array['acct_big', 'acct_small']) as id`.execute(
    database,
  );
  await sql`
    insert into requests (request_id, account_id, key_id, at, tool, origin, status, country, url, credits, ms, error, params)
    select 'req_' || lpad(n::text, 26, '0'), case when n % 10 = 0 then 'acct_small' else 'acct_big' end,
      'key_' || case when n % 50000 = 1 then 'rare' else (n % 7)::text end,
      timestamptz '2026-07-01' + n * interval '7.7 seconds',
      case when n % 100000 = 1 then 'compare' when n % 20 = 3 then 'crawl' when n % 6 = 1 then 'map' else 'scrape' end,
      case when n % 30000 = 7 then 'schedule' when n % 3 = 0 then 'mcp' else 'http' end,
      case when n % 100000 = 9 then 'internal' when n % 9 = 0 then 'not_found' when n % 40 = 0 then 'blocked' else 'ok' end,
      case when n % 5 < 3 then null when n % 70000 = 4 then 'NZ' else (array['DE', 'US', 'FR'])[n % 3 + 1] end,
      'https://www.site-' || n % 5000 || '.example/' || md5((n % 200000)::text) || '/page-' || n % 977 || '.html',
      1, 40 + n % 300,
      case when n % 40 = 0 then '{"code":"blocked","message":"the site asked for a check of the browser"}'::json end,
      json_build_object('url', 'https://www.site.example/' || n)
    from generate_series(1, ${entries}) as n`.execute(database);
  await sql`vacuum analyze requests`.execute(database);
}

const any: HistoryFilter = {
  limit: 50,
  before: null,
  tool: null,
  status: null,
  origin: null,
  country: null,
  q: null,
  keyId: null,
  reads: true,
};

const middle = Date.parse('2026-08-10') / 1_000;
const filters: Record<string, Partial<HistoryFilter>> = {
  'no filter': {},
  before: { before: middle },
  'tool, common': { tool: 'scrape' },
  'tool, rare': { tool: 'compare' },
  'status, common': { status: 'ok' },
  'status, rare': { status: 'internal' },
  'origin, common': { origin: 'http' },
  'origin, rare': { origin: 'schedule' },
  'country, common': { country: 'DE' },
  'country, rare': { country: 'NZ' },
  'key, common': { keyId: 'key_3' },
  'key, rare': { keyId: 'key_rare' },
  'text of most addresses': { q: 'example' },
  'text of a few addresses': { q: 'site-4711.example' },
  'text of no address': { q: 'nothing like this' },
  'text of an error': { q: 'check of the BROWSER' },
  'tool and status': { tool: 'map', status: 'blocked' },
  'tool, status and before': { tool: 'crawl', status: 'not_found', before: middle },
  'no such pair': { tool: 'compare', status: 'internal' },
  'text, tool and key': { q: 'site-4711.', tool: 'scrape', keyId: 'key_3' },
  everything: {
    before: middle,
    tool: 'scrape',
    status: 'ok',
    origin: 'http',
    country: 'US',
    keyId: 'key_2',
    q: 'page-1',
  },
};

try {
  await migrate(database);
  await fill();
  const figures: Figure[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await listRequests(database, 'acct_big', { ...any, ...filter });
      times.push(performance.now() - began);
    }
    figures.push({ name, value: quantile(times, 0.5), unit: 'ms', wanted: { below: 20 } });
  }
  await report('history', figures);
} finally {
  await database.destroy();
  await server.stop();
}
