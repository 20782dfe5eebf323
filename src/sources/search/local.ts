import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/clock.ts';
import { type FoundResult, freshnessDays, type SearchQuery } from '../../domain/search.ts';
import type { Database } from '../../store/database.ts';
import { plainLine } from './found-result.ts';
import { accountWord, type PageIndex } from './page-index.ts';
import { primaryLanguage } from './query-words.ts';
import type { SearchOrder, SearchPage, SearchProvider } from './search-provider.ts';
import { foldWords, joinWords, separateWords } from './separate-words.ts';

/** What searching one's own pages needs. */
export interface LocalSearchOptions {
  database: Database;
  index: PageIndex;
  clock: Clock;
}

const mostOfPage = 50;
const dayMs = 86_400_000;
const headline = 'StartSel="", StopSel="", MaxFragments=2, MaxWords=32, MinWords=14, FragmentDelimiter=" … "';

/** A query as the pages of one configuration are asked. */
interface ConfigQuery {
  config: string;
  words: string;
  /** The same, but any of the words is enough. */
  looser: string;
  shown: string;
}

interface FoundRow {
  url: string;
  title: string;
  snippet: string;
  published_at: Date | null;
  read_at: Date;
}

/** The words of the query in the forms that the account's pages have them; none where only stop words were asked. */
async function queriesOf(database: Database, accountId: string, query: string): Promise<ConfigQuery[]> {
  const folded = foldWords(separateWords(query)).replaceAll('\0', ' ');
  const { rows } = await sql<ConfigQuery>`
    with config as (select config from read_pages where account_id = ${accountId} group by config),
    asked as (
      select config, websearch_to_tsquery(config::regconfig, ${folded}) as words,
        websearch_to_tsquery(config::regconfig, ${separateWords(query).replaceAll('\0', ' ')}) as shown
      from config
    )
    select config, words::text as words, (words || shown)::text as shown,
      case when words::text like '%!%' or words::text like '%<%' then words::text
        else replace(words::text, ' & ', ' | ') end as looser
    from asked where numnode(words) > 0
  `.execute(database);
  return rows;
}

function domainsMatch(domains: readonly string[]) {
  return sql`exists (select from unnest(${[...domains]}::text[]) as domain
    where host = domain or right(host, length(domain) + 1) = '.' || domain)`;
}

function conditionsOf({ freshness, language, includeDomains, excludeDomains }: SearchQuery, now: Date) {
  const conditions = [sql`true`];
  if (freshness !== null) {
    const since = addMs(now, -freshnessDays[freshness] * dayMs).toISOString();
    conditions.push(sql`coalesce(published_at, read_at) >= ${since}::timestamptz`);
  }
  if (language !== null) {
    conditions.push(sql`split_part(lower(language), '-', 1) = ${primaryLanguage(language)}`);
  }
  if (includeDomains.length > 0) conditions.push(domainsMatch(includeDomains));
  if (excludeDomains.length > 0) conditions.push(sql`not ${domainsMatch(excludeDomains)}`);
  return sql.join(conditions, sql` and `);
}

/** Snippets take longer to make than results to find: no more of them than are wanted. */
function pageSizeOf({ wanted }: SearchOrder): number {
  return Math.min(mostOfPage, wanted);
}

async function find(
  database: Database,
  order: SearchOrder,
  asked: ReadonlyArray<{ config: string; words: string; shown: string }>,
  now: Date,
): Promise<FoundRow[]> {
  const { query, page, accountId } = order;
  const pageSize = pageSizeOf(order);
  const own = `'${accountWord(accountId)}'`;
  const perConfig = asked.map(
    ({ config, words, shown }) => sql`
      select url, title, body, config, published_at, read_at, ${shown}::tsquery as shown,
        ts_rank(words, ${words}::tsquery, 1) as rank
      from read_pages
      where account_id = ${accountId} and config = ${config}
        and words @@ (${own}::tsquery && ${words}::tsquery) and ${conditionsOf(query, now)}`,
  );
  const { rows } = await sql<FoundRow>`
    select url, title, published_at, read_at, ts_headline(config::regconfig, body, shown, ${headline}) as snippet
    from (
      select * from (${sql.join(perConfig, sql` union all `)}) as found
      order by rank desc, read_at desc, url limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as best
    order by rank desc, read_at desc, url
  `.execute(database);
  return rows;
}

function resultOf({ url, title, snippet, published_at, read_at }: FoundRow): FoundResult {
  return {
    url,
    title: joinWords(plainLine(title, 500)),
    snippet: joinWords(snippet.replace(/\s+/g, ' ').slice(0, 2_000)),
    ...(published_at !== null && { published_at: published_at.toISOString() }),
    engines: ['local'],
    read_at: read_at.toISOString(),
  };
}

/** Searches the pages that an account has read itself, and nobody else's. */
export function createLocalSearch({ database, index, clock }: LocalSearchOptions): SearchProvider {
  async function search(order: SearchOrder): Promise<SearchPage> {
    await index.settle();
    const now = clock.now();
    const asked = await queriesOf(database, order.accountId, order.query.query);
    const page: SearchPage = { kind: 'page', results: [], hasMore: false, failedEngines: [], warnings: [] };
    if (asked.length === 0) return page;
    let rows = await find(database, order, asked, now);
    if (rows.length === 0 && order.page === 1) {
      const looser = asked.map(({ looser: words, ...rest }) => ({ ...rest, words }));
      rows = await find(database, order, looser, now);
      const message = 'No page that was read holds all the words; these hold some of them.';
      if (rows.length > 0) page.warnings.push({ code: 'some_words', message });
      return { ...page, results: rows.map(resultOf) };
    }
    return { ...page, results: rows.map(resultOf), hasMore: rows.length === pageSizeOf(order) };
  }

  return {
    name: 'local',
    id: 'local',
    categories: ['web'],
    mostPages: 10,
    gapMs: 0,
    countryEffect: () => 'ignored',
    ignores: () => [],
    usesOperators: () => false,
    search,
    async probe() {
      const { rows } = await sql<{
        pages: number;
      }>`select count(*)::integer as pages from read_pages`.execute(database);
      return { works: true, detail: `local: ${rows[0]?.pages ?? 0} pages that were read can be searched` };
    },
    close: async () => {},
  };
}
